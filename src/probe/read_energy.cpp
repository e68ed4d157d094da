// The energy of all the fluid by kind, J (J/m in 2D): kinetic and potential, as in the statistics of a frame, and with
// surface tension that of the surface, tension times area.
#include "geometry/fractions.h"
#include "grid/for_each_tile.h"
#include "grid/halo.h"
#include "liquid/liquid_solver.h"
#include "probe/read_probes.h"
#include "smoke/smoke_solver.h"

namespace spindrift {

namespace {

// The integral of |grad c|, c being the share of each cell below the surface: across any axis c falls from 1 to 0.
template <int D>
double area_of_surface(const GridState<D>& grid) {
  using T = Tile<D>;
  const double cells = sum_tiles(
      "sum area of surface", grid.tiles,
      [&](int tile) {
        HaloBlock<float, D, 1, 1> distances;
        HaloBlock<CellType, D, 1, 1> types;
        load_halo(grid.tiles, grid.surface_distance, tile, distances);
        load_halo(grid.tiles, grid.type, tile, types);
        double sum = 0.0;
        for (int c = 0; c < T::kCells; ++c) {
          const VecI<D> cell = T::cell_coord(c);
          if (types.at(cell) == CellType::kSolid) continue;
          double square = 0.0;
          for (int a = 0; a < D; ++a) {
            VecI<D> low = cell, high = cell;
            --low[a];
            ++high[a];
            const auto share = [&](const VecI<D>& beside) {
              const VecI<D>& at = types.at(beside) == CellType::kSolid ? cell : beside;
              return volume_fraction_inside(static_cast<double>(distances.at(at)));
            };
            const double slope = 0.5 * (share(high) - share(low));
            square += slope * slope;
          }
          sum += std::sqrt(square);
        }
        return sum;
      },
      4);
  return cells * grid.domain.cell_volume() / grid.domain.h;
}

}  // namespace

template <int D>
void read_energy(const ProbedFluid<D>& fluid, const ProbeSettings&, std::vector<double>& values) {
  FrameReport report;
  if (!fluid.liquid()) {
    measure(*fluid.smoke(), report);
    return values.push_back(report.kinetic_energy);
  }
  measure(*fluid.liquid(), report);
  values.push_back(report.kinetic_energy);
  values.push_back(report.potential_energy);
  double total = report.kinetic_energy + report.potential_energy;
  const Physics& scene = fluid.grid().scene;
  if (scene.uses_surface_tension()) {
    values.push_back(scene.fluid.surface_tension * area_of_surface(fluid.grid()));
    total += values.back();
  }
  values.push_back(total);
}

template void read_energy<2>(const ProbedFluid<2>&, const ProbeSettings&, std::vector<double>&);
template void read_energy<3>(const ProbedFluid<3>&, const ProbeSettings&, std::vector<double>&);

}  // namespace spindrift
