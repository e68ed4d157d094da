// Where the free surface lies, from the density of the particles. Around a flat surface at distance s the linear kernel
// sees the share F(s) = (1 - s)^2 / 2 of liquid outside, and 1 - (1 + s)^2 / 2 inside; turned around, the density tells
// the distance. The surface is where the density falls to one half: exact for a plane in any direction, since the
// kernel is symmetric, and steady, since every particle within a cell has its say.
//
// Then cells are liquid where the distance is negative. Drops and sheets too thin for that are liquid cell by cell.
#include <algorithm>
#include <cmath>

#include "exec/parallel.h"
#include "grid/halo.h"
#include "stages/stages.h"

namespace spindrift {

namespace {

float distance_from_share(float share) {
  if (share < 0.5f) return 1.0f - std::sqrt(2.0f * std::max(share, 0.0f));
  return std::sqrt(2.0f * std::max(1.0f - share, 0.0f)) - 1.0f;
}

template <int D>
void find_distance(LiquidState<D>& state, int tile) {
  const float scale = static_cast<float>(1.0 / state.rest_density);
  const float* density = state.density.tile(tile);
  float* distance = state.surface_distance.tile(tile);
  for (int c = 0; c < Tile<D>::kCells; ++c) distance[c] = distance_from_share(density[c] * scale);
}

// Returns the number of liquid cells.
template <int D>
int mark_liquid(LiquidState<D>& state, int tile) {
  using T = Tile<D>;
  using Distances = HaloBlock<float, D, 1, 1>;
  CellType* type = state.type.tile(tile);
  const float* distance = state.surface_distance.tile(tile);
  const std::uint32_t* begin = state.particles.cell_begin.data() + static_cast<std::size_t>(tile) * T::kCells;
  Distances around;
  bool is_loaded = false;
  const VecI<D> first = state.tiles.first_cell(tile);
  int count = 0;
  for (int c = 0; c < T::kCells; ++c) {
    if (type[c] == CellType::kSolid) continue;
    const bool occupied = begin[c + 1] > begin[c];
    bool liquid = distance[c] < 0.0f;
    if (liquid && !occupied) liquid = state.domain.contains(first + T::cell_coord(c));  // not beyond an open side
    if (!liquid && occupied) {
      if (!is_loaded) load_halo(state.tiles, state.surface_distance, tile, around);
      is_loaded = true;
      const float* here = &around.at(T::cell_coord(c));
      liquid = true;
      for (int a = 0; a < D; ++a) liquid &= here[Distances::stride(a)] >= 0.0f && here[-Distances::stride(a)] >= 0.0f;
    }
    type[c] = liquid ? CellType::kFluid : CellType::kAir;
    count += liquid;
  }
  return count;
}

}  // namespace

template <int D>
void find_surface(LiquidState<D>& state) {
  const auto tiles = static_cast<std::size_t>(state.tiles.count());
  parallel_for(tiles, [&](std::size_t i) { find_distance(state, static_cast<int>(i) + 1); }, 8);
  state.fluid_cells = parallel_reduce(
      tiles, std::int64_t{0}, [&](std::size_t i) { return std::int64_t{mark_liquid(state, static_cast<int>(i) + 1)}; },
      [](std::int64_t a, std::int64_t b) { return a + b; }, 8);
}

template void find_surface<2>(LiquidState<2>&);
template void find_surface<3>(LiquidState<3>&);

}  // namespace spindrift
