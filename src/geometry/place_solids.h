// Shapes and solids in the domain. In a periodic domain, a shape that crosses one side has an image at the other.
#pragma once

#include <memory>
#include <vector>

#include "geometry/solid.h"
#include "grid/domain.h"
#include "spindrift/error.h"

namespace spindrift {

// The displacements of all images of a shape in the domain and up to `margin` cells outside, the original (zero) first.
// Along an axis that the shape spans with the margin there is only one.
template <int D>
std::vector<VecD<D>> find_images(const Domain<D>& domain, const Box<D>& bounds, double margin);

// The shape moved by a displacement.
template <int D>
ShapePtr<D> make_image(const ShapePtr<D>& shape, const VecD<D>& by);

// The union of the shape's images in the domain.
template <int D>
ShapePtr<D> with_images(const Domain<D>& domain, const ShapePtr<D>& shape);

// Appends the scene's solids and their images at their place of time 0.
template <int D>
Status place_solids(const Physics& scene, const Domain<D>& domain, std::vector<Solid<D>>& solids);

}  // namespace spindrift
