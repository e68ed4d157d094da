// Makes every piece of the surface enclose the liquid of its own particles, to half a per cent.
//
// A surface that follows particles is as uneven as they are. What that leaves over in a whole piece, beyond half a per
// cent of its liquid, is spread over it: all free vertices move along the surface's normal by
//
//   shift = surplus / area,
//
// at most by 0.08 particle spacings, which is what the unevenness of calm particles comes to, and by 3 % of the piece's
// radius. So a drop has its volume; a deep pool, whose particles may stand a little closer than at rest, keeps its
// level; and droplets of a few particles, angular as they are, keep their size.
#pragma once

#include "surface/extract_surface.h"

namespace spindrift {

// `piece` is that of every vertex, `liquid` the particles in each piece. Vertices on the domain's sides move in them;
// those in `is_fixed` do not move.
template <int D>
void hold_volume(const SurfaceGrid<D>& grid, const std::vector<int>& piece, const std::vector<std::uint32_t>& liquid,
                 const std::vector<char>& is_fixed, RawSurface<D>& surface);

}  // namespace spindrift
