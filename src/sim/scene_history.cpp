#include "sim/scene_history.h"

#include <fmt/format.h>

#include "base/archive.h"
#include "scene/key_list.h"

namespace spindrift {

namespace {

constexpr const char* kTaken = "commands_taken";  // a section of the checkpoints of recordings

}  // namespace

Result<SceneHistory> SceneHistory::resume(const Scene& scene, const Checkpoint& checkpoint) {
  SceneHistory history(scene);
  if (!checkpoint.find(kTaken)) return history;
  StateLoader archive(checkpoint);
  std::int64_t taken = 0;
  archive.value(kTaken, taken);
  if (taken < 0 || taken > std::ssize(scene.commands)) archive.refuse(kTaken, "does not fit the scene's commands");
  if (archive.error()) return *archive.error();
  history.taken_ = static_cast<std::size_t>(taken);
  auto now = played_scene(history.recording());
  if (!now) return now.error();
  history.now_ = std::move(*now);
  return history;
}

void SceneHistory::save(Checkpoint& checkpoint) const {
  if (taken_ == 0) return;
  StateSaver archive;
  archive.value(kTaken, static_cast<std::int64_t>(taken_));
  for (Section& section : archive.take().sections) checkpoint.sections.push_back(std::move(section));
}

Scene SceneHistory::recording() const {
  Scene recorded = begin_;
  recorded.commands.resize(taken_);
  return recorded;
}

Status SceneHistory::make(const std::vector<std::string>& edits, const SceneFiles& files, Change change) {
  auto next = edit_scene(now_, edits, files);
  if (!next) return next.error();
  if (Status possible = check_change(now_, *next); !possible) return possible;
  if (Status changed = change(*next); !changed) return changed;
  now_ = std::move(*next);
  return Done{};
}

Status SceneHistory::edit(std::int64_t step, const std::vector<std::string>& edits, const SceneFiles& files,
                          Change change) {
  if (Status taken = take_commands(step, change); !taken) return taken;
  if (Status made = make(edits, files, change); !made) return made;
  begin_.commands.insert(begin_.commands.begin() + static_cast<std::ptrdiff_t>(taken_), Command{step, edits});
  ++taken_;
  return Done{};
}

Status SceneHistory::take_commands(std::int64_t step, Change change) {
  for (; taken_ < begin_.commands.size() && begin_.commands[taken_].step <= step; ++taken_) {
    if (Status made = make(begin_.commands[taken_].edits, {}, change); !made) {
      Error error = made.error();
      error.message = fmt::format("command {}, before step {}: {}", taken_ + 1, step, error.message);
      error.place = {begin_.file};
      return error;
    }
  }
  return Done{};
}

}  // namespace spindrift
