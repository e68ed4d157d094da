// The winding number of a closed mesh [Jacobson2013] is the signed number of times a ray from the point crosses it. It
// is right for overlapping bodies, cavities and walls of any thinness, where a rule that looks only at the nearest
// triangle [Baerentzen2005] or at the samples of a grid fails.
//
// The ray runs along x. In the (y, z) plane everything is snapped to a lattice of 2^30 steps, a thousand millionth of
// the mesh's size, where orientation is decided in integers, hence exactly. A ray through an edge or a vertex is
// decided as if it were shifted by (e, e^2) with e infinitely small [Edelsbrunner1990], so each edge belongs to exactly
// one of its triangles and the count of a closed mesh never misses or doubles a crossing. Only the place of the
// crossing along x is rounded, which matters for points within about 1e-9 sizes of the surface and for no others.
#include "geometry/mesh/mesh_winding.h"

#include <algorithm>
#include <cmath>

namespace spindrift {

namespace {

constexpr double kLatticeSteps = 1 << 30;  // products of two differences stay below 2^61

// Twice the area of (a, b, p) and its sign, which is never 0 unless a = b: ties fall to the shifted point.
struct Turn {
  std::int64_t area = 0;
  int sign = 0;
};

int sign_of(std::int64_t value) { return value > 0 ? 1 : value < 0 ? -1 : 0; }

Turn turn(const Vec<std::int32_t, 2>& a, const Vec<std::int32_t, 2>& b, const Vec<std::int64_t, 2>& p) {
  const std::int64_t y = std::int64_t{b[0]} - a[0], z = std::int64_t{b[1]} - a[1];
  const std::int64_t area = y * (p[1] - a[1]) - z * (p[0] - a[0]);
  if (area != 0) return {area, sign_of(area)};
  return {0, z != 0 ? -sign_of(z) : sign_of(y)};
}

}  // namespace

MeshWinding::MeshWinding(const TriangleBvh& bvh) : origin_(bvh.bounds().low) {
  const Vec3d sides = bvh.bounds().high - origin_;
  spacing_ = *std::max_element(sides.at.begin(), sides.at.end()) / kLatticeSteps;
  triangles_.reserve(bvh.triangles().size());
  for (const Triangle& corners : bvh.triangles()) {
    auto& flat = triangles_.emplace_back();
    for (std::size_t c = 0; c < 3; ++c) flat[c] = Vec<std::int32_t, 2>::from(snapped(corners[c][1], corners[c][2]));
  }
}

MeshWinding::LatticePoint MeshWinding::snapped(double y, double z) const {
  return {{std::llround((y - origin_[1]) / spacing_), std::llround((z - origin_[2]) / spacing_)}};
}

SurfaceCrossing MeshWinding::crossing(int triangle, const Triangle& corners, const LatticePoint& at) const {
  const auto& flat = triangles_[triangle];
  const Turn a = turn(flat[1], flat[2], at), b = turn(flat[2], flat[0], at), c = turn(flat[0], flat[1], at);
  if (a.sign == 0 || a.sign != b.sign || b.sign != c.sign) return {};
  const auto at_a = static_cast<double>(a.area), at_b = static_cast<double>(b.area), at_c = static_cast<double>(c.area);
  const double x = (at_a * corners[0][0] + at_b * corners[1][0] + at_c * corners[2][0]) / (at_a + at_b + at_c);
  return {x, a.sign};
}

int MeshWinding::winding(const TriangleBvh& bvh, const Vec3d& x) const {
  const Box<3> box = bvh.bounds();
  for (int i = 0; i < 3; ++i) {
    if (x[i] < box.low[i] || x[i] > box.high[i]) return 0;  // also keeps the lattice coordinates small
  }
  const LatticePoint at = snapped(x[1], x[2]);
  int sum = 0;
  bvh.for_each_ahead(x, spacing_, [&](int triangle) {
    const SurfaceCrossing found = crossing(triangle, bvh.triangles()[triangle], at);
    if (found.turn != 0 && found.x > x[0]) sum += found.turn;
  });
  return sum;
}

std::vector<SurfaceCrossing> MeshWinding::crossings(const TriangleBvh& bvh, double y, double z) const {
  const Box<3> box = bvh.bounds();
  std::vector<SurfaceCrossing> found;
  if (y < box.low[1] || y > box.high[1] || z < box.low[2] || z > box.high[2]) return found;
  const LatticePoint at = snapped(y, z);
  bvh.for_each_ahead({{box.low[0], y, z}}, spacing_, [&](int triangle) {
    const SurfaceCrossing one = crossing(triangle, bvh.triangles()[triangle], at);
    if (one.turn != 0) found.push_back(one);
  });
  std::sort(found.begin(), found.end(), [](const SurfaceCrossing& a, const SurfaceCrossing& b) { return a.x > b.x; });
  return found;
}

}  // namespace spindrift
