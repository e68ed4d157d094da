// What a page has to know of a scene to show it: its sizes, keys and solids.
#pragma once

#include <string>
#include <vector>

#include "spindrift/error.h"
#include "spindrift/scene.h"

namespace spindrift {

// The message `opened`; `text` is the scene's text as it was opened.
Result<std::string> opened_message(const Scene& scene, const std::string& name, const std::string& text,
                                   std::int64_t particles);

// Its `solids` and `stages`, which edits may change; as JSON arrays.
Result<std::string> solids_text(const Scene& scene);
Result<std::string> stages_text(const Scene& scene);

// The value of a key of the scene's list, as JSON. All scenes that one may become while it runs have the same list.
struct KeyValue {
  std::string key, value;
};
std::vector<KeyValue> key_values(const Scene& scene);
// Those of `now` that are not as they were, as a JSON array.
std::string changed_keys_text(const std::vector<KeyValue>& before, const std::vector<KeyValue>& now);

}  // namespace spindrift
