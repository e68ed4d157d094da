#include "run/scene_meshes.h"

#include <filesystem>
#include <utility>

#include "formats/files/checksum.h"
#include "formats/files/file_bytes.h"

namespace spindrift {
namespace {

// Calls visit(shape) for each mesh of a shape, or of a scene.
template <class Shape, class Visit>
void for_each_mesh_of(Shape& shape, const Visit& visit) {
  if (shape.kind == ShapeSettings::Kind::kMesh) visit(shape);
  for (auto& part : shape.parts) for_each_mesh_of(part, visit);
}
template <class AnyScene, class Visit>
void for_each_mesh(AnyScene& scene, const Visit& visit) {
  for (auto& liquid : scene.liquids) for_each_mesh_of(liquid.shape, visit);
  for (auto& solid : scene.solids) for_each_mesh_of(solid.shape, visit);
  for (auto& source : scene.sources) for_each_mesh_of(source.shape, visit);
  for (auto& drain : scene.drains) for_each_mesh_of(drain.shape, visit);
}

}  // namespace

Status check_meshes(const Scene& scene) {
  bool have_files = true;
  for_each_mesh(scene, [&](const ShapeSettings& shape) { have_files &= !shape.file.empty(); });
  if (have_files) return Done{};
  return Error{ErrorCode::kBadInput, "a mesh that was made in code needs a 'file' too, which a run can refer to"};
}

bool has_meshes_beside(const Scene& scene) {
  const auto folder = std::filesystem::path(scene.file).parent_path();
  bool are_there = true;
  std::error_code ignored;
  for_each_mesh(scene, [&](const ShapeSettings& shape) {
    are_there &= std::filesystem::is_regular_file(folder / shape.file, ignored);
  });
  return are_there;
}

std::vector<std::string> mesh_files(const Scene& scene) {
  const auto folder = std::filesystem::path(scene.file).parent_path();
  std::vector<std::string> files;
  for_each_mesh(scene, [&](const ShapeSettings& shape) { files.push_back((folder / shape.file).string()); });
  return files;
}

Result<MeshSums> mesh_checksums(const Scene& scene) {
  MeshSums sums;
  for (const std::string& file : mesh_files(scene)) {
    const auto bytes = read_file_bytes(file);
    if (!bytes) return bytes.error();
    sums.push_back(checksum(*bytes));
  }
  return sums;
}

Status check_same_meshes(const MeshSums& before, const Scene& scene, const MeshSums& now) {
  if (before == now) return Done{};
  const std::vector<std::string> files = mesh_files(scene);
  for (std::size_t i = 0; i < now.size() && i < before.size(); ++i)
    if (now[i] != before[i]) return Error{ErrorCode::kBadInput, "the mesh " + files[i] + " has changed"};
  return Error{ErrorCode::kBadInput, "the run knows another number of meshes"};
}

void take_mesh_files(Scene& scene, const Scene& other) {
  std::vector<std::string> names;
  for_each_mesh(other, [&](const ShapeSettings& shape) { names.push_back(shape.file); });
  std::size_t next = 0;
  for_each_mesh(scene, [&](ShapeSettings& shape) {
    if (next < names.size()) shape.file = names[next++];
  });
}

Scene with_whole_paths(Scene scene) {
  const auto folder = std::filesystem::path(scene.file).parent_path();
  for_each_mesh(scene,
                [&](ShapeSettings& shape) { shape.file = std::filesystem::absolute(folder / shape.file).string(); });
  return scene;
}

}  // namespace spindrift
