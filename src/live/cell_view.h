// Values of cells as a viewer wants them: of a 2D scene, of a slice of a 3D one, or of every n-th cell.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "grid/frames.h"
#include "spindrift/scene.h"

namespace spindrift {

// Numbers between low and high, for a component of an array.
struct NumberRange {
  double low = 0.0, high = 1.0;
};

// The cells across an axis of a grid.
struct Slice {
  const CellFrame& cells;
  int axis;
  int at;

  // `share`: of the domain's length along the axis.
  Slice(const CellFrame& all, int across, double share)
      : cells(all), axis(across), at(std::min(static_cast<int>(share * all.cells[axis]), all.cells[axis] - 1)) {}

  int columns() const { return cells.cells[axis == 0 ? 1 : 0]; }
  int rows() const { return cells.cells[axis == 2 ? 1 : 2]; }
  std::size_t count() const { return static_cast<std::size_t>(columns()) * static_cast<std::size_t>(rows()); }
  std::size_t cell(std::size_t i) const {
    Vec<int, 3> place{};
    place[axis] = at;
    place[axis == 0 ? 1 : 0] = static_cast<int>(i) % columns();
    place[axis == 2 ? 1 : 2] = static_cast<int>(i) / columns();
    return cell_number(cells.cells, place[0], place[1], place[2]);
  }
};

// A field of a slice.
struct CellView {
  std::vector<float> values;
  std::vector<std::uint8_t> has_value;
  NumberRange range;
};

CellView view_cells(const Scene& scene, const Slice& slice, std::string_view field);

// What colours of speed span: most of a fall through the domain; of smoke, and without gravity, the fastest there is.
double speed_scale(const Scene& scene, double fastest);

// One in so many cells along each axis leaves at most `most` along the longest.
inline int every_for(const Vec<int, 3>& cells, int most) {
  return (std::max({cells[0], cells[1], cells[2]}) + most - 1) / most;
}

// Calls visit(cell) for one in `every` cells along each axis, x fastest. Returns their numbers along the axes.
template <class Visit>
Vec<int, 3> sample_cells(const Vec<int, 3>& cells, int every, const Visit& visit) {
  Vec<int, 3> counts{};
  for (int a = 0; a < 3; ++a) counts[a] = (cells[a] + every - 1) / every;
  const auto place = [&](int number, int a) { return std::min(number * every + every / 2, cells[a] - 1); };
  for (int z = 0; z < counts[2]; ++z)
    for (int y = 0; y < counts[1]; ++y)
      for (int x = 0; x < counts[0]; ++x) visit(cell_number(cells, place(x, 0), place(y, 1), place(z, 2)));
  return counts;
}

}  // namespace spindrift
