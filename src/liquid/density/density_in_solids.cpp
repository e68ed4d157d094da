#include "liquid/density/density_in_solids.h"

#include <algorithm>
#include <array>
#include <vector>

#include "exec/parallel.h"
#include "fluid/solids/open_neighbors.h"
#include "liquid/density/surface_beside_solids.h"

namespace spindrift {

namespace {

template <int D>
bool is_at_closed_side(const Domain<D>& domain, const VecI<D>& cell) {
  for (int a = 0; a < D; ++a)
    for (const int step : {-1, 1}) {
      VecI<D> beside = cell;
      beside[a] += step;
      if (is_behind_wall(domain, beside)) return true;
    }
  return false;
}

// What the liquid fills of the open share, where enough of that is left to tell. In a gap between solids so narrow that
// all centres lie in them there is not, and in one along a side of the domain nobody can call the liquid crowded.
template <int D>
void divide_by_open_share(LiquidState<D>& state, int tile) {
  const float rest = rest_density_of(state);
  const VecI<D> first = state.tiles.first_cell(tile);
  const CellType* type = state.type.tile(tile);
  float* density = state.density.tile(tile);
  WideBlock<D> distance;
  load_halo(state.tiles, state.solid_distance(), tile, distance);
  const OpenNeighbors<D> neighbors(state, tile);
  for (int c = 0; c < Tile<D>::kCells; ++c) {
    const VecI<D> cell = Tile<D>::cell_coord(c);
    bool is_in_gap = distance.at(cell) < 0.0f;
    if (is_in_gap)
      neighbors.for_each(cell, [&](const VecI<D>& beside, float) { is_in_gap &= distance.at(beside) < 0.0f; });
    const bool is_blind = type[c] == CellType::kSolid || distance.at(cell) < kBlind ||
                          (is_in_gap && !is_at_closed_side(state.domain, first + cell));
    density[c] = is_blind ? kUnseen : density[c] / open_share<D>(distance, cell);
    if (is_in_gap) density[c] = std::min(density[c], rest);
  }
}

// What is found, cell by cell; memory that is free until the projection.
template <int D>
struct Found {
  CellField<float, D>& density;
  std::array<CellField<float, D>, D>& normal;

  void set(int tile, int c, float new_density, const VecF<D>& new_normal) const {
    density.tile(tile)[c] = new_density;
    for (int a = 0; a < D; ++a) normal[a].tile(tile)[c] = new_normal[a];
  }
};

// Adds the share behind the solids, to `found`.
template <int D>
void add_share_behind_solids(const LiquidState<D>& state, int tile, const float* filled, const Found<D>& found) {
  const SurfaceBesideSolids<D> surface(state, tile);
  const float rest = rest_density_of(state);
  for (int c = 0; c < Tile<D>::kCells; ++c) {
    const VecI<D> cell = Tile<D>::cell_coord(c);
    if (filled[c] == kUnseen || !surface.is_beside_solid(cell)) {
      found.set(tile, c, filled[c], {});
      continue;
    }
    const float before = filled[c] / rest;
    const VecF<D> normal = surface.normal(cell, before);
    found.set(tile, c, rest * surface.filled(cell, before, normal), surface.normal_beyond(cell, normal));
  }
}

// What a cell that sees too little itself is told by its neighbours across open faces: the mean of theirs and, as far
// as they are sure of a surface, of what planes through them go on to.
template <int D>
struct Hearsay {
  float density = kUnseen;
  VecF<D> normal{};
  bool is_of_surface(float rest, float least_certainty) const {
    return length(normal) > least_certainty && density > 0.0f && density < rest;
  }
};

template <int D>
class Neighborhood {
 public:
  Neighborhood(const LiquidState<D>& state, int tile, const Found<D>& found)
      : rest_(rest_density_of(state)), neighbors_(state, tile) {
    load_halo(state.tiles, state.solid_distance(), tile, distance_);
    load_halo(state.tiles, found.density, tile, density_);
    for (std::size_t a = 0; a < D; ++a) load_halo(state.tiles, found.normal[a], tile, normal_[a]);
  }

