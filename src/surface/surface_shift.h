// How far outside of the extracted surface the finished one lies, at the nodes beside it, metres. Smoothing, and what
// is given back and held after it, move vertices; this takes the level set along.
#pragma once

#include "surface/extract_surface.h"

namespace spindrift {

class SurfaceShift {
 public:
  // Each vertex gives its shift to the two nodes of its edge. Those in the domain's sides give none: sides do not move.
  SurfaceShift(const SurfaceGrid<3>& grid, const TileMap<3>& tiles, const TileSides<3>& sides,
               const std::vector<VecF<3>>& extracted, const RawSurface<3>& finished);

  // At a node beside the surface; at one that was given none, the mean of those around it.
  float at(const VecI<3>& node) const;

 private:
  const TileMap<3>& tiles_;
  CellField<float, 3> shift_, given_;  // the mean of the shifts that a node was given, and 1 if there was any, else 0
};

}  // namespace spindrift
