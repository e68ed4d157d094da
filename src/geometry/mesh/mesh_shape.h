// A closed triangle mesh as a shape.
#pragma once

#include <memory>
#include <string>

#include "geometry/mesh/mesh_samples.h"
#include "geometry/mesh/triangle_bvh.h"
#include "geometry/shape.h"
#include "spindrift/error.h"
#include "spindrift/mesh.h"

namespace spindrift {

// Merges vertices with bit-identical positions and discards triangles that lose a corner. Vertices keep the order of
// their first appearance.
TriangleMesh welded(const TriangleMesh& mesh);

// A welded mesh is closed if each edge is used equally often in both directions: by two triangles that agree which side
// is outside, or by four where two bodies touch along an edge.
Status check_closed(const TriangleMesh& mesh, const std::string& file);

// Distances to a mesh: from its triangles in a hierarchy, and from samples around it.
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

class MeshShape final : public Shape<3> {
 public:
  // `offset` moves the mesh.
  MeshShape(std::shared_ptr<const Mesh::Body> body, const Vec3d& offset) : body_(std::move(body)), offset_(offset) {}

  double distance(const Vec3d& x) const override { return body_->distance(x - offset_); }
  double exact_distance(const Vec3d& x) const { return body_->exact_distance(x - offset_); }
  Box<3> bounds() const override { return {body_->bounds().low + offset_, body_->bounds().high + offset_}; }

 private:
  std::shared_ptr<const Mesh::Body> body_;
  Vec3d offset_;
};

// The shape's mesh with its scale, rotation and offset.
Result<ShapePtr<3>> make_mesh_shape(const ShapeSettings& settings, const std::string& scene_file);

}  // namespace spindrift
