// Finds the distance of cell centres to the free surface from the density of the particles. At distance s from a flat
// surface the linear kernel covers the share F(s) = (1 - s)^2 / 2 of liquid outside, and 1 - (1 + s)^2 / 2 inside. The
// inverse of F gives the distance. The surface is where the density falls to one half: exact for a plane in any
// direction, since the kernel is symmetric, and smooth in time, since every particle within a cell counts.
//
// Cells with a negative distance are liquid. So are cells with particles in drops and sheets too thin for a surface.
#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>

#include "grid/eikonal.h"
#include "grid/for_each_tile.h"
#include "grid/halo.h"
#include "liquid/density/surface_share.h"
#include "liquid/liquid_step.h"

namespace spindrift {

namespace {

template <int D>
using Distances = HaloBlock<float, D, 1, 1>;

template <int D>
using Types = HaloBlock<CellType, D, 1, 1>;

// The smaller distance of the two neighbours along each axis, positive on the cell's own side of the surface. Solids do
// not count.
template <int D>
std::array<AxisNeighbor<float>, D> nearest_neighbors(const float* distance, const CellType* type) {
  constexpr float kNone = 10.0f;  // cells: farther than any
  const float side = *distance < 0.0f ? -1.0f : 1.0f;
  std::array<AxisNeighbor<float>, D> near;
  for (int a = 0; a < D; ++a) {
    float& nearest = near[a].distance = kNone;
    for (const int step : {-Distances<D>::stride(a), Distances<D>::stride(a)})
      if (type[step] != CellType::kSolid) nearest = std::min(nearest, side * distance[step]);
  }
  return near;
}

// Cells. Up to the first the density gives the distance. Farther from the surface F is flat, and the gap between the
// surface and the outermost particles makes the air seem farther away: cells beside the surface blend to the distance
// from their neighbours, completely from the second on.
constexpr float kByDensity = 0.65f, kByNeighbors = 0.95f;

template <int D>
struct SurfaceView {
  TilesView<D> tiles;
  Domain<D> domain;
  CellRanges<D> particles;
  FieldView<const float, D> density;
  float per_rest;  // 1 over the density at rest
  FieldView<float, D> distance;
  FieldView<CellType, D> type;
};
static_assert(std::is_trivially_copyable_v<SurfaceView<3>>);

template <int D>
void find_distance(const SurfaceView<D>& of, int tile) {
  using T = Tile<D>;
  static_assert(Distances<D>::stride(D - 1) == Types<D>::stride(D - 1));
  Distances<D> seen;
  Types<D> types;
  load_halo(of.tiles, of.density, tile, seen);
  load_halo(of.tiles, of.type, tile, types);
  for (float& value : seen.values) value = distance_from_share(value * of.per_rest);
  float* distance = of.distance.tile(tile);
  for (int c = 0; c < T::kCells; ++c) {
    const VecI<D> cell = T::cell_coord(c);
    const float own = distance[c] = seen.at(cell), size = std::abs(own);
    if (size <= kByDensity) continue;
    const auto near = nearest_neighbors<D>(&seen.at(cell), &types.at(cell));
    if (std::min_element(near.begin(), near.end())->distance > 0.0f) continue;  // no surface beside this cell
    const float share = std::min((size - kByDensity) / (kByNeighbors - kByDensity), 1.0f);
    const float other = std::clamp(distance_from_neighbors(near), kByDensity, 1.0f);
    distance[c] = std::copysign(size + share * (other - size), own);
  }
}

// Returns the number of liquid cells.
template <int D>
int mark_liquid(const SurfaceView<D>& of, int tile) {
  using T = Tile<D>;
  CellType* type = of.type.tile(tile);
  const float* distance = of.distance.tile(tile);
  const std::uint32_t* begin = of.particles.cells_of(tile);
  Distances<D> around;
  bool is_loaded = false;
  const VecI<D> first = of.tiles.first_cell(tile);
  int count = 0;
  for (int c = 0; c < T::kCells; ++c) {
    if (type[c] == CellType::kSolid) continue;
    const bool occupied = begin[c + 1] > begin[c];
    bool liquid = distance[c] < 0.0f;
    if (liquid && !occupied) liquid = of.domain.contains(first + T::cell_coord(c));  // not beyond an open side
    if (!liquid && occupied) {
      if (!is_loaded) load_halo(of.tiles, of.distance, tile, around);
      is_loaded = true;
      const float* here = &around.at(T::cell_coord(c));
      liquid = true;
      for (int a = 0; a < D; ++a)
        liquid &= here[Distances<D>::stride(a)] >= 0.0f && here[-Distances<D>::stride(a)] >= 0.0f;
    }
    type[c] = liquid ? CellType::kFluid : CellType::kAir;
    count += liquid;
  }
  return count;
}

}  // namespace

template <int D>
void find_surface(LiquidState<D>& state) {
  const SurfaceView<D> of{state.tiles,
                          state.domain,
                          state.particles.ranges(),
                          state.density,
                          static_cast<float>(1.0 / state.rest_density),
                          state.surface_distance,
                          state.type};
  for_each_tile("find surface distance", state.tiles, [&](int tile) { find_distance(of, tile); }, 8);
  state.fluid_cells = sum_tiles("mark liquid", state.tiles, [&](int tile) { return mark_liquid(of, tile); }, 8);
}

template void find_surface<2>(LiquidState<2>&);
template void find_surface<3>(LiquidState<3>&);

}  // namespace spindrift
