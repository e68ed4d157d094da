// Smoke, heat and fuel spread by ds/dt = diffusion * Laplacian(s). In the form of fluxes between cells of gas, so that
// what one loses the other gains, in proportion to the open part of the face; nothing spreads into solids or out of the
// computed region.
#include "grid/for_each_tile.h"
#include "grid/halo.h"
#include "smoke/diffusion.h"
#include "smoke/gas_view.h"
#include "smoke/smoke_step.h"

namespace spindrift {

namespace {

template <int D>
void diffuse_tile(const GasView<D>& gas, const DiffusedField<D>& quantity, const DiffusionStage& stage, int tile) {
  using T = Tile<D>;
  const DiffusedTile<D> s(gas.tiles(), quantity, tile);
  HaloBlock<CellType, D, 1, 1> types;
  load_halo(gas.tiles(), gas.type, tile, types);
  std::array<HaloBlock<float, D, 0, 1>, D> areas;
  const bool has_areas = !gas.solids.empty();
  for (std::size_t a = 0; a < D && has_areas; ++a) load_halo(gas.tiles(), gas.solids.open_area[a], tile, areas[a]);
  for (int c = 0; c < T::kCells; ++c) {
    const VecI<D> cell = T::cell_coord(c);
    const float* at = &s.now.at(cell);
    const CellType* type = &types.at(cell);
    float sum = 0.0f;
    for (int a = 0; a < D; ++a)
      for (const int side : {0, 1}) {
        const int step = (side ? 1 : -1) * DiffusedTile<D>::Block::stride(a);
        if (type[step] != CellType::kFluid) continue;
        VecI<D> face = cell;
        face[a] += side;
        sum += (has_areas ? areas[a].at(face) : 1.0f) * (at[step] - *at);
      }
    s.to[c] = *type == CellType::kFluid ? stage.next(*at, s.before[c], sum) : *at;
  }
}

}  // namespace

template <int D>
void diffuse_smoke(SmokeState<D>& state) {
  const DiffusionStages stages(state.scene.gas.diffusion, state.dt, state.domain.h, D);
  const auto earlier = state.scratch.template borrow<QuantityFields<D>>();
  const auto later = state.scratch.template borrow<QuantityFields<D>>();
  const GasView<D> gas = gas_view(state);
  state.for_each_quantity([&](std::size_t q) {
    CellField<float, D>&now = state.quantity[q], &before = (*earlier)[q], &to = (*later)[q];
    for (int j = 1; j <= stages.count(); ++j) {
      const DiffusionStage stage = stages.stage(j);
      to.resize(state.tiles.count());
      const DiffusedField<D> field{now, j == 1 ? now : before, to};
      for_each_tile("diffuse smoke", state.tiles, [&](int tile) { diffuse_tile(gas, field, stage, tile); }, 4);
      before.swap(now);
      now.swap(to);
    }
  });
}

template void diffuse_smoke<2>(SmokeState<2>&);
template void diffuse_smoke<3>(SmokeState<3>&);

}  // namespace spindrift
