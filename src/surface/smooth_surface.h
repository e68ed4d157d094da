// Takes the particles' unevenness out of a raw surface and leaves its shape alone.
#pragma once

#include "surface/vertex_means.h"

namespace spindrift {

// Each pass moves every vertex towards the mean of its neighbours and then by the same rule back [Taubin1995, with
// equal strengths]: waves as short as a few edges vanish, long ones stay to second order, and so does the volume. No
// vertex ends further than half an edge from where it was, so drops and sheets of a few edges survive.
//
// Afterwards the shape that averaging took away is given back: a Gaussian of deviation sigma moves a surface inwards by
// sigma^2/2 times the sum of its curvatures (the first step of mean curvature flow [Merriman1992]).
template <int D>
void smooth_surface(const SurfaceGrid<D>& grid, const VertexMeans<D>& means, int passes, double sigma,
                    RawSurface<D>& surface);

}  // namespace spindrift
