// Building the hierarchy and searching it for the nearest triangle, the nearer child first.
#include "geometry/mesh/triangle_bvh.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace spindrift {

namespace {

// A triangle thinner than this (height over length, squared) has no trustworthy plane; its edges stand in for it.
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

}  // namespace spindrift
