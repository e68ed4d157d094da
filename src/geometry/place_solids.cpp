#include "geometry/place_solids.h"

#include <cmath>

#include "grid/tile.h"

namespace spindrift {

namespace {

// A shape in another place.
template <int D>
class ShiftedShape final : public Shape<D> {
 public:
  ShiftedShape(ShapePtr<D> shape, const VecD<D>& by) : shape_(std::move(shape)), by_(by) {}
  double distance(const VecD<D>& x) const override { return shape_->distance(x - by_); }
  VecD<D> normal(const VecD<D>& x, double step) const override { return shape_->normal(x - by_, step); }
  Box<D> bounds() const override {
    const Box<D> box = shape_->bounds();
    return {box.low + by_, box.high + by_};
  }

 private:
  ShapePtr<D> shape_;
  VecD<D> by_;
};

// Calls visit(offset in domains, offset in metres) for all neighbouring images, the original first.
template <int D, class Visit>
void for_each_image(const Domain<D>& domain, Visit&& visit) {
  visit(VecI<D>{}, VecD<D>{});
  for (int n = 0; n < Tile<D>::kNeighbors; ++n) {
    const VecI<D> offset = Tile<D>::neighbor_offset(n);
    VecD<D> by;
    bool exists = offset != VecI<D>{};
    for (int a = 0; a < D; ++a) {
      by[a] = offset[a] * domain.cells[a] * domain.h;
      exists &= offset[a] == 0 || domain.is_periodic[a];
    }
    if (exists) visit(offset, by);
  }
}

// All places one domain around, for a shape that moves and may come close to any side.
template <int D>
std::vector<VecD<D>> all_images(const Domain<D>& domain) {
  std::vector<VecD<D>> images;
  for_each_image(domain, [&](const VecI<D>&, const VecD<D>& by) { images.push_back(by); });
  return images;
}

// Cells outside of the domain up to which a solid counts: how far particles may leave through a periodic side before
// they are wrapped.
template <int D>
constexpr double kSeenOutside = Tile<D>::kSide;

// How the image of a moving solid wraps around. A solid that is infinite along an axis has no middle there.
template <int D>
Wrapping<D> find_wrapping(const Domain<D>& domain, const Box<D>& bounds, const VecD<D>& by) {
  Wrapping<D> wrapping{{}, VecD<D>::from(domain.cells) * (0.5 * domain.h), by};
  for (int a = 0; a < D; ++a) {
    if (domain.is_periodic[a]) wrapping.period[a] = domain.cells[a] * domain.h;
    const double middle = 0.5 * (bounds.low[a] + bounds.high[a]);
    if (std::isfinite(middle)) wrapping.center[a] = middle;
  }
  wrapping.center += by;
  return wrapping;
}

}  // namespace

template <int D>
std::vector<VecD<D>> find_images(const Domain<D>& domain, const Box<D>& bounds, double margin) {
  std::vector<VecD<D>> images;
  const double far = margin * domain.h;
  for_each_image(domain, [&](const VecI<D>& offset, const VecD<D>& by) {
    bool is_seen = true;
    for (int a = 0; a < D; ++a) {
      if (offset[a] == 0) continue;
      const double period = domain.cells[a] * domain.h;
      const bool spans = bounds.low[a] <= -far && bounds.high[a] >= period + far;
      is_seen &= !spans && bounds.high[a] + by[a] > -far && bounds.low[a] + by[a] < period + far;
    }
    if (is_seen) images.push_back(by);
  });
  return images;
}

template <int D>
ShapePtr<D> make_image(const ShapePtr<D>& shape, const VecD<D>& by) {
  if (by == VecD<D>{}) return shape;
  return std::make_shared<ShiftedShape<D>>(shape, by);
}

template <int D>
ShapePtr<D> with_images(const Domain<D>& domain, const ShapePtr<D>& shape) {
  Parts<D> parts;
  for (const VecD<D>& by : find_images(domain, shape->bounds(), 0.0)) parts.push_back(make_image(shape, by));
  return parts.size() == 1 ? shape : union_of<D>(std::move(parts));
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
    const Box<D> bounds = (*shape)->bounds();
    const bool is_moving = Solid<D>(*shape, settings).is_moving();
    for (const VecD<D>& by : is_moving ? all_images(domain) : find_images(domain, bounds, kSeenOutside<D>)) {
      SolidSettings image = settings;
      image.pivot += Vec3d::from(by);
      Solid<D>& solid = solids.emplace_back(make_image<D>(*shape, by), image);
      solid.set_number(static_cast<int>(i));
      if (is_moving) solid.wrap_around(find_wrapping(domain, bounds, by));
      solid.move_to(0.0, 0.0);
    }
  }
  return Done{};
}

template std::vector<VecD<2>> find_images<2>(const Domain<2>&, const Box<2>&, double);
template std::vector<VecD<3>> find_images<3>(const Domain<3>&, const Box<3>&, double);
template ShapePtr<2> make_image<2>(const ShapePtr<2>&, const VecD<2>&);
template ShapePtr<3> make_image<3>(const ShapePtr<3>&, const VecD<3>&);
template ShapePtr<2> with_images<2>(const Domain<2>&, const ShapePtr<2>&);
template ShapePtr<3> with_images<3>(const Domain<3>&, const ShapePtr<3>&);
template Status place_solids<2>(const Physics&, const Domain<2>&, std::vector<Solid<2>>&);
template Status place_solids<3>(const Physics&, const Domain<3>&, std::vector<Solid<3>>&);

}  // namespace spindrift
