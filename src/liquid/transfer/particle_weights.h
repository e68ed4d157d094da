// Weights of particles in transfers to and from the grid.
#pragma once

#include "base/simd.h"
#include "spindrift/vec.h"

namespace spindrift {

// The weights of a particle along each axis, for faces across the axis and for cell centres. A face across x has the
// weight face[x] cell[y] cell[z].
template <int D>
struct AxisWeights {
  int face_base[D], cell_base[D];  // index of the first face and cell in reach
  float face[D][4], cell[D][4];    // weights from there on; zero after the kernel's last
};

template <class K, int D>
[[gnu::always_inline]] inline AxisWeights<D> axis_weights(const VecF<D>& x) {
  AxisWeights<D> w;
  for (int a = 0; a < D; ++a) {
    w.face[a][2] = w.face[a][3] = w.cell[a][2] = w.cell[a][3] = 0.0f;
    w.face_base[a] = K::weights(x[a], w.face[a]);
    w.cell_base[a] = K::weights(x[a] - 0.5f, w.cell[a]);
  }
  return w;
}

// Linear weights of up to eight particles of one cell along one axis, from their position f in the cell. All particles
// of a cell reach the same faces and the same three cells.
struct CellWeights {
  Float8 face[2];    // faces of the cell: low, high
  Float8 center[3];  // centres of the cell before, of the cell, of the one after

  explicit CellWeights(Float8 f) {
    const Float8 zero = splat8(0.0f), half = splat8(0.5f), one = splat8(1.0f);
    face[0] = one - f;
    face[1] = f;
    center[0] = max8(zero, half - f);
    center[2] = max8(zero, f - half);
    center[1] = one - center[0] - center[2];
  }
};

}  // namespace spindrift
