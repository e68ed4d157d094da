// The height of the topmost surface on a vertical line, m; of a dry line that of the ground.
#include "probe/footprint.h"
#include "probe/read_probes.h"
#include "probe/wet_line.h"

namespace spindrift {

template <int D>
void read_height(const ProbedFluid<D>& fluid, const ProbeSettings& probe, std::vector<double>& values) {
  const auto at = probe.position ? place_now(fluid, probe, *probe.position) : std::nullopt;
  if (!at) return values.push_back(kNothing);
  const WetLine line = find_wet_column(fluid, *at);
  values.push_back(line.top.value_or(line.ground));
}

template void read_height<2>(const ProbedFluid<2>&, const ProbeSettings&, std::vector<double>&);
template void read_height<3>(const ProbedFluid<3>&, const ProbeSettings&, std::vector<double>&);

}  // namespace spindrift
