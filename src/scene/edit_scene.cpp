// Edits of a scene that was read already: it becomes a tree again, as for a file, is edited there and read anew.
#include <fmt/format.h>

#include <algorithm>

#include "base/no_throw.h"
#include "scene/key_list.h"
#include "scene/named_files.h"
#include "scene/scene_override.h"
#include "scene/scene_reader.h"
#include "scene/scene_writer.h"
#include "spindrift/scene_file.h"

namespace spindrift {

namespace {

// What a scene has read already. While it is a tree each has a name of its own, since two may have the same and one
// that was made in code none.
class KnownFiles {
 public:
  explicit KnownFiles(Scene& scene) {
    for_each_named_file(scene, [&](std::string& file, const NamedFile& held) {
      known_.push_back({file, held});
      file = kStart + std::to_string(known_.size() - 1);
    });
  }
  void give_names_back(Scene& scene) const {
    for_each_named_file(scene, [&](std::string& file, const NamedFile&) {
      if (const Known* own = find_own(file)) file = own->name;
    });
  }
  // From what is known, or else from a source.
  template <class Content>
  auto or_from(std::shared_ptr<const Content> NamedFile::* content, const auto& source, const char* what) const {
    return [this, content, &source, what](const std::string& path) -> Result<std::shared_ptr<const Content>> {
      const Known* own = find_own(path);
      if (own && own->held.*content) return own->held.*content;
      for (const Known& one : known_)
        if (one.name == path && one.held.*content) return one.held.*content;
      if (source && !own) return source(path);
      return Error{
          ErrorCode::kBadInput,
          fmt::format(
              "the {0} '{1}' is not at hand: what a scene read when it was opened is all that edits of it can name; "
              "write it into the scene's text and open that",
              what, own ? own->name : path)};
    };
  }

 private:
  static constexpr const char* kStart = "\x1f";  // of no file's name
  struct Known {
    std::string name;
    NamedFile held;
  };
  const Known* find_own(const std::string& file) const {
    for (std::size_t i = 0; i < known_.size(); ++i)
      if (file == kStart + std::to_string(i)) return &known_[i];
    return nullptr;
  }

  std::vector<Known> known_;
};

}  // namespace

Result<Scene> edit_scene(const Scene& scene, const std::vector<std::string>& edits, const SceneFiles& files) {
  return no_throw("editing a scene", [&]() -> Result<Scene> {
    Scene named = scene;
    const KnownFiles known(named);
    SceneNode tree = scene_tree(named);
    std::erase_if(tree.children, [](const SceneNode& node) { return node.key == "command"; });
    if (const Status applied = apply_overrides(tree, edits); !applied) return applied.error();
    if (tree.find("command"))
      return Error{ErrorCode::kBadInput, "an edit of a scene cannot make commands: they are what edits were made by"};
    const SceneFiles sources{known.or_from(&NamedFile::mesh, files.meshes, "mesh"),
                             known.or_from(&NamedFile::table, files.tables, "table")};
    auto edited = read_scene_tree(tree, scene.file, sources);
    if (!edited) return Error{edited.error().code, printable(edited.error().message), edited.error().place};
    known.give_names_back(*edited);
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
