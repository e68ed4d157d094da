// Samples of the signed distance of a mesh on a regular grid, and where interpolating them is accurate enough.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "geometry/mesh/triangle_bvh.h"

namespace spindrift {

class MeshSamples {
 public:
  // A cell of the grid around a point.
  struct SampleCell {
    std::array<double, 8> corners{};  // signed distances; bit i of the index: which end along axis i
    Vec3d fraction{};                 // where the point is, 0 to 1 along each axis
    bool is_resolved = false;         // interpolation is as good as the exact distance

    double interpolated() const;
  };

  MeshSamples(const TriangleBvh& bvh, const MeshWinding& winding, int cells_along_longest_side, int margin_cells);

  double cell_size() const { return cell_size_; }
  bool covers(const Vec3d& x) const;
  Vec3d nearest_covered(const Vec3d& x) const;
  SampleCell cell_around(const Vec3d& x) const;            // x is covered
  Vec3d slope(const SampleCell& cell) const;               // the gradient of the interpolation
  double farthest_possible(const SampleCell& cell) const;  // an upper bound of the unsigned distance at the point

 private:
  using Index = std::ptrdiff_t;  // of a sample; x runs fastest. A cell has the index of its lowest corner.

  Index index_of(int i, int j, int k) const;
  Vec3d position_of(Index index) const;
  std::array<Index, 8> corners_of(Index cell) const;
  void sample_near(const TriangleBvh& bvh);
  void spread_far(const TriangleBvh& bvh);
  void apply_sign(const TriangleBvh& bvh, const MeshWinding& winding);
  void find_resolved(const TriangleBvh& bvh, const MeshWinding& winding);
  bool is_resolved(const TriangleBvh& bvh, const MeshWinding& winding, Index cell) const;
  bool is_beside_one_wall(const TriangleBvh& bvh, const std::array<Index, 8>& corners) const;

  Vec3d origin_;
  double cell_size_ = 1.0;
  Vec<int, 3> count_;                      // samples along each axis
  std::vector<float> values_;              // signed distances
  std::vector<int> nearest_;               // the triangle nearest to each sample; only while building
  std::vector<std::uint8_t> is_resolved_;  // by cell
};

}  // namespace spindrift
