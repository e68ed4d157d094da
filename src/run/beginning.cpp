#include "run/beginning.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/json.h"
#include "formats/files/file_bytes.h"
#include "run/run_folder.h"
#include "run/run_record.h"
#include "scene/scene_difference.h"

namespace spindrift {
namespace {

// The number of the last frame with statistics; -1 if there are none.
int last_frame_of_stats(const RunFolder& folder) {
  const auto stats = read_file_bytes(folder.stats());
  if (!stats) return -1;
  std::string_view lines = *stats;
  lines = lines.substr(0, lines.rfind('\n') + 1);
  if (lines.empty()) return -1;
  lines.remove_suffix(1);
  const auto line = read_json(lines.substr(lines.rfind('\n') + 1), folder.stats());
  return line ? static_cast<int>(line->number_or("frame", -1.0)) : -1;
}

bool is_finished(const JsonValue& record) {
  const JsonValue* finished = record.find("finished");
  return finished && finished->boolean;
}

std::string text_of(const SceneDifference& found) {
  return fmt::format("'{}' was {} and is {} now", found.key, found.before, found.now);
}

// Why a run of the scene would not make all again that an unfinished one has left; empty if it would. Then beginning at
// frame 0 is going on. Other outputs are no help: what is there and is not made again would lie among the new.
std::string why_not_again(const RunFolder& folder, const Scene& scene, const MeshSums& meshes) {
  const auto record = read_record(folder);
  if (record && is_finished(*record)) return "it is finished";
  if (!check_as_written(folder.scene())) return "its scene.toml was changed since";
  const auto before = read_own_scene(folder);
  if (!before) return "its scene.toml cannot be read";
  const Scene now = with_whole_paths(scene);
  if (const auto found = first_difference(*before, now)) return text_of(*found);
  if (record && mesh_checksums_of(*record) != meshes) return "a mesh or a table has changed";
  if (const auto found = output_differences(*before, now); !found.empty()) return text_of(found.front());
  if (const int frame = last_frame_in(folder); frame > scene.time.frames)
    return fmt::format("{} frames are asked for, which are fewer", scene.time.frames);
  return "";
}

// `more` is said of the results.
Error would_replace(const RunFolder& folder, const std::string& start, const std::string& more,
                    const std::string& remedy) {
  const int frame = last_frame_in(folder);
  return {ErrorCode::kBadInput,
          fmt::format("{}the folder {} holds the results of a run{}{}; {}--overwrite replaces them, and another --out "
                      "leaves them as they are",
                      start, folder.path(),
                      frame < 0 ? "" : fmt::format(" of {} frame{}", frame, frame == 1 ? "" : "s"), more, remedy)};
}

}  // namespace

int last_frame_in(const RunFolder& folder) {
  return std::max(last_frame_of_stats(folder), RunFolder::last_listed_frame(folder.path()));
}

Result<Beginning> choose_beginning(const std::string& folder, const Scene& scene, const MeshSums& meshes,
                                   const RunOptions& options, RunWatcher& watcher) {
  const bool has_checkpoint = !RunFolder::checkpoints(folder).empty();
  if (options.resume && has_checkpoint) {
    if (options.overwrite)
      watcher.note(fmt::format("{} has a checkpoint: --resume goes on from it, and --overwrite has no effect", folder));
    return Beginning::kResumed;
  }
  if (const auto known = read_checksums(folder); known && known->knows("report.json"))
    return Error{ErrorCode::kBadInput,
                 fmt::format("the folder {} holds the results of a validation; choose another one", folder)};
  if (Status known = RunFolder::check_is_a_runs(folder); !known) return known.error();
  const RunFolder there = RunFolder::existing(folder);
  const bool has_results = RunFolder::has_results(folder);
  if (has_results && !options.overwrite && !options.resume)
    return would_replace(there, "", "", has_checkpoint ? "--resume goes on with it, " : "");
  const std::string why = has_results && options.resume ? why_not_again(there, scene, meshes) : "";
  if (!why.empty() && !options.overwrite)
    return would_replace(
        there, "cannot resume: ", " and no checkpoint, and to begin again would not make the same: " + why, "");
  const bool is_again = has_results && options.resume && why.empty();
  if (options.resume)
    watcher.warning(fmt::format("there is no checkpoint in {} to resume from; starting at frame 0", folder));
  return is_again ? Beginning::kAgain : Beginning::kNew;
}

}  // namespace spindrift
