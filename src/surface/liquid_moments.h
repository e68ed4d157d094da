// How much liquid lies around each node of the surface grid, and where.
//
// Each particle is spread over the nodes around it by a quadratic B-spline, as a weight and as a weighted offset (the
// zeroth and first moment).
#pragma once

#include <span>
#include <vector>

#include "base/simd.h"
#include "grid/field.h"
#include "surface/particle_bins.h"

namespace spindrift {

// At every node: weight, and weighted offset of the particles from the node along x, y, z, in nodes.
template <int D>
using MomentField = CellField<Float4, D>;

// `positions` are those the bins were built from. Only what reaches a tile that `is_wanted`, or its neighbours, is
// complete.
template <int D>
void add_up_moments(const SurfaceGrid<D>& grid, const ParticleBins<D>& bins, std::span<const float> positions,
                    const std::vector<char>& is_wanted, MomentField<D>& moments);

}  // namespace spindrift
