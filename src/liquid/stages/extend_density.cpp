// Completes the density of particles where walls and solids cut off its kernel, as if the liquid continued behind them.
// find_surface and correct_density use it.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <type_traits>
#include <vector>

#include "fluid/force_field.h"
#include "fluid/solids.h"
#include "grid/for_each_tile.h"
#include "grid/halo.h"
#include "grid/tile.h"
#include "liquid/density/surface_beside_solids.h"
#include "liquid/liquid_state.h"
#include "liquid/liquid_step.h"

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

// The density from the open share of the kernel, and the normal of the liquid's surface: it points out of the liquid,
// and its length is a certainty. NaN in cells with their centres so deep in a solid that the particles show nothing.
template <int D>
struct SurfaceEstimate {
  CellField<float, D> density;
  std::array<CellField<float, D>, D> normal;

  void resize(int tiles) {
    density.resize(tiles);
    for (auto& component : normal) component.resize(tiles);
  }
};

template <int D>
struct EstimateView {
  FieldView<float, D> density;
  FaceViews<float, D> normal;

  explicit EstimateView(SurfaceEstimate<D>& of) : density(of.density), normal(of.normal) {}

  void set(int tile, int c, float new_density, const VecF<D>& new_normal) const {
    density.tile(tile)[c] = new_density;
    for (int a = 0; a < D; ++a) normal[a].tile(tile)[c] = new_normal[a];
  }
};

template <int D>
struct EstimatedLiquid {
  SolidsView<D> solids;
  ForcesView<D> forces;
  FieldView<const CellType, D> type;
  FieldView<float, D> density;
  float rest;  // density of liquid at rest
};
static_assert(std::is_trivially_copyable_v<EstimateView<3>> && std::is_trivially_copyable_v<EstimatedLiquid<3>>);

// Divides by the open share of the kernel, if that is large enough. It is not in a gap so narrow that all centres lie
// in solids. In such a gap along a side of the domain the liquid never counts as crowded.
template <int D>
void divide_by_open_share(const EstimatedLiquid<D>& liquid, int tile) {
  const SolidsView<D>& solids = liquid.solids;
  const VecI<D> first = solids.tiles.first_cell(tile);
  const CellType* type = liquid.type.tile(tile);
  float* density = liquid.density.tile(tile);
  WideBlock<D> distance;
  load_halo(solids.tiles, solids.distance, tile, distance);
  const OpenNeighbors<D> neighbors(solids, tile);
  for (int c = 0; c < Tile<D>::kCells; ++c) {
    const VecI<D> cell = Tile<D>::cell_coord(c);
    bool is_in_gap = distance.at(cell) < 0.0f;
    if (is_in_gap)
      neighbors.for_each(cell, [&](const VecI<D>& beside, float) { is_in_gap &= distance.at(beside) < 0.0f; });
    const bool is_unresolved = type[c] == CellType::kSolid || distance.at(cell) < kDeepestResolved ||
                               (is_in_gap && !is_at_closed_side(solids.domain, first + cell));
    density[c] = is_unresolved ? kUndefinedDensity : density[c] / open_share<D>(distance, cell);
    if (is_in_gap && !is_unresolved) density[c] = std::min(density[c], liquid.rest);
  }
}

// Adds the share behind the solids.
template <int D>
void add_share_behind_solids(const EstimatedLiquid<D>& liquid, int tile, const float* filled,
                             const EstimateView<D>& estimate) {
  const float rest = liquid.rest;
  const SurfaceBesideSolids<D> surface(liquid.solids, liquid.forces, liquid.density, rest, tile);
  for (int c = 0; c < Tile<D>::kCells; ++c) {
    const VecI<D> cell = Tile<D>::cell_coord(c);
    if (!is_defined(filled[c]) || !surface.is_beside_solid(cell)) {
      estimate.set(tile, c, filled[c], {});
      continue;
    }
    const float before = filled[c] / rest;
    const VecF<D> normal = surface.normal(cell, before);
    estimate.set(tile, c, rest * surface.filled(cell, before, normal), surface.normal_beyond(cell, normal));
  }
}

