#include "run/scene_meshes.h"

#include <filesystem>
#include <utility>

#include "formats/files/checksum.h"
#include "formats/files/files.h"
#include "keys/named_files.h"
#include "spindrift/files.h"

namespace spindrift {
namespace {

// Of the bytes that a mesh was made of, whatever has become of the file since. One that was made in code, beside a file
// that stands for it, has none of its own; nor has a table.
Result<std::uint64_t> checksum_of(const std::string& file, const Mesh* mesh) {
  if (mesh && mesh->file_checksum()) return *mesh->file_checksum();
  const auto bytes = read_file_bytes(file);
  if (!bytes) return bytes.error();
  return checksum(*bytes);
}

// Whether the file holds what the scene has: a mesh that was made in code may have any file's name. One that was read
// knows the sum of its file.
Status check_file_holds(const NamedFile& held, const std::string& file) {
  NamedFile there{held.what};
  if (held.mesh && !held.mesh->file_checksum()) {
    const auto mesh = read_mesh(file);
    if (!mesh) return mesh.error();
    there.mesh = *mesh;
  } else if (held.table) {
    const auto table = read_table(file);
    if (!table) return table.error();
    there.table = *table;
  } else {
    return Done{};
  }
  if (hash_of(there) == hash_of(held)) return Done{};
  return Error{ErrorCode::kBadInput,
               std::string("the ") + held.what + " " + file + " does not hold what the scene has"};
}

}  // namespace

Status check_meshes(const Scene& scene) {
  if (Status named = check_names_of_files(scene); !named) return named;
  const auto folder = std::filesystem::path(scene.file).parent_path();
  Status same = Done{};
  for_each_named_file(scene, [&](const std::string& file, const NamedFile& held) {
    if (same) same = check_file_holds(held, (folder / file).string());
  });
  return same;
}

bool has_meshes_beside(const Scene& scene) {
  const auto folder = std::filesystem::path(scene.file).parent_path();
  bool are_there = true;
  std::error_code ignored;
  for_each_named_file(scene, [&](const std::string& file, const NamedFile&) {
    are_there &= std::filesystem::is_regular_file(folder / file, ignored);
  });
  return are_there;
}

std::vector<std::string> mesh_files(const Scene& scene) {
  const auto folder = std::filesystem::path(scene.file).parent_path();
  std::vector<std::string> files;
  for_each_named_file(scene,
                      [&](const std::string& file, const NamedFile&) { files.push_back((folder / file).string()); });
  return files;
}

Result<MeshSums> mesh_checksums(const Scene& scene) {
  const auto folder = std::filesystem::path(scene.file).parent_path();
  MeshSums sums;
  Status read = Done{};
  for_each_named_file(scene, [&](const std::string& file, const NamedFile& held) {
    if (!read) return;
    const auto sum = checksum_of((folder / file).string(), held.mesh.get());
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
  for_each_named_file(scene, [&](const std::string&, const NamedFile& held) { kinds.emplace_back(held.what); });
  for (std::size_t i = 0; i < now.size() && i < before.size(); ++i)
    if (now[i] != before[i])
      return Error{ErrorCode::kBadInput, "the " + kinds[i] + " " + files[i] +
                                             " has changed since; restore it, or run the scene again with --overwrite"};
  return Error{ErrorCode::kBadInput, "the run knows another number of meshes and tables"};
}

Scene with_whole_paths(Scene scene) {
  const auto folder = std::filesystem::path(scene.file).parent_path();
  for_each_named_file(
      scene, [&](std::string& file, const NamedFile&) { file = std::filesystem::absolute(folder / file).string(); });
  return scene;
}

}  // namespace spindrift
