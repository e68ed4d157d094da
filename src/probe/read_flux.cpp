// The volume of fluid that passes a plane across an axis in a second, toward higher coordinates, m^3/s (m^2/s in 2D).
#include <algorithm>
#include <cmath>

#include "fluid/solids.h"
#include "geometry/fractions.h"
#include "grid/for_each_tile.h"
#include "probe/box_share.h"
#include "probe/footprint.h"
#include "probe/read_probes.h"

namespace spindrift {

template <int D>
void read_flux(const ProbedFluid<D>& fluid, const ProbeSettings& probe, std::vector<double>& values) {
  using T = Tile<D>;
  const GridState<D>& grid = fluid.grid();
  const int axis = static_cast<int>(probe.axis);
  if (axis >= D || !fluid.has_stepped()) return values.push_back(kNothing);
  VecD<D> plane{};
  plane[axis] = probe.at;
  const double place = grid.domain.to_cells(plane)[axis];
  const int slab = fluid.cell_at(grid.domain.to_cells(plane))[axis];
  const BoxShare<D> box(fluid, probe);
  const double faces = sum_tiles(
      "read flux", grid.tiles,
      [&](int tile) {
        const VecI<D> first = grid.tiles.first_cell(tile);
        double sum = 0.0;
        if (slab < first[axis] || slab >= first[axis] + T::kSide) return sum;
        for (int c = 0; c < T::kCells; ++c) {
          const VecI<D> cell = first + T::cell_coord(c);
          if (cell[axis] != slab) continue;
          const double share = box.share(cell, axis);
          if (share <= 0.0) continue;
          VecD<D> at = VecD<D>::from(cell) + VecD<D>::filled(0.5);
          at[axis] = place;
          const double wet = volume_fraction_inside(fluid.distance(at));
          const auto velocity = wet > 0.0 ? fluid.velocity(at) : std::nullopt;
          if (!velocity) continue;
          const double solid = distance_to_solids(grid, grid.domain.to_world(at)) / grid.domain.h;
          sum += share * wet * (grid.solids.empty() ? 1.0 : volume_fraction_outside(solid)) * (*velocity)[axis];
        }
        return sum;
      },
      4);
  values.push_back(faces * grid.domain.cell_volume() / grid.domain.h);
}

template void read_flux<2>(const ProbedFluid<2>&, const ProbeSettings&, std::vector<double>&);
template void read_flux<3>(const ProbedFluid<3>&, const ProbeSettings&, std::vector<double>&);

}  // namespace spindrift
