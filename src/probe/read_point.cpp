// Pressure and velocity at a point.
#include "probe/read_probes.h"

namespace spindrift {

template <int D>
void read_point(const ProbedFluid<D>& fluid, const ProbeSettings& probe, std::vector<double>& values) {
  read_pressure(fluid, probe, values);
  read_velocity(fluid, probe, values);
}

template void read_point<2>(const ProbedFluid<2>&, const ProbeSettings&, std::vector<double>&);
template void read_point<3>(const ProbedFluid<3>&, const ProbeSettings&, std::vector<double>&);

}  // namespace spindrift
