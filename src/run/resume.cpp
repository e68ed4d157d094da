#include "run/resume.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/archive.h"
#include "base/json.h"
#include "base/split.h"
#include "formats/files/files.h"
#include "keys/scene_difference.h"
#include "run/run_record.h"
#include "sim/scene_history.h"
#include "spindrift/files.h"

namespace spindrift {

namespace {

template <class Archive>
void visit_stages(Archive& archive, std::vector<StageTime>& stages) {
  std::string names;
  std::vector<double> seconds;
  for (const StageTime& stage : stages) {
    names += stage.name + '\n';
    seconds.push_back(stage.seconds);
  }
  archive.array("run.stage_names", names);
  archive.array("run.stage_seconds", seconds);
  if constexpr (Archive::kLoads) {
    stages.clear();
    for (const std::string_view name : split(names, '\n'))
      if (stages.size() < seconds.size()) stages.push_back({std::string(name), seconds[stages.size()]});
  }
}

template <class Archive>
void visit_tables(Archive& archive, TableSizes& tables) {
  std::string names;
  std::vector<std::int64_t> sizes;
  for (const auto& [name, size] : tables) {
    names += name + '\n';
    sizes.push_back(size);
  }
  archive.array("run.table_names", names);
  archive.array("run.table_sizes", sizes);
  if constexpr (Archive::kLoads) {
    tables.clear();
    std::size_t i = 0;
    for (const std::string_view name : split(names, '\n'))
      if (i < sizes.size()) tables[std::string(name)] = sizes[i++];
  }
}

template <class Archive>
void visit(Archive& archive, RunCheckpoint& run) {
  archive.array("run.mesh_checksums", run.mesh_checksums);
  RunTotals& totals = run.totals;
  archive.value("run.frames", totals.frames);
  archive.value("run.time", totals.time);
  archive.value("run.substeps", totals.substeps);
  archive.value("run.particles", totals.particles);
  archive.value("run.largest_volume", totals.largest_volume);
  archive.value("run.largest_volume_drift", totals.largest_volume_drift);
  archive.value("run.largest_pressure_residual", totals.largest_pressure_residual);
  archive.value("run.unconverged_frames", totals.unconverged_frames);
  archive.value("run.largest_viscosity_residual", totals.largest_viscosity_residual);
  archive.value("run.unconverged_viscosity_frames", totals.unconverged_viscosity_frames);
  archive.value("run.fallback_frames", totals.fallback_frames);
  archive.value("run.unmet_inflow", totals.unmet_inflow);
  archive.value("run.escaped_particles", totals.escaped_particles);
  archive.value("run.wall_seconds", totals.wall_seconds);
  archive.value("run.cpu_seconds", totals.cpu_seconds);
  archive.value("run.state_hash", totals.state_hash);
  visit_stages(archive, totals.stage_seconds);
  visit_tables(archive, run.tables);
}

}  // namespace

Checkpoint pack(const MeshSums& meshes, const RunTotals& totals, const TableSizes& tables, Checkpoint state) {
  RunCheckpoint run{{}, meshes, totals, tables, {}};
  StateSaver archive;
  visit(archive, run);
  Checkpoint packed = archive.take();
  packed.sections.insert(packed.sections.end(), std::make_move_iterator(state.sections.begin()),
                         std::make_move_iterator(state.sections.end()));
  return packed;
}

Result<RunCheckpoint> unpack(Checkpoint checkpoint) {
  RunCheckpoint run;
  StateLoader archive(checkpoint);
  visit(archive, run);
  archive.array(kSceneSection, run.scene);
  if (archive.error()) return *archive.error();
  run.state = std::move(checkpoint);
  return run;
}

namespace {

// The number of the last frame with statistics; -1 if there are none.
int last_frame_in(const RunFolder& folder) {
  const auto stats = read_file_bytes(folder.stats());
  if (!stats) return -1;
  std::string_view lines = *stats;
  lines = lines.substr(0, lines.rfind('\n') + 1);
  if (lines.empty()) return -1;
  lines.remove_suffix(1);
  const auto line = read_json(lines.substr(lines.rfind('\n') + 1), folder.stats());
  return line ? static_cast<int>(line->number_or("frame", -1.0)) : -1;
}

std::string text_of(const SceneDifference& found) {
  return fmt::format("'{}' was {} in the run so far and is {} now", found.key, found.before, found.now);
}

// Why a run from frame 0 would not replace what an unfinished run has left by the same; empty if it would.
std::string why_not_again(const RunFolder& folder, const Scene& scene) {
  const auto record = read_record(folder);
  const JsonValue* finished = record ? record->find("finished") : nullptr;
  if (finished && finished->boolean) return "it is finished";
  const auto before = read_own_scene(folder);
  if (!before) return before.error().message;
  if (const auto found = first_difference(scene_lines(*before), scene_lines(with_whole_paths(scene))))
    return text_of(*found);
  if (last_frame_in(folder) > scene.time.frames)
    return fmt::format("{} frames are asked for, which are fewer", scene.time.frames);
  return "";
}

Error would_replace(const RunFolder& folder, const std::string& start, const std::string& more,
                    const std::string& remedy) {
  const int frame = last_frame_in(folder);
  return {ErrorCode::kBadInput,
          fmt::format("{}the folder {} holds the results of a run{}{}; {}use --overwrite to replace them, or another "
                      "--out to keep them",
                      start, folder.path(),
                      frame < 0 ? "" : fmt::format(" of {} frame{}", frame, frame == 1 ? "" : "s"), more, remedy)};
}

std::string text_of_changes(const std::vector<SceneDifference>& changes) {
  constexpr std::size_t kMost = 8;
  std::string text;
  for (std::size_t i = 0; i < std::min(changes.size(), kMost); ++i) text += (i > 0 ? ", " : "") + text_of(changes[i]);
  if (changes.size() > kMost) text += fmt::format(", and {} more keys of outputs differ", changes.size() - kMost);
  return text;
}

}  // namespace

Status check_same_scene(const RunCheckpoint& saved, const Scene& scene, const MeshSums& meshes) {
  const auto refuse = [&](const std::string& why) {
    return Error{ErrorCode::kBadInput, "cannot resume: " + why, {scene.file}};
  };
  // A mesh is the same by its bytes, wherever it lies.
  const Status same_meshes = check_same_meshes(saved.mesh_checksums, scene, meshes);
  if (const auto found =
          first_difference(saved.scene, scene_lines(scene), same_meshes ? FileNames::kDoNotCount : FileNames::kCount))
    return refuse(text_of(*found) + "; --overwrite in place of --resume starts over");
  return same_meshes ? Status(Done{}) : refuse(same_meshes.error().message);
}

Result<Beginning> choose_beginning(const std::string& folder, const Scene& scene, const RunOptions& options,
                                   RunWatcher& watcher) {
  const bool has_checkpoint = !RunFolder::checkpoints(folder).empty();
  if (options.resume && has_checkpoint) {
    if (options.overwrite)
      watcher.note(
          fmt::format("{} has a checkpoint: --resume continues from it, and --overwrite has no effect", folder));
    return Beginning::kResumed;
  }
  if (Status known = RunFolder::check_is_a_runs(folder); !known) return known.error();
  const RunFolder there = RunFolder::existing(folder);
  const bool has_results = RunFolder::has_results(folder);
  if (has_results && !options.overwrite && !options.resume)
    return would_replace(there, "", "", has_checkpoint ? "use --resume to continue it, " : "");
  if (has_results && !options.overwrite)
    if (const std::string why = why_not_again(there, scene); !why.empty())
      return would_replace(
          there, "cannot resume: ", " and no checkpoint, and a run from frame 0 would not make the same: " + why, "");
  if (options.resume)
    watcher.warning(fmt::format("there is no checkpoint in {} to resume from; starting at frame 0", folder));
  return Beginning::kNew;
}

Result<RunCheckpoint> find_checkpoint(const std::string& run_folder, const Scene& scene, const MeshSums& meshes,
                                      RunWatcher& watcher) {
  const std::vector<std::string> files = RunFolder::checkpoints(run_folder);
  for (const std::string& file : files) {
    auto read = read_checkpoint(file);
    auto saved = read ? unpack(std::move(*read)) : Result<RunCheckpoint>(read.error());
    if (!saved) {
      watcher.warning(fmt::format("{}: {}{}", file, saved.error().message,
                                  file == files.back() ? "" : "; trying the one before it"));
      continue;
    }
    if (Status same = check_same_scene(*saved, scene, meshes); !same) return same.error();
    return saved;
  }
  return Error{
      ErrorCode::kBadInput,
      fmt::format("cannot resume: no checkpoint in {} can be used; --overwrite in place of --resume starts over",
                  run_folder)};
}

Status check_can_continue(const RunFolder& folder, const Scene& scene, const RunCheckpoint& saved,
                          RunWatcher& watcher) {
  const int frame = saved.totals.frames;
  if (const int last = std::max(frame, last_frame_in(folder)); last > scene.time.frames)
    return Error{
        ErrorCode::kBadInput,
        fmt::format("cannot resume: the run has reached frame {} already, and {} are asked for; ask for as many "
                    "or more, or let --overwrite in place of --resume start over",
                    last, scene.time.frames)};
  if (const std::vector<SceneDifference> changes = output_differences(saved.scene, scene_lines(scene));
      !changes.empty())
    watcher.warning(
        fmt::format("{}; files of frames up to {} stay as they are (`spindrift render {}` draws all pictures alike)",
                    text_of_changes(changes), frame, folder.path()));
  if (frame > 0 && !saved.tables.contains("stats.jsonl"))
    watcher.warning(
        fmt::format("the checkpoint in {} has no statistics: tables, files and movie begin with the frames after {}",
                    folder.path(), frame));
  return check_tables(folder, scene, saved.tables, watcher);
}

}  // namespace spindrift