// An estimate for a cell from its neighbours across open faces: the mean of their densities and, where a surface passes
// through them, of the planes that continue it, weighted by their certainty.
template <int D>
struct NeighborEstimate {
  float density = kUndefinedDensity;
  VecF<D> normal{};
  bool is_of_surface(float rest, float least_certainty) const {
    return length(normal) > least_certainty && density > 0.0f && density < rest;
  }
};

template <int D>
class EstimateFromNeighbors {
 public:
  EstimateFromNeighbors(const SolidsView<D>& solids, float rest, int tile, const EstimateView<D>& estimate)
      : rest_(rest), neighbors_(solids, tile) {
    load_halo(solids.tiles, solids.distance, tile, distance_);
    load_halo(solids.tiles, estimate.density, tile, density_);
    for (int a = 0; a < D; ++a) load_halo(solids.tiles, estimate.normal[a], tile, normal_[a]);
  }

  // An undefined cell uses all of its neighbours. A dry one uses only the surface in small cut cells, since the others
  // reach its own kernel.
  NeighborEstimate<D> at(const VecI<D>& cell) const {
    const bool is_undefined = !is_defined(density_.at(cell));
    float sum = 0.0f, weight = 0.0f, sum_of_planes = 0.0f, weight_of_planes = 0.0f, certainty = 0.0f;
    NeighborEstimate<D> result;
    neighbors_.for_each(cell, [&](const VecI<D>& beside, float area) {
      const float there = density_.at(beside);
      if ((!is_undefined && distance_.at(beside) >= 0.0f) || !is_defined(there)) return;
      sum += area * there;
      weight += area;
      VecF<D> normal, way;
      for (int a = 0; a < D; ++a) {
        normal[a] = normal_[a].at(beside);
        way[a] = static_cast<float>(cell[a] - beside[a]);
      }
      const float certain = length(normal);
      if (certain == 0.0f) return;
      const float of_plane = area * certain * certain;
      const float distance = distance_from_share(there / rest_) + dot(normal, way) / certain;
      sum_of_planes += of_plane * rest_ * share_at_distance(distance);
      result.normal += normal * of_plane;
      weight_of_planes += of_plane;
      certainty = std::max(certainty, certain);
    });
    if (weight == 0.0f) return result;
    result.density = is_undefined ? sum / weight : 0.0f;
    if (weight_of_planes == 0.0f) return result;
    result.density += certainty * (sum_of_planes / weight_of_planes - result.density);
    result.normal = result.normal * (1.0f / weight_of_planes);
    return result;
  }

 private:
  float rest_;
  OpenNeighbors<D> neighbors_;
  HaloBlock<float, D, 1, 1> density_, distance_;
  std::array<HaloBlock<float, D, 1, 1>, D> normal_;
};

// A cell whose density follows from its neighbours.
template <int D>
struct UnresolvedCell {
  int cell;
  NeighborEstimate<D> estimate;
};
template <int D>
using UnresolvedCells = TileLists<UnresolvedCell<D>>;

template <int D, class Condition>
void list_cells(const TileMap<D>& map, const SolidsView<D>& solids, UnresolvedCells<D>& cells, Condition&& condition) {
  cells.build("find unresolved cells", map, [&](int tile, auto& list) {
    if (!is_at_solids(solids, tile)) return;
    for (int c = 0; c < Tile<D>::kCells; ++c)
      if (condition(tile, c)) list.push_back({c, {}});
  });
}

template <int D>
void estimate_from_neighbors(const TileMap<D>& map, const EstimatedLiquid<D>& liquid, const EstimateView<D>& estimate,
                             UnresolvedCells<D>& cells) {
  for_each_tile("estimate density from neighbors", map, [&](int tile) {
    if (cells[tile].empty()) return;
    const EstimateFromNeighbors<D> neighbors(liquid.solids, liquid.rest, tile, estimate);
    for (UnresolvedCell<D>& cell : cells[tile]) cell.estimate = neighbors.at(Tile<D>::cell_coord(cell.cell));
  });
}

