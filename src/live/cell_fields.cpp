#include "live/cell_fields.h"

#include <algorithm>
#include <cmath>

namespace spindrift {

namespace {

// What a fall through the domain reaches is seldom reached everywhere: most of it spans the colours.
constexpr double kShareOfFall = 0.6;

struct Slice {
  const CellFrame& cells;
  std::size_t first;

  std::size_t count() const {
    return static_cast<std::size_t>(cells.cells[0]) * static_cast<std::size_t>(cells.cells[1]);
  }
  bool is_fluid(std::size_t i) const { return cells.type[first + i] == CellType::kFluid; }
  float velocity(std::size_t i, int axis) const { return cells.velocity[3 * (first + i) + axis]; }
  // The neighbour that holds fluid, or the cell itself.
  std::size_t beside(std::size_t i, int axis, int side) const {
    const auto width = static_cast<std::size_t>(cells.cells[0]);
    const std::size_t x = i % width, y = i / width;
    const bool is_out = axis == 0 ? (side < 0 ? x == 0 : x + 1 == width)
                                  : (side < 0 ? y == 0 : y + 1 == static_cast<std::size_t>(cells.cells[1]));
    if (is_out) return i;
    const std::size_t there = i + (axis == 0 ? 1 : width) * side;
    return is_fluid(there) ? there : i;
  }
  // Of a component of the velocity along an axis, 1/s.
  float slope(std::size_t i, int component, int axis) const {
    const std::size_t low = beside(i, axis, -1), high = beside(i, axis, 1);
    const int cells_between = (low != i) + (high != i);
    if (cells_between == 0) return 0.0f;
    return (velocity(high, component) - velocity(low, component)) / static_cast<float>(cells_between * cells.cell_size);
  }
};

float divergence(const Slice& slice, std::size_t i) {
  if (slice.cells.faces.empty()) return slice.slope(i, 0, 0) + slice.slope(i, 1, 1);
  // By the faces, as the solver has it.
  float sum = 0.0f;
  const auto width = static_cast<std::size_t>(slice.cells.cells[0]);
  for (int axis = 0; axis < 2; ++axis) {
    const std::size_t next = i + (axis == 0 ? 1 : width);
    if (next >= slice.count() || (axis == 0 && next % width == 0)) return 0.0f;
    sum += slice.cells.faces[2 * next + axis] - slice.cells.faces[2 * i + axis];
  }
  return sum / static_cast<float>(slice.cells.cell_size);
}

float value_of(const Slice& slice, std::string_view field, std::size_t i) {
  const CellFrame& cells = slice.cells;
  const std::size_t at = slice.first + i;
  if (field == "type") return static_cast<float>(cells.type[at]);
  if (field == "pressure") return cells.pressure[at];
  if (field == "vorticity") return slice.slope(i, 1, 0) - slice.slope(i, 0, 1);
  if (field == "divergence") return divergence(slice, i);
  if (field == "density" || field == "smoke") return cells.density[at];
  if (field == "temperature") return cells.temperature.empty() ? 0.0f : cells.temperature[at];
  const float u = slice.velocity(i, 0), v = slice.velocity(i, 1), w = slice.velocity(i, 2);
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
  double energy = 0.0;
  const Vec3d gravity = scene.forces.gravity;
  for (int a = 0; a < scene.dimension(); ++a) energy += std::abs(gravity[a]) * scene.domain.size[a];
  if (scene.is_smoke() || energy == 0.0) return std::max(fastest, 1e-6);
  return kShareOfFall * std::sqrt(2.0 * energy);
}

std::size_t first_shown(const CellFrame& cells) {
  return static_cast<std::size_t>(cells.cells[2] / 2) * static_cast<std::size_t>(cells.cells[0]) *
         static_cast<std::size_t>(cells.cells[1]);
}

CellView view_cells(const Scene& scene, const CellFrame& cells, std::string_view field) {
  const Slice slice{cells, first_shown(cells)};
  CellView view;
  view.values.resize(slice.count());
  view.is_there.resize(slice.count());
  for (std::size_t i = 0; i < slice.count(); ++i) {
    view.is_there[i] = field == "type" || slice.is_fluid(i);
    view.values[i] = view.is_there[i] ? value_of(slice, field, i) : 0.0f;
  }
  view.range = range_of(scene, field, view.values);
  return view;
}

}  // namespace spindrift
