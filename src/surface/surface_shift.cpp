#include "surface/surface_shift.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "exec/parallel.h"
#include "grid/halo.h"

namespace spindrift {
namespace {

using T = Tile<3>;
using Block = HaloBlock<float, 3, 1, 1>;

// At each node the mean of what it was told, and whether there was anything.
struct Told {
  CellField<float, 3> shift, is_known;

  explicit Told(const TileMap<3>& tiles) {
    shift.resize(tiles.count());
    is_known.resize(tiles.count());
  }
};

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

// Sums and counts, then means.
Told told_by_vertices(const SurfaceGrid<3>& grid, const TileMap<3>& tiles, const std::vector<VecF<3>>& extracted,
                      const RawSurface<3>& finished) {
  Told told(tiles);
  told.shift.fill(0.0f);
  told.is_known.fill(0.0f);
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
      told.shift.tile(at.tile)[at.index] += shift;
      told.is_known.tile(at.tile)[at.index] += 1.0f;
    }
  }
  parallel_for(
      static_cast<std::size_t>(tiles.count()),
      [&](std::size_t i) {
        float *shift = told.shift.tile(static_cast<int>(i) + 1), *count = told.is_known.tile(static_cast<int>(i) + 1);
        for (int c = 0; c < T::kCells; ++c) {
          shift[c] /= std::max(count[c], 1.0f);
          count[c] = count[c] > 0.0f ? 1.0f : 0.0f;
        }
      },
      8);
  return told;
}

// Nodes that know nothing take the mean of the neighbours that do.
void pass_on(const TileMap<3>& tiles, Told& told) {
  Told next(tiles);
  parallel_for(
      static_cast<std::size_t>(tiles.count()),
      [&](std::size_t i) {
        const int tile = static_cast<int>(i) + 1;
        Block shift, is_known;
        load_halo(tiles, told.is_known, tile, is_known);
        if (std::none_of(is_known.values.begin(), is_known.values.end(), [](float known) { return known > 0.0f; })) {
          std::fill_n(next.shift.tile(tile), T::kCells, 0.0f);
          std::fill_n(next.is_known.tile(tile), T::kCells, 0.0f);
          return;
        }
        load_halo(tiles, told.shift, tile, shift);
        for (int c = 0; c < T::kCells; ++c) {
          const int at = Block::index(T::cell_coord(c));
          float sum = shift.values[static_cast<std::size_t>(at)], count = is_known.values[static_cast<std::size_t>(at)];
          if (count == 0.0f)
            for (int n = 0; n < T::kNeighbors; ++n) {
              const VecI<3> offset = T::neighbor_offset(n);
              int to = at;
              for (int a = 0; a < 3; ++a) to += offset[a] * Block::stride(a);
              sum += shift.values[static_cast<std::size_t>(to)];  // zero where nothing is known
              count += is_known.values[static_cast<std::size_t>(to)];
            }
          next.shift.tile(tile)[c] = sum / std::max(count, 1.0f);
          next.is_known.tile(tile)[c] = count > 0.0f ? 1.0f : 0.0f;
        }
      },
      8);
  told.shift.swap(next.shift);
  told.is_known.swap(next.is_known);
}

}  // namespace

CellField<float, 3> surface_shift(const SurfaceGrid<3>& grid, const TileMap<3>& tiles,
                                  const std::vector<VecF<3>>& extracted, const RawSurface<3>& finished) {
  Told told = told_by_vertices(grid, tiles, extracted, finished);
  pass_on(tiles, told);
  return std::move(told.shift);
}

}  // namespace spindrift
