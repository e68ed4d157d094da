#include "run/tables/probes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scene/probe_column.h"

namespace spindrift {
namespace {

std::size_t index_of(const CellFrame& cells, const Vec<int, 3>& c) {
  return (static_cast<std::size_t>(c[2]) * static_cast<std::size_t>(cells.cells[1]) + static_cast<std::size_t>(c[1])) *
             static_cast<std::size_t>(cells.cells[0]) +
         static_cast<std::size_t>(c[0]);
}

Vec<int, 3> cell_at(const CellFrame& cells, const Vec3d& x) {
  Vec<int, 3> c{};
  for (int a = 0; a < 3; ++a)
    c[a] = std::clamp(static_cast<int>(std::floor(x[a] / cells.cell_size)), 0, cells.cells[a] - 1);
  return c;
}

struct Reading {
  double pressure = 0.0;
  Vec3d velocity{};
};

// Weighted by nearness over the wet ones of the cells around the point.
Reading read_point(const CellFrame& cells, const Vec3d& x, int dimension) {
  Reading reading;
  double weights = 0.0;
  Vec<int, 3> low{};
  Vec3d share{};
  for (int a = 0; a < dimension; ++a) {
    const double u = x[a] / cells.cell_size - 0.5;
    low[a] = static_cast<int>(std::floor(u));
    share[a] = u - low[a];
  }
  for (int corner = 0; corner < 1 << dimension; ++corner) {
    Vec<int, 3> c{};
    double weight = 1.0;
    for (int a = 0; a < dimension; ++a) {
      const int step = corner >> a & 1;
      c[a] = std::clamp(low[a] + step, 0, cells.cells[a] - 1);
      weight *= step ? share[a] : 1.0 - share[a];
    }
    const std::size_t i = index_of(cells, c);
    if (cells.type[i] != CellType::kFluid) continue;
    weights += weight;
    reading.pressure += weight * static_cast<double>(cells.pressure[i]);
    for (int a = 0; a < dimension; ++a)
      reading.velocity[a] += weight * static_cast<double>(cells.velocity[3 * i + static_cast<std::size_t>(a)]);
  }
  if (weights <= 0.0) return {};
  return {reading.pressure / weights, reading.velocity / weights};
}

double read_height(const CellFrame& cells, const Vec3d& x) {
  Vec<int, 3> c = cell_at(cells, x);
  for (c[1] = cells.cells[1] - 1; c[1] >= 0; --c[1]) {
    const std::size_t i = index_of(cells, c);
    if (cells.type[i] != CellType::kFluid) continue;
    // Density is spread over neighbouring cells: what the air above has of it belongs to this one.
    double filled = static_cast<double>(cells.density[i]);
    if (Vec<int, 3> above = c; ++above[1] < cells.cells[1])
      filled += static_cast<double>(cells.density[index_of(cells, above)]);
    return cells.cell_size * (c[1] + std::clamp(filled, 0.0, 1.5));
  }
  return 0.0;
}

constexpr const char* kVelocityNames[] = {"u", "v", "w"};

}  // namespace

// A comma or a line break would end the field.
std::string probe_header(const Scene& scene) {
  std::string line = "time s";
  for (const ProbeSettings& probe : scene.probes) {
    const std::string name = probe_column(probe.name);
    if (probe.kind == ProbeSettings::Kind::kHeight) {
      line += fmt::format(",{} height m", name);
      continue;
    }
    line += fmt::format(",{} pressure Pa", name);
    for (int a = 0; a < scene.dimension(); ++a) line += fmt::format(",{} {} m/s", name, kVelocityNames[a]);
  }
  return line;
}

std::string probe_line(const Scene& scene, double time, const CellFrame& cells) {
  std::string line = fmt::format("{}", time);
  for (const ProbeSettings& probe : scene.probes) {
    if (probe.kind == ProbeSettings::Kind::kHeight) {
      line += fmt::format(",{:.6g}", read_height(cells, probe.position));
      continue;
    }
    const bool is_wet = cells.type[index_of(cells, cell_at(cells, probe.position))] == CellType::kFluid;
    const Reading reading = is_wet ? read_point(cells, probe.position, scene.dimension()) : Reading{};
    line += fmt::format(",{:.6g}", reading.pressure);
    for (int a = 0; a < scene.dimension(); ++a) line += is_wet ? fmt::format(",{:.6g}", reading.velocity[a]) : ",";
  }
  return line;
}

}  // namespace spindrift
