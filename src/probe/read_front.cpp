// The front of the liquid along an axis, m: in the farthest slab of cells whose mean depth is half a cell or more; and
// the farthest particle, which may be a single drop.
//
// Within that slab the depth of the two slabs behind is extrapolated; the front is where the liquid of this slab and
// the next is used up: sub-cell resolution [Harten1989]. Exact for an upright front and for a wedge.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "exec/scratch.h"
#include "grid/for_each_tile.h"
#include "probe/footprint.h"
#include "probe/probed_fluid.h"
#include "probe/read_probes.h"

namespace spindrift {

namespace {

constexpr double kFrontDepth = 0.5;  // cells

// Cells of liquid in each slab across an axis.
template <int D>
void find_slabs(const ProbedFluid<D>& fluid, int axis, std::vector<double>& slabs) {
  using T = Tile<D>;
  using Parts = std::vector<std::array<double, T::kSide>>;
  const GridState<D>& grid = fluid.grid();
  const auto parts = grid.scratch.template borrow<Parts>();
  parts->resize(static_cast<std::size_t>(grid.tiles.count()));
  for_each_tile(
      "find slabs", grid.tiles,
      [&](int tile) {
        auto& part = (*parts)[static_cast<std::size_t>(tile) - 1];
        part.fill(0.0);
        const LiquidFractions<D> liquid(fluid, tile, Drops::kIgnore);
        for (int c = 0; c < T::kCells; ++c)
          part[static_cast<std::size_t>(T::cell_coord(c)[axis])] += liquid.fraction(c);
      },
      4);
  slabs.assign(static_cast<std::size_t>(grid.domain.cells[axis]), 0.0);
  for (int tile = 1; tile <= grid.tiles.count(); ++tile) {
    const int first = grid.tiles.first_cell(tile)[axis] - grid.domain.first_cell()[axis];
    for (int i = 0; i < T::kSide; ++i)
      if (first + i >= 0 && first + i < grid.domain.cells[axis])
        slabs[static_cast<std::size_t>(first + i)] +=
            (*parts)[static_cast<std::size_t>(tile) - 1][static_cast<std::size_t>(i)];
  }
}

// The front in slabs from the first one; none if no slab is deep enough. Depths in cells.
std::optional<double> find_front(const std::vector<double>& depth) {
  const auto at = [&](std::ptrdiff_t i) {
    return i >= 0 && i < static_cast<std::ptrdiff_t>(depth.size()) ? depth[static_cast<std::size_t>(i)] : 0.0;
  };
  std::ptrdiff_t last = static_cast<std::ptrdiff_t>(depth.size()) - 1;
  while (last >= 0 && at(last) < kFrontDepth) --last;
  if (last < 0) return std::nullopt;
  // The extrapolated depth: begin + slope x, x from the slab's beginning.
  double slope = last >= 2 ? std::min(at(last - 1) - at(last - 2), 0.0) : 0.0;
  double begin = at(last - 1) + 0.5 * slope;
  if (begin < at(last)) {
    begin = at(last);
    slope = 0.0;
  }
  const double amount = at(last) + at(last + 1);  // begin x + slope x^2 / 2 reaches it here:
  const double square = begin * begin + 2.0 * slope * amount;
  double x = square > 0.0 ? 2.0 * amount / (begin + std::sqrt(square)) : -begin / slope;
  if (slope < 0.0) x = std::min(x, (begin - kFrontDepth) / -slope);
  return std::min(static_cast<double>(last) + std::clamp(x, 0.0, 2.0), static_cast<double>(depth.size()));
}

// The largest coordinate of the particles along the axis times `sign`, cells.
template <int D>
double farthest_particle(const LiquidState<D>& state, int axis, double sign) {
  return max_tiles(
      "find farthest particle", state.tiles, -std::numeric_limits<double>::infinity(),
      [&](int tile) {
        double farthest = -std::numeric_limits<double>::infinity();
        const double origin = state.tiles.first_cell(tile)[axis];
        const ParticleSet<D>& particles = state.particles;
        for (std::uint32_t p = particles.tile_begin(tile); p < particles.tile_end(tile); ++p)
          if (particles.position[0][p] < 0.5f * kRemoved)
            farthest = std::max(farthest, sign * (origin + static_cast<double>(particles.position[axis][p])));
        return farthest;
      },
      4);
}

}  // namespace

template <int D>
void read_front(const ProbedFluid<D>& fluid, const ProbeSettings& probe, std::vector<double>& values) {
  const int axis = static_cast<int>(probe.direction) / 2;
  const bool is_backward = static_cast<int>(probe.direction) % 2 == 1;
  if (axis >= D || !fluid.liquid()) {
    values.insert(values.end(), 2, kNothing);
    return;
  }
  const Domain<D>& domain = fluid.domain();
  std::vector<double> depth;
  find_slabs(fluid, axis, depth);
  const int up = axis == 1 ? 0 : 1;  // depth is measured along y, of a front that rises along x
  double width = 1.0;
  for (int a = 0; a < D; ++a)
    if (a != axis && a != up) width *= domain.cells[a];
  for (double& cells : depth) cells /= width;
  if (is_backward) std::reverse(depth.begin(), depth.end());
  const auto front = find_front(depth);
  values.push_back(!front ? kNothing : domain.h * (is_backward ? domain.cells[axis] - *front : *front));
  const double sign = is_backward ? -1.0 : 1.0;
  const double farthest = farthest_particle(*fluid.liquid(), axis, sign);
  values.push_back(std::isfinite(farthest) ? domain.h * (sign * farthest - domain.first_cell()[axis]) : kNothing);
}

template void read_front<2>(const ProbedFluid<2>&, const ProbeSettings&, std::vector<double>&);
template void read_front<3>(const ProbedFluid<3>&, const ProbeSettings&, std::vector<double>&);

}  // namespace spindrift
