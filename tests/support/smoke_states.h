// Reading and writing a smoke's state in tests, by coordinates instead of tiles. Slow and plain.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <memory>

#include "smoke/smoke_step.h"
#include "support/scenes.h"
#include "support/tiles.h"

namespace spindrift::testing {

template <int D>
std::unique_ptr<SmokeState<D>> make_smoke(const Scene& scene) {
  auto state = make_smoke_state<D>(scene);
  if (!state) {
    std::fprintf(stderr, "%s\n", to_string(state.error()).c_str());
    std::abort();
  }
  return std::move(*state);
}

// A closed unit box full of air, as a smoke scene without smoke.
inline Scene air_box(int dimension, int cells) {
  Scene scene = empty_box(dimension, vec(cells, cells, cells), 1.0 / cells);
  SmokeSettings nothing;
  nothing.shape = sphere(vec(0.5, 0.5, 0.5), 0.1);
  nothing.density = 0.0;
  scene.smokes = {nothing};
  return scene;
}

// visit(tile, index, place of the value in metres) for every cell centre (axis = D) or face across an axis.
template <int D, class Visit>
void for_each_place(const SmokeState<D>& state, int axis, Visit&& visit) {
  for (int tile = 1; tile <= state.tiles.count(); ++tile)
    for (int c = 0; c < Tile<D>::kCells; ++c) {
      VecD<D> at = VecD<D>::from(state.tiles.first_cell(tile) + Tile<D>::cell_coord(c)) + VecD<D>::filled(0.5);
      if (axis < D) at[axis] -= 0.5;
      visit(tile, c, state.domain.to_world(at));
    }
}

// The same for the cells that are gas, and for the faces between two of them.
template <int D, class Visit>
void for_each_gas(SmokeState<D>& state, int axis, Visit&& visit) {
  for_each_place(state, axis, [&](int tile, int c, const VecD<D>& x) {
    if (state.type.tile(tile)[c] != CellType::kFluid) return;
    const VecI<D> cell = state.tiles.first_cell(tile) + Tile<D>::cell_coord(c);
    if (axis == D || value_at(state.tiles, state.type, neighbor(cell, axis, -1)) == CellType::kFluid) visit(tile, c, x);
  });
}

template <int D, class FieldOfX>
void set_velocity(SmokeState<D>& state, FieldOfX&& field) {
  for (int a = 0; a < D; ++a)
    for_each_place(state, a, [&](int tile, int c, const VecD<D>& x) {
      state.velocity[static_cast<std::size_t>(a)].tile(tile)[c] = static_cast<float>(field(x)[a]);
    });
}

template <int D, class FieldOfX>
void set_quantity(SmokeState<D>& state, Quantity quantity, FieldOfX&& field) {
  for_each_place(state, D, [&](int tile, int c, const VecD<D>& x) {
    state.quantity[static_cast<std::size_t>(quantity)].tile(tile)[c] = static_cast<float>(field(x));
  });
}

template <int D, class FieldOfX>
void set_density(SmokeState<D>& state, FieldOfX&& field) {
  set_quantity(state, Quantity::kDensity, field);
}

// What the gas holds of a quantity, in cells times its unit.
template <int D>
double sum_of(SmokeState<D>& state, Quantity quantity) {
  double sum = 0.0;
  for_each_gas(state, D, [&](int tile, int c, const VecD<D>&) {
    sum += static_cast<double>(state.quantity[static_cast<std::size_t>(quantity)].tile(tile)[c]);
  });
  return sum;
}

// What flows out of a cell of a box without solids, m/s.
template <int D>
double outflow(SmokeState<D>& state, const VecI<D>& cell) {
  double sum = 0.0;
  for (int a = 0; a < D; ++a) {
    auto& u = state.velocity[static_cast<std::size_t>(a)];
    sum += static_cast<double>(value_at(state.tiles, u, neighbor(cell, a, 1)) - value_at(state.tiles, u, cell));
  }
  return sum;
}

}  // namespace spindrift::testing
