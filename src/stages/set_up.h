// What liquid and smoke do alike before the first step: domain, tiles, and the shapes of the scene.
#pragma once

#include <vector>

#include "geometry/shape.h"
#include "stages/grid_state.h"

namespace spindrift {

// Domain, empty tiles, and the solids at their place of time 0.
template <int D>
Status set_up_grid(const Scene& scene, GridState<D>& state);

// Appends {shape, settings} for each of `all`.
template <int D, class Settings, class Placed>
Status place_shapes(const std::vector<Settings>& all, const std::string& scene_file, std::vector<Placed>& placed) {
  for (const Settings& settings : all) {
    auto shape = make_shape<D>(settings.shape, scene_file);
    if (!shape) return shape.error();
    placed.push_back({*shape, settings});
  }
  return Done{};
}

}  // namespace spindrift
