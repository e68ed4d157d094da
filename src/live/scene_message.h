// What a page has to know of a scene to show it: its sizes, keys and solids.
#pragma once

#include <string>

#include "spindrift/error.h"
#include "spindrift/scene.h"

namespace spindrift {

// The message `opened`; `text` is the scene's text as it was opened.
Result<std::string> opened_message(const Scene& scene, const std::string& name, const std::string& text,
                                   std::int64_t particles);

// Its `solids` and `stages`, which edits may change; as JSON arrays. Solids from `first_drawn` on were drawn by hand.
Result<std::string> solids_text(const Scene& scene, std::size_t first_drawn);
Result<std::string> stages_text(const Scene& scene);

}  // namespace spindrift
