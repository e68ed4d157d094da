#include "stages/density_at_walls.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "exec/parallel.h"
#include "grid/halo.h"
#include "stages/open_neighbors.h"

namespace spindrift {

namespace {

// Adds to each cell at a closed side what lies in the cells behind it. Those are left as they are.
template <int D>
void fold_back(LiquidState<D>& state, int tile) {
  using T = Tile<D>;
  const Domain<D>& domain = state.domain;
  const VecI<D> first = state.tiles.first_cell(tile);
  bool touches_wall = false;
  for (int a = 0; a < D; ++a)
    touches_wall |= first[a] <= Domain<D>::kBorder || first[a] + T::kSide >= Domain<D>::kBorder + domain.cells[a];
  if (!touches_wall) return;
  HaloBlock<float, D, 1, 1> all;
  load_halo(state.tiles, state.density, tile, all);
  float* density = state.density.tile(tile);
  for (int c = 0; c < T::kCells; ++c) {
    const VecI<D> local = T::cell_coord(c), cell = first + local;
    if (!domain.contains(cell)) continue;
    std::array<bool, 2 * D> is_at_wall;  // both sides of a domain one cell wide
    for (int a = 0; a < D; ++a) {
      const auto low = static_cast<std::size_t>(2 * a);
      is_at_wall[low] = cell[a] == Domain<D>::kBorder && !domain.is_open[low];
      is_at_wall[low + 1] = cell[a] == Domain<D>::kBorder + domain.cells[a] - 1 && !domain.is_open[low + 1];
    }
    if (std::ranges::count(is_at_wall, true) == 0) continue;
    for (int n = 0; n < T::kNeighbors; ++n) {
      const VecI<D> behind = T::neighbor_offset(n);
      bool is_image = !(behind == VecI<D>{});
      for (int a = 0; a < D; ++a)
        if (behind[a] != 0) is_image &= is_at_wall[static_cast<std::size_t>(2 * a + (behind[a] > 0))];
      if (is_image) density[c] += all.at(local + behind);
    }
  }
}

// The share of a linear kernel around a point that lies outside of a solid whose plane surface is `distance` cells
// away.
float open_share(float distance) {
  if (distance >= 1.0f) return 1.0f;
  const float rest = 1.0f - std::max(distance, 0.0f);
  return 1.0f - 0.5f * rest * rest;
}

template <int D>
using Distances = HaloBlock<float, D, 2, 2>;

// The same around the centre of a cell, and in the corners of solids, where several surfaces take their shares: a plane
// is approached with slopes along the axes whose squares sum up to one, and what they have more comes from others.
template <int D>
float open_share(const Distances<D>& distances, const VecI<D>& cell) {
  const float* at = &distances.at(cell);
  const float of_plane = open_share(*at);
  if (of_plane == 1.0f) return of_plane;
  float slopes = 0.0f, of_corner = 1.0f;
  for (int a = 0; a < D; ++a)
    for (const float beside : {at[-Distances<D>::stride(a)], at[Distances<D>::stride(a)]}) {
      const float slope = std::clamp(*at - beside, 0.0f, 1.0f);
      slopes += slope * slope;
      of_corner *= open_share(beside + 1.0f);  // a surface across this axis
    }
  const float others = std::clamp(slopes - 1.0f, 0.0f, 1.0f);
  return std::min(of_plane, of_plane + others * (of_corner - of_plane));
}

constexpr float kUnseen = -1.0f;  // the density of a cell that nothing is known of yet

// Of density(neighbour) over the open faces of a cell, weighted by their areas; `none` if nothing is known of any.
template <int D, class Density>
float mean_across_faces(const OpenNeighbors<D>& neighbors, const VecI<D>& cell, float none, Density&& density) {
  float sum = 0.0f, weight = 0.0f;
  neighbors.for_each(cell, [&](const VecI<D>& beside, float area) {
    const float there = density(beside);
    if (there == kUnseen) return;
    sum += area * there;
    weight += area;
  });
  return weight > 0.0f ? sum / weight : none;
}

// Outside of solids the density is divided by the open share. A cell whose centre lies in a solid sees too little of
// the liquid: it takes the mean of its neighbours across open faces, so that the liquid reaches the wall without a gap.
template <int D>
void extend_into_solids(const LiquidState<D>& state, int tile, CellField<float, D>& extended) {
  using T = Tile<D>;
  const float* solid = state.solid_distance().tile(tile);
  float* density = extended.tile(tile);
  HaloBlock<float, D, 1, 1> all;
  Distances<D> distance;
  load_halo(state.tiles, state.density, tile, all);
  load_halo(state.tiles, state.solid_distance(), tile, distance);
  const OpenNeighbors<D> neighbors(state, tile);
  for (int c = 0; c < T::kCells; ++c) {
    const VecI<D> cell = T::cell_coord(c);
    if (solid[c] >= 0.0f) {
      density[c] = all.at(cell) / open_share<D>(distance, cell);
      continue;
    }
    density[c] = mean_across_faces(neighbors, cell, kUnseen, [&](const VecI<D>& beside) {
      const float there = distance.at(beside);
      return there < 0.0f ? kUnseen : all.at(beside) / open_share<D>(distance, beside);
    });
  }
}

// A sliver that may have no neighbour with its centre outside: in a corner, or in the row of them where a wedge closes.
struct Sliver {
  int cell;
  float density;
};

template <int D>
std::vector<Sliver> unseen_slivers(const LiquidState<D>& state, int tile, const CellField<float, D>& extended) {
  constexpr float kDeepest = -1.0f;  // of a centre, cells: farther inside no face is open
  const float* density = extended.tile(tile);
  const float* solid = state.solid_distance().tile(tile);
  std::vector<Sliver> found;
  for (int c = 0; c < Tile<D>::kCells; ++c)
    if (density[c] == kUnseen && solid[c] > kDeepest) found.push_back({c, kUnseen});
  return found;
}

// They take the mean of their neighbours; those with liquid in them, as `classify cells` found, until no more can, so
// that it never leaves the tiles. One that was left out would be a bubble of air that the water rushes into, for ever,
// and the faster the narrower the way.
template <int D>
void extend_into_slivers(const LiquidState<D>& state, CellField<float, D>& extended) {
  std::vector<std::vector<Sliver>> slivers(static_cast<std::size_t>(state.tiles.count()) + 1);
  for_each_tile_at_solids(
      state, [&](int tile) { slivers[static_cast<std::size_t>(tile)] = unseen_slivers(state, tile, extended); });
  for (bool is_spreading = true; is_spreading;) {
    parallel_for(slivers.size(), [&](std::size_t tile) {
      if (slivers[tile].empty()) return;
      HaloBlock<float, D, 1, 1> all;
      load_halo(state.tiles, extended, static_cast<int>(tile), all);
      const OpenNeighbors<D> neighbors(state, static_cast<int>(tile));
      for (Sliver& sliver : slivers[tile])
        sliver.density = mean_across_faces(neighbors, Tile<D>::cell_coord(sliver.cell), kUnseen,
                                           [&](const VecI<D>& beside) { return all.at(beside); });
    });
    is_spreading = false;
    for (std::size_t i = 0; i < slivers.size(); ++i) {
      const auto tile = static_cast<int>(i);
      std::erase_if(slivers[i], [&](const Sliver& sliver) {
        extended.tile(tile)[sliver.cell] = sliver.density;
        const bool is_seen = sliver.density != kUnseen;
        is_spreading |= is_seen;
        return is_seen || state.type.tile(tile)[sliver.cell] != CellType::kFluid;
      });
    }
  }
}

// The classic way: weight that fell onto solid cells goes to the liquid beside them.
template <int D>
void hand_back_density_of_solids(LiquidState<D>& state) {
  using T = Tile<D>;
  using Types = HaloBlock<CellType, D, 2, 2>;
  using Densities = HaloBlock<float, D, 1, 1>;
  // A solid cell shares its weight among the nearest fluid cells: those beside its faces, else its edges, else its
  // corners. Returns the square of their distance and their number.
  auto share = [](const Types& types, const VecI<D>& solid) {
    int nearest = D + 1, count = 0;
    for (int n = 0; n < T::kNeighbors; ++n) {
      const VecI<D> offset = T::neighbor_offset(n);
      const int square = dot(offset, offset);
      if (square > nearest || types.at(solid + offset) != CellType::kFluid) continue;
      count = square < nearest ? 1 : count + 1;
      nearest = square;
    }
    return std::pair(nearest, count);
  };
  std::vector<std::uint8_t> touches_solid(static_cast<std::size_t>(state.tiles.count()) + 1, 0);
  parallel_for(
      static_cast<std::size_t>(state.tiles.count()),
      [&](std::size_t i) {
        const CellType* type = state.type.tile(static_cast<int>(i) + 1);
        touches_solid[i + 1] = std::find(type, type + T::kCells, CellType::kSolid) != type + T::kCells;
      },
      8);
  for (int color = 0; color < TileMap<D>::kColors; ++color) {
    const std::vector<int>& tiles = state.tiles.color(color);
    parallel_for(tiles.size(), [&](std::size_t i) {
      const auto& neighbors = state.tiles.neighbors(tiles[i]);
      if (std::none_of(neighbors.begin(), neighbors.end(),
                       [&](int n) { return touches_solid[static_cast<std::size_t>(n)]; }))
        return;
      Types types;
      Densities densities;
      load_halo(state.tiles, state.type, tiles[i], types);
      load_halo(state.tiles, state.density, tiles[i], densities);
      float* density = state.density.tile(tiles[i]);
      VecI<D> solid = VecI<D>::filled(-1);
      for (const float weight : densities.values) {
        if (weight > 0.0f && types.at(solid) == CellType::kSolid) {
          const auto [nearest, count] = share(types, solid);
          const float part = weight / static_cast<float>(std::max(1, count));
          for (int n = 0; n < T::kNeighbors; ++n) {
            const VecI<D> offset = T::neighbor_offset(n);
            const VecI<D> open = solid + offset;
            if (dot(offset, offset) != nearest || types.at(open) != CellType::kFluid) continue;
            bool inside = true;
            for (int a = 0; a < D; ++a) inside &= (open[a] & ~T::kMask) == 0;
            if (inside) density[T::cell_index(open)] += part;
          }
        }
        for (int a = 0; a < D && ++solid[a] > T::kSide; ++a) solid[a] = -1;
      }
    });
  }
}

}  // namespace

template <int D>
void complete_density_at_walls(LiquidState<D>& state) {
  if (!state.scene.uses_level_set() && !state.scene.uses_density_projection())
    return hand_back_density_of_solids(state);
  for (int color = 0; color < TileMap<D>::kColors;
       ++color) {  // a tile reads the border cells of others, never their rest
    const std::vector<int>& tiles = state.tiles.color(color);
    parallel_for(tiles.size(), [&](std::size_t i) { fold_back(state, tiles[i]); });
  }
  if (state.solids.empty()) return;
  CellField<float, D>& extended = state.pressure_system.rhs;  // free until the projection
  extended.resize(state.tiles.count());
  for_each_tile_at_solids(state, [&](int tile) { extend_into_solids(state, tile, extended); });
  extend_into_slivers(state, extended);
  // In a channel of slivers alone nobody sees enough of the liquid to call it crowded or thin.
  const auto rest = static_cast<float>(state.rest_density > 0.0 ? state.rest_density : state.particles_per_cell);
  for_each_tile_at_solids(state, [&](int tile) {
    const float* density = extended.tile(tile);
    const CellType* type = state.type.tile(tile);
    float* result = state.density.tile(tile);
    for (int c = 0; c < Tile<D>::kCells; ++c)
      result[c] = density[c] != kUnseen ? density[c] : type[c] == CellType::kFluid ? rest : 0.0f;
  });
}

template void complete_density_at_walls<2>(LiquidState<2>&);
template void complete_density_at_walls<3>(LiquidState<3>&);

}  // namespace spindrift
