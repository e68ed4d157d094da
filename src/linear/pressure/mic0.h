// The modified incomplete Cholesky preconditioner of level zero [Bridson2015, sec. 5.4].
//
// The factor is applied by forward and backward substitution in the order of tiles and cells. A tile needs only its
// neighbours on the low (or high) side, so tiles on one diagonal plane of the tile grid are independent: threads share
// a plane, and the arithmetic is that of the serial sweep, bit for bit.
#pragma once

#include "linear/pressure/pressure_solver.h"

namespace spindrift {

// Computes system.factor, and the planes that go with it, from the matrix.
template <int D>
void factorize_mic0(const TileMap<D>& map, PressureSystem<D>& system);

// system.preconditioned = M^-1 system.residual
template <int D>
void apply_mic0(const TileMap<D>& map, PressureSystem<D>& system);

}  // namespace spindrift
