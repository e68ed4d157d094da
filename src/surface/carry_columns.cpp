// A search for the particles around each vertex, wider where there are none.
#include "surface/carry_columns.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "exec/parallel.h"
#include "grid/for_each_point.h"

namespace spindrift {
namespace {

// How far around a vertex particles count, in particle spacings: half a ball of them, which are about eleven. Where
// there is none it is twice as far, and so on up to the furthest: a vertex may stand between droplets.
constexpr double kReach = 1.75;
constexpr double kFurthestReach = 8.0;
constexpr int kMostNumbers = 8;             // of all columns together: velocity, colour and age are seven
constexpr std::size_t kColumnGrain = 1024;  // vertices: a search among some cells for each

// Calls visit(particle, squared distance) for the particles within `reach` nodes, which counts as 1. `scale` is nodes
// per metre.
template <int D, class Visit>
void for_each_near(const SurfaceGrid<D>& grid, const ParticleBins<D>& bins, std::span<const float> positions,
                   const VecF<D>& x, const VecF<D>& scale, const VecF<D>& reach, Visit&& visit) {
  using T = Tile<D>;
  VecI<D> low, high;
  for (int a = 0; a < D; ++a) {
    low[a] = std::clamp(static_cast<int>(std::floor(x[a] - reach[a])), 0, grid.cells[a] - 1) + SurfaceGrid<D>::kFirst;
    high[a] = std::clamp(static_cast<int>(std::floor(x[a] + reach[a])), 0, grid.cells[a] - 1) + SurfaceGrid<D>::kFirst;
  }
  VecF<D> to_reach, at;
  for (int a = 0; a < D; ++a) {
    to_reach[a] = scale[a] / reach[a];
    at[a] = x[a] / reach[a];
  }
  VecI<D> last_row = high;
  last_row[0] = low[0];
  for_each_point(low, last_row, [&](const VecI<D>& row) {
    VecI<D> coord, local;
    float aside = 0.0f;  // the square of the distance of the row from x, at least
    for (int a = 1; a < D; ++a) {
      coord[a] = row[a] >> T::kLog2;
      local[a] = row[a] & T::kMask;
      const float begin = static_cast<float>(row[a] - SurfaceGrid<D>::kFirst);
      const float gap = std::max({begin - x[a], x[a] - begin - 1.0f, 0.0f}) / reach[a];
      aside += gap * gap;
    }
    for (int begin = low[0]; begin <= high[0] && aside < 1.0f;) {
      coord[0] = begin >> T::kLog2;
      local[0] = begin & T::kMask;
      const int end = std::min(high[0] + 1, (coord[0] + 1) << T::kLog2);
      if (const int tile = bins.tiles().find(coord)) {
        for (const std::uint32_t p : bins.row(tile, T::cell_index(local), end - begin)) {
          float square = 0.0f;
          for (int a = 0; a < D; ++a) {
            const float step = positions[3 * std::size_t{p} + a] * to_reach[a] - at[a];
            square += step * step;
          }
          if (square < 1.0f) visit(p, square);
        }
      }
      begin = end;
    }
  });
}

}  // namespace

template <int D>
void carry_columns(const SurfaceGrid<D>& grid, const ParticleBins<D>& bins, std::span<const float> positions,
                   const RawSurface<D>& surface, std::span<const CarriedColumn> columns) {
  std::size_t carriers = positions.size() / 3;
  for (const CarriedColumn& column : columns) {
    column.vertices->assign(surface.vertices.size() * column.width, 0.0f);
    carriers = std::min(carriers, column.particles.size() / column.width);
  }
  if (columns.empty()) return;
  VecF<D> scale;
  for (int a = 0; a < D; ++a) scale[a] = static_cast<float>(1.0 / grid.spacing[a]);
  parallel_for(
      "carry columns to vertices", surface.vertices.size(),
      [&](std::size_t v) {
        std::array<float, kMostNumbers> sums{};
        float weights = 0.0f;
        for (double wide = kReach; weights == 0.0f && wide < kFurthestReach; wide *= 2.0) {
          VecF<D> reach;
          for (int a = 0; a < D; ++a) reach[a] = static_cast<float>(wide * grid.particle_spacing / grid.spacing[a]);
          for_each_near(grid, bins, positions, surface.vertices[v], scale, reach, [&](std::uint32_t p, float square) {
            if (p >= carriers) return;
            const float weight = (1.0f - square) * (1.0f - square);
            weights += weight;
            std::size_t s = 0;
            for (const CarriedColumn& column : columns)
              for (int k = 0; k < column.width; ++k)
                sums[s++] += weight * column.particles[std::size_t{p} * column.width + k];
          });
        }
        if (weights == 0.0f) return;
        std::size_t s = 0;
        for (const CarriedColumn& column : columns)
          for (int k = 0; k < column.width; ++k) (*column.vertices)[v * column.width + k] = sums[s++] / weights;
      },
      kColumnGrain);
}

template void carry_columns<2>(const SurfaceGrid<2>&, const ParticleBins<2>&, std::span<const float>,
                               const RawSurface<2>&, std::span<const CarriedColumn>);
template void carry_columns<3>(const SurfaceGrid<3>&, const ParticleBins<3>&, std::span<const float>,
                               const RawSurface<3>&, std::span<const CarriedColumn>);

}  // namespace spindrift
