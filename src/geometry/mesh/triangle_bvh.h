// A bounding volume hierarchy over triangles: a binary tree of boxes, split at the median of the longest side, with the
// triangles of a leaf side by side in memory.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "geometry/shape.h"
#include "spindrift/mesh.h"

namespace spindrift {

using Triangle = std::array<Vec<float, 3>, 3>;

double squared_distance(const Vec3d& x, const Triangle& triangle);

class TriangleBvh {
 public:
  struct Nearest {
    double squared_distance = 0.0;  // the limit of the search when no triangle is within
    int triangle = -1;              // index into triangles()
  };

  explicit TriangleBvh(const TriangleMesh& mesh);  // at least one triangle

  const std::vector<Triangle>& triangles() const { return triangles_; }  // in the order of the leaves
  Box<3> bounds() const;

  Nearest nearest(const Vec3d& x, double squared_limit = std::numeric_limits<double>::infinity()) const;

  // Calls visit(index) for each triangle whose box, widened by `margin`, meets the ray from x towards +x.
  template <class Visit>
  void for_each_ahead(const Vec3d& x, double margin, Visit visit) const;

 private:
  struct Node {
    Vec<float, 3> low, high;
    int next = 0;   // inner node: the second child (the first child follows directly); leaf: the first triangle
    int count = 0;  // triangles of a leaf, 0 for an inner node
  };
  static constexpr int kLeafTriangles = 4;       // fewer make the tree deeper, more are tested in vain
  static constexpr std::size_t kStackSize = 64;  // halving fewer than 2^31 triangles needs half of it

  void build(const TriangleMesh& mesh, const std::vector<Vec<float, 3>>& centers, std::vector<int>& order, int begin,
             int end);

  std::vector<Triangle> triangles_;
  std::vector<Node> nodes_;
};

template <class Visit>
void TriangleBvh::for_each_ahead(const Vec3d& x, double margin, Visit visit) const {
  std::array<int, kStackSize> stack;
  std::size_t depth = 0;
  stack[depth++] = 0;
  while (depth > 0) {
    const int index = stack[--depth];
    const Node& node = nodes_[index];
    if (x[0] > node.high[0] + margin || x[1] < node.low[1] - margin || x[1] > node.high[1] + margin ||
        x[2] < node.low[2] - margin || x[2] > node.high[2] + margin) {
      continue;
    }
    for (int i = 0; i < node.count; ++i) visit(node.next + i);
    if (node.count == 0) {
      stack[depth++] = node.next;
      stack[depth++] = index + 1;
    }
  }
}

// Whether a point is inside a closed mesh: how often the mesh winds around it. Counted without rounding.

// The surface along a line parallel to the x axis, from high x to low x.
struct SurfaceCrossing {
  double x = 0.0;
  int turn = 0;  // +1 where a ray towards +x leaves the solid, -1 where it enters
};

class MeshWinding {
 public:
  explicit MeshWinding(const TriangleBvh& bvh);

  // Times the surface is wrapped around x: 0 outside; 1 inside; 2 where two bodies overlap; -1 inside a mesh that is
  // inside out.
  int winding(const TriangleBvh& bvh, const Vec3d& x) const;
  std::vector<SurfaceCrossing> crossings(const TriangleBvh& bvh, double y, double z) const;

 private:
  using LatticePoint = Vec<std::int64_t, 2>;

  LatticePoint snapped(double y, double z) const;
  SurfaceCrossing crossing(int triangle, const Triangle& corners, const LatticePoint& at) const;  // turn 0 = misses

  Vec3d origin_;
  double spacing_ = 1.0;
  std::vector<std::array<Vec<std::int32_t, 2>, 3>> triangles_;  // their (y, z) on the lattice
};

}  // namespace spindrift
