// Edits of a scene that was read already: it becomes a tree again, as for a file, is edited there and read anew.
#include <algorithm>
#include <map>

#include "base/no_throw.h"
#include "scene/scene_override.h"
#include "scene/scene_reader.h"
#include "scene/scene_writer.h"
#include "spindrift/scene_file.h"

namespace spindrift {

namespace {

using MeshesByPath = std::map<std::string, std::shared_ptr<const Mesh>>;

void collect_meshes(const ShapeSettings& shape, MeshesByPath& meshes) {
  if (shape.mesh) meshes[shape.file] = shape.mesh;
  for (const ShapeSettings& part : shape.parts) collect_meshes(part, meshes);
}

MeshesByPath meshes_of(const Scene& scene) {
  MeshesByPath meshes;
  const auto collect = [&](const auto& all) {
    for (const auto& one : all) collect_meshes(one.shape, meshes);
  };
  collect(scene.liquids);
  collect(scene.solids);
  collect(scene.sources);
  collect(scene.drains);
  collect(scene.smokes);
  collect(scene.smoke_sources);
  return meshes;
}

}  // namespace

Result<Scene> edit_scene(const Scene& scene, const std::vector<std::string>& edits, const MeshSource& meshes) {
  return no_throw("editing a scene", [&]() -> Result<Scene> {
    SceneNode tree = scene_tree(scene);
    std::erase_if(tree.children, [](const SceneNode& node) { return node.key == "command"; });
    if (const Status applied = apply_overrides(tree, edits); !applied) return applied.error();
    const MeshesByPath known = meshes_of(scene);
    const MeshSource source = [&](const std::string& path) -> Result<std::shared_ptr<const Mesh>> {
      if (const auto found = known.find(path); found != known.end()) return found->second;
      if (meshes) return meshes(path);
      return Error{ErrorCode::kBadInput, "the mesh '" + path + "' is not at hand"};
    };
    auto edited = read_scene_tree(tree, scene.file, source);
    if (!edited) return Error{edited.error().code, printable(edited.error().message), edited.error().place};
    edited->commands = scene.commands;
    return edited;
  });
}

Result<Scene> played_scene(const Scene& recording) {
  return no_throw("playing a recording", [&]() -> Result<Scene> {
    std::vector<std::string> edits;
    for (const Command& command : recording.commands)
      edits.insert(edits.end(), command.edits.begin(), command.edits.end());
    auto played = edit_scene(recording, edits);
    if (played) played->commands.clear();
    return played;
  });
}

}  // namespace spindrift
