#include "probe/read_probes.h"

namespace spindrift {

template <int D>
void read_probes(const ProbedFluid<D>& fluid, std::span<const ProbeSettings> probes, std::vector<double>& values) {
  using Kind = ProbeSettings::Kind;
  for (const ProbeSettings& probe : probes) {
    switch (probe.kind) {
      case Kind::kPoint:
        read_point(fluid, probe, values);
        break;
      case Kind::kHeight:
        read_height(fluid, probe, values);
        break;
      case Kind::kDepth:
        read_depth(fluid, probe, values);
        break;
      case Kind::kFront:
        read_front(fluid, probe, values);
        break;
      case Kind::kPressure:
        read_pressure(fluid, probe, values);
        break;
      case Kind::kVelocity:
        read_velocity(fluid, probe, values);
        break;
      case Kind::kForce:
        read_force(fluid, probe, values);
        break;
      case Kind::kTorque:
        read_torque(fluid, probe, values);
        break;
      case Kind::kVolume:
        read_volume(fluid, probe, values);
        break;
      case Kind::kFlux:
        read_flux(fluid, probe, values);
        break;
      case Kind::kSurface:
        break;  // has a table of its own
      case Kind::kEnergy:
        read_energy(fluid, probe, values);
        break;
    }
  }
}

template void read_probes<2>(const ProbedFluid<2>&, std::span<const ProbeSettings>, std::vector<double>&);
template void read_probes<3>(const ProbedFluid<3>&, std::span<const ProbeSettings>, std::vector<double>&);

}  // namespace spindrift
