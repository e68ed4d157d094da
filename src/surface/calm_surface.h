// Takes out of a calm surface the slight unevenness that particles leave in it, and leaves what moves alone.
//
// Particles at rest keep the lattice that they were seeded on, or what the flow has made of it, and the surface that
// follows them has ridges of some hundredths of a cell, wider than smoothing reaches. Let G be the mean over some cells
// around a vertex. Then G + G (1 - G) keeps waves that are longer than the ridges: it loses (1 - g)^2 of one that G
// keeps the share g of. A vertex moves there, along the surface's normal,
//   - where the surface that is left is flat: bent by G (1 - G) as little as ridges are high, and
//   - if that is no further than ridges are high. Splashes, rims and drops are higher, and bent.
// All of them together sweep no volume.
#pragma once

#include "surface/vertex_means.h"

namespace spindrift {

template <int D>
void calm_surface(const SurfaceGrid<D>& grid, const VertexMeans<D>& means, RawSurface<D>& surface);

}  // namespace spindrift
