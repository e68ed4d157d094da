#include "run/tables.h"

#include <fmt/format.h>

#include <filesystem>
#include <string_view>

#include "base/json.h"
#include "formats/files/files.h"

namespace spindrift {

namespace {

std::string vector_json(const Vec3d& v, int dimension) {
  return json_array(std::span(v.at).first(static_cast<std::size_t>(dimension)));
}

std::string axial_vector_json(const Vec3d& v, int dimension) {
  return dimension == 2 ? json_array(std::span(v.at).last(1)) : vector_json(v, 3);
}

}  // namespace

std::string stage_seconds_json(const std::vector<StageTime>& stages) {
  JsonObject object;
  for (const StageTime& stage : stages) object.add(stage.name, stage.seconds);
  return object.text();
}

namespace {

void add_smoke(JsonObject& line, const SmokeReport& smoke) {
  line.add("smoke", smoke.smoke).add("smoke_drift", smoke.drift).add("heat", smoke.heat);
  if (smoke.fuel) line.add("fuel", *smoke.fuel);
  line.add("max_density", smoke.max_density).add("max_temperature", smoke.max_temperature);
}

}  // namespace

std::string stats_line(const FrameReport& report, int dimension) {
  const bool has_stepped = report.substeps > 0;
  const bool is_liquid = !report.smoke;
  const bool has_places = is_liquid ? report.particles > 0 : report.smoke->smoke > 0.0;
  JsonObject line;
  line.add("frame", report.frame).add("time", report.time).add("substeps", report.substeps);
  if (is_liquid) line.add("particles", report.particles);
  line.add("fluid_cells", report.fluid_cells).add("tiles", report.tiles);
  if (is_liquid) line.add("volume", report.volume).add("volume_drift", report.volume_drift);
  if (!is_liquid) add_smoke(line, *report.smoke);
  line.add("kinetic_energy", report.kinetic_energy);
  if (is_liquid) line.add("potential_energy", report.potential_energy);
  line.add_json("linear_momentum", vector_json(report.linear_momentum, dimension));
  line.add_json("angular_momentum", axial_vector_json(report.angular_momentum, dimension));
  if (has_places) line.add_json("center_of_mass", vector_json(report.center_of_mass, dimension));
  line.add("max_speed", report.max_speed);
  if (has_places && report.front_x > -1e100) line.add("front_x", report.front_x);
  if (has_stepped) {
    line.add("divergence_max", report.divergence_max).add("divergence_l2", report.divergence_l2);
    line.add("pressure_iterations", report.pressure_iterations).add("pressure_residual", report.pressure_residual);
    if (report.viscosity_iterations)
      line.add("viscosity_iterations", *report.viscosity_iterations)
          .add("viscosity_residual", report.viscosity_residual);
  }
  if (is_liquid) line.add("escaped_particles", report.escaped_particles);
  if (has_stepped) {
    line.add("wall_seconds", report.wall_seconds).add("cpu_seconds", report.cpu_seconds);
    line.add_json("stage_seconds", stage_seconds_json(report.stage_seconds));
  }
  line.add("state_hash", fmt::format("{:016x}", report.state_hash));
  return line.text();
}

std::string memory_line(double time, std::int64_t resident_bytes) {
  return resident_bytes < 0 ? fmt::format("{},", time) : fmt::format("{},{}", time, resident_bytes);
}

namespace {

constexpr std::size_t kStats = 0, kMemory = 1, kFirstProbe = 2;

struct TableStart {
  std::string name;
  std::string header;  // with its end; that of the statistics is empty
};

std::vector<TableStart> tables_of(const Scene& scene) {
  std::vector<TableStart> tables{{"stats.jsonl", ""}, {"memory.csv", std::string(kMemoryHeader) + "\n"}};
  for (const ProbeTable& table : probe_tables(scene)) tables.push_back({table.file, table.header + "\n"});
  return tables;
}

// How much of a table remains when a run continues: `size`, or the whole lines of one that is shorter.
std::int64_t kept_bytes(const std::string& path, std::int64_t size) {
  std::error_code missing;
  const auto bytes = static_cast<std::int64_t>(std::filesystem::file_size(path, missing));
  if (missing) return 0;
  if (bytes >= size) return size;
  const auto text = read_file_bytes(path);
  return text ? static_cast<std::int64_t>(text->rfind('\n') + 1) : 0;
}

}  // namespace

Status check_tables(const RunFolder& folder, const Scene& scene, const TableSizes& sizes, RunWatcher& watcher) {
  for (const auto& [name, header] : tables_of(scene)) {
    const auto size = sizes.find(name);
    if (size == sizes.end()) continue;
    const std::string path = folder.table(name);
    if (kept_bytes(path, size->second) < size->second)
      watcher.warning(fmt::format("{} is missing or cut off: lines of frames so far are lost", path));
    const auto text = read_file_bytes(path);
    if (text && !text->empty() && !text->starts_with(header))
      return Error{ErrorCode::kBadInput, fmt::format("cannot resume: {} has other columns than the scene's probes have "
                                                     "now; move it away to begin a new one",
                                                     path)};
  }
  return Done{};
}

Result<RunTables> RunTables::open(const Scene& scene, const RunFolder& folder, const TableSizes& sizes,
                                  Manifest& manifest) {
  RunTables tables;
  tables.sizes_ = sizes;
  for (const auto& [name, header] : tables_of(scene)) {
    const std::string path = folder.table(name);
    const auto size = sizes.find(name);
    std::int64_t kept = size == sizes.end() ? 0 : kept_bytes(path, size->second);
    if (Status begun = manifest.begin(path); !begun) return begun.error();
    if (kept == 0) {
      if (const auto written = write_file(path, header); !written) return written.error();
      kept = static_cast<std::int64_t>(header.size());
    }
    Result<LineFile> file = LineFile::open(path, kept);
    if (!file) return file.error();
    tables.tables_.push_back(std::move(*file));
  }
  return tables;
}

Status RunTables::append(const Lines& lines) {
  std::vector<std::string> added(tables_.size());  // without the last line's end
  added[kStats] = lines.stats;
  added[kMemory] = lines.memory;
  for (const auto& [table, text] : lines.probes) {
    std::string& so_far = added[kFirstProbe + table];
    so_far += (so_far.empty() ? "" : "\n") + text;
  }
  for (std::size_t i = tables_.size(); i-- > 0;)  // the statistics last: they say that the frame is complete
    if (!added[i].empty())
      if (Status written = tables_[i].append(added[i]); !written) return written;
  return Done{};
}

TableSizes RunTables::sizes() const {
  TableSizes sizes = sizes_;
  for (const LineFile& table : tables_) sizes[std::filesystem::path(table.path()).filename().string()] = table.bytes();
  return sizes;
}

Status RunTables::finish(Manifest& manifest) const {
  for (const LineFile& table : tables_)
    if (Status added = manifest.add_read(table.path()); !added) return added;
  return Done{};
}

}  // namespace spindrift