  // A blind cell asks all. A dry one asks slivers, since it sees the others itself, and for the surface alone.
  Hearsay<D> ask(const VecI<D>& cell) const {
    const bool is_blind = density_.at(cell) == kUnseen;
    float sum = 0.0f, weight = 0.0f, sum_of_planes = 0.0f, trust_in_planes = 0.0f, certainty = 0.0f;
    Hearsay<D> said;
    neighbors_.for_each(cell, [&](const VecI<D>& beside, float area) {
      const float there = density_.at(beside);
      if ((!is_blind && distance_.at(beside) >= 0.0f) || there == kUnseen) return;
      sum += area * there;
      weight += area;
      VecF<D> normal, way;
      for (int a = 0; a < D; ++a) {
        normal[a] = normal_[a].at(beside);
        way[a] = static_cast<float>(cell[a] - beside[a]);
      }
      const float sure = length(normal);
      if (sure == 0.0f) return;
      const float trust = area * sure * sure;
      const float distance = distance_from_share(there / rest_) + dot(normal, way) / sure;
      sum_of_planes += trust * rest_ * share_at_distance(distance);
      said.normal += normal * trust;
      trust_in_planes += trust;
      certainty = std::max(certainty, sure);
    });
    if (weight == 0.0f) return said;
    said.density = is_blind ? sum / weight : 0.0f;
    if (trust_in_planes == 0.0f) return said;
    said.density += certainty * (sum_of_planes / trust_in_planes - said.density);
    said.normal = said.normal * (1.0f / trust_in_planes);
    return said;
  }

