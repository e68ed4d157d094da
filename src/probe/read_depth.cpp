// The length of a line that lies in the liquid, m: what a wire across the surface reads.
#include "probe/footprint.h"
#include "probe/read_probes.h"
#include "probe/wet_line.h"

namespace spindrift {

template <int D>
void read_depth(const ProbedFluid<D>& fluid, const ProbeSettings& probe, std::vector<double>& values) {
  if (probe.from && probe.to) {
    const auto from = place_now(fluid, probe, *probe.from), to = place_now(fluid, probe, *probe.to);
    return values.push_back(from && to ? find_wet_line(fluid, *from, *to).depth : kNothing);
  }
  const auto at = probe.position ? place_now(fluid, probe, *probe.position) : std::nullopt;
  values.push_back(at ? find_wet_column(fluid, *at).depth : kNothing);
}

template void read_depth<2>(const ProbedFluid<2>&, const ProbeSettings&, std::vector<double>&);
template void read_depth<3>(const ProbedFluid<3>&, const ProbeSettings&, std::vector<double>&);

}  // namespace spindrift