// Continues the surface from one small cut cell to the next; then cells take the mean of their neighbours. Cells with
// liquid, as classify_cells found, pass it on until no more can; in the others the normal fades, so that it never
// leaves the tiles. A small cut cell left out would be a bubble of air that draws liquid in.
template <int D>
void extend_into_small_cut_cells(const TileMap<D>& map, const EstimatedLiquid<D>& liquid, UnresolvedCells<D>& cells,
                                 const EstimateView<D>& estimate) {
  constexpr float kLeastCertainty = 0.5f;  // of a surface that is continued first
  constexpr float kFading = 0.7f;          // of the certainty, from a dry cell to the next: a twentieth after eight
  const float rest = liquid.rest;
  list_cells(map, liquid.solids, cells, [&](int tile, int c) {
    return !is_defined(estimate.density.tile(tile)[c]) && liquid.type.tile(tile)[c] != CellType::kSolid;
  });
  for (const bool only_surfaces : {true, false})
    for (bool is_spreading = true; is_spreading;) {
      estimate_from_neighbors(map, liquid, estimate, cells);
      is_spreading = false;
      for (int tile = 1; tile <= map.count(); ++tile)
        cells.erase_if(tile, [&](const UnresolvedCell<D>& small) {
          const bool is_wet = liquid.type.tile(tile)[small.cell] == CellType::kFluid;
          const bool is_surface = small.estimate.is_of_surface(rest, only_surfaces ? kLeastCertainty : 0.0f);
          const bool is_found = only_surfaces ? is_surface : is_defined(small.estimate.density);
          if (is_found)
            estimate.set(tile, small.cell, small.estimate.density,
                         is_surface ? small.estimate.normal * (is_wet ? 1.0f : kFading) : VecF<D>{});
          is_spreading |= is_found;
          return is_found || (!only_surfaces && !is_wet);
        });
    }
}

// A dry cell beside a solid may stand over a film of liquid in small cut cells.
template <int D>
void extend_above_small_cut_cells(const TileMap<D>& map, const EstimatedLiquid<D>& liquid, UnresolvedCells<D>& cells,
                                  const EstimateView<D>& estimate) {
  constexpr float kMostAbove = 0.45f;  // of the density at rest: below a half it remains air
  const float rest = liquid.rest;
  list_cells(map, liquid.solids, cells, [&](int tile, int c) {
    return estimate.density.tile(tile)[c] == 0.0f && liquid.solids.distance.tile(tile)[c] < 1.0f;
  });
  estimate_from_neighbors(map, liquid, estimate, cells);
  for (int tile = 1; tile <= map.count(); ++tile)
    for (const UnresolvedCell<D>& cell : cells[tile])
      if (cell.estimate.is_of_surface(rest, 0.0f))
        estimate.density.tile(tile)[cell.cell] = std::min(cell.estimate.density, kMostAbove * rest);
}

// Writes the estimate to the state. Wet cells that stay undefined, in the narrowest channels, get the density at rest.
// So does a small cut cell with a surface and nothing but liquid beside it: else particles would be drawn into it.
template <int D>
void write_back(const EstimatedLiquid<D>& liquid, int tile, const EstimateView<D>& estimate) {
  const float rest = liquid.rest, half = 0.5f * rest;  // half: the surface
  const float* solid = liquid.solids.distance.tile(tile);
  const CellType* type = liquid.type.tile(tile);
  float* result = liquid.density.tile(tile);
  HaloBlock<float, D, 1, 1> density;
  load_halo(liquid.solids.tiles, estimate.density, tile, density);
  const OpenNeighbors<D> neighbors(liquid.solids, tile);
  for (int c = 0; c < Tile<D>::kCells; ++c) {
    const VecI<D> cell = Tile<D>::cell_coord(c);
    result[c] = is_defined(density.at(cell)) ? density.at(cell) : type[c] == CellType::kFluid ? rest : 0.0f;
    const auto has_normal = [&] {
      return std::any_of(estimate.normal.begin(), estimate.normal.end(),
                         [&](auto& n) { return n.tile(tile)[c] != 0.0f; });
    };
    if (solid[c] >= 0.0f || result[c] < half || result[c] > rest || !has_normal()) continue;
    bool has_air = false;  // or an undefined cell
    neighbors.for_each(cell, [&](const VecI<D>& beside, float) { has_air |= !(density.at(beside) >= half); });
    if (!has_air) result[c] = rest;
  }
}

