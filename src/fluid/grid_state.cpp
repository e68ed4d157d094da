#include "fluid/grid_state.h"

#include "fluid/solids.h"
#include "geometry/place_solids.h"

namespace spindrift {

template <int D>
void replace_solids(GridState<D>& state, std::vector<Solid<D>> solids) {
  state.solids = std::move(solids);
  for (Solid<D>& solid : state.solids) solid.move_to(state.time, state.dt);
  state.static_solids = {};  // of other solids
  state.all_solids = {};
  carry_solids(state);
  state.cells_changed = true;
}

template <int D>
Status set_up_grid(const Physics& scene, GridState<D>& state) {
  if (!scene.forces.gravity_file.empty() && !scene.forces.gravity_table)
    return Error{
        ErrorCode::kBadInput, "the table '" + scene.forces.gravity_file + "' of gravity is not at hand", {scene.file}};
  if (!scene.frame.motion_file.empty() && !scene.frame.motion_table)
    return Error{
        ErrorCode::kBadInput, "the table '" + scene.frame.motion_file + "' of the tank is not at hand", {scene.file}};
  state.scene = scene;
  state.frame_path = FramePath(scene.frame, D);
  state.domain = Domain<D>(scene.domain);
  state.tiles.reset(state.domain.extent(), state.domain.is_periodic);
  return place_solids(scene, state.domain, state.solids);
}

template void replace_solids<2>(GridState<2>&, std::vector<Solid<2>>);
template void replace_solids<3>(GridState<3>&, std::vector<Solid<3>>);
template Status set_up_grid<2>(const Physics&, GridState<2>&);
template Status set_up_grid<3>(const Physics&, GridState<3>&);

}  // namespace spindrift
