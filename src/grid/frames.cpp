#include "grid/frames.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace spindrift {

namespace {

// Keeps the first problem.
class Lengths {
 public:
  template <class T>
  void need(std::string_view name, const std::vector<T>& values, std::size_t count) {
    if (values.size() != count) refuse(fmt::format("'{}' has {} numbers instead of {}", name, values.size(), count));
  }
  template <class T>
  void need_if(bool exists, std::string_view name, const std::vector<T>& values, std::size_t count) {
    if (exists) need(name, values, count);
  }
  void need_that(bool is_so, const char* otherwise) {
    if (!is_so) refuse(otherwise);
  }
  const Status& status() const { return status_; }

 private:
  void refuse(const std::string& why) {
    if (status_) status_ = Error{ErrorCode::kBadInput, "invalid frame: " + why};
  }

  Status status_ = Done{};
};

bool is_dimension(int dimension) { return dimension == 2 || dimension == 3; }

void check_columns(Lengths& lengths, const FrameColumns& columns, std::size_t count) {
  for (const FrameColumn& column : columns) {
    const std::size_t needed = count * static_cast<std::size_t>(column.components);
    const bool is_integer = column.kind == FrameColumn::Kind::kInteger;
    lengths.need_that(column.kind != FrameColumn::Kind::kColor || column.components == 3, "a color needs 3 components");
    lengths.need(column.name, column.values, is_integer ? 0 : needed);
    lengths.need(column.name, column.integers, is_integer ? needed : 0);
  }
}

void check_values(Lengths& lengths, const CellValues& values, std::size_t count) {
  lengths.need_that(values.cell_size > 0.0, "cell_size must be positive");
  lengths.need("density", values.density, count);
  lengths.need("pressure", values.pressure, count);
  lengths.need("velocity", values.velocity, 3 * count);
  lengths.need_if(values.has_temperature(), "temperature", values.temperature, count);
  lengths.need_if(values.has_fuel(), "fuel", values.fuel, count);
}

}  // namespace

const FrameColumn* FrameColumns::find(std::string_view name) const {
  const auto found = std::find_if(begin(), end(), [&](const FrameColumn& column) { return column.name == name; });
  return found == end() ? nullptr : &*found;
}

const std::vector<float>& FrameColumns::values(std::string_view name) const {
  static const std::vector<float> none;
  const FrameColumn* column = find(name);
  return column ? column->values : none;
}

const std::vector<std::uint32_t>& FrameColumns::integers(std::string_view name) const {
  static const std::vector<std::uint32_t> none;
  const FrameColumn* column = find(name);
  return column ? column->integers : none;
}

Status check_frame(const ParticleFrame& frame) {
  Lengths lengths;
  const std::size_t count = frame.count();
  lengths.need_that(is_dimension(frame.dimension), "the dimension must be 2 or 3");
  lengths.need("position", frame.position, 3 * count);
  lengths.need("velocity", frame.velocity, 3 * count);
  check_columns(lengths, frame.columns, count);
  return lengths.status();
}

Status check_frame(const CellFrame& frame) {
  Lengths lengths;
  const auto& cells = frame.cells.at;
  const bool has_cells = std::all_of(cells.begin(), cells.end(), [](int n) { return n > 0; });
  lengths.need_that(has_cells, "cells must be positive along every axis");
  if (!has_cells) return lengths.status();
  const std::size_t count = cell_count(frame.cells);
  lengths.need("type", frame.type, count);
  check_values(lengths, frame, count);
  return lengths.status();
}

Status check_frame(const FluidCells& cells) {
  Lengths lengths;
  check_values(lengths, cells, cells.count());
  return lengths.status();
}

Status check_frame(const SurfaceMesh& mesh) {
  Lengths lengths;
  const std::size_t count = mesh.vertices();
  lengths.need_that(is_dimension(mesh.dimension), "the dimension must be 2 or 3");
  if (!lengths.status()) return lengths.status();
  lengths.need("position", mesh.position, 3 * count);
  lengths.need_if(mesh.has_velocity(), "velocity", mesh.velocity, 3 * count);
  check_columns(lengths, mesh.columns, count);
  lengths.need("corners", mesh.corners, mesh.faces() * static_cast<std::size_t>(mesh.dimension));
  lengths.need_that(
      std::all_of(mesh.corners.begin(), mesh.corners.end(), [&](std::uint32_t corner) { return corner < count; }),
      "a corner is not the index of a vertex");
  return lengths.status();
}

Status check_frame(const SurfaceDistance& surface) {
  Lengths lengths;
  constexpr std::size_t kNodes = SurfaceDistance::kSide * SurfaceDistance::kSide * SurfaceDistance::kSide;
  lengths.need("distance", surface.distance, kNodes * surface.first.size());
  return lengths.status();
}

Status check_frame(const Image& image) {
  Lengths lengths;
  lengths.need_that(image.width > 0 && image.height > 0, "width and height must be positive");
  lengths.need("pixels", image.pixels, static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height));
  return lengths.status();
}

double velocity_slope(const CellFrame& cells, std::size_t cell, int component, int axis) {
  const auto along = static_cast<std::size_t>(cells.cells[axis]);
  std::size_t stride = 1;  // to the next cell along the axis
  for (int a = 0; a < axis; ++a) stride *= static_cast<std::size_t>(cells.cells[a]);
  const std::size_t place = cell / stride % along;
  const bool has_low = place > 0, has_high = place + 1 < along;
  const std::size_t low = has_low && cells.type[cell - stride] == CellType::kFluid ? cell - stride : cell;
  const std::size_t high = has_high && cells.type[cell + stride] == CellType::kFluid ? cell + stride : cell;
  if (low == high) return 0.0;
  const auto value = [&](std::size_t at) { return static_cast<double>(cells.velocity[3 * at + component]); };
  return (value(high) - value(low)) / (cells.cell_size * static_cast<double>((high - low) / stride));
}

double vorticity(const CellFrame& cells, std::size_t cell) {
  if (cells.type[cell] != CellType::kFluid) return 0.0;
  return velocity_slope(cells, cell, 1, 0) - velocity_slope(cells, cell, 0, 1);
}

}  // namespace spindrift
