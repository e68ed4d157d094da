// A closed triangle mesh as a shape.
#pragma once

#include <memory>
#include <string>

#include "geometry/mesh_samples.h"
#include "geometry/mesh_winding.h"
#include "geometry/shape.h"
#include "geometry/triangle_bvh.h"

namespace spindrift {

class MeshShape final : public Shape<3> {
 public:
  // The mesh is closed and has a size larger than zero; `offset` moves it.
  MeshShape(const TriangleMesh& mesh, const Vec3d& offset);

  double distance(const Vec3d& x) const override;
  Box<3> bounds() const override { return {bvh_.bounds().low + offset_, bvh_.bounds().high + offset_}; }

  double exact_distance(const Vec3d& x) const;  // the reference, without the samples: slow far away

 private:
  double signed_nearest(const Vec3d& x, double limit) const;

  TriangleBvh bvh_;
  MeshWinding winding_;
  MeshSamples close_;  // fine, around the mesh
  MeshSamples wide_;   // coarse, a mesh size around it
  Vec3d offset_;
};

// Reads settings.file, relative to the folder of the scene file, and applies scale and offset.
Result<std::shared_ptr<const Shape<3>>> make_mesh_shape(const ShapeSettings& settings, const std::string& scene_file);

}  // namespace spindrift