 private:
  float rest_;
  OpenNeighbors<D> neighbors_;
  HaloBlock<float, D, 1, 1> density_, distance_;
  std::array<HaloBlock<float, D, 1, 1>, D> normal_;
};

// Cells of a tile that ask their neighbours, and what they have heard.
template <int D>
struct BlindCell {
  int cell;
  Hearsay<D> heard;
};

template <int D>
using BlindCells = std::vector<std::vector<BlindCell<D>>>;  // by tile

template <int D, class Wanted>
BlindCells<D> blind_cells(const LiquidState<D>& state, Wanted&& wanted) {
  BlindCells<D> found(static_cast<std::size_t>(state.tiles.count()) + 1);
  for_each_tile_at_solids(state, [&](int tile) {
    for (int c = 0; c < Tile<D>::kCells; ++c)
      if (wanted(tile, c)) found[tile].push_back({c, {}});
  });
  return found;
}

template <int D>
void ask_once(const LiquidState<D>& state, const Found<D>& found, BlindCells<D>& blind) {
  parallel_for("ask once", blind.size(), [&](std::size_t tile) {
    if (blind[tile].empty()) return;
    const Neighborhood<D> neighborhood(state, static_cast<int>(tile), found);
    for (BlindCell<D>& cell : blind[tile]) cell.heard = neighborhood.ask(Tile<D>::cell_coord(cell.cell));
  });
}

// First the surface goes on from sliver to sliver, then they take the mean of their neighbours. Those with liquid in
// them, as `classify cells` found, pass it on until no more can; for the others it fades, so that it never leaves the
// tiles. A sliver that was left out would be a bubble of air that the water rushes into, for ever, and the faster the
// narrower the way.
template <int D>
void extend_into_slivers(const LiquidState<D>& state, const Found<D>& found) {
  constexpr float kSure = 0.5f, kFading = 0.7f;
  const float rest = rest_density_of(state);
  BlindCells<D> slivers = blind_cells(state, [&](int tile, int c) {
    return found.density.tile(tile)[c] == kUnseen && state.type.tile(tile)[c] != CellType::kSolid;
  });
  for (const bool only_surfaces : {true, false})
    for (bool is_spreading = true; is_spreading;) {
      ask_once(state, found, slivers);
      is_spreading = false;
      for (std::size_t i = 0; i < slivers.size(); ++i)
        std::erase_if(slivers[i], [&](const BlindCell<D>& sliver) {
          const auto tile = static_cast<int>(i);
          const bool is_wet = state.type.tile(tile)[sliver.cell] == CellType::kFluid;
          const bool is_sure = sliver.heard.is_of_surface(rest, only_surfaces ? kSure : 0.0f);
          const bool is_told = only_surfaces ? is_sure : sliver.heard.density != kUnseen;
          if (is_told)
            found.set(tile, sliver.cell, sliver.heard.density,
                      is_sure ? sliver.heard.normal * (is_wet ? 1.0f : kFading) : VecF<D>{});
          is_spreading |= is_told;
          return is_told || (!only_surfaces && !is_wet);
        });
    }
}

// A cell beside a solid that sees no liquid may stand over a film of it, all in slivers.
template <int D>
void extend_above_slivers(const LiquidState<D>& state, const Found<D>& found) {
  constexpr float kMost = 0.45f;  // of the density at rest: it remains air
  const float rest = rest_density_of(state);
  BlindCells<D> dry = blind_cells(state, [&](int tile, int c) {
    return found.density.tile(tile)[c] == 0.0f && state.solid_distance().tile(tile)[c] < 1.0f;
  });
  ask_once(state, found, dry);
  for (std::size_t tile = 0; tile < dry.size(); ++tile)
    for (const BlindCell<D>& cell : dry[tile])
      if (cell.heard.is_of_surface(rest, 0.0f))
        found.density.tile(static_cast<int>(tile))[cell.cell] = std::min(cell.heard.density, kMost * rest);
}

// Writes what was found to the density of the liquid's state. Wet cells that nobody could tell anything, in the
// narrowest channels, count as neither crowded nor thin. A sliver that the surface goes on through, with liquid alone
// beside it, is full, whatever the surface says of its centre: else particles would be drawn into it.
template <int D>
void take_over(LiquidState<D>& state, int tile, const Found<D>& found) {
  const float rest = rest_density_of(state);
  const float* solid = state.solid_distance().tile(tile);
  const CellType* type = state.type.tile(tile);
  float* result = state.density.tile(tile);
  HaloBlock<float, D, 1, 1> density;
  load_halo(state.tiles, found.density, tile, density);
  const OpenNeighbors<D> neighbors(state, tile);
  for (int c = 0; c < Tile<D>::kCells; ++c) {
    const VecI<D> cell = Tile<D>::cell_coord(c);
    result[c] = density.at(cell) != kUnseen ? density.at(cell) : type[c] == CellType::kFluid ? rest : 0.0f;
    const auto has_normal = [&] {
      return std::any_of(found.normal.begin(), found.normal.end(), [&](auto& n) { return n.tile(tile)[c] != 0.0f; });
    };
    if (solid[c] >= 0.0f || result[c] < 0.5f * rest || result[c] > rest || !has_normal()) continue;
    bool has_air = false;
    neighbors.for_each(cell, [&](const VecI<D>& beside, float) { has_air |= density.at(beside) < 0.5f * rest; });
    if (!has_air) result[c] = rest;
  }
}

}  // namespace

template <int D>
void extend_density_into_solids(LiquidState<D>& state) {
  PressureSystem<D>& unused = state.pressure_system;  // until the projection
  const Found<D> found{unused.rhs, unused.coupling};
  found.density.resize(state.tiles.count());
  for (auto& component : found.normal) component.resize(state.tiles.count());
  for_each_tile_at_solids(state, [&](int tile) { divide_by_open_share(state, tile); });
  // The share behind solids makes thin liquid fall less along them: normals are found twice, then with that share.
  for_each_tile_at_solids(state,
                          [&](int tile) { add_share_behind_solids(state, tile, state.density.tile(tile), found); });
  for_each_tile_at_solids(state, [&](int tile) {
    std::swap_ranges(state.density.tile(tile), state.density.tile(tile) + Tile<D>::kCells, found.density.tile(tile));
  });
  for_each_tile_at_solids(state,
                          [&](int tile) { add_share_behind_solids(state, tile, found.density.tile(tile), found); });
  extend_into_slivers(state, found);
  extend_above_slivers(state, found);
  for_each_tile_at_solids(state, [&](int tile) { take_over(state, tile, found); });
}

template void extend_density_into_solids<2>(LiquidState<2>&);
template void extend_density_into_solids<3>(LiquidState<3>&);

}  // namespace spindrift
