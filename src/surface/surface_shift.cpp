// The shift of each vertex along its normal, spread to the nodes of the vertex's edge.
#include "surface/surface_shift.h"

#include <algorithm>
#include <cmath>

#include "exec/parallel.h"

namespace spindrift {
namespace {

using ShiftTile = Tile<3>;

struct Stance {  // of a vertex
  VecF<3> normal{};
  VecF<3> to_middles{};  // the way to the middles of the faces around it, summed
  float faces = 0.0f;
};

std::vector<Stance> stances_of(const SurfaceGrid<3>& grid, const RawSurface<3>& surface) {
  std::vector<Stance> stances(surface.vertices.size());
  for (const auto& face : surface.faces) {
    std::array<VecF<3>, 3> x;
    for (std::size_t k = 0; k < 3; ++k)
      for (int a = 0; a < 3; ++a) x[k][a] = surface.vertices[face[k]][a] * static_cast<float>(grid.spacing[a]);
    const VecF<3> normal = cross(x[1] - x[0], x[2] - x[0]), middle = (x[0] + x[1] + x[2]) / 3.0f;
    for (std::size_t k = 0; k < 3; ++k) {
      Stance& stance = stances[face[k]];
      stance.normal += normal;
      stance.to_middles += middle - x[k];
      stance.faces += 1.0f;
    }
  }
  return stances;
}

// Faces are flat, and vertices stand out so that they enclose the right volume. On a surface with the curvature k the
// middles of faces with edges e lie e^2 k / 3 below a vertex, and the whole faces e^2 k / 8 in the mean.
constexpr float kSag = 3.0f / 8.0f;
constexpr std::size_t kShiftGrain = 8;  // tiles: a pass over two fields

}  // namespace

// Sums and counts, then means.
SurfaceShift::SurfaceShift(const SurfaceGrid<3>& grid, const TileMap<3>& tiles, const TileSides<3>& sides,
                           const std::vector<VecF<3>>& extracted, const RawSurface<3>& finished)
    : tiles_(tiles) {
  const auto for_each_near = [&](const char* name, auto&& visit) {
    const std::vector<int>& near = sides.near_surface();
    parallel_for(
        name, near.size(), [&](std::size_t i) { visit(shift_.tile(near[i]), given_.tile(near[i])); }, kShiftGrain);
  };
  shift_.resize(tiles.count());
  given_.resize(tiles.count());
  for_each_near("clear shift of surface", [](float* shift, float* given) {
    std::fill_n(shift, ShiftTile::kCells, 0.0f);
    std::fill_n(given, ShiftTile::kCells, 0.0f);
  });
  const std::vector<Stance> stances = stances_of(grid, finished);
  for (std::size_t v = 0; v < extracted.size(); ++v) {
    VecI<3> low, high;
    VecF<3> way;
    int ways = 0;
    bool is_in_side = false;
    for (int a = 0; a < 3; ++a) {
      const float x = extracted[v][a];
      low[a] = static_cast<int>(std::floor(x)) + SurfaceGrid<3>::kFirst;
      high[a] = static_cast<int>(std::ceil(x)) + SurfaceGrid<3>::kFirst;
      way[a] = (finished.vertices[v][a] - x) * static_cast<float>(grid.spacing[a]);
      ways += low[a] != high[a];
      is_in_side |= x == 0.0f || x == static_cast<float>(grid.cells[a]);
    }
    const auto& [normal, to_middles, faces] = stances[v];
    const float steep = length(normal);
    if (is_in_side || ways != 1 || !(steep > 0.0f)) continue;
    const float shift = dot(way + to_middles * (kSag / faces), normal) / steep;
    for (const VecI<3>& node : {low, high}) {
      const CellPlace<3> at(tiles, node);
      if (at.tile == 0) continue;
      shift_.tile(at.tile)[at.index] += shift;
      given_.tile(at.tile)[at.index] += 1.0f;
    }
  }
  for_each_near("mean shift of surface", [](float* shift, float* given) {
    for (int c = 0; c < ShiftTile::kCells; ++c) {
      shift[c] /= std::max(given[c], 1.0f);
      given[c] = given[c] > 0.0f ? 1.0f : 0.0f;
    }
  });
}

float SurfaceShift::at(const VecI<3>& node) const {
  const CellPlace<3> here(tiles_, node);
  if (given_.tile(here.tile)[here.index] > 0.0f) return shift_.tile(here.tile)[here.index];
  float sum = 0.0f, count = 0.0f;
  for (int n = 0; n < ShiftTile::kNeighbors; ++n) {
    const CellPlace<3> beside(tiles_, node + ShiftTile::neighbor_offset(n));
    sum += shift_.tile(beside.tile)[beside.index];  // zero where none was given
    count += given_.tile(beside.tile)[beside.index];
  }
  return sum / std::max(count, 1.0f);
}

}  // namespace spindrift
