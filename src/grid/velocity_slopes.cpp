#include "grid/velocity_slopes.h"

namespace spindrift {

double velocity_slope(const CellFrame& cells, std::size_t cell, int component, int axis) {
  const auto width = static_cast<std::size_t>(cells.cells[0]), height = static_cast<std::size_t>(cells.cells[1]);
  const std::size_t stride = axis == 0 ? 1 : width;
  const std::size_t place = axis == 0 ? cell % width : cell / width % height;
  const bool has_low = place > 0, has_high = place + 1 < (axis == 0 ? width : height);
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
