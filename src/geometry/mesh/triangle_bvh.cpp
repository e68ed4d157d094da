// Building the hierarchy and searching it for the nearest triangle, the nearer child first.
// The winding number of a closed mesh [Jacobson2013] is the signed number of times a ray from the point crosses it. It
// is right for overlapping bodies, cavities and walls of any thinness, where a rule that looks only at the nearest
// triangle [Baerentzen2005] or at the samples of a grid fails.
//
// The ray runs along x. In the (y, z) plane everything is snapped to a lattice of 2^30 steps, a thousand millionth of
// the mesh's size, where orientation is decided in integers, hence exactly. A ray through an edge or a vertex is
// decided as if it were shifted by (e, e^2) with e infinitely small [Edelsbrunner1990], so each edge belongs to exactly
// one of its triangles and the count of a closed mesh never misses or doubles a crossing. Only the place of the
// crossing along x is rounded, which matters for points within about 1e-9 sizes of the surface and for no others.
#include "geometry/mesh/triangle_bvh.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "geometry/mesh/triangle_bvh.h"

namespace spindrift {

namespace {

// The plane of a triangle thinner than this (height over length, squared) is not reliable; its edges are used.
constexpr double kThinnest = 1e-12;

double squared_distance_to_segment(const Vec3d& from_start, const Vec3d& segment) {
  const double size = dot(segment, segment);
  const double fraction = size > 0.0 ? std::clamp(dot(from_start, segment) / size, 0.0, 1.0) : 0.0;
  const Vec3d apart = from_start - segment * fraction;
  return dot(apart, apart);
}

double squared_distance_to_box(const Vec3d& x, const Vec<float, 3>& low, const Vec<float, 3>& high) {
  double sum = 0.0;
  for (int i = 0; i < 3; ++i) {
    const double outside = std::max({double{low[i]} - x[i], x[i] - double{high[i]}, 0.0});
    sum += outside * outside;
  }
  return sum;
}

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

double squared_distance(const Vec3d& x, const Triangle& triangle) {
  const auto a = Vec3d::from(triangle[0]);
  const auto ab = Vec3d::from(triangle[1]) - a, ac = Vec3d::from(triangle[2]) - a, ax = x - a;
  const double bb = dot(ab, ab), bc = dot(ab, ac), cc = dot(ac, ac), xb = dot(ax, ab), xc = dot(ax, ac);
  // Barycentric weights of b and c at the foot of the perpendicular, times the determinant.
  const double determinant = bb * cc - bc * bc;
  const double at_b = cc * xb - bc * xc, at_c = bb * xc - bc * xb, at_a = determinant - at_b - at_c;
  const bool is_thin = determinant <= kThinnest * bb * cc;
  if (!is_thin && at_a >= 0.0 && at_b >= 0.0 && at_c >= 0.0) {
    const Vec3d apart = ax - ab * (at_b / determinant) - ac * (at_c / determinant);
    return dot(apart, apart);
  }
  // Outside a convex figure the nearest point is on an edge that has the point on its outer side.
  double nearest = std::numeric_limits<double>::infinity();
  if (is_thin || at_c < 0.0) nearest = std::min(nearest, squared_distance_to_segment(ax, ab));
  if (is_thin || at_b < 0.0) nearest = std::min(nearest, squared_distance_to_segment(ax, ac));
  if (is_thin || at_a < 0.0) nearest = std::min(nearest, squared_distance_to_segment(ax - ab, ac - ab));
  return nearest;
}

TriangleBvh::TriangleBvh(const TriangleMesh& mesh) {
  std::vector<Vec<float, 3>> centers;
  centers.reserve(mesh.triangles.size());
  for (const auto& triangle : mesh.triangles) {
    Vec<float, 3> sum;
    for (const int corner : triangle) sum += mesh.vertices[corner] * (1.0f / 3.0f);
    centers.push_back(sum);
  }
  std::vector<int> order(mesh.triangles.size());
  std::iota(order.begin(), order.end(), 0);
  triangles_.reserve(order.size());
  build(mesh, centers, order, 0, static_cast<int>(order.size()));
}

// Appends the subtree of order[begin, end), first child first.
void TriangleBvh::build(const TriangleMesh& mesh, const std::vector<Vec<float, 3>>& centers, std::vector<int>& order,
                        int begin, int end) {
  const std::size_t here = nodes_.size();
  nodes_.emplace_back();
  if (end - begin <= kLeafTriangles) {
    Node leaf;
    leaf.next = static_cast<int>(triangles_.size());
    leaf.count = end - begin;
    leaf.low = Vec<float, 3>::filled(std::numeric_limits<float>::max());
    leaf.high = -leaf.low;
    for (int i = begin; i < end; ++i) {
      Triangle corners;
      const auto& indices = mesh.triangles[order[i]];
      for (std::size_t c = 0; c < 3; ++c) {
        corners[c] = mesh.vertices[indices[c]];
        leaf.low = min(leaf.low, corners[c]);
        leaf.high = max(leaf.high, corners[c]);
      }
      triangles_.push_back(corners);
    }
    nodes_[here] = leaf;
    return;
  }
  Vec<float, 3> low = centers[order[begin]], high = low;
  for (int i = begin; i < end; ++i) {
    const auto& center = centers[order[i]];
    low = min(low, center);
    high = max(high, center);
  }
  const Vec<float, 3> sides = high - low;
  const auto axis = static_cast<int>(std::max_element(sides.at.begin(), sides.at.end()) - sides.at.begin());
  const int middle = begin + (end - begin) / 2;
  std::nth_element(order.begin() + begin, order.begin() + middle, order.begin() + end, [&](int a, int b) {
    const float p = centers[a][axis], q = centers[b][axis];
    return p != q ? p < q : a < b;  // a total order: the halves do not depend on the library's algorithm
  });
  build(mesh, centers, order, begin, middle);
  const auto second = nodes_.size();
  build(mesh, centers, order, middle, end);
  const Node &one = nodes_[here + 1], &two = nodes_[second];
  nodes_[here] = {min(one.low, two.low), max(one.high, two.high), static_cast<int>(second), 0};
}

Box<3> TriangleBvh::bounds() const { return {Vec3d::from(nodes_[0].low), Vec3d::from(nodes_[0].high)}; }

TriangleBvh::Nearest TriangleBvh::nearest(const Vec3d& x, double squared_limit) const {
  struct NodeToVisit {
    int node;
    double squared_distance;
  };
  std::array<NodeToVisit, kStackSize> stack;
  std::size_t depth = 0;
  Nearest best{squared_limit, -1};
  const auto box_distance = [&](int node) {
    const Node& box = nodes_[node];
    return squared_distance_to_box(x, box.low, box.high);
  };
  stack[depth++] = {0, box_distance(0)};
  while (depth > 0) {
    const NodeToVisit visit = stack[--depth];
    if (visit.squared_distance >= best.squared_distance) continue;
    const Node& node = nodes_[visit.node];
    for (int i = node.next; i < node.next + node.count; ++i) {
      const double squared = squared_distance(x, triangles_[i]);
      if (squared < best.squared_distance) best = {squared, i};
    }
    if (node.count > 0) continue;
    NodeToVisit near{visit.node + 1, box_distance(visit.node + 1)}, far{node.next, box_distance(node.next)};
    if (far.squared_distance < near.squared_distance) std::swap(near, far);
    if (far.squared_distance < best.squared_distance) stack[depth++] = far;
    if (near.squared_distance < best.squared_distance) stack[depth++] = near;
  }
  return best;
}

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
