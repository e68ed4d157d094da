#include "run/scene_meshes.h"

#include <filesystem>
#include <utility>

#include "formats/files/checksum.h"
#include "formats/files/file_bytes.h"

namespace spindrift {
namespace {

// Calls visit(name, what it is, the mesh that was read of it, if it is one) for each file that a shape, or a scene,
// names.
template <class Shape, class Visit>
void for_each_file_of(Shape& shape, const Visit& visit) {
  if (shape.kind == ShapeSettings::Kind::kMesh) visit(shape.file, "mesh", shape.mesh.get());
  if (shape.kind == ShapeSettings::Kind::kBelow && shape.surface.empty()) visit(shape.file, "table", nullptr);
  for (auto& part : shape.parts) for_each_file_of(part, visit);
}
template <class AnyScene, class Visit>
void for_each_file(AnyScene& scene, const Visit& visit) {
  for (auto& liquid : scene.liquids) for_each_file_of(liquid.shape, visit);
  for (auto& solid : scene.solids) for_each_file_of(solid.shape, visit);
  for (auto& source : scene.sources) for_each_file_of(source.shape, visit);
  for (auto& drain : scene.drains) for_each_file_of(drain.shape, visit);
  for (auto& smoke : scene.smokes) for_each_file_of(smoke.shape, visit);
  for (auto& source : scene.smoke_sources) for_each_file_of(source.shape, visit);
  for (auto& solid : scene.solids)
    if (solid.motion_table || !solid.motion_file.empty()) visit(solid.motion_file, "table", nullptr);
  if (scene.frame.motion_table || !scene.frame.motion_file.empty()) visit(scene.frame.motion_file, "table", nullptr);
  if (scene.forces.gravity_table || !scene.forces.gravity_file.empty())
    visit(scene.forces.gravity_file, "table", nullptr);
}

// Of the bytes that a mesh was made of, whatever has become of the file since. One that was made in code, beside a file
// that stands for it, has none of its own; nor has a table.
Result<std::uint64_t> checksum_of(const std::string& file, const Mesh* mesh) {
  if (mesh && mesh->file_checksum()) return *mesh->file_checksum();
  const auto bytes = read_file_bytes(file);
  if (!bytes) return bytes.error();
  return checksum(*bytes);
}

}  // namespace

Status check_meshes(const Scene& scene) {
  const char* without = nullptr;
  for_each_file(scene, [&](const std::string& file, const char* what, const Mesh*) {
    if (file.empty()) without = what;
  });
  if (!without) return Done{};
  return Error{ErrorCode::kBadInput,
               std::string("a ") + without + " that was made in code needs a file, too, which a run can refer to"};
}

bool has_meshes_beside(const Scene& scene) {
  const auto folder = std::filesystem::path(scene.file).parent_path();
  bool are_there = true;
  std::error_code ignored;
  for_each_file(scene, [&](const std::string& file, const char*, const Mesh*) {
    are_there &= std::filesystem::is_regular_file(folder / file, ignored);
  });
  return are_there;
}

std::vector<std::string> mesh_files(const Scene& scene) {
  const auto folder = std::filesystem::path(scene.file).parent_path();
  std::vector<std::string> files;
  for_each_file(scene,
                [&](const std::string& file, const char*, const Mesh*) { files.push_back((folder / file).string()); });
  return files;
}

Result<MeshSums> mesh_checksums(const Scene& scene) {
  const auto folder = std::filesystem::path(scene.file).parent_path();
  MeshSums sums;
  Status read = Done{};
  for_each_file(scene, [&](const std::string& file, const char*, const Mesh* mesh) {
    if (!read) return;
    const auto sum = checksum_of((folder / file).string(), mesh);
    if (sum)
      sums.push_back(*sum);
    else
      read = sum.error();
  });
  if (!read) return read.error();
  return sums;
}

Status check_same_meshes(const MeshSums& before, const Scene& scene, const MeshSums& now) {
  if (before == now) return Done{};
  const std::vector<std::string> files = mesh_files(scene);
  std::vector<std::string> kinds;
  for_each_file(scene, [&](const std::string&, const char* what, const Mesh*) { kinds.emplace_back(what); });
  for (std::size_t i = 0; i < now.size() && i < before.size(); ++i)
    if (now[i] != before[i]) return Error{ErrorCode::kBadInput, "the " + kinds[i] + " " + files[i] + " has changed"};
  return Error{ErrorCode::kBadInput, "the run knows another number of meshes and tables"};
}

void take_mesh_files(Scene& scene, const Scene& other) {
  std::vector<std::string> names;
  for_each_file(other, [&](const std::string& file, const char*, const Mesh*) { names.push_back(file); });
  std::size_t next = 0;
  for_each_file(scene, [&](std::string& file, const char*, const Mesh*) {
    if (next < names.size()) file = names[next++];
  });
}

Scene with_whole_paths(Scene scene) {
  const auto folder = std::filesystem::path(scene.file).parent_path();
  for_each_file(scene, [&](std::string& file, const char*, const Mesh*) {
    file = std::filesystem::absolute(folder / file).string();
  });
  return scene;
}

}  // namespace spindrift
