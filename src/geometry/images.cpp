#include "geometry/images.h"

#include "geometry/combinations.h"
#include "grid/tile.h"

namespace spindrift {

namespace {

// Calls visit(offset in domains, by how much that is in metres) for all places around, the middle first.
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
std::vector<VecD<D>> all_images(const Domain<D>& domain) {
  std::vector<VecD<D>> images;
  for_each_image(domain, [&](const VecI<D>&, const VecD<D>& by) { images.push_back(by); });
  return images;
}

template <int D>
std::shared_ptr<const Shape<D>> make_image(const std::shared_ptr<const Shape<D>>& shape, const VecD<D>& by) {
  if (by == VecD<D>{}) return shape;
  return std::make_shared<ShiftedShape<D>>(shape, by);
}

template <int D>
std::shared_ptr<const Shape<D>> with_images(const Domain<D>& domain, const std::shared_ptr<const Shape<D>>& shape) {
  Parts<D> parts;
  for (const VecD<D>& by : find_images(domain, shape->bounds(), 0.0)) parts.push_back(make_image(shape, by));
  if (parts.size() == 1) return shape;
  return std::make_shared<UnionShape<D>>(std::move(parts));
}

template std::vector<VecD<2>> find_images<2>(const Domain<2>&, const Box<2>&, double);
template std::vector<VecD<3>> find_images<3>(const Domain<3>&, const Box<3>&, double);
template std::vector<VecD<2>> all_images<2>(const Domain<2>&);
template std::vector<VecD<3>> all_images<3>(const Domain<3>&);
template std::shared_ptr<const Shape<2>> make_image<2>(const std::shared_ptr<const Shape<2>>&, const VecD<2>&);
template std::shared_ptr<const Shape<3>> make_image<3>(const std::shared_ptr<const Shape<3>>&, const VecD<3>&);
template std::shared_ptr<const Shape<2>> with_images<2>(const Domain<2>&, const std::shared_ptr<const Shape<2>>&);
template std::shared_ptr<const Shape<3>> with_images<3>(const Domain<3>&, const std::shared_ptr<const Shape<3>>&);

}  // namespace spindrift