// Near a solid a part of the kernel's weight is missing. It is estimated from where the liquid's surface would continue
// without the solid, so that the level set stays at its height along walls, on floors and under ceilings. Cells with
// their centres in solids also get a density.
template <int D>
void extend_density_into_solids(LiquidState<D>& state) {
  const auto loan = state.scratch.template borrow<SurfaceEstimate<D>>();
  const auto cells = state.scratch.template borrow<UnresolvedCells<D>>();
  loan->resize(state.tiles.count());
  const EstimateView<D> estimate(*loan);
  const EstimatedLiquid<D> liquid{state.solids_view(), forces_view(state), state.type, state.density,
                                  rest_density_of(state)};
  for_each_tile_at_solids("divide by open share", state, [&](int tile) { divide_by_open_share(liquid, tile); });
  // The share behind solids makes thin liquid fall less along them: normals are found again with that share.
  for_each_tile_at_solids("add share behind solids", state, [&](int tile) {
    add_share_behind_solids(liquid, tile, liquid.density.tile(tile), estimate);
  });
  for_each_tile_at_solids("exchange densities", state, [&](int tile) {
    float* density = liquid.density.tile(tile);
    std::swap_ranges(density, density + Tile<D>::kCells, estimate.density.tile(tile));
  });
  for_each_tile_at_solids("add share behind solids", state, [&](int tile) {
    add_share_behind_solids(liquid, tile, estimate.density.tile(tile), estimate);
  });
  extend_into_small_cut_cells(state.tiles, liquid, *cells, estimate);
  extend_above_small_cut_cells(state.tiles, liquid, *cells, estimate);
  for_each_tile_at_solids("write density back", state, [&](int tile) { write_back(liquid, tile, estimate); });
}

// Adds to each cell at a closed side the density of the cells behind it.
template <int D>
void fold_back(const Domain<D>& domain, const TilesView<D>& tiles, const FieldView<float, D>& densities, int tile) {
  using T = Tile<D>;
  const VecI<D> first = tiles.first_cell(tile);
  bool touches_wall = false;
  for (int a = 0; a < D; ++a)
    touches_wall |= !domain.is_periodic[a] &&
                    (first[a] <= Domain<D>::kBorder || first[a] + T::kSide >= Domain<D>::kBorder + domain.cells[a]);
  if (!touches_wall) return;
  HaloBlock<float, D, 1, 1> all;
  load_halo(tiles, densities, tile, all);
  float* density = densities.tile(tile);
  for (int c = 0; c < T::kCells; ++c) {
    const VecI<D> local = T::cell_coord(c), cell = first + local;
    if (!domain.contains(cell)) continue;
    Vec<bool, 2 * D> is_at_wall;  // both sides of a domain one cell wide
    for (int a = 0; a < D; ++a) {
      is_at_wall[2 * a] = cell[a] == Domain<D>::kBorder && domain.is_closed(2 * a);
      is_at_wall[2 * a + 1] = cell[a] == Domain<D>::kBorder + domain.cells[a] - 1 && domain.is_closed(2 * a + 1);
    }
    if (is_at_wall == Vec<bool, 2 * D>{}) continue;
    for (int n = 0; n < T::kNeighbors; ++n) {
      const VecI<D> behind = T::neighbor_offset(n);
      bool is_image = !(behind == VecI<D>{});
      for (int a = 0; a < D; ++a)
        if (behind[a] != 0) is_image &= is_at_wall[2 * a + (behind[a] > 0)];
      if (is_image) density[c] += all.at(local + behind);
    }
  }
}

