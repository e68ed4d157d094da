// The sum of squares of the velocity over the faces of gas (twice the energy, for the mass of a cell), and how a change
// of the velocity changes it.
#pragma once

#include <cmath>

#include "grid/for_each_tile.h"
#include "smoke/smoke_state.h"

namespace spindrift {

// (u + s d)^2 = u^2 + 2 s u d + s^2 d^2, summed.
struct ChangeOfSquare {
  double linear = 0.0, square = 0.0;  // 2 u d and d^2

  void add(float u, float change) {
    linear += 2.0 * static_cast<double>(u * change);
    square += static_cast<double>(change * change);
  }
  friend ChangeOfSquare operator+(const ChangeOfSquare& a, const ChangeOfSquare& b) {
    return {a.linear + b.linear, a.square + b.square};
  }
  // The increase by a share of the change.
  double with(double share) const { return share * (linear + share * square); }
  // The largest share of the change, from 0 to 1, whose increase is at most this.
  double share_within(double most) const {
    if (!(linear + square > most)) return 1.0;
    if (!(most > 0.0)) return 0.0;
    const double half = 0.5 * linear, root = std::sqrt(half * half + square * most);
    return half > 0.0 ? most / (half + root) : (root - half) / square;
  }
};

// Sums add_face(axis, tile, cell behind the face, sum) over the faces of gas.
template <int D, class AddFace>
ChangeOfSquare sum_over_faces(const char* name, const SmokeState<D>& state, AddFace&& add_face) {
  const FieldView<const CellType, D> types = state.type;
  return reduce_tiles(
      name, state.tiles, ChangeOfSquare{},
      [&](int tile) {
        const CellType* type = types.tile(tile);
        ChangeOfSquare sum;
        for (std::size_t a = 0; a < D; ++a)
          for (int c = 0; c < Tile<D>::kCells; ++c)
            if (type[c] == CellType::kFluid) add_face(a, tile, c, sum);
        return sum;
      },
      [](const ChangeOfSquare& a, const ChangeOfSquare& b) { return a + b; }, 4);
}

template <int D>
double velocity_square(const SmokeState<D>& state, FaceViews<const float, D> velocity) {
  return sum_over_faces(
             "sum squares of velocity", state,
             [&](std::size_t a, int tile, int c, ChangeOfSquare& sum) { sum.add(0.0f, velocity[a].tile(tile)[c]); })
      .square;
}

}  // namespace spindrift
