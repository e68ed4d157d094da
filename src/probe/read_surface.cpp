// The surface along a line: height and depth at evenly spaced points of it.
#include "exec/parallel.h"
#include "probe/read_probes.h"
#include "probe/wet_line.h"

namespace spindrift {

template <int D>
SurfaceProfile read_surface(const ProbedFluid<D>& fluid, const ProbeSettings& probe) {
  SurfaceProfile profile;
  profile.time = fluid.grid().time;
  if (!probe.from || !probe.to || probe.points < 2) return profile;
  const auto count = static_cast<std::size_t>(probe.points);
  profile.place.resize(count);
  profile.height.resize(count);
  profile.depth.resize(count);
  parallel_for("read surface", count, [&](std::size_t i) {
    const double share = static_cast<double>(i) / static_cast<double>(count - 1);
    Vec3d place = *probe.from * (1.0 - share) + *probe.to * share;
    place[1] = 0.0;
    const WetLine line = find_wet_column(fluid, fluid.domain().to_cells(VecD<D>::from(place)));
    profile.place[i] = place;
    profile.height[i] = line.top.value_or(line.ground);
    profile.depth[i] = line.depth;
  });
  return profile;
}

template SurfaceProfile read_surface<2>(const ProbedFluid<2>&, const ProbeSettings&);
template SurfaceProfile read_surface<3>(const ProbedFluid<3>&, const ProbeSettings&);

}  // namespace spindrift
