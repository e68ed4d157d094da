// The scene of a running simulation: at the start, now, and the commands in between.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "exec/parallel.h"
#include "spindrift/checkpoint.h"
#include "spindrift/error.h"
#include "spindrift/scene.h"

namespace spindrift {

// The section of a checkpoint that holds the lines of its scene.
inline constexpr const char* kSceneSection = "scene";

class SceneHistory {
 public:
  using Change = FunctionRef<Status(const Scene&)>;  // changes the simulation to that scene

  SceneHistory() = default;
  explicit SceneHistory(const Scene& scene);
  // Continues after the last command in the checkpoint. Refuses a checkpoint of another scene; later commands, outputs
  // and file names may differ.
  static Result<SceneHistory> resume(const Scene& scene, const Checkpoint& checkpoint);
  void save(Checkpoint& checkpoint) const;

  const Scene& scene() const { return now_; }
  const Scene& recording() const { return begin_; }  // with all commands, later ones included
  std::int64_t commands_to_come() const { return static_cast<std::int64_t>(begin_.commands.size() - taken_); }

  // Applies edits before the given step and records them as a command. Later commands refer to tables by number, which
  // edits may change. So an edit is refused while there are later commands, or replaces them.
  enum class ToCome { kRefuse, kReplace };
  Result<std::int64_t> edit(std::int64_t step, const std::vector<std::string>& edits, ToCome to_come,
                            Change change);  // number of replaced commands
  // Applies the commands that are due.
  Status take_commands(std::int64_t step, Change change);

 private:
  Status check_is_of(std::string_view saved, const std::vector<std::uint64_t>& saved_hashes) const;
  Scene taken() const;
  Status make(const std::vector<std::string>& edits, Change change);

  Scene begin_;  // with all commands, later ones included
  Scene now_;
  std::vector<std::uint64_t> file_hashes_;  // of the contents of the scene's files
  std::size_t taken_ = 0;
};

}  // namespace spindrift
