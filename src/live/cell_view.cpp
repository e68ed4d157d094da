#include "live/cell_view.h"

#include <cmath>

#include "settings/start_flow.h"

namespace spindrift {
namespace {

float divergence(const Slice& slice, std::size_t i) {
  const CellFrame& cells = slice.cells;
  if (cells.faces.empty()) {
    const std::size_t at = slice.cell(i);
    double sum = 0.0;
    for (int axis = 0; axis < (cells.cells[2] > 1 ? 3 : 2); ++axis) sum += velocity_slope(cells, at, axis, axis);
    return static_cast<float>(sum);
  }
  // The solver's divergence, from the faces.
  float sum = 0.0f;
  const auto width = static_cast<std::size_t>(cells.cells[0]);
  for (int axis = 0; axis < 2; ++axis) {
    const std::size_t next = i + (axis == 0 ? 1 : width);
    if (next >= slice.count() || (axis == 0 && next % width == 0)) return 0.0f;
    sum += cells.faces[2 * next + axis] - cells.faces[2 * i + axis];
  }
  return sum / static_cast<float>(cells.cell_size);
}

float value_of(const Slice& slice, std::string_view field, std::size_t i) {
  const CellFrame& cells = slice.cells;
  const std::size_t at = slice.cell(i);
  if (field == "type") return static_cast<float>(cells.type[at]);
  if (field == "pressure") return cells.pressure[at];
  if (field == "vorticity") {  // about the slice's axis
    const int x = (slice.axis + 1) % 3, y = (slice.axis + 2) % 3;
    return static_cast<float>(velocity_slope(cells, at, y, x) - velocity_slope(cells, at, x, y));
  }
  if (field == "divergence") return divergence(slice, i);
  if (field == "density" || field == "smoke") return cells.density[at];
  if (field == "temperature") return cells.temperature.empty() ? 0.0f : cells.temperature[at];
  const float u = cells.velocity[3 * at], v = cells.velocity[3 * at + 1], w = cells.velocity[3 * at + 2];
  return std::sqrt(u * u + v * v + w * w);
}

double shortest_side(const Scene& scene) {
  return *std::min_element(scene.domain.size.at.begin(), scene.domain.size.at.begin() + scene.dimension());
}

NumberRange range_of(const Scene& scene, std::string_view field, const std::vector<float>& values) {
  const double largest =
      values.empty() ? 0.0
                     : static_cast<double>(std::abs(*std::max_element(
                           values.begin(), values.end(), [](float a, float b) { return std::abs(a) < std::abs(b); })));
  const double speed = speed_scale(scene, largest);
  if (field == "type") return {0.0, 2.0};
  if (field == "density") return {0.0, 2.0};
  if (field == "smoke") return {0.0, std::max(1.0, largest)};
  if (field == "temperature")
    return {scene.gas.ambient_temperature, std::max(scene.gas.ambient_temperature + 1.0, largest)};
  if (field == "pressure") {
    const double weight = scene.fluid.density * scene.forces.strongest_gravity() * 0.5 * scene.domain.size[1];
    return weight > 0.0 && !scene.is_smoke() ? NumberRange{0.0, weight} : NumberRange{-largest, largest};
  }
  if (field == "vorticity") {
    const double most = scene.is_smoke() ? std::max(largest, 1e-6) : speed / (0.1 * shortest_side(scene));
    return {-most, most};
  }
  if (field == "divergence") {
    const double most = std::max(largest, 1e-6);
    return {-most, most};
  }
  return {0.0, speed};
}

}  // namespace

double speed_scale(const Scene& scene, double fastest) {
  const double own = std::max(fastest, 1e-6);
  return scene.is_smoke() ? own : fall_speed(scene).value_or(own);
}

CellView view_cells(const Scene& scene, const Slice& slice, std::string_view field) {
  CellView view;
  view.values.resize(slice.count());
  view.has_value.resize(slice.count());
  for (std::size_t i = 0; i < slice.count(); ++i) {
    view.has_value[i] = field == "type" || slice.cells.type[slice.cell(i)] == CellType::kFluid;
    view.values[i] = view.has_value[i] ? value_of(slice, field, i) : 0.0f;
  }
  view.range = range_of(scene, field, view.values);
  return view;
}

}  // namespace spindrift
