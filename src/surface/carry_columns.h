// What particles carry, at the vertices of a surface.
#pragma once

#include <span>
#include <vector>

#include "surface/extract_surface.h"

namespace spindrift {

// Some numbers per particle in, the same per vertex out.
struct CarriedColumn {
  std::span<const float> particles;
  int width = 1;  // numbers per particle
  std::vector<float>* vertices = nullptr;
};

// Means over the particles around each vertex, weighted by nearness. `positions` are those of the bins; those behind
// the columns' end are images, which carry nothing.
template <int D>
void carry_columns(const SurfaceGrid<D>& grid, const ParticleBins<D>& bins, std::span<const float> positions,
                   const RawSurface<D>& surface, std::span<const CarriedColumn> columns);

}  // namespace spindrift
