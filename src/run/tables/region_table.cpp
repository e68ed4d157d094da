#include "run/tables/region_table.h"

#include <fmt/format.h>

#include "settings/outputs.h"

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

}  // namespace spindrift
