// Linear weights of up to eight particles of one cell along one axis, from their place f in the cell. All of them reach
// the same faces and the same three cells, so a transfer can take the particles of a cell side by side.
#pragma once

#include "base/simd.h"

namespace spindrift {

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
