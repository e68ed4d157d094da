// The surface of a solid as a mesh, from its distances: for pictures and for who looks on.
#pragma once

#include "geometry/solid.h"
#include "surface/extract_surface.h"

namespace spindrift {

template <int D>
struct SolidSurface {
  std::vector<VecD<D>> vertices;  // metres
  std::vector<std::array<std::uint32_t, D>> faces;
  double spacing = 0.0;  // of the grid it was found on, metres
};

// What of the solid lies within the box, closed where the box cuts it; grown by `skin`, metres. `cells` along the
// longest side of what is looked at.
template <int D>
SolidSurface<D> find_solid_surface(const Solid<D>& solid, const Box<D>& within, double skin, int cells);

}  // namespace spindrift
