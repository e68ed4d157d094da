#include "run/run_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "base/json.h"
#include "formats/files/files.h"
#include "formats/files/manifest.h"
#include "run/tables.h"
#include "spindrift/scene_file.h"

namespace spindrift {

namespace {

void add_stage_seconds(std::vector<StageTime>& sums, const std::vector<StageTime>& stages) {
  for (const StageTime& stage : stages) {
    const auto same = std::find_if(sums.begin(), sums.end(), [&](const StageTime& s) { return s.name == stage.name; });
    if (same == sums.end()) {
      sums.push_back(stage);
    } else {
      same->seconds += stage.seconds;
    }
  }
}

std::string totals_json(const RunTotals& totals, bool is_liquid) {
  JsonObject object;
  object.add("frames", totals.frames).add("time", totals.time).add("substeps", totals.substeps);
  if (is_liquid) object.add("particles", totals.particles).add("largest_volume_drift", totals.largest_volume_drift);
  object.add("largest_pressure_residual", totals.largest_pressure_residual);
  object.add("unconverged_frames", totals.unconverged_frames).add("fallback_frames", totals.fallback_frames);
  if (is_liquid) object.add("escaped_particles", totals.escaped_particles);
  object.add("wall_seconds", totals.wall_seconds).add("cpu_seconds", totals.cpu_seconds);
  object.add("peak_rss_bytes", totals.peak_rss_bytes);
  object.add_json("stage_seconds", stage_seconds_json(totals.stage_seconds));
  object.add("state_hash", fmt::format("{:016x}", totals.state_hash));
  return object.text();
}

std::string output_json(const OutputTotals& output) {
  JsonObject object;
  object.add("files", output.files).add("bytes", output.bytes);
  object.add("make_seconds", output.make_seconds).add("write_seconds", output.write_seconds);
  object.add("wait_seconds", output.wait_seconds);
  return object.text();
}

}  // namespace

void add_frame(RunTotals& totals, const FrameReport& report) {
  totals.frames = report.frame;
  totals.time = report.time;
  totals.substeps += report.substeps;
  totals.particles = report.particles;
  const double accounted = report.volume / std::max(1e-9, 1.0 + report.volume_drift);  // what there should be
  totals.largest_volume = std::max(totals.largest_volume, accounted);
  if (accounted >= 0.1 * totals.largest_volume && std::abs(report.volume_drift) > std::abs(totals.largest_volume_drift))
    totals.largest_volume_drift = report.volume_drift;
  totals.largest_pressure_residual = std::max(totals.largest_pressure_residual, report.pressure_residual);
  totals.unconverged_frames += report.pressure_converged ? 0 : 1;
  totals.largest_viscosity_residual = std::max(totals.largest_viscosity_residual, report.viscosity_residual);
  totals.unconverged_viscosity_frames += report.viscosity_converged ? 0 : 1;
  totals.fallback_frames += report.pressure_fell_back ? 1 : 0;
  totals.unmet_inflow = report.unmet_inflow;
  totals.escaped_particles = std::max(totals.escaped_particles, report.escaped_particles);
  totals.wall_seconds += report.wall_seconds;
  totals.cpu_seconds += report.cpu_seconds;
  add_stage_seconds(totals.stage_seconds, report.stage_seconds);
  totals.state_hash = report.state_hash;
}

std::string run_json(const RunRecord& record) {
  JsonObject object;
  object.add("program", "spindrift").add("version", record.version).add("title", record.title);
  object.add("scene_file", record.scene_file).add_json("overrides", json_array(record.overrides));
  object.add_json("scene", record.scene_json).add("dimension", record.dimension);
  const Vec3d cells = Vec3d::from(record.cells);
  object.add_json("cells", json_array(std::span(cells.at).first(static_cast<std::size_t>(record.dimension))));
  if (!record.mesh_checksums.empty()) {
    std::vector<std::string> sums;
    for (const std::uint64_t sum : record.mesh_checksums) sums.push_back(fmt::format("{:016x}", sum));
    object.add_json("mesh_checksums", json_array(sums));
  }
  object.add("threads", record.threads).add("finished", record.finished).add("interrupted", record.interrupted);
  if (record.resumed_at) object.add("resumed_at_frame", *record.resumed_at);
  if (!record.error.empty()) object.add("error", record.error);
  object.add_json("totals", totals_json(record.totals, !record.is_smoke));
  object.add_json("output", output_json(record.output));
  return object.indented_text();
}

Result<JsonValue> read_record(const RunFolder& folder) {
  const auto text = read_file_bytes(folder.record());
  if (!text) return text.error();
  return read_json(*text, folder.record());
}

Result<Scene> read_own_scene(const RunFolder& folder) {
  if (Status own = check_listed(folder.scene()); !own) return own.error();
  return read_scene(folder.scene());
}

MeshSums mesh_checksums_of(const JsonValue& record) {
  MeshSums sums;
  if (const JsonValue* list = record.find("mesh_checksums"))
    for (const JsonValue& sum : list->items) sums.push_back(std::strtoull(sum.text.c_str(), nullptr, 16));
  return sums;
}

Status check_meshes_of_run(const RunFolder& folder, const Scene& scene) {
  const auto record = read_record(folder);
  if (!record) return record.error();
  const Result<MeshSums> meshes = mesh_checksums(scene);
  if (!meshes) return meshes.error();
  return check_same_meshes(mesh_checksums_of(*record), scene, *meshes);
}

}  // namespace spindrift
