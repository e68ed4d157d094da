// Reading the samples of a mesh's distance; sample_mesh.cpp makes them.
#include "geometry/mesh/mesh_samples.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace spindrift {

MeshSamples::Index MeshSamples::index_of(int i, int j, int k) const {
  return i + Index{count_[0]} * (j + Index{count_[1]} * k);
}

Vec3d MeshSamples::position_of(Index index) const {
  const Index row = index / count_[0], i = index % count_[0], j = row % count_[1], k = row / count_[1];
  const Vec3d steps{{static_cast<double>(i), static_cast<double>(j), static_cast<double>(k)}};
  return origin_ + steps * cell_size_;
}

std::array<MeshSamples::Index, 8> MeshSamples::corners_of(Index cell) const {
  const Index row = index_of(0, 1, 0), layer = index_of(0, 0, 1);
  return {cell,         cell + 1,         cell + row,         cell + row + 1,
          cell + layer, cell + layer + 1, cell + layer + row, cell + layer + row + 1};
}

bool MeshSamples::covers(const Vec3d& x) const {
  for (int i = 0; i < 3; ++i) {
    const double steps = (x[i] - origin_[i]) / cell_size_;
    if (!(steps >= 0.0 && steps <= count_[i] - 1)) return false;
  }
  return true;
}

Vec3d MeshSamples::nearest_covered(const Vec3d& x) const {
  Vec3d result;
  for (int i = 0; i < 3; ++i) {
    const double last = origin_[i] + cell_size_ * (count_[i] - 1);
    result[i] = x[i] > origin_[i] ? std::min(x[i], last) : origin_[i];  // also for what is not a number
  }
  return result;
}

MeshSamples::SampleCell MeshSamples::cell_around(const Vec3d& x) const {
  SampleCell cell;
  Vec<int, 3> low;
  for (int i = 0; i < 3; ++i) {
    const double steps = (x[i] - origin_[i]) / cell_size_;
    low[i] = std::clamp(static_cast<int>(steps), 0, count_[i] - 2);
    cell.fraction[i] = steps - low[i];
  }
  const Index index = index_of(low[0], low[1], low[2]);
  const auto corners = corners_of(index);
  for (std::size_t c = 0; c < 8; ++c) cell.corners[c] = values_[corners[c]];
  cell.is_resolved = is_resolved_[index] != 0;
  return cell;
}

double MeshSamples::SampleCell::interpolated() const {
  const auto blend = [](double a, double b, double s) { return a + (b - a) * s; };
  const auto& c = corners;
  const double front = blend(blend(c[0], c[1], fraction[0]), blend(c[2], c[3], fraction[0]), fraction[1]);
  const double back = blend(blend(c[4], c[5], fraction[0]), blend(c[6], c[7], fraction[0]), fraction[1]);
  return blend(front, back, fraction[2]);
}

Vec3d MeshSamples::slope(const SampleCell& cell) const {
  Vec3d result;
  for (int i = 0; i < 3; ++i) {
    SampleCell low = cell, high = cell;  // the interpolation is linear along each axis: its ends give the slope
    low.fraction[i] = 0.0;
    high.fraction[i] = 1.0;
    result[i] = (high.interpolated() - low.interpolated()) / cell_size_;
  }
  return result;
}

double MeshSamples::farthest_possible(const SampleCell& cell) const {
  double smallest = std::abs(cell.corners[0]);
  for (const double corner : cell.corners) smallest = std::min(smallest, std::abs(corner));
  return smallest + std::numbers::sqrt3 * cell_size_;  // the point is no farther from that corner than a diagonal
}

}  // namespace spindrift
