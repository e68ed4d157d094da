// The transfer to the grid in 2D with linear weights, eight particles at a time. Particles of one cell reach the same
// faces, so a face receives one sum instead of a term from each. A cell holds about four: two cells beside each other
// along x share a register.
#pragma once

#include "base/simd.h"
#include "grid/halo.h"
#include "grid/kernel.h"
#include "liquid/transfer/cell_weights.h"
#include "liquid/transfer/transfer_block.h"

namespace spindrift {

// Particles per cell, in and around a tile, for the smooth density.
template <int D>
using DensityBlock = HaloBlock<float, D, 1, 1>;

// What the particles in a register add to the faces and cells around them. Unused places have weight zero.
struct ParticleGroup {
  CellWeights w[2];
  Float8 velocity[2];
  Float8 mask;

  ParticleGroup(const Float8 (&in_cell)[2], const Float8 (&v)[2], Float8 used)
      : w{CellWeights(off_the_faces(in_cell[0])), CellWeights(off_the_faces(in_cell[1]))},
        velocity{v[0], v[1]},
        mask(used) {}

  // A particle on a face must still reach the far face of its cell, or that face would have no velocity at all.
  static Float8 off_the_faces(Float8 f) {
    const Float8 low = splat8(0x1p-20f), high = splat8(1.0f - 0x1p-20f);
    f = f < low ? low : f;
    return f < high ? f : high;
  }

  // (Momentum, weight) of both faces across axis A, of the cells at place j along the other axis.
  template <int A>
  Float8 faces(int j) const {
    const Float8 across = mask * w[1 - A].center[j];
    const Float8 low = across * w[A].face[0], high = across * w[A].face[1];
    const Float8 terms[4] = {low * velocity[A], low, high * velocity[A], high};
    return sums_of_halves(terms);
  }
  // Weights of three cells along x, the fourth value is zero.
  Float8 cells(int j) const {
    const Float8 across = mask * w[1].center[j];
    const Float8 terms[4] = {across * w[0].center[0], across * w[0].center[1], across * w[0].center[2], splat8(0.0f)};
    return sums_of_halves(terms);
  }
};

inline void add4(float* to, Float4 v) { store4(to, load4(to) + v); }

// Up to four particles of a cell, and up to four of the next one along x. What both add to the same place is added
// first.
template <bool Density>
inline void scatter_group(TransferBlock<2, LinearKernel>& block, DensityBlock<2>& density, const VecI<2>& cell,
                          const ParticleGroup& group) {
  using Block = TransferBlock<2, LinearKernel>;
  const Float8 zero = splat8(0.0f);
  for (int j = 0; j < 3; ++j) {  // three faces along x
    float* row = block.row(0, cell[0], cell[1] - 1 + j, 0);
    const Float8 sums = group.faces<0>(j);
    const Float8 left = shuffle<0, 1, 2, 3, 8, 8, 8, 8>(sums, zero);
    const Float8 right = shuffle<8, 8, 4, 5, 6, 7, 8, 8>(sums, zero);
    store8(row, load8(row) + (left + right));
  }
  float* row = block.row(1, cell[1], cell[0] - 1, 0);  // four faces along x, two along y
  const Float8 sums[3] = {group.faces<1>(0), group.faces<1>(1), group.faces<1>(2)};
  add4(row, low_half(sums[0]));
  add4(row + Block::kStride1, low_half(sums[1]) + high_half(sums[0]));
  add4(row + 2 * Block::kStride1, low_half(sums[2]) + high_half(sums[1]));
  add4(row + 3 * Block::kStride1, high_half(sums[2]));
  if constexpr (!Density) return;
  for (int j = 0; j < 3; ++j) {
    const Float8 cells = group.cells(j);
    add4(&density.at(cell + VecI<2>{-1, j - 1}), low_half(cells) + shift_up(high_half(cells), 0.0f));
  }
}

}  // namespace spindrift
