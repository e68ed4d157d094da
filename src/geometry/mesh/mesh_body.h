// What distances to a mesh are computed from: its triangles in a hierarchy, and samples around it.
#pragma once

#include "geometry/mesh/mesh_samples.h"
#include "geometry/mesh/mesh_winding.h"
#include "geometry/mesh/triangle_bvh.h"
#include "spindrift/mesh.h"

namespace spindrift {

class Mesh::Body {
 public:
  explicit Body(const TriangleMesh& mesh);  // closed, and larger than zero

  double distance(const Vec3d& x) const;
  double exact_distance(const Vec3d& x) const;  // the reference, without the samples: slow far away
  Box<3> bounds() const { return bvh_.bounds(); }

 private:
  double signed_nearest(const Vec3d& x, double limit) const;

  TriangleBvh bvh_;
  MeshWinding winding_;
  MeshSamples close_;  // fine, around the mesh
  MeshSamples wide_;   // coarse, a mesh size around it
};

}  // namespace spindrift
