#include "run/run_checkpoint.h"

#include <fmt/format.h>

#include <iterator>

#include "base/archive.h"
#include "base/split.h"
#include "scene/scene_difference.h"
#include "sim/scene_history.h"
#include "spindrift/scene_file.h"

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
  archive.array(kSceneSection, run.scene_text);
  if (archive.error()) return *archive.error();
  run.state = std::move(checkpoint);
  return run;
}

Status check_same_scene(const RunCheckpoint& saved, const Scene& scene, const MeshSums& meshes) {
  const auto refuse = [&](const std::string& why) {
    return Error{ErrorCode::kBadInput, "cannot resume: " + why, {scene.file}};
  };
  auto before = parse_scene(saved.scene_text, scene.file);
  if (!before) return refuse("the checkpoint's scene is not understood: " + before.error().message);
  // A mesh is the same by its bytes, wherever it lies.
  const Status same_meshes = check_same_meshes(saved.mesh_checksums, scene, meshes);
  if (const auto found = first_difference(*before, scene, same_meshes ? FileNames::kDoNotCount : FileNames::kCount))
    return refuse(
        fmt::format("'{}' was {} in the run so far and is {} now; --overwrite in place of --resume starts over",
                    found->key, found->before, found->now));
  return same_meshes ? Status(Done{}) : refuse(same_meshes.error().message);
}

}  // namespace spindrift
