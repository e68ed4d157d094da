// The simulated box, and the numbering of its cells.
// The grid holds the domain's cells and a border: one cell on the low sides, two on the high sides (so that every node
// of a transfer kernel exists). Cell kBorder is the domain's first. A closed side's border is solid, an open one's air.
// Along a periodic axis there is no border: the tile map leads from the last cell to the first.
#pragma once

#include <cmath>

#include "spindrift/scene.h"
#include "spindrift/vec.h"

namespace spindrift {

template <int D>
struct Domain {
  static constexpr int kBorder = 1;
  static constexpr int kHighBorder = 2;

  VecI<D> cells{};
  double h = 1.0;              // edge length of a cell, metres
  Vec<bool, 2 * D> is_open{};  // low x, high x, low y, ...
  Vec<bool, D> is_periodic{};

  Domain() = default;
  explicit Domain(const DomainSettings& settings) : h(settings.cell()) {
    const Vec<int, 3> all = settings.cells();
    for (int a = 0; a < D; ++a) cells[a] = all[a];
    for (int s = 0; s < 2 * D; ++s) is_open[s] = settings.is_open(static_cast<Side>(s));
    for (int a = 0; a < D; ++a) is_periodic[a] = settings.is_periodic(static_cast<Axis>(a));
  }

  // The domain's first cell.
  VecI<D> first_cell() const {
    VecI<D> first;
    for (int a = 0; a < D; ++a) first[a] = is_periodic[a] ? 0 : kBorder;
    return first;
  }
  VecI<D> extent() const {
    VecI<D> all = cells;
    for (int a = 0; a < D; ++a)
      if (!is_periodic[a]) all[a] += kBorder + kHighBorder;
    return all;
  }
  // Whether a side is a wall: neither open nor periodic.
  bool is_closed(int side) const { return !is_open[side] && !is_periodic[side / 2]; }
  // The periodic image of a place between the sides. In cells.
  VecD<D> wrapped(VecD<D> cell_position) const {
    for (int a = 0; a < D; ++a)
      if (is_periodic[a]) {
        cell_position[a] -= cells[a] * std::floor(cell_position[a] / cells[a]);
        if (cell_position[a] >= cells[a]) cell_position[a] = 0.0;  // a little less than 0 rounds up to the far side
      }
    return cell_position;
  }
  VecI<D> wrapped(VecI<D> cell) const {
    for (int a = 0; a < D; ++a)
      if (is_periodic[a]) cell[a] = (cell[a] % cells[a] + cells[a]) % cells[a];
    return cell;
  }
  // The shortest periodic image of a displacement. In metres.
  Vec3d shortest(Vec3d way) const {
    for (int a = 0; a < D; ++a)
      if (is_periodic[a]) way[a] -= cells[a] * h * std::floor(way[a] / (cells[a] * h) + 0.5);
    return way;
  }
  VecD<D> to_world(const VecD<D>& cell_position) const { return (cell_position - VecD<D>::from(first_cell())) * h; }
  VecD<D> to_cells(const VecD<D>& world) const { return world / h + VecD<D>::from(first_cell()); }
  bool contains(const VecI<D>& cell) const {
    const VecI<D> first = first_cell();
    for (int a = 0; a < D; ++a)
      if (cell[a] < first[a] || cell[a] >= cells[a] + first[a]) return false;
    return true;
  }
  double cell_volume() const {
    double volume = 1.0;
    for (int a = 0; a < D; ++a) volume *= h;
    return volume;
  }
};

// Whether a cell of the border is behind a closed side.
template <int D>
bool is_behind_wall(const Domain<D>& domain, const VecI<D>& cell) {
  for (int a = 0; a < D; ++a) {
    if (cell[a] < Domain<D>::kBorder && domain.is_closed(2 * a)) return true;
    if (cell[a] >= Domain<D>::kBorder + domain.cells[a] && domain.is_closed(2 * a + 1)) return true;
  }
  return false;
}

}  // namespace spindrift
