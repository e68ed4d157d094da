// The samples are made in four passes. Near the surface each sample is looked up in the hierarchy. From there the
// nearest triangles spread, nearest samples first: a sample tries the triangles of its neighbours. The distance is
// rarely too long, at a hundredth of the cost of the hierarchy, which visits every triangle of a ball to find the one
// nearest to its centre. Then each row of samples takes its signs from the crossings of its line with the surface.
// Last, the cells are found where interpolation may replace the exact distance.
#include "geometry/mesh/mesh_samples.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <utility>

namespace spindrift {

namespace {

// In sample cells. Distances up to here are exact. More than sqrt(3), the diagonal of a cell: a cell that holds a piece
// of surface has exact corners and none of them is farther away than this.
constexpr double kExactCells = 1.8;

// A cell that may hold surface is resolved if its corners are on one side of one wall (the normals of their nearest
// triangles agree to about 18 degrees) and the interpolation is right at its centre within this many cells. The first
// excludes walls thinner than a cell, the second edges and corners. Where there is no surface the signs are certain and
// a larger tolerance is enough.
constexpr double kSameNormal = 0.95;
constexpr double kSurfaceTolerance = 0.02, kEmptyTolerance = 0.06;

constexpr int kUnknown = -1, kMarked = -2;

// A queue of samples by whole cells of distance: the nearest shell first, each first in, first out. Items for a
// finished shell are ignored.
template <class Item>
class ShellQueue {
 public:
  void put(std::size_t shell, Item item) {
    if (shell < at_) return;
    if (shells_.size() <= shell) shells_.resize(shell + 1);
    int entry = free_;
    if (entry == kNone) {
      entry = static_cast<int>(entries_.size());
      entries_.emplace_back();
    } else {
      free_ = entries_[entry].next;
    }
    entries_[entry] = {item, kNone};
    auto& [first, last] = shells_[shell];
    (first == kNone ? first : entries_[last].next) = entry;
    last = entry;
  }
  std::optional<Item> take() {
    while (at_ < shells_.size() && shells_[at_].first == kNone) ++at_;
    if (at_ == shells_.size()) return std::nullopt;
    const int entry = shells_[at_].first;
    shells_[at_].first = std::exchange(entries_[entry].next, free_);
    free_ = entry;
    return entries_[entry].item;
  }

 private:
  static constexpr int kNone = -1;
  struct ShellEntry {
    Item item{};
    int next = kNone;  // in its shell, or among those that are free
  };
  struct Shell {
    int first = kNone, last = kNone;  // entries
  };

