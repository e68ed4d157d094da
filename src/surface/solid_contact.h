// How a surface ends at solids: the liquid goes on inside of them as a mirror image, and is cut off at their surface.
#pragma once

#include <vector>

#include "geometry/solid.h"
#include "surface/surface_grid.h"

namespace spindrift {

// Adds images of the particles within a distance of solids, mirrored at the solid's surface.
template <int D>
void add_mirror_images(const SurfaceGrid<D>& grid, const std::vector<Solid<D>>& solids, double within,
                       std::vector<float>& positions);

// Solids whose bounds come within `margin` of the box.
template <int D>
std::vector<const Solid<D>*> solids_near(const std::vector<Solid<D>>& solids, const VecD<D>& low, const VecD<D>& high,
                                         double margin);

template <int D>
double distance_to(const std::vector<const Solid<D>*>& solids, const VecD<D>& x);

}  // namespace spindrift
