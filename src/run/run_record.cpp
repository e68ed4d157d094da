#include "run/run_record.h"

#include <cstdlib>

#include "formats/files/file_bytes.h"
#include "formats/files/manifest.h"
#include "spindrift/scene_file.h"

namespace spindrift {

Result<JsonValue> read_record(const RunFolder& folder) {
  const auto text = read_file_bytes(folder.record());
  if (!text) return text.error();
  return read_json(*text, folder.record());
}

Result<Scene> read_own_scene(const RunFolder& folder) {
  if (Status own = check_listed(folder.scene()); !own) return own.error();
  return read_scene(folder.scene());
}

MeshSums mesh_checksums_of(const JsonValue& record) {
  MeshSums sums;
  if (const JsonValue* list = record.find("mesh_checksums"))
    for (const JsonValue& sum : list->items) sums.push_back(std::strtoull(sum.text.c_str(), nullptr, 16));
  return sums;
}

Status check_meshes_of_run(const RunFolder& folder, const Scene& scene) {
  const auto record = read_record(folder);
  if (!record) return record.error();
  const Result<MeshSums> meshes = mesh_checksums(scene);
  if (!meshes) return meshes.error();
  return check_same_meshes(mesh_checksums_of(*record), scene, *meshes);
}

}  // namespace spindrift