// The fluid cells nearest to a solid cell: those beside its faces, else its edges, else its corners.
struct NearestFluid {
  int square, count;  // of their distance; and their number
};
template <int D>
NearestFluid nearest_fluid(const HaloBlock<CellType, D, 2, 2>& types, const VecI<D>& solid) {
  using T = Tile<D>;
  NearestFluid nearest{D + 1, 0};
  for (int n = 0; n < T::kNeighbors; ++n) {
    const VecI<D> offset = T::neighbor_offset(n);
    const int square = dot(offset, offset);
    if (square > nearest.square || types.at(solid + offset) != CellType::kFluid) continue;
    nearest.count = square < nearest.square ? 1 : nearest.count + 1;
    nearest.square = square;
  }
  return nearest;
}

// Adds the tile's share of the weight on solid cells in and around it.
template <int D>
void hand_back_to_tile(const TilesView<D>& tiles, const FieldView<const CellType, D>& all_types,
                       const FieldView<float, D>& all_densities, int tile) {
  using T = Tile<D>;
  HaloBlock<CellType, D, 2, 2> types;
  HaloBlock<float, D, 1, 1> densities;
  load_halo(tiles, all_types, tile, types);
  load_halo(tiles, all_densities, tile, densities);
  float* density = all_densities.tile(tile);
  for_each_point(VecI<D>::filled(-1), VecI<D>::filled(T::kSide), [&](const VecI<D>& solid) {
    const float weight = densities.at(solid);
    if (!(weight > 0.0f) || types.at(solid) != CellType::kSolid) return;
    const NearestFluid nearest = nearest_fluid<D>(types, solid);
    const float part = weight / static_cast<float>(std::max(1, nearest.count));
    for (int n = 0; n < T::kNeighbors; ++n) {
      const VecI<D> offset = T::neighbor_offset(n);
      const VecI<D> open = solid + offset;
      if (dot(offset, offset) != nearest.square || types.at(open) != CellType::kFluid) continue;
      bool inside = true;
      for (int a = 0; a < D; ++a) inside &= (open[a] & ~T::kMask) == 0;
      if (inside) density[T::cell_index(open)] += part;
    }
  });
}

// The classic method: weight on solid cells goes to the fluid cells nearest to them.
template <int D>
void hand_back_density_of_solids(LiquidState<D>& state) {
  using T = Tile<D>;
  const auto loan = state.scratch.template borrow<std::vector<std::uint8_t>>();
  loan->assign(state.tiles.count() + 1, 0);
  std::uint8_t* touches_solid = loan->data();
  const TilesView<D> tiles = state.tiles;
  const FieldView<const CellType, D> types = state.type;
  const FieldView<float, D> density = state.density;
  for_each_tile(
      "find tiles with solids", state.tiles,
      [&](int tile) {
        const CellType* type = types.tile(tile);
        touches_solid[tile] = std::find(type, type + T::kCells, CellType::kSolid) != type + T::kCells;
      },
      8);
  for_each_tile_by_color("hand back density of solids", state.tiles, [&](int tile) {
    const auto& neighbors = tiles.neighbors(tile);
    if (std::any_of(neighbors.begin(), neighbors.end(), [&](int n) { return touches_solid[n]; }))
      hand_back_to_tile(tiles, types, density, tile);
  });
}

}  // namespace

template <int D>
void extend_density(LiquidState<D>& state) {
  if (!state.scene.uses_level_set() && !state.scene.uses_density_projection())
    return hand_back_density_of_solids(state);
  // A tile reads border cells of its neighbours while it writes its own.
  const TilesView<D> tiles = state.tiles;
  const FieldView<float, D> density = state.density;
  const Domain<D>& domain = state.domain;
  for_each_tile_by_color("fold density back", state.tiles, [&](int tile) { fold_back(domain, tiles, density, tile); });
  if (!state.solids.empty()) extend_density_into_solids(state);
}

template void extend_density<2>(LiquidState<2>&);
template void extend_density<3>(LiquidState<3>&);

}  // namespace spindrift
