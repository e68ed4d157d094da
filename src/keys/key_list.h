// The keys of a scene's single tables as a list: what each means, accepts, and is now.
#pragma once

#include <string>
#include <vector>

#include "keys/scene_key.h"
#include "keys/scene_node.h"
#include "spindrift/scene.h"

namespace spindrift {

struct KeyEntry {
  std::string path;  // `solver.flip`
  SceneKey key;
  std::string kind;                // number, integer, truth, word, words, vector, text
  std::vector<std::string> words;  // allowed ones
  bool is_fixed = false;           // cannot change while the scene runs
  bool is_default = true;
  SceneNode value;  // as the scene has it, defaults included; an empty text if there is none
};

std::vector<KeyEntry> list_keys(const Scene& scene);

// What is true of the key at a path, from its line and those of the tables it is in: `solver.flip`, `liquid.2.max`.
struct KeyFacts {
  bool exists = false;  // at least its table
  Affects effect = Affects::kFluid;
  bool is_fixed = false;    // cannot change while the scene runs
  bool is_of_list = false;  // in a list of tables
};
KeyFacts facts_of(std::string_view path);

}  // namespace spindrift
