// Multigrid-preconditioned conjugate gradients on the sparse tiles, matrix-free.
//
// A coarse cell is an aligned block of 2^D cells; a level has its own tiles. The coarse operator is the Galerkin
// product with piecewise-constant transfer (unsmoothed aggregation), softened: half of it inside the liquid, which is
// rediscretisation, and exact at its boundary [Stueben2001, Shao2022]; see soften in multigrid_setup.cpp. One cycle
// with red-black Gauss-Seidel preconditions each step.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "exec/buffer.h"
#include "grid/tile_lists.h"
#include "grid/tile_map.h"
#include "linear/pressure/pockets.h"

namespace spindrift {

// A cell that a wall parts from the rest of its block: it counts to the block of a neighbour on its own side. Otherwise
// one coarse unknown would stand for the water on both sides of a wall thinner than a cell.
template <int D>
struct StrayCell {
  std::size_t cell;            // on the finer level
  std::size_t parent, target;  // the block it lies in and the one it counts to
  VecI<D> fine_cell, target_cell;
  std::array<std::size_t, 2 * D> neighbor;  // low and high along each axis
  std::array<float, 2 * D> coupling;
};

// One level: operator and vectors, in the split layout.
template <int D>
struct MultigridLevel {
  TileMap<D> coarse_tiles;  // the tiles of this level, but for the finest, which uses the simulation's own
  const TileMap<D>* tiles = nullptr;
  Buffer<float> diagonal, inverse_diagonal;  // zero where there is no equation
  std::array<Buffer<float>, D> coupling;     // to the neighbour on the low side, zero if there is none
  std::vector<std::uint8_t> is_uniform;      // tiles that lie wholly inside the liquid: constant coefficients
  std::vector<StrayCell<D>> strays;          // toward the next level, in the order of their cells
  Buffer<float> x, b;
};

template <int D>
struct Multigrid {
  std::vector<MultigridLevel<D>> levels;                      // finest first
  int bottom_sweeps = 0;                                      // on the coarsest
  Pockets pockets;                                            // their cells in the split layout
  Buffer<double> solution;                                    // what restarts have summed up
  Buffer<float> rhs, correction, residual, direction, image;  // conjugate gradients
  std::vector<VecI<D>> wanted_tiles;                          // while levels are built; what follows as well
  TileLists<StrayCell<D>> found_strays;
};

}  // namespace spindrift
