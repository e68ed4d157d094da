#include "fluid/set_up.h"

#include "fluid/solids/solid_distance.h"
#include "geometry/combinations.h"

namespace spindrift {

template <int D>
std::vector<VecD<D>> find_images(const Domain<D>& domain, const Box<D>& bounds) {
  std::vector<VecD<D>> images = {VecD<D>{}};
  for (int n = 0; n < Tile<D>::kNeighbors; ++n) {
    const VecI<D> offset = Tile<D>::neighbor_offset(n);
    VecD<D> by;
    bool is_seen = offset != VecI<D>{};
    for (int a = 0; a < D; ++a) {
      const double period = domain.cells[a] * domain.h, margin = 2.0 * domain.h;
      by[a] = offset[a] * period;
      if (offset[a] == 0) continue;
      is_seen &= domain.is_periodic[a] && bounds.high[a] + by[a] > -margin && bounds.low[a] + by[a] < period + margin;
    }
    if (is_seen) images.push_back(by);
  }
  return images;
}

template <int D>
std::shared_ptr<const Shape<D>> make_image(const std::shared_ptr<const Shape<D>>& shape, const VecD<D>& by) {
  if (by == VecD<D>{}) return shape;
  return std::make_shared<ShiftedShape<D>>(shape, by);
}

template <int D>
Status place_solids(const Physics& scene, const Domain<D>& domain, std::vector<Solid<D>>& solids) {
  for (std::size_t i = 0; i < scene.solids.size(); ++i) {
    const SolidSettings& settings = scene.solids[i];
    if (!settings.motion_file.empty() && !settings.motion_table)
      return Error{
          ErrorCode::kBadInput, "the table '" + settings.motion_file + "' of a motion is not at hand", {scene.file}};
    auto shape = make_shape<D>(settings.shape, scene.file);
    if (!shape) return shape.error();
    // A solid that moves may come close to any side.
    const bool is_moving = Solid<D>(*shape, settings).is_moving();
    for (const VecD<D>& by : find_images(domain, is_moving ? Box<D>{} : (*shape)->bounds())) {
      SolidSettings image = settings;
      image.pivot += Vec3d::from(by);
      solids.emplace_back(make_image<D>(*shape, by), image);
      solids.back().set_number(static_cast<int>(i));
      solids.back().move_to(0.0, 0.0);
    }
  }
  return Done{};
}

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

template std::vector<VecD<2>> find_images<2>(const Domain<2>&, const Box<2>&);
template std::vector<VecD<3>> find_images<3>(const Domain<3>&, const Box<3>&);
template std::shared_ptr<const Shape<2>> make_image<2>(const std::shared_ptr<const Shape<2>>&, const VecD<2>&);
template std::shared_ptr<const Shape<3>> make_image<3>(const std::shared_ptr<const Shape<3>>&, const VecD<3>&);
template Status place_solids<2>(const Physics&, const Domain<2>&, std::vector<Solid<2>>&);
template Status place_solids<3>(const Physics&, const Domain<3>&, std::vector<Solid<3>>&);
template void replace_solids<2>(GridState<2>&, std::vector<Solid<2>>);
template void replace_solids<3>(GridState<3>&, std::vector<Solid<3>>);
template Status set_up_grid<2>(const Physics&, GridState<2>&);
template Status set_up_grid<3>(const Physics&, GridState<3>&);

}  // namespace spindrift
