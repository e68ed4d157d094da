// What is in a box: the liquid's volume, or the smoke's density times volume, m^3 (m^2 in 2D).
#include <algorithm>

#include "grid/for_each_tile.h"
#include "probe/box_share.h"
#include "probe/footprint.h"
#include "probe/liquid_fractions.h"
#include "probe/read_probes.h"

namespace spindrift {

template <int D>
void read_volume(const ProbedFluid<D>& fluid, const ProbeSettings& probe, std::vector<double>& values) {
  using T = Tile<D>;
  const GridState<D>& grid = fluid.grid();
  const BoxShare<D> box(fluid, probe);
  const double cells = sum_tiles(
      "read volume", grid.tiles,
      [&](int tile) {
        const VecI<D> first = grid.tiles.first_cell(tile);
        if (!box.meets_tile(first)) return 0.0;
        const LiquidFractions<D> liquid(fluid, tile, Drops::kCount);
        const float* smoke = fluid.smoke() ? fluid.smoke()->density().tile(tile) : nullptr;
        double sum = 0.0;
        for (int c = 0; c < T::kCells; ++c)
          if (const double share = box.share(first + T::cell_coord(c)); share > 0.0)
            sum += share * liquid.fraction(c) * (smoke ? static_cast<double>(smoke[c]) : 1.0);
        return sum;
      },
      4);
  values.push_back(cells * grid.domain.cell_volume());
}

template void read_volume<2>(const ProbedFluid<2>&, const ProbeSettings&, std::vector<double>&);
template void read_volume<3>(const ProbedFluid<3>&, const ProbeSettings&, std::vector<double>&);

}  // namespace spindrift
