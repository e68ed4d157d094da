#include "geometry/place_solids.h"

#include <cmath>

#include "geometry/images.h"
#include "grid/tile.h"

namespace spindrift {

namespace {

// Cells outside of the domain up to which a solid counts: particles that leave by a periodic side are no farther before
// they are taken to the other.
template <int D>
constexpr double kSeenOutside = Tile<D>::kSide;

// How the image of a solid that moves goes around. One without an end along an axis has no middle there.
template <int D>
WayAround<D> find_way_around(const Domain<D>& domain, const Box<D>& bounds, const VecD<D>& by) {
  WayAround<D> way{{}, VecD<D>::from(domain.cells) * (0.5 * domain.h), by};
  for (int a = 0; a < D; ++a) {
    if (domain.is_periodic[a]) way.period[a] = domain.cells[a] * domain.h;
    const double middle = 0.5 * (bounds.low[a] + bounds.high[a]);
    if (std::isfinite(middle)) way.center[a] = middle;
  }
  way.center += by;
  return way;
}

}  // namespace

template <int D>
Status place_solids(const Physics& scene, const Domain<D>& domain, std::vector<Solid<D>>& solids) {
  for (std::size_t i = 0; i < scene.solids.size(); ++i) {
    const SolidSettings& settings = scene.solids[i];
    if (!settings.motion_file.empty() && !settings.motion_table)
      return Error{
          ErrorCode::kBadInput, "the table '" + settings.motion_file + "' of a motion is not at hand", {scene.file}};
    auto shape = make_shape<D>(settings.shape, scene.file);
    if (!shape) return shape.error();
    const Box<D> bounds = (*shape)->bounds();
    const bool is_moving = Solid<D>(*shape, settings).is_moving();
    for (const VecD<D>& by : is_moving ? all_images(domain) : find_images(domain, bounds, kSeenOutside<D>)) {
      SolidSettings image = settings;
      image.pivot += Vec3d::from(by);
      Solid<D>& solid = solids.emplace_back(make_image<D>(*shape, by), image);
      solid.set_number(static_cast<int>(i));
      if (is_moving) solid.go_around(find_way_around(domain, bounds, by));
      solid.move_to(0.0, 0.0);
    }
  }
  return Done{};
}

template Status place_solids<2>(const Physics&, const Domain<2>&, std::vector<Solid<2>>&);
template Status place_solids<3>(const Physics&, const Domain<3>&, std::vector<Solid<3>>&);

}  // namespace spindrift
