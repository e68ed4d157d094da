// A closed triangle mesh as a shape.
#pragma once

#include <memory>
#include <string>

#include "geometry/mesh/mesh_body.h"
#include "geometry/shape.h"

namespace spindrift {

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
Result<std::shared_ptr<const Shape<3>>> make_mesh_shape(const ShapeSettings& settings, const std::string& scene_file);

}  // namespace spindrift