  std::vector<ShellEntry> entries_;
  std::vector<Shell> shells_;
  std::size_t at_ = 0;  // the current shell
  int free_ = kNone;
};

Vec3d unit_normal(const Triangle& corners) {
  const auto a = Vec3d::from(corners[0]);
  const Vec3d normal = cross(Vec3d::from(corners[1]) - a, Vec3d::from(corners[2]) - a);
  const double size = length(normal);
  return size > 0.0 ? normal / size : Vec3d{};
}

}  // namespace

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

MeshSamples::MeshSamples(const TriangleBvh& bvh, const MeshWinding& winding, int cells_along_longest_side,
                         int margin_cells) {
  const Box<3> box = bvh.bounds();
  const Vec3d sides = box.high - box.low;
  cell_size_ = *std::max_element(sides.at.begin(), sides.at.end()) / cells_along_longest_side;
  origin_ = box.low - Vec3d::filled(margin_cells * cell_size_);
  std::size_t total = 1;
  for (int i = 0; i < 3; ++i) {
    count_[i] = static_cast<int>(std::ceil(sides[i] / cell_size_)) + 2 * margin_cells + 1;
    total *= static_cast<std::size_t>(count_[i]);
  }
  values_.assign(total, std::numeric_limits<float>::max());
  nearest_.assign(total, kUnknown);
  is_resolved_.assign(total, 0);
  sample_near(bvh);
  spread_far(bvh);
  apply_sign(bvh, winding);
  find_resolved(bvh, winding);
  nearest_ = {};
}

// Marks the samples around each triangle's box, then looks up the marked ones only.
void MeshSamples::sample_near(const TriangleBvh& bvh) {
  for (const Triangle& corners : bvh.triangles()) {
    Vec<int, 3> low, high;
    for (int i = 0; i < 3; ++i) {
      const auto [least, most] = std::minmax({corners[0][i], corners[1][i], corners[2][i]});
      low[i] = static_cast<int>(std::ceil((least - origin_[i]) / cell_size_ - kExactCells));
      high[i] = static_cast<int>(std::floor((most - origin_[i]) / cell_size_ + kExactCells));
    }
    for (int k = low[2]; k <= high[2]; ++k) {
      for (int j = low[1]; j <= high[1]; ++j) {
        const auto row = nearest_.begin() + index_of(0, j, k);
        std::fill(row + low[0], row + high[0] + 1, kMarked);
      }
    }
  }
  const double reach = kExactCells * cell_size_;
  for (std::size_t index = 0; index < values_.size(); ++index) {
    if (nearest_[index] != kMarked) continue;
    const auto found = bvh.nearest(position_of(static_cast<Index>(index)), reach * reach);
    nearest_[index] = found.triangle;  // unknown when the box was near but the triangle is not
    if (found.triangle >= 0) values_[index] = static_cast<float>(std::sqrt(found.squared_distance));
  }
}

void MeshSamples::spread_far(const TriangleBvh& bvh) {
  ShellQueue<Index> queue;
  const auto put = [&](Index index) { queue.put(static_cast<std::size_t>(values_[index] / cell_size_), index); };
  const auto offer = [&](Index index, int triangle) {
    float& value = values_[index];
    int& nearest = nearest_[index];
    if (nearest == triangle || value <= kExactCells * cell_size_) return;
    const double squared = squared_distance(position_of(index), bvh.triangles()[triangle]);
    const auto distance = static_cast<float>(std::sqrt(squared));
    if (distance >= value) return;
    value = distance;
    nearest = triangle;
    put(index);
  };
  for (std::size_t index = 0; index < values_.size(); ++index) {
    if (nearest_[index] != kUnknown) put(static_cast<Index>(index));
  }
  while (const std::optional<Index> index = queue.take()) {
    const int triangle = nearest_[*index];
    Index stride = 1;
    for (int axis = 0; axis < 3; ++axis) {
      const Index at = *index / stride % count_[axis];
      if (at > 0) offer(*index - stride, triangle);
      if (at + 1 < count_[axis]) offer(*index + stride, triangle);
      stride *= count_[axis];
    }
  }
}

void MeshSamples::apply_sign(const TriangleBvh& bvh, const MeshWinding& winding) {
  for (int k = 0; k < count_[2]; ++k) {
    for (int j = 0; j < count_[1]; ++j) {
      const Vec3d start = position_of(index_of(0, j, k));
      const std::vector<SurfaceCrossing> crossings = winding.crossings(bvh, start[1], start[2]);
      std::size_t passed = 0;
      int turns = 0;
      for (int i = count_[0] - 1; i >= 0 && !crossings.empty(); --i) {
        for (; passed < crossings.size() && crossings[passed].x > start[0] + i * cell_size_; ++passed) {
          turns += crossings[passed].turn;
        }
        float& value = values_[index_of(i, j, k)];
        if (turns != 0) value = -value;
      }
    }
  }
}

void MeshSamples::find_resolved(const TriangleBvh& bvh, const MeshWinding& winding) {
  for (int k = 0; k + 1 < count_[2]; ++k) {
    for (int j = 0; j + 1 < count_[1]; ++j) {
      for (int i = 0; i + 1 < count_[0]; ++i) {
        const Index cell = index_of(i, j, k);
        is_resolved_[cell] = is_resolved(bvh, winding, cell);
      }
    }
  }
}

bool MeshSamples::is_resolved(const TriangleBvh& bvh, const MeshWinding& winding, Index cell) const {
  const auto corners = corners_of(cell);
  const auto far_corners = std::count_if(corners.begin(), corners.end(), [&](Index corner) {
    return std::abs(values_[corner]) > kExactCells * cell_size_;
  });
  if (far_corners == 8) return true;
  const bool may_hold_surface = far_corners == 0;
  if (may_hold_surface && !is_beside_one_wall(bvh, corners)) return false;
  const Vec3d center = position_of(cell) + Vec3d::filled(0.5 * cell_size_);
  double mean = 0.0;
  for (const Index corner : corners) mean += values_[corner] / 8.0;
  const double distance = std::sqrt(bvh.nearest(center).squared_distance);
  const double exact = winding.winding(bvh, center) != 0 ? -distance : distance;
  return std::abs(mean - exact) <= (may_hold_surface ? kSurfaceTolerance : kEmptyTolerance) * cell_size_;
}

bool MeshSamples::is_beside_one_wall(const TriangleBvh& bvh, const std::array<Index, 8>& corners) const {
  const auto normal_at = [&](Index corner) {
    const int triangle = nearest_[corner];
    return unit_normal(bvh.triangles()[triangle]);
  };
  const Vec3d normal = normal_at(corners[0]);
  return std::all_of(corners.begin(), corners.end(),
                     [&](Index corner) { return dot(normal_at(corner), normal) > kSameNormal; });
}

}  // namespace spindrift
