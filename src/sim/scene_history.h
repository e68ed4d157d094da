// The scene of a running simulation: as it began, as it is now, and the commands that lead from one to the other.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "exec/parallel.h"
#include "spindrift/checkpoint.h"
#include "spindrift/scene_file.h"

namespace spindrift {

// The section of a checkpoint with the scene that it belongs to, as TOML.
inline constexpr const char* kSceneSection = "scene";

class SceneHistory {
 public:
  using Change = FunctionRef<Status(const Scene&)>;  // makes the simulation go on as that scene

  SceneHistory() = default;
  explicit SceneHistory(const Scene& scene);
  // At the command that the checkpoint was saved after. Refuses a checkpoint of another scene; commands to come,
  // outputs and the names of files may differ.
  static Result<SceneHistory> resume(const Scene& scene, const Checkpoint& checkpoint);
  void save(Checkpoint& checkpoint) const;

  const Scene& scene() const { return now_; }
  const Scene& recording() const { return begin_; }  // with all commands, those to come included
  std::int64_t commands_to_come() const { return static_cast<std::int64_t>(begin_.commands.size() - taken_); }

  // Makes edits now, before the step of that number, and notes them as a command. Commands to come may name tables by
  // their numbers, which edits may change: an edit is refused while there are some, or takes their place.
  enum class ToCome { kRefuse, kReplace };
  Result<std::int64_t> edit(std::int64_t step, const std::vector<std::string>& edits, const SceneFiles& files,
                            ToCome to_come, Change change);  // how many it has replaced
  // Makes the edits of the commands that are due.
  Status take_commands(std::int64_t step, Change change);

 private:
  Status check_is_of(std::string_view saved_text, const std::vector<std::uint64_t>& saved_hashes) const;
  Scene taken() const;
  Status make(const std::vector<std::string>& edits, const SceneFiles& files, Change change);

  Scene begin_;  // with all commands, those to come included
  Scene now_;
  std::vector<std::uint64_t> file_hashes_;  // of what was read of the files that the scene names
  std::size_t taken_ = 0;
};

}  // namespace spindrift
