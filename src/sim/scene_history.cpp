#include "sim/scene_history.h"

#include <fmt/format.h>

#include "base/archive.h"
#include "base/no_throw.h"
#include "keys/named_files.h"
#include "keys/scene_difference.h"
#include "spindrift/simulation.h"

namespace spindrift {

namespace {

// Sections of a checkpoint; the second is in those of recordings.
constexpr const char* kFileHashes = "scene_file_hashes";
constexpr const char* kTaken = "commands_taken";

// All edits made, if the running scene can take them.
Result<Scene> edited(const Scene& scene, const std::vector<std::string>& edits) {
  if (!scene.editor)
    return Error{
        ErrorCode::kBadInput,
        "a scene made in code has no editor for edits and commands; set Scene::editor, for example to text_editor()"};
  auto next = scene.editor(scene, edits);
  if (!next) return next;
  if (Status possible = check_change(scene, *next); !possible) return possible.error();
  return next;
}

// The scene after the first `commands` commands.
Result<Scene> scene_after(const Scene& recording, std::size_t commands) {
  std::vector<std::string> edits;
  for (std::size_t i = 0; i < commands; ++i)
    edits.insert(edits.end(), recording.commands[i].edits.begin(), recording.commands[i].edits.end());
  return edited(recording, edits);
}

}  // namespace

Result<Scene> played_scene(const Scene& recording) {
  return no_throw("playing a recording", [&]() -> Result<Scene> {
    auto played =
        recording.commands.empty() ? Result<Scene>(recording) : scene_after(recording, recording.commands.size());
    if (played) {
      played->commands.clear();
      return played;
    }
    for (std::size_t i = 0; i < recording.commands.size(); ++i)  // find the command that fails
      if (const auto until = scene_after(recording, i + 1); !until)
        return Error{
            until.error().code,
            fmt::format("command {}, before step {}: {}", i + 1, recording.commands[i].step, until.error().message),
            {recording.file}};
    return played;
  });
}

SceneHistory::SceneHistory(const Scene& scene)
    : begin_(scene), now_(scene), file_hashes_(hashes_of_named_files(scene)) {}

Result<SceneHistory> SceneHistory::resume(const Scene& scene, const Checkpoint& checkpoint) {
  SceneHistory history(scene);
  StateLoader archive(checkpoint);
  std::string lines;
  std::vector<std::uint64_t> hashes;
  std::int64_t taken = 0, step = 0;
  archive.value("step", step);
  archive.array(kSceneSection, lines);
  archive.array(kFileHashes, hashes);
  if (checkpoint.find(kTaken)) archive.value(kTaken, taken);
  if (taken < 0 || taken > std::ssize(scene.commands)) archive.refuse(kTaken, "does not match the scene's commands");
  if (archive.error()) return *archive.error();
  history.taken_ = static_cast<std::size_t>(taken);
  if (Status same = history.check_is_of(lines, hashes); !same) return same.error();
  if (taken < std::ssize(scene.commands) && scene.commands[history.taken_].step < step)
    return Error{
        ErrorCode::kBadInput,
        fmt::format("the checkpoint belongs to another scene: it is at step {} without the command before step {}",
                    step, scene.commands[history.taken_].step),
        {scene.file}};
  if (taken == 0) return history;
  auto now = played_scene(history.taken());
  if (!now) return now.error();
  history.now_ = std::move(*now);
  return history;
}

Status SceneHistory::check_is_of(std::string_view saved, const std::vector<std::uint64_t>& saved_hashes) const {
  const std::string later_commands = fmt::format("\ncommand.{}.", taken_ + 1);  // they may differ
  if (const auto found =
          first_difference(saved.substr(0, saved.find(later_commands)), scene_lines(taken()), FileNames::kDoNotCount))
    return Error{
        ErrorCode::kBadInput,
        fmt::format("the checkpoint belongs to another scene: '{}' is {} in the checkpoint and {} in this scene",
                    found->key, found->before, found->now),
        {begin_.file}};
  if (saved_hashes != file_hashes_)
    return Error{
        ErrorCode::kBadInput, "the checkpoint belongs to another scene: a mesh or a table has changed", {begin_.file}};
  return Done{};
}

void SceneHistory::save(Checkpoint& checkpoint) const {
  StateSaver archive;
  archive.array(kSceneSection, scene_lines(begin_));
  archive.array(kFileHashes, file_hashes_);
  if (taken_ > 0) archive.value(kTaken, static_cast<std::int64_t>(taken_));
  for (Section& section : archive.take().sections) checkpoint.sections.push_back(std::move(section));
}

// With the commands applied so far.
Scene SceneHistory::taken() const {
  Scene recorded = begin_;
  recorded.commands.resize(taken_);
  return recorded;
}

Status SceneHistory::make(const std::vector<std::string>& edits, Change change) {
  auto next = edited(now_, edits);
  if (!next) return next.error();
  if (Status changed = change(*next); !changed) return changed;
  now_ = std::move(*next);
  return Done{};
}

Result<std::int64_t> SceneHistory::edit(std::int64_t step, const std::vector<std::string>& edits, ToCome to_come,
                                        Change change) {
  if (Status taken = take_commands(step, change); !taken) return taken.error();
  const std::int64_t left = commands_to_come();
  if (left > 0 && to_come == ToCome::kRefuse)
    return Error{
        ErrorCode::kBadInput,
        fmt::format("this recording has {} more command{}, the next before step {}; discard them with take_over()",
                    left, left == 1 ? "" : "s", begin_.commands[taken_].step)};
  if (Status made = make(edits, change); !made) return made.error();
  begin_.commands.resize(taken_);
  begin_.commands.push_back(Command{step, edits});
  ++taken_;
  return left;
}

Status SceneHistory::take_commands(std::int64_t step, Change change) {
  for (; taken_ < begin_.commands.size() && begin_.commands[taken_].step <= step; ++taken_) {
    if (Status made = make(begin_.commands[taken_].edits, change); !made) {
      Error error = made.error();
      error.message = fmt::format("command {}, before step {}: {}", taken_ + 1, step, error.message);
      error.place = {begin_.file};
      return error;
    }
  }
  return Done{};
}

}  // namespace spindrift
