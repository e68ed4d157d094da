// What liquid and smoke do alike before the first step: domain, tiles, and the shapes of the scene.
#pragma once

#include <vector>

#include "fluid/grid_state.h"
#include "geometry/shape.h"

namespace spindrift {

// The scene's solids at their place of time 0.
template <int D>
Status place_solids(const Physics& scene, const Domain<D>& domain, std::vector<Solid<D>>& solids);

// Domain, empty tiles, and the solids at their place of time 0.
template <int D>
Status set_up_grid(const Physics& scene, GridState<D>& state);

// Puts solids in place of those there are, as they are at the state's time, and brings what the grid holds of them up
// to date.
template <int D>
void replace_solids(GridState<D>& state, std::vector<Solid<D>> solids);

// Where else a shape appears in a domain that repeats itself, the place in the scene first: by how much it is moved.
template <int D>
std::vector<VecD<D>> find_images(const Domain<D>& domain, const Box<D>& bounds);

// The shape moved by that.
template <int D>
std::shared_ptr<const Shape<D>> make_image(const std::shared_ptr<const Shape<D>>& shape, const VecD<D>& by);

// Appends {shape, settings} for each of `all`, and for its images.
template <int D, class Settings, class Placed>
Status place_shapes(const std::vector<Settings>& all, const GridState<D>& state, std::vector<Placed>& placed) {
  for (const Settings& settings : all) {
    auto shape = make_shape<D>(settings.shape, state.scene.file);
    if (!shape) return shape.error();
    for (const VecD<D>& by : find_images(state.domain, (*shape)->bounds()))
      placed.push_back({make_image<D>(*shape, by), settings});
  }
  return Done{};
}

}  // namespace spindrift
