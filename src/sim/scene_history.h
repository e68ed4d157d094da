// The scene of a running simulation: as it began, as it is now, and the commands that lead from one to the other.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "exec/parallel.h"
#include "spindrift/checkpoint.h"
#include "spindrift/scene_file.h"

namespace spindrift {

class SceneHistory {
 public:
  using Change = FunctionRef<Status(const Scene&)>;  // makes the simulation go on as that scene

  SceneHistory() = default;
  explicit SceneHistory(const Scene& scene) : begin_(scene), now_(scene) {}
  // At the command that the checkpoint was saved after.
  static Result<SceneHistory> resume(const Scene& scene, const Checkpoint& checkpoint);
  void save(Checkpoint& checkpoint) const;

  const Scene& scene() const { return now_; }
  Scene recording() const;  // with the commands that were taken so far

  // Makes edits now, before the step of that number, and notes them as a command.
  Status edit(std::int64_t step, const std::vector<std::string>& edits, const SceneFiles& files, Change change);
  // Makes the edits of the commands that are due.
  Status take_commands(std::int64_t step, Change change);

 private:
  Status make(const std::vector<std::string>& edits, const SceneFiles& files, Change change);

  Scene begin_;  // with all commands, those to come included
  Scene now_;
  std::size_t taken_ = 0;
};

}  // namespace spindrift
