// The mean pressure over a point, a disc or a box, Pa: what is dry counts as 0, what lies in solids does not count.
#include "exec/parallel.h"
#include "probe/footprint.h"
#include "probe/pressure_at.h"
#include "probe/read_probes.h"

namespace spindrift {

template <int D>
void read_pressure(const ProbedFluid<D>& fluid, const ProbeSettings& probe, std::vector<double>& values) {
  struct PressureSum {
    double pressure = 0.0, count = 0.0;
  };
  const std::vector<VecD<D>> points = footprint(fluid, probe);
  const PressureSum sum = parallel_reduce(
      "read pressure", points.size(), PressureSum{},
      [&](std::size_t i) {
        const auto pressure = pressure_at(fluid, points[i]);
        return pressure ? PressureSum{*pressure, 1.0} : PressureSum{};
      },
      [](const PressureSum& a, const PressureSum& b) {
        return PressureSum{a.pressure + b.pressure, a.count + b.count};
      },
      64);
  values.push_back(sum.count > 0.0 ? sum.pressure / sum.count : kNothing);
}

template void read_pressure<2>(const ProbedFluid<2>&, const ProbeSettings&, std::vector<double>&);
template void read_pressure<3>(const ProbedFluid<3>&, const ProbeSettings&, std::vector<double>&);

}  // namespace spindrift
