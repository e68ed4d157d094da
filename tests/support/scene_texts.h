// Scenes as text, and what is wrong with them.
#pragma once

#include <string>
#include <vector>

#include "lint/lint.h"
#include "spindrift/scene_file.h"

namespace spindrift::testing {

inline std::string error_of(const std::string& text, const std::vector<std::string>& overrides = {}) {
  const auto scene = parse_scene(text, "scene.toml", overrides);
  return scene ? "no error" : to_string(scene.error());
}

// What `check` warns of, a line each, or the error.
inline std::string warnings_of(const Scene& scene) {
  const auto linted = lint(scene);
  if (!linted) return to_string(linted.error());
  std::string all;
  for (const std::string& warning : linted->warnings) all += warning + "\n";
  return all;
}
inline std::string warnings_with(const std::string& text, const std::vector<std::string>& overrides = {},
                                 const SceneFiles& files = {}) {
  const auto scene = parse_scene(text, "scene.toml", overrides, files);
  return scene ? warnings_of(*scene) : to_string(scene.error());
}

// A small scene in 2D with more lines behind it.
inline std::string scene_2d(const std::string& rest) {
  return "[domain]\n"
         "size = [2.0, 1.0]\n"
         "[[liquid]]\n"
         "shape = \"box\"\n"
         "min = [0, 0]\n"
         "max = [1, 1]\n" +
         rest;
}

inline std::string liquid_2d(const std::string& keys) { return "[domain]\nsize = [2, 1]\n[[liquid]]\n" + keys; }

}  // namespace spindrift::testing
