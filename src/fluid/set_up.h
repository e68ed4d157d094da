// What liquid and smoke do alike before the first step: domain, tiles, and the shapes of the scene.
#pragma once

#include <vector>

#include "fluid/grid_state.h"
#include "geometry/images.h"
#include "geometry/place_solids.h"

namespace spindrift {

// Domain, empty tiles, and the solids at their place of time 0.
template <int D>
Status set_up_grid(const Physics& scene, GridState<D>& state);

// Puts solids in place of those there are, as they are at the state's time, and brings what the grid holds of them up
// to date.
template <int D>
void replace_solids(GridState<D>& state, std::vector<Solid<D>> solids);

enum class Images { kToo, kNone };

// Appends {shape, settings} for each of `all`, and for its images.
template <int D, class Settings, class Placed>
Status place_shapes(const std::vector<Settings>& all, const GridState<D>& state, std::vector<Placed>& placed,
                    Images images = Images::kToo) {
  for (const Settings& settings : all) {
    auto shape = make_shape<D>(settings.shape, state.scene.file);
    if (!shape) return shape.error();
    constexpr double kSeen = 2.0;  // cells outside of the domain
    for (const VecD<D>& by : find_images(state.domain, (*shape)->bounds(), kSeen)) {
      placed.push_back({make_image<D>(*shape, by), settings});
      if (images == Images::kNone) break;  // the first is the shape itself
    }
  }
  return Done{};
}

}  // namespace spindrift
