// Solids on the grid: their samples on tiles (SolidSamples), and their distance and velocity at any point.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "fluid/grid_state.h"
#include "grid/for_each_tile.h"
#include "grid/halo.h"
#include "spindrift/frame.h"

namespace spindrift {

// Step of the finite differences for a solid's normal, in cells. Small against every curvature that the grid resolves,
// so that edges stay sharp; large against the rounding of distances.
inline constexpr double kNormalStep = 0.01;

// A point closer to a solid than this may touch it, in cells: twice the distance that particles keep from solids.
inline constexpr double kTouchingDistance = 0.02;

// Call after the tiles changed. Keeps the samples of static solids, samples them on new tiles, and adds the moving
// solids at their present place.
template <int D>
void carry_solids(GridState<D>& state);

// Samples the moving solids at their present place.
template <int D>
void refresh_moving_solids(GridState<D>& state);

// Smallest distance to a solid at a point, metres; +infinity without solids. `nearest` receives the solid.
template <int D>
double distance_to_solids(const GridState<D>& state, const VecD<D>& world, const Solid<D>** nearest = nullptr);

template <int D>
double distance_to_solids(std::span<const Solid<D>> solids, const VecD<D>& world, const Solid<D>** nearest = nullptr);

// The component of the solids' velocity across the low face of a grid cell; zero on the domain's walls.
template <int D>
float solid_velocity_on_face(const SolidsView<D>& solids, const VecI<D>& cell, int axis);

// The same component, at a face of a tile, of the wall beside it: of a solid within a cell of the face, else of the
// domain, which stands still.
template <int D>
float wall_velocity(const SolidsView<D>& solids, int tile, int c, int axis);

// Whether a point, in cells from a tile's corner, may lie within `reach` cells of a solid. Conservative and cheap: may
// return a false positive, never a false negative.
template <int D>
bool may_touch_solid(const SolidsView<D>& solids, int tile, const VecD<D>& at, double reach = kTouchingDistance);

// Whether any point of a tile may lie within `reach` cells of a solid.
template <int D>
bool may_touch_solid(const SolidsView<D>& solids, int tile, double reach);

// The open share of a cell's low face with all solids but one, which may be null. Closed sides of the domain do not
// count.
template <int D>
float area_beside_solids(const SolidsView<D>& solids, const Solid<D>* but, const VecI<D>& cell, int axis);

// Marks the cells of a tile that solids close: no face is open, and the centre is in a solid. A closed cell whose
// centre is outside is a chamber of its own.
template <int D>
void mark_closed_cells(const SolidsView<D>& solids, int tile, CellType* type);

// The neighbours of a tile's cells across faces that solids leave open.
template <int D>
class OpenNeighbors {
 public:
  OpenNeighbors(const SolidsView<D>& solids, int tile) {
    for (std::size_t a = 0; a < D; ++a) load_halo(solids.tiles, solids.open_area[a], tile, areas_[a]);
  }

  // visit(neighbour, open share of the face between)
  template <class Visit>
  void for_each(const VecI<D>& cell, Visit&& visit) const {
    for (int a = 0; a < D; ++a)
      for (int side = 0; side < 2; ++side) {
        VecI<D> beside = cell, face = cell;
        beside[a] += side ? 1 : -1;
        face[a] += side;
        if (const float area = areas_[a].at(face); area > 0.0f) visit(beside, area);
      }
  }

 private:
  std::array<HaloBlock<float, D, 0, 1>, D> areas_;
};

// Whether a cell of the tile is less than a cell away from a solid. All small cut cells, whose centres lie in a solid,
// are in such tiles, and so are their neighbours.
template <int D>
bool is_at_solids(const SolidsView<D>& solids, int tile) {
  constexpr float kNearSolid = 1.1f;  // cells: one, and a little more for rounding
  const float* distance = solids.distance.tile(tile);
  return std::any_of(distance, distance + Tile<D>::kCells, [](float d) { return d < kNearSolid; });
}

template <int D, class Body>
void for_each_tile_at_solids(const char* name, const GridState<D>& state, Body&& body) {
  const SolidsView<D> solids = state.solids_view();
  for_each_tile(
      name, state.tiles,
      [&](int tile) {
        if (is_at_solids(solids, tile)) body(tile);
      },
      8);
}

}  // namespace spindrift
