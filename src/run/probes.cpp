#include "run/probes.h"

#include <fmt/format.h>

#include <cmath>

#include "base/timer.h"
#include "settings/outputs.h"
#include "settings/tables.h"

namespace spindrift {

namespace {

constexpr const char* kRegionAxes[] = {"x", "y", "z"};
constexpr const char* kRegionSpeeds[] = {"u", "v", "w"};

bool runs_along(const RegionSettings& region, int axis) {
  return (static_cast<int>(region.axis) == axis) == (region.kind == RegionSettings::Kind::kColumn);
}

}  // namespace

std::string region_file(const RegionSettings& region) {
  const char* const kind = region.kind == RegionSettings::Kind::kColumn ? "column_" : "slice_";
  return kind + probe_file_name(region.name) + ".csv";
}

std::string region_header(const Scene& scene, const RegionSettings& region) {
  std::string line = "time s";
  for (int a = 0; a < scene.dimension(); ++a)
    if (runs_along(region, a)) line += fmt::format(",{} m", kRegionAxes[a]);
  line += ",type";
  for (int a = 0; a < scene.dimension(); ++a) line += fmt::format(",{} m/s", kRegionSpeeds[a]);
  line += ",pressure Pa,density";
  if (scene.is_smoke()) line += ",temperature K";
  if (scene.has_fuel()) line += ",fuel";
  if (!scene.is_smoke() && scene.uses_level_set()) line += ",distance m";
  return line;
}

std::vector<std::string> region_lines(const CellFrame& cells, const RegionSettings& region, int dimension) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < cells.type.size(); ++i) {
    std::string line = fmt::format("{}", cells.time);
    std::size_t rest = i;
    for (int a = 0; a < dimension; ++a) {
      const auto along = static_cast<std::size_t>(cells.cells[a]);
      const double middle = static_cast<double>(rest % along) + cells.first[a] + 0.5;
      rest /= along;
      if (runs_along(region, a)) line += fmt::format(",{:.7g}", middle * cells.cell_size);
    }
    line += fmt::format(",{}", static_cast<int>(cells.type[i]));
    const auto add = [&](float value) { line += fmt::format(",{:.7g}", value); };
    for (std::size_t a = 0; a < static_cast<std::size_t>(dimension); ++a) add(cells.velocity[3 * i + a]);
    for (const auto* column : {&cells.pressure, &cells.density}) add((*column)[i]);
    for (const auto* column : {&cells.temperature, &cells.fuel, &cells.distance})
      if (!column->empty()) add((*column)[i]);
    lines.push_back(std::move(line));
  }
  return lines;
}

namespace {

std::string surface_line(const SurfaceProfile& profile, std::size_t point, int dimension) {
  const Vec3d& x = profile.place[point];
  std::string line = fmt::format("{},{:.7g}", profile.time, x[0]);
  if (dimension == 3) line += fmt::format(",{:.7g}", x[2]);
  return line + fmt::format(",{:.7g},{:.7g}", profile.height[point], profile.depth[point]);
}

}  // namespace

std::string probe_header(const Scene& scene) {
  std::string line = "time s";
  for (const ProbeColumn& column : probe_columns(scene)) line += "," + column.text();
  return line;
}

std::string probe_line(const ProbeReadings& readings) {
  std::string line = fmt::format("{}", readings.time);
  for (const double value : readings.values) line += std::isnan(value) ? "," : fmt::format(",{:.7g}", value);
  return line;
}

std::vector<ProbeTable> probe_tables(const Scene& scene) {
  std::vector<ProbeTable> tables;
  if (!probe_columns(scene).empty()) tables.push_back({"probes.csv", probe_header(scene), {}, {}});
  const char* const header = scene.dimension() == 2 ? "time s,x m,height m,depth m" : "time s,x m,z m,height m,depth m";
  for (const ProbeSettings& probe : scene.probes)
    if (probe.kind == ProbeSettings::Kind::kSurface)
      tables.push_back({"surface_" + probe_file_name(probe.name) + ".csv", header, probe, {}});
  for (const RegionSettings& region : scene.regions)
    if (is_table(region)) tables.push_back({region_file(region), region_header(scene, region), {}, region});
  return tables;
}

namespace {

ProbeClock clock_of(const ProbeTable& table, const Scene& scene) {
  if (table.surface) return ProbeClock(table.surface->times);
  return table.region ? ProbeClock(table.region->rate, table.region->every) : ProbeClock(scene.output.probe_rate);
}

}  // namespace

ProbeRecorder::ProbeRecorder(const Scene& scene)
    : probes_(scene.probes), domain_(scene.domain), dimension_(scene.dimension()), tables_(probe_tables(scene)) {
  for (const ProbeTable& table : tables_) clocks_.push_back(clock_of(table, scene));
}

void ProbeRecorder::start_at(const Simulation& simulation) {
  for (ProbeClock& clock : clocks_) clock.start_at(simulation.time(), simulation.frame());
}

Status ProbeRecorder::read(const Simulation& simulation) {
  const double begin = wall_seconds();
  for (std::size_t i = 0; i < tables_.size(); ++i)
    if (clocks_[i].is_due(simulation.time(), simulation.frame()))
      if (Status done = read_table(simulation, i); !done) return done;
  seconds_ += wall_seconds() - begin;
  return Done{};
}

Status ProbeRecorder::read_table(const Simulation& simulation, std::size_t table) {
  if (const auto& surface = tables_[table].surface) {
    const Result<SurfaceProfile> profile = simulation.surface_profile(*surface);
    if (!profile) return profile.error();
    for (std::size_t i = 0; i < profile->place.size(); ++i)
      lines_.push_back({table, surface_line(*profile, i, dimension_)});
    return Done{};
  }
  if (const auto& region = tables_[table].region) {
    const Result<CellFrame> cells = simulation.cells_in(cells_of_region(*region, domain_));
    if (!cells) return cells.error();
    for (std::string& line : region_lines(*cells, *region, dimension_)) lines_.push_back({table, std::move(line)});
    return Done{};
  }
  const Result<ProbeReadings> readings = simulation.probe(probes_);
  if (!readings) return readings.error();
  lines_.push_back({table, probe_line(*readings)});
  return Done{};
}

}  // namespace spindrift
