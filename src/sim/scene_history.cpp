#include "sim/scene_history.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/archive.h"
#include "keys/key_list.h"
#include "keys/named_files.h"
#include "keys/scene_difference.h"
#include "keys/scene_node.h"
#include "scene/scene_hints.h"
#include "scene/scene_text.h"

namespace spindrift {

namespace {

// Sections of a checkpoint; the second is in those of recordings.
constexpr const char* kFileHashes = "scene_file_hashes";
constexpr const char* kTaken = "commands_taken";

// Between a scene as text and a scene, with equally many commands.
Result<std::optional<SceneDifference>> difference_to(std::string_view text, const Scene& now) {
  const auto shorten = [&](auto& commands) { commands.resize(std::min(commands.size(), now.commands.size())); };
  if (auto before = parse_scene(text, now.file)) {
    shorten(before->commands);
    return first_difference(*before, now, FileNames::kDoNotCount);
  }
  // Scenes made in code may contain what no file can: an output without a name, say.
  auto before = parse_toml(text, now.file), tree = parse_toml(toml_of(now), now.file);
  if (!before) return before.error();
  if (!tree) return tree.error();
  if (SceneNode* commands = before->find("command")) shorten(commands->children);
  return first_difference(*before, *tree, FileNames::kDoNotCount);
}

}  // namespace

SceneHistory::SceneHistory(const Scene& scene)
    : begin_(scene), now_(scene), file_hashes_(hashes_of_named_files(scene)) {}

Result<SceneHistory> SceneHistory::resume(const Scene& scene, const Checkpoint& checkpoint) {
  SceneHistory history(scene);
  StateLoader archive(checkpoint);
  std::string text;
  std::vector<std::uint64_t> hashes;
  std::int64_t taken = 0, step = 0;
  archive.value("step", step);
  archive.array(kSceneSection, text);
  archive.array(kFileHashes, hashes);
  if (checkpoint.find(kTaken)) archive.value(kTaken, taken);
  if (taken < 0 || taken > std::ssize(scene.commands)) archive.refuse(kTaken, "does not match the scene's commands");
  if (archive.error()) return *archive.error();
  history.taken_ = static_cast<std::size_t>(taken);
  if (Status same = history.check_is_of(text, hashes); !same) return same.error();
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

Status SceneHistory::check_is_of(std::string_view saved_text, const std::vector<std::uint64_t>& saved_hashes) const {
  if (saved_hashes == file_hashes_ && saved_text == toml_of(begin_)) return Done{};
  const auto found = difference_to(saved_text, taken());
  if (!found) return found.error();
  if (*found) {
    const std::string_view fate = fate_of((*found)->key);
    return Error{
        ErrorCode::kBadInput,
        fmt::format("the checkpoint belongs to another scene: '{}' is {} in the checkpoint and {} in this scene{}{}",
                    (*found)->key, (*found)->before, (*found)->now, fate.empty() ? "" : "; ", fate),
        {begin_.file}};
  }
  if (saved_hashes != file_hashes_)
    return Error{
        ErrorCode::kBadInput, "the checkpoint belongs to another scene: a mesh or a table has changed", {begin_.file}};
  return Done{};
}

void SceneHistory::save(Checkpoint& checkpoint) const {
  StateSaver archive;
  archive.array(kSceneSection, toml_of(begin_));
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

Status SceneHistory::make(const std::vector<std::string>& edits, const SceneFiles& files, Change change) {
  auto next = edit_scene(now_, edits, files);
  if (!next) return next.error();
  if (Status possible = check_change(now_, *next); !possible) return possible;
  if (Status changed = change(*next); !changed) return changed;
  now_ = std::move(*next);
  return Done{};
}

Result<std::int64_t> SceneHistory::edit(std::int64_t step, const std::vector<std::string>& edits,
                                        const SceneFiles& files, ToCome to_come, Change change) {
  if (Status taken = take_commands(step, change); !taken) return taken.error();
  const std::int64_t left = commands_to_come();
  if (left > 0 && to_come == ToCome::kRefuse)
    return Error{
        ErrorCode::kBadInput,
        fmt::format("this recording has {} more command{}, the next before step {}; discard them with take_over()",
                    left, left == 1 ? "" : "s", begin_.commands[taken_].step)};
  if (Status made = make(edits, files, change); !made) return made.error();
  begin_.commands.resize(taken_);
  begin_.commands.push_back(Command{step, edits});
  ++taken_;
  return left;
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
