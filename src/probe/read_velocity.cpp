// The velocity of the fluid at a point, or its mean over the fluid in a box, m/s. In air there is none.
#include "exec/parallel.h"
#include "probe/footprint.h"
#include "probe/read_probes.h"

namespace spindrift {

template <int D>
void read_velocity(const ProbedFluid<D>& fluid, const ProbeSettings& probe, std::vector<double>& values) {
  struct VelocitySum {
    VecD<D> velocity{};
    double count = 0.0;
  };
  const std::vector<VecD<D>> points = footprint(fluid, probe);
  const VelocitySum sum = parallel_reduce(
      "read velocity", points.size(), VelocitySum{},
      [&](std::size_t i) {
        const auto velocity = fluid.is_wet(points[i]) ? fluid.velocity(points[i]) : std::nullopt;
        return velocity ? VelocitySum{*velocity, 1.0} : VelocitySum{};
      },
      [](const VelocitySum& a, const VelocitySum& b) {
        return VelocitySum{a.velocity + b.velocity, a.count + b.count};
      },
      64);
  for (int a = 0; a < D; ++a) values.push_back(sum.count > 0.0 ? sum.velocity[a] / sum.count : kNothing);
}

template void read_velocity<2>(const ProbedFluid<2>&, const ProbeSettings&, std::vector<double>&);
template void read_velocity<3>(const ProbedFluid<3>&, const ProbeSettings&, std::vector<double>&);

}  // namespace spindrift
