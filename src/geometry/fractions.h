// Shares of cells and faces inside and outside of a surface.
#pragma once

#include <algorithm>
#include <array>

namespace spindrift {

// The share of a cell, from the signed distance of its centre in cells, negative inside. Exact for a plane across an
// axis, within 0.05 for one in any direction.
template <class Real>
constexpr Real volume_fraction_inside(Real distance) {
  return std::clamp(Real{0.5} - distance, Real{0}, Real{1});
}

template <class Real>
constexpr Real volume_fraction_outside(Real distance) {
  return std::clamp(Real{0.5} + distance, Real{0}, Real{1});
}

// The share of a face outside of a solid, from the solid's distance at the face's corners: linear between the corners,
// as in marching squares [Ng2009]. 2D: a face is a segment between two corners.
inline double outside_fraction(const std::array<double, 2>& d) {
  if (d[0] >= 0.0 && d[1] >= 0.0) return 1.0;
  if (d[0] < 0.0 && d[1] < 0.0) return 0.0;
  return d[0] >= 0.0 ? d[0] / (d[0] - d[1]) : d[1] / (d[1] - d[0]);
}

// 3D: a face is a square; corners in the order (0,0), (1,0), (0,1), (1,1).
inline double outside_fraction(const std::array<double, 4>& d) {
  constexpr int kRound[] = {0, 1, 3, 2};  // the corners going round
  auto corner = [&](int i) { return d[kRound[i & 3]]; };
  // Triangle that the zero line cuts off at a corner whose two neighbours lie on the other side.
  auto triangle = [&](int i) {
    const double here = corner(i);
    return 0.5 * here / (here - corner(i + 1)) * here / (here - corner(i + 3));
  };
  int outside = 0;
  for (const double value : d) outside += value >= 0.0;
  if (outside == 0 || outside == 4) return outside / 4;
  for (int i = 0; i < 4; ++i) {
    if (outside == 1 && corner(i) >= 0.0) return triangle(i);
    if (outside == 3 && corner(i) < 0.0) return 1.0 - triangle(i);
    if (outside != 2 || corner(i) < 0.0) continue;
    if (corner(i + 1) >= 0.0)  // two beside each other: a trapezoid
      return 0.5 * (corner(i) / (corner(i) - corner(i + 3)) + corner(i + 1) / (corner(i + 1) - corner(i + 2)));
    if (corner(i + 2) >= 0.0) {  // two across: joined in the middle or not
      const bool joined = d[0] + d[1] + d[2] + d[3] >= 0.0;
      return joined ? 1.0 - triangle(i + 1) - triangle(i + 3) : triangle(i) + triangle(i + 2);
    }
  }
  return 0.0;
}

}  // namespace spindrift
