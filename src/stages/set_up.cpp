#include "stages/set_up.h"

namespace spindrift {

template <int D>
Status set_up_grid(const Scene& scene, GridState<D>& state) {
  state.scene = scene;
  state.domain = Domain<D>(scene.domain);
  state.tiles.reset(state.domain.extent());
  for (const SolidSettings& settings : scene.solids) {
    auto shape = make_shape<D>(settings.shape, scene.file);
    if (!shape) return shape.error();
    state.solids.emplace_back(*shape, settings);
    state.solids.back().move_to(0.0, 0.0);
  }
  return Done{};
}

template Status set_up_grid<2>(const Scene&, GridState<2>&);
template Status set_up_grid<3>(const Scene&, GridState<3>&);

}  // namespace spindrift
