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

// What a scene has read already, by path.
struct KnownFiles {
  std::map<std::string, std::shared_ptr<const Mesh>> meshes;
  std::map<std::string, std::shared_ptr<const NumberTable>> tables;
};

void collect_files(const ShapeSettings& shape, KnownFiles& known) {
  if (shape.mesh) known.meshes[shape.file] = shape.mesh;
  if (shape.table) known.tables[shape.file] = shape.table;
  for (const ShapeSettings& part : shape.parts) collect_files(part, known);
}

KnownFiles files_of(const Scene& scene) {
  KnownFiles known;
  const auto collect = [&](const auto& all) {
    for (const auto& one : all) collect_files(one.shape, known);
  };
  collect(scene.liquids);
  collect(scene.solids);
  collect(scene.sources);
  collect(scene.drains);
  collect(scene.smokes);
  collect(scene.smoke_sources);
  for (const SolidSettings& solid : scene.solids)
    if (solid.motion_table) known.tables[solid.motion_file] = solid.motion_table;
  if (scene.frame.motion_table) known.tables[scene.frame.motion_file] = scene.frame.motion_table;
  if (scene.forces.gravity_table) known.tables[scene.forces.gravity_file] = scene.forces.gravity_table;
  return known;
}

// From what is known, or else from a source.
template <class Content>
auto known_or_from(const std::map<std::string, std::shared_ptr<const Content>>& known, const auto& source,
                   const char* what) {
  return [&known, &source, what](const std::string& path) -> Result<std::shared_ptr<const Content>> {
    if (const auto found = known.find(path); found != known.end()) return found->second;
    if (source) return source(path);
    return Error{ErrorCode::kBadInput, std::string("the ") + what + " '" + path + "' is not at hand"};
  };
}

}  // namespace

Result<Scene> edit_scene(const Scene& scene, const std::vector<std::string>& edits, const SceneFiles& files) {
  return no_throw("editing a scene", [&]() -> Result<Scene> {
    SceneNode tree = scene_tree(scene);
    std::erase_if(tree.children, [](const SceneNode& node) { return node.key == "command"; });
    if (const Status applied = apply_overrides(tree, edits); !applied) return applied.error();
    const KnownFiles known = files_of(scene);
    const SceneFiles sources{known_or_from(known.meshes, files.meshes, "mesh"),
                             known_or_from(known.tables, files.tables, "table")};
    auto edited = read_scene_tree(tree, scene.file, sources);
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
