// Whether a point is inside a closed mesh: how often the mesh winds around it. Counted without rounding.
#pragma once

#include <cstdint>
#include <vector>

#include "geometry/mesh/triangle_bvh.h"

namespace spindrift {

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
