// How far outside of the extracted surface the finished one lies, at the nodes beside it, metres. Smoothing, and what
// is given back and held after it, move vertices; this takes the level set along.
#pragma once

#include "surface/extract_surface.h"

namespace spindrift {

class SurfaceShift {
 public:
  // Each vertex tells the two nodes of its edge. Those in the domain's sides say nothing, since sides do not move.
  SurfaceShift(const SurfaceGrid<3>& grid, const TileMap<3>& tiles, const TileSides<3>& sides,
               const std::vector<VecF<3>>& extracted, const RawSurface<3>& finished);

  // At a node beside the surface; where it was told nothing, what those around it were.
  float at(const VecI<3>& node) const;

 private:
  const TileMap<3>& tiles_;
  CellField<float, 3> shift_, told_;  // the mean of what a node was told, and whether there was anything
};

}  // namespace spindrift
