// Viscosity: the velocity spreads by du/dt = viscosity * Laplacian(u).
#include "grid/for_each_tile.h"
#include "grid/halo.h"
#include "smoke/diffusion.h"
#include "smoke/extend.h"
#include "smoke/smoke_step.h"

namespace spindrift {

namespace {

template <int D>
void diffuse_faces(const TilesView<D>& tiles, const DiffusedField<D>& velocity, const DiffusionStage& stage, int tile) {
  using T = Tile<D>;
  using Block = typename DiffusedTile<D>::Block;
  const DiffusedTile<D> u(tiles, velocity, tile);
  for (int row = 0; row < T::kCells; row += T::kSide) {
    const float* at = u.now.values.data() + Block::index(T::cell_coord(row));
    for (int x = 0; x < T::kSide; ++x) {
      float sum = -2.0f * static_cast<float>(D) * at[x];
      for (int a = 0; a < D; ++a) sum += at[x - Block::stride(a)] + at[x + Block::stride(a)];
      u.to[row + x] = stage.next(at[x], u.before[row + x], sum);
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
      const DiffusedField<D> field{state.velocity[a], (j == 1 ? state.velocity : *before)[a], (*to)[a]};
      for_each_tile("diffuse velocity", state.tiles, [&](int tile) { diffuse_faces(tiles, field, stage, tile); }, 4);
    }
    before->swap(state.velocity);
    state.velocity.swap(*to);
  }
}

template void diffuse_velocity<2>(SmokeState<2>&);
template void diffuse_velocity<3>(SmokeState<3>&);

}  // namespace spindrift
