// Viscosity: the velocity spreads by du/dt = viscosity * Laplacian(u).
#include "grid/for_each_tile.h"
#include "grid/halo.h"
#include "smoke/diffusion.h"
#include "smoke/extension/extend.h"
#include "smoke/stages/smoke_stages.h"

namespace spindrift {

namespace {

template <int D>
void diffuse_faces(const TilesView<D>& tiles, const FieldView<const float, D>& velocity, const DiffusionStage& stage,
                   int tile, const float* before, float* to) {
  using T = Tile<D>;
  using FaceHalo = HaloBlock<float, D, 1, 1>;
  FaceHalo u;
  load_halo(tiles, velocity, tile, u);
  for (int row = 0; row < T::kCells; row += T::kSide) {
    const float* at = u.values.data() + FaceHalo::index(T::cell_coord(row));
    for (int x = 0; x < T::kSide; ++x) {
      float sum = -2.0f * static_cast<float>(D) * at[x];
      for (int a = 0; a < D; ++a) sum += at[x - FaceHalo::stride(a)] + at[x + FaceHalo::stride(a)];
      to[row + x] = stage.next(at[x], before[row + x], sum);
    }
  }
}

}  // namespace

template <int D>
void diffuse_velocity(SmokeState<D>& state) {
  const DiffusionStages stages(state.scene.gas.viscosity, state.dt, state.domain.h, D);
  const auto before = state.scratch.template borrow<FaceField<float, D>>();
  const auto to = state.scratch.template borrow<FaceField<float, D>>();
  const TilesView<D> tiles = state.tiles;
  for (int j = 1; j <= stages.count(); ++j) {
    const DiffusionStage stage = stages.stage(j);
    extend_faces<D>(state, state.velocity);
    for (std::size_t a = 0; a < D; ++a) {
      (*to)[a].resize(state.tiles.count());
      const FieldView<const float, D> from = state.velocity[a], earlier = (j == 1 ? state.velocity : *before)[a];
      const FieldView<float, D> result = (*to)[a];
      for_each_tile(
          "diffuse velocity", state.tiles,
          [&](int tile) { diffuse_faces(tiles, from, stage, tile, earlier.tile(tile), result.tile(tile)); }, 4);
    }
    before->swap(state.velocity);
    state.velocity.swap(*to);
  }
}

template void diffuse_velocity<2>(SmokeState<2>&);
template void diffuse_velocity<3>(SmokeState<3>&);

}  // namespace spindrift
