// The keys of a scene's single tables as a list, for who shows them all: what each means, may be, and is now.
#pragma once

#include <string>
#include <vector>

#include "scene/scene_key.h"
#include "scene/scene_node.h"
#include "spindrift/scene.h"

namespace spindrift {

struct KeyEntry {
  std::string path;  // `solver.flip`
  std::string kind;  // number, integer, truth, word, words, vector, text
  std::string unit, meaning;
  KeyRange range;
  std::vector<std::string> words;  // that it may be
  bool is_fixed = false;           // cannot change while the scene runs
  SceneNode value;                 // as the scene has it, defaults included; an empty text if there is none
};

std::vector<KeyEntry> list_keys(const Scene& scene);

// What may stand at the top of a scene: keys, tables and lists of tables.
std::vector<std::string> names_at_top();

// Whether a scene may become another one while it runs: nothing fixed has changed.
Status check_change(const Scene& running, const Scene& next);

}  // namespace spindrift
