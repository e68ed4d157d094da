// From the settings of a mesh to its shape.
#include "geometry/mesh/mesh_shape.h"

#include <cmath>

namespace spindrift {

namespace {

constexpr double kFarthestOffset = 1e9;  // metres; as for the coordinates of a mesh (mesh.cpp)

}  // namespace

Result<std::shared_ptr<const Shape<3>>> make_mesh_shape(const ShapeSettings& settings, const std::string& scene_file) {
  const auto refuse = [&](const std::string& message) {
    return Error{ErrorCode::kBadInput, message, Place{scene_file}};
  };
  if (settings.file.empty() && !settings.mesh) return refuse("a mesh needs a 'file'");
  if (!settings.mesh) return refuse("the mesh '" + settings.file + "' was not read; read_scene does that");
  if (!(length(settings.offset) <= kFarthestOffset)) return refuse("the offset of a mesh must be below 1e9 m");
  auto body = settings.mesh->body(settings.scale, settings.rotation_degrees);
  if (!body) return refuse(body.error().message);
  return std::shared_ptr<const Shape<3>>(std::make_shared<MeshShape>(std::move(*body), settings.offset));
}

}  // namespace spindrift
