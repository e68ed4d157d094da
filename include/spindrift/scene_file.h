// Scenes as text and as files: reading, writing, finding those that come with the program. Errors are values that point
// to `file:line:column`.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "spindrift/error.h"
#include "spindrift/mesh.h"
#include "spindrift/scene.h"
#include "spindrift/table.h"

namespace spindrift {

// Overrides are of the form `table.key=value`; the value is TOML, or a bare word taken as text. They win over the file,
// and the later over the earlier. Errors in them point to `--set`.
Result<Scene> read_scene(const std::string& path, const std::vector<std::string>& overrides = {});

// Who knows the meshes that a scene names, by their paths as the scene writes them. An error without a place of its own
// is reported at the key that names the mesh.
using MeshSource = std::function<Result<std::shared_ptr<const Mesh>>(const std::string& path)>;

// The same for tables.
using TableSource = std::function<Result<std::shared_ptr<const NumberTable>>(const std::string& path)>;

struct SceneFiles {
  MeshSource meshes{};
  TableSource tables{};
};

// From text alone; `file_name` stands in messages. Without a source, meshes and tables stay unread, and such a scene
// can be looked at but not simulated.
Result<Scene> parse_scene(std::string_view text, const std::string& file_name,
                          const std::vector<std::string>& overrides = {}, const SceneFiles& files = {});

// The scene with edits made to it, one after the other: overrides, and `table+={...}`, which adds a table to a list
// (`source+={shape="sphere", ...}`, `solid.1.keyframes+={time=2.0, position=[1, 0]}`). Errors point to `--set`. Files
// that the scene has already are not read again. Its commands stay as they are.
Result<Scene> edit_scene(const Scene& scene, const std::vector<std::string>& edits, const SceneFiles& files = {});

// The same for Scene::editor. Scenes that are read have it without `files`: their edits can name only the meshes and
// tables that the scene names already, so that the text of a recording is complete.
SceneEditor text_editor(const SceneFiles& files = {});

// Text that reads back to the same scene, with every default filled in. What follows from other keys stands there as
// comments. Meshes and tables need names, which the text has in their place.
Result<std::string> scene_to_toml(const Scene& scene);

// The path of a scene given by path or by the name of one that comes with the program. Those are looked for in the
// folder that the environment's SPINDRIFT_SCENES names, then in the program's own.
Result<std::string> find_scene(const std::string& name);

struct SceneSummary {
  std::string name;   // without `.toml`
  std::string title;  // or why the file cannot be read
  std::string path;
};
Result<std::vector<SceneSummary>> list_scenes();

// The manual's page on scene files: every key with its unit, range, default and meaning.
Result<std::string> scene_format_markdown();

}  // namespace spindrift
