// Reading and writing a smoke's state in tests, by coordinates instead of tiles. Slow and plain.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <memory>

#include "smoke/stages/smoke_stages.h"
#include "support/scenes.h"

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

template <int D, class FieldOfX>
void set_velocity(SmokeState<D>& state, FieldOfX&& field) {
  for (int a = 0; a < D; ++a)
    for_each_place(state, a, [&](int tile, int c, const VecD<D>& x) {
      state.velocity[static_cast<std::size_t>(a)].tile(tile)[c] = static_cast<float>(field(x)[a]);
    });
}

template <int D, class FieldOfX>
void set_density(SmokeState<D>& state, FieldOfX&& field) {
  for_each_place(state, D, [&](int tile, int c, const VecD<D>& x) {
    state.density().tile(tile)[c] = static_cast<float>(field(x));
  });
}

}  // namespace spindrift::testing
