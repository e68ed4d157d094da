#include "probe/footprint.h"

#include <algorithm>
#include <cmath>

#include "base/math.h"
#include "grid/tile.h"

namespace spindrift {

namespace {

constexpr double kPi = 3.14159265358979323846;

int points_along(double length, double h) {
  constexpr int kMostPoints = 64;
  return static_cast<int>(std::clamp(std::ceil(2.0 * length / h - 1e-9), 1.0, static_cast<double>(kMostPoints)));
}

// Points on rings of equal width; each point stands for the same area.
void add_disc(const Vec3d& center, double radius, const Vec3d& normal, double h, std::vector<Vec3d>& points) {
  const Vec3d up = normal / length(normal);
  int least = 0;  // axis of the normal's smallest component
  for (int a = 1; a < 3; ++a)
    if (std::abs(up[a]) < std::abs(up[least])) least = a;
  Vec3d first{};
  first[least] = 1.0;
  first -= up * dot(up, first);
  first = first / length(first);
  const Vec3d second = cross(up, first);
  const int rings = points_along(radius, h);
  for (int ring = 0; ring < rings; ++ring) {
    const double distance = radius * (ring + 0.5) / rings;
    const int count = 3 * (2 * ring + 1);
    for (int i = 0; i < count; ++i) {
      const double angle = 2.0 * kPi * (i + 0.5) / count;
      points.push_back(center + first * (distance * math::cos(angle)) + second * (distance * math::sin(angle)));
    }
  }
}

// In 2D a disc is a line.
void add_line(const Vec3d& center, double radius, const Vec3d& normal, double h, std::vector<Vec3d>& points) {
  const Vec3d along = Vec3d{{-normal[1], normal[0], 0.0}} / length(normal);
  const int count = points_along(2.0 * radius, h);
  for (int i = 0; i < count; ++i) points.push_back(center + along * (radius * ((2 * i + 1.0) / count - 1.0)));
}

template <int D>
void add_box(const Vec3d& low, const Vec3d& high, double h, std::vector<Vec3d>& points) {
  VecI<D> last;
  for (int a = 0; a < D; ++a) last[a] = points_along(high[a] - low[a], h) - 1;
  for_each_point(VecI<D>{}, last, [&](const VecI<D>& n) {
    Vec3d x = low;
    for (int a = 0; a < D; ++a) x[a] += (high[a] - low[a]) * (n[a] + 0.5) / (last[a] + 1);
    points.push_back(x);
  });
}

}  // namespace

template <int D>
std::optional<VecD<D>> place_now(const ProbedFluid<D>& fluid, const ProbeSettings& probe, const Vec3d& place) {
  const VecD<D> at = VecD<D>::from(place);
  if (!probe.on) return fluid.domain().wrapped(fluid.domain().to_cells(at));
  const Solid<D>* solid = fluid.solid(*probe.on);
  if (!solid) return std::nullopt;
  return fluid.domain().wrapped(fluid.domain().to_cells(solid->placed(at)));
}

template <int D>
std::vector<VecD<D>> footprint(const ProbedFluid<D>& fluid, const ProbeSettings& probe) {
  const double h = fluid.domain().h;
  std::vector<Vec3d> places;
  if (probe.min && probe.max) {
    add_box<D>(*probe.min, *probe.max, h, places);
  } else if (probe.position && probe.radius && probe.normal && length(*probe.normal) > 0.0) {
    (D == 2 ? add_line : add_disc)(*probe.position, *probe.radius, *probe.normal, h, places);
  } else if (probe.position) {
    places.push_back(*probe.position);
  }
  std::vector<VecD<D>> points;
  for (const Vec3d& place : places)
    if (const auto at = place_now(fluid, probe, place)) points.push_back(*at);
  return points;
}

template std::optional<VecD<2>> place_now<2>(const ProbedFluid<2>&, const ProbeSettings&, const Vec3d&);
template std::optional<VecD<3>> place_now<3>(const ProbedFluid<3>&, const ProbeSettings&, const Vec3d&);
template std::vector<VecD<2>> footprint<2>(const ProbedFluid<2>&, const ProbeSettings&);
template std::vector<VecD<3>> footprint<3>(const ProbedFluid<3>&, const ProbeSettings&);

}  // namespace spindrift
