// The weights of a particle along each axis: for the faces across the axis, and for centres. A face across x has the
// weight face[x] cell[y] cell[z].
#pragma once

#include "spindrift/vec.h"

namespace spindrift {

template <int D>
struct AxisWeights {
  int face_base[D], cell_base[D];  // the first that is reached
  float face[D][4], cell[D][4];    // from there on; zeros after the kernel's last
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

}  // namespace spindrift
