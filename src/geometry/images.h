// Shapes in a domain that repeats itself: one that crosses a periodic side comes in at the other.
#pragma once

#include <memory>
#include <vector>

#include "geometry/shape.h"
#include "grid/domain.h"

namespace spindrift {

// Where a shape is seen in the domain and up to `margin` cells outside of it, the place in the scene first: by how much
// it is moved. Along an axis that it spans, and more, there is nothing else to see.
template <int D>
std::vector<VecD<D>> find_images(const Domain<D>& domain, const Box<D>& bounds, double margin);

// All places one domain around: of a shape that moves, and may come close to any side.
template <int D>
std::vector<VecD<D>> all_images(const Domain<D>& domain);

// The shape moved by that.
template <int D>
std::shared_ptr<const Shape<D>> make_image(const std::shared_ptr<const Shape<D>>& shape, const VecD<D>& by);

// The shape with all of its images in the domain, as one.
template <int D>
std::shared_ptr<const Shape<D>> with_images(const Domain<D>& domain, const std::shared_ptr<const Shape<D>>& shape);

}  // namespace spindrift
