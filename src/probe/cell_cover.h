// What a solid covers of a cell and of its faces, by its own distance: finer than the open areas of the grid, which cut
// the edges of a solid off.
#pragma once

#include <array>
#include <cmath>

#include "geometry/fractions.h"
#include "grid/tile.h"
#include "spindrift/vec.h"

namespace spindrift {

// Of a face: its share, and the first moments of that about the face's middle, cells.
template <int D>
struct FaceCover {
  double share = 0.0;
  VecD<D> moment{};
};

template <int D>
struct CellCover {
  double volume = 0.0;                                 // share of the cell
  std::array<std::array<FaceCover<D>, 2>, D> faces{};  // by axis and side
};

// `distance` is that at a point in grid cells, in cells, negative in the solid.
template <int D, class Distance>
CellCover<D> find_cover(const VecI<D>& cell, Distance&& distance) {
  constexpr int kParts = D == 2 ? 4 : 3;  // along each axis
  constexpr double kSkin = 1e-4;          // a face that lies in a solid's surface is covered
  const VecD<D> low = VecD<D>::from(cell);
  CellCover<D> cover;
  for_each_point(VecI<D>{}, VecI<D>::filled(kParts - 1), [&](const VecI<D>& n) {
    const VecD<D> at = low + (VecD<D>::from(n) + VecD<D>::filled(0.5)) / static_cast<double>(kParts);
    cover.volume += volume_fraction_inside(distance(at) * kParts) / power(kParts, D);
  });
  for (int axis = 0; axis < D; ++axis)
    for (int side = 0; side < 2; ++side) {
      FaceCover<D>& face = cover.faces[axis][side];
      VecI<D> last = VecI<D>::filled(kParts - 1);
      last[axis] = 0;
      for_each_point(VecI<D>{}, last, [&](const VecI<D>& n) {
        std::array<double, 1 << (D - 1)> corners{};
        for (std::size_t i = 0; i < corners.size(); ++i) {
          VecD<D> at = low;
          at[axis] += side;
          for (int b = 0, bit = 0; b < D; ++b)
            if (b != axis) at[b] += (n[b] + (static_cast<int>(i) >> bit++ & 1)) / static_cast<double>(kParts);
          corners[i] = distance(at) - kSkin;
        }
        const double share = (1.0 - outside_fraction(corners)) / power(kParts, D - 1);
        face.share += share;
        for (int b = 0; b < D; ++b)
          if (b != axis) face.moment[b] += share * ((n[b] + 0.5) / kParts - 0.5);
      });
    }
  return cover;
}

}  // namespace spindrift
