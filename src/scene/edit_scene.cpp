// Edits of a scene that was read already: it becomes a tree again, as for a file, is edited there and read anew.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/no_throw.h"
#include "scene/key_list.h"
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
    if (tree.find("command"))
      return Error{ErrorCode::kBadInput, "an edit of a scene cannot make commands: they are what edits were made by"};
    const KnownFiles known = files_of(scene);
    const SceneFiles sources{known_or_from(known.meshes, files.meshes, "mesh"),
                             known_or_from(known.tables, files.tables, "table")};
    auto edited = read_scene_tree(tree, scene.file, sources);
    if (!edited) return Error{edited.error().code, printable(edited.error().message), edited.error().place};
    edited->commands = scene.commands;
    return edited;
  });
}

namespace {

// The scene after so many of the commands.
Result<Scene> scene_after(const Scene& recording, std::size_t commands) {
  std::vector<std::string> edits;
  for (std::size_t i = 0; i < commands; ++i)
    edits.insert(edits.end(), recording.commands[i].edits.begin(), recording.commands[i].edits.end());
  auto scene = edit_scene(recording, edits);
  if (!scene) return scene;
  if (const Status possible = check_change(recording, *scene); !possible) return possible.error();
  return scene;
}

}  // namespace

Result<Scene> played_scene(const Scene& recording) {
  return no_throw("playing a recording", [&]() -> Result<Scene> {
    auto played = scene_after(recording, recording.commands.size());
    if (played) {
      played->commands.clear();
      return played;
    }
    for (std::size_t i = 0; i < recording.commands.size(); ++i)  // which of them it was
      if (const auto until = scene_after(recording, i + 1); !until)
        return Error{
            until.error().code,
            fmt::format("command {}, before step {}: {}", i + 1, recording.commands[i].step, until.error().message),
            {recording.file}};
    return played;
  });
}

}  // namespace spindrift
