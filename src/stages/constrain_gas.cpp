// Faces between gas and solid move with the solid, in the component across the face.
#include "exec/parallel.h"
#include "grid/halo.h"
#include "stages/smoke_stages.h"
#include "stages/solid_distance.h"

namespace spindrift {

namespace {

template <int D>
void constrain_tile(SmokeState<D>& state, int tile) {
  using T = Tile<D>;
  using Types = HaloBlock<CellType, D, 1, 0>;
  Types types;
  load_halo(state.tiles, state.type, tile, types);
  const bool moving = state.has_moving_solids();
  for (int a = 0; a < D; ++a) {
    float* u = state.velocity[static_cast<std::size_t>(a)].tile(tile);
    for (int c = 0; c < T::kCells; ++c) {
      const CellType* here = &types.at(T::cell_coord(c));
      const CellType low = here[-Types::stride(a)];
      if (*here != CellType::kSolid && low != CellType::kSolid) continue;
      u[c] = 0.0f;
      VecI<D> solid_cell = state.tiles.first_cell(tile) + T::cell_coord(c);
      VecD<D> face = VecD<D>::from(solid_cell) + VecD<D>::filled(0.5);
      face[a] -= 0.5;
      if (*here != CellType::kSolid) --solid_cell[a];
      if (moving && state.domain.contains(solid_cell))  // the domain's walls stand still
        u[c] = static_cast<float>(solid_velocity(state, state.domain.to_world(face))[a]);
    }
  }
}

}  // namespace

template <int D>
void constrain_gas(SmokeState<D>& state) {
  parallel_for(
      static_cast<std::size_t>(state.tiles.count()),
      [&](std::size_t i) {
        if (state.content[i + 1] == TileContent::kMixed) constrain_tile(state, static_cast<int>(i) + 1);
      },
      4);
}

template void constrain_gas<2>(SmokeState<2>&);
template void constrain_gas<3>(SmokeState<3>&);

}  // namespace spindrift
