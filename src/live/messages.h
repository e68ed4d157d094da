// What a session or a player of a run sends to its viewers (docs/live.md), and what it keeps of each viewer.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "live/hand.h"
#include "live/look.h"
#include "spindrift/error.h"
#include "spindrift/live.h"
#include "spindrift/scene.h"

namespace spindrift {

struct Viewer {
  Look look;
  std::deque<std::string> waiting;
  bool wants_frame = false;
  std::int64_t shown = -1;  // version of the state, or frame of the run, that the viewer has

  void send(std::string text);  // drops the oldest message of a viewer that takes none
  std::optional<LiveMessage> take_waiting();
};

std::string hello_message(int threads, const std::string& where);
std::string state_message(bool is_playing, double speed, double pace, const std::string& note);
std::string error_message(const Error& error, std::string_view word);

// The message `opened`; `text` is the scene's text before `edits`.
Result<std::string> opened_message(const Scene& scene, const std::string& name, const std::string& text,
                                   const Edits& edits, std::int64_t particles);

// Its `solids` and `stages`, which edits may change; as JSON arrays.
Result<std::string> solids_text(const Scene& scene);
Result<std::string> stages_text(const Scene& scene);

// The value of a key of the scene's list, as JSON. The list of keys does not change while a scene runs.
struct KeyValue {
  std::string key, value;
};
std::vector<KeyValue> key_values(const Scene& scene);
std::string changed_keys_text(const std::vector<KeyValue>& before, const std::vector<KeyValue>& now);  // a JSON array

}  // namespace spindrift
