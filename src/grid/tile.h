// The tile: 16x16 cells in 2D, 8x8x8 in 3D. The unit of work, of sparse allocation and of sorting.
// Cells inside a tile are numbered x fastest, then y, then z.
#pragma once

#include <cstddef>

#include "spindrift/vec.h"

namespace spindrift {

constexpr int power(int base, int exponent) { return exponent == 0 ? 1 : base * power(base, exponent - 1); }

template <int D>
struct Tile {
  static constexpr int kLog2 = D == 2 ? 4 : 3;
  static constexpr int kSide = 1 << kLog2;
  static constexpr int kMask = kSide - 1;
  static constexpr int kCells = power(kSide, D);
  static constexpr int kNeighbors = power(3, D);  // the tile itself among them, in the middle
  static constexpr int kSelf = kNeighbors / 2;

  // Distance in memory between neighbouring cells along an axis.
  static constexpr int stride(int axis) { return 1 << (kLog2 * axis); }

  // First value of a tile in an array of all tiles.
  static constexpr std::size_t offset(int tile) { return static_cast<std::size_t>(tile) * kCells; }

  static constexpr int cell_index(const VecI<D>& local) {
    int index = 0;
    for (int a = 0; a < D; ++a) index += local[a] << (kLog2 * a);
    return index;
  }
  static constexpr VecI<D> cell_coord(int index) {
    VecI<D> local;
    for (int a = 0; a < D; ++a) local[a] = (index >> (kLog2 * a)) & kMask;
    return local;
  }
  // Index into the neighbour table of the tile at `offset` (-1, 0 or 1 per axis).
  static constexpr int neighbor_index(const VecI<D>& offset) {
    int index = 0;
    for (int a = D - 1; a >= 0; --a) index = 3 * index + offset[a] + 1;
    return index;
  }
  static constexpr VecI<D> neighbor_offset(int index) {
    VecI<D> offset;
    for (int a = 0; a < D; ++a, index /= 3) offset[a] = index % 3 - 1;
    return offset;
  }
  // The axis neighbour on the low (side = 0) or high (side = 1) face.
  static constexpr int face_neighbor(int axis, int side) {
    VecI<D> offset;
    offset[axis] = side ? 1 : -1;
    return neighbor_index(offset);
  }
};

// Calls visit(point) for every point from low to high, both included, x fastest. A box with low beyond high is empty.
template <int D, class Visit>
void for_each_point(const VecI<D>& low, const VecI<D>& high, Visit&& visit) {
  for (int a = 0; a < D; ++a)
    if (low[a] > high[a]) return;
  for (VecI<D> point = low;;) {
    visit(point);
    int a = 0;
    for (; a < D && ++point[a] > high[a]; ++a) point[a] = low[a];
    if (a == D) return;
  }
}

}  // namespace spindrift
