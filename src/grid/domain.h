// The box that is simulated, and how its cells are numbered.
// The grid holds the domain's cells and a border: one cell on the low sides, two on the high sides (so that every node
// of a transfer kernel exists). Cell kBorder is the domain's first. A closed side's border is solid, an open one's air.
#pragma once

#include <array>

#include "spindrift/scene.h"
#include "spindrift/vec.h"

namespace spindrift {

template <int D>
struct Domain {
  static constexpr int kBorder = 1;
  static constexpr int kHighBorder = 2;

  VecI<D> cells{};
  double h = 1.0;                          // edge length of a cell, metres
  std::array<bool, 2 * D> is_open{};       // low x, high x, low y, ...

  Domain() = default;
  explicit Domain(const DomainSettings& settings) : h(settings.cell()) {
    const Vec<int, 3> all = settings.cells();
    for (int a = 0; a < D; ++a) cells[a] = all[a];
    for (int s = 0; s < 2 * D; ++s) is_open[static_cast<std::size_t>(s)] = settings.is_open(static_cast<Side>(s));
  }

  VecI<D> extent() const { return cells + VecI<D>::filled(kBorder + kHighBorder); }
  VecD<D> to_world(const VecD<D>& cell_position) const {
    return (cell_position - VecD<D>::filled(kBorder)) * h;
  }
  VecD<D> to_cells(const VecD<D>& world) const { return world / h + VecD<D>::filled(kBorder); }
  bool contains(const VecI<D>& cell) const {
    for (int a = 0; a < D; ++a)
      if (cell[a] < kBorder || cell[a] >= cells[a] + kBorder) return false;
    return true;
  }
  double cell_volume() const {
    double volume = 1.0;
    for (int a = 0; a < D; ++a) volume *= h;
    return volume;
  }
};

// Whether a cell of the border lies behind a closed side.
template <int D>
bool is_behind_wall(const Domain<D>& domain, const VecI<D>& cell) {
  for (int a = 0; a < D; ++a) {
    const auto low = static_cast<std::size_t>(2 * a);
    if (cell[a] < Domain<D>::kBorder && !domain.is_open[low]) return true;
    if (cell[a] >= Domain<D>::kBorder + domain.cells[a] && !domain.is_open[low + 1]) return true;
  }
  return false;
}

}  // namespace spindrift
