// Scenes as text: TOML <-> tree of values <-> Scene.
#pragma once

#include <string>
#include <string_view>

#include "keys/scene_node.h"
#include "spindrift/scene.h"
#include "spindrift/scene_file.h"

namespace spindrift {

// Parses TOML. An error has a place, and often a hint.
Result<SceneNode> parse_toml(std::string_view text, const std::string& file);

// With question marks in place of control characters, so that the message stays on one line.
Error on_one_line(Error error);

// Reads a tree as a Scene. The error has a line for each unknown key and each wrong value; if there is none, it is the
// first rule between keys that is broken.
Result<Scene> read_scene_tree(const SceneNode& root, const std::string& file_name, const SceneFiles& files);

// The scene of scene_lines() (scene_difference.h), without its files.
Result<Scene> parse_scene_lines(std::string_view lines, const std::string& file);

// First line of the scene.toml that a run leaves.
inline constexpr std::string_view kRunSceneStart = "# The scene of a run, as Spindrift understood it.\n";

// Reads back to the same scene. Values that follow from other keys are comments.
std::string toml_of(const Scene& scene);

// The resolved scene as one object, which continues at `indent` spaces.
std::string json_of(const Scene& scene, int indent);

}  // namespace spindrift
