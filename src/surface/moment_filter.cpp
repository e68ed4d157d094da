// Loads a tile's moments with those around it, mirrors them where the domain ends or goes on with those of its other
// side, and filters axis by axis.
#include "surface/moment_filter.h"

#include <algorithm>
#include <array>
#include <utility>

#include "grid/for_each_point.h"

namespace spindrift {

template <int D>
void MomentFilter<D>::run(const SurfaceGrid<D>& grid, const SurfaceKernel<D>& kernel, const TileMap<D>& tiles,
                          const MomentField<D>& moments, int tile) {
  resize(kernel.passes);
  load(tiles, moments, tile);
  go_around(grid, tiles, moments, tiles.first_cell(tile));
  mirror_at_sides(grid, tiles.first_cell(tile));
  filter(kernel);
}

template <int D>
void MomentFilter<D>::resize(int ring) {
  ring_ = ring;
  side_ = T::kSide + 2 * ring;
  for (int a = 0; a < D; ++a) stride_[a] = power(side_, a);
  values_.resize(power(side_, D));
}

template <int D>
template <class Visit>
void MomentFilter<D>::for_each_line(int axis, bool filtered_before, Visit&& visit) {
  VecI<D> low, high;
  for (int a = 0; a < D; ++a) {
    const bool is_narrow = filtered_before && a < axis;
    low[a] = is_narrow ? 0 : -ring_;
    high[a] = a == axis ? low[a] : T::kMask - low[a];
  }
  for_each_point(low, high, [&](const VecI<D>& start) { visit(&values_[index(start)]); });
}

template <int D>
void MomentFilter<D>::load(const TileMap<D>& tiles, const MomentField<D>& moments, int tile) {
  const auto& neighbors = tiles.neighbors(tile);
  const VecI<D> low = VecI<D>::filled(-ring_);
  VecI<D> high = VecI<D>::filled(T::kMask + ring_);
  high[0] = low[0];
  for_each_point(low, high, [&](const VecI<D>& row) {
    VecI<D> offset, local;
    for (int a = 1; a < D; ++a) {
      offset[a] = row[a] >> T::kLog2;
      local[a] = row[a] & T::kMask;
    }
    Float4* to = &values_[index(row)];
    for (int part = -1; part <= 1; ++part) {
      const int begin = part < 0 ? T::kSide - ring_ : 0, length = part == 0 ? T::kSide : ring_;
      offset[0] = part;
      local[0] = begin & T::kMask;
      const int owner = neighbors[T::neighbor_index(offset)];
      to = std::copy_n(moments.tile(owner) + T::cell_index(local), length, to);
    }
  });
}

// Each node has the sum of all that stand for its place.
template <int D>
void MomentFilter<D>::go_around(const SurfaceGrid<D>& grid, const TileMap<D>& tiles, const MomentField<D>& moments,
                                const VecI<D>& first_node) {
  const VecI<D> ring = VecI<D>::filled(ring_), last = VecI<D>::filled(T::kMask + ring_);
  bool has_seam = false;
  for (int a = 0; a < D; ++a)
    has_seam |= grid.is_periodic[a] &&
                (first_node[a] - ring_ <= SurfaceGrid<D>::kFirst + 1 || first_node[a] + last[a] >= grid.last(a) - 1);
  if (!has_seam) return;
  for_each_point(-ring, last, [&](const VecI<D>& local) {
    if (!grid.is_at_seam(first_node + local)) return;
    Float4 sum{};
    grid.for_each_image(first_node + local, [&](const VecI<D>& node) {
      const CellPlace<D> at(tiles, node);
      if (at.tile != 0) sum += moments.tile(at.tile)[at.index];
    });
    values_[index(local)] = sum;
  });
}

template <int D>
void MomentFilter<D>::mirror_at_sides(const SurfaceGrid<D>& grid, const VecI<D>& first_node) {
  for (int a = 0; a < D; ++a) {
    if (grid.is_periodic[a]) continue;
    for (const auto& [wall, inward] : {std::pair{SurfaceGrid<D>::kFirst, 1}, std::pair{grid.last(a), -1}}) {
      const int w = wall - first_node[a] + ring_, step = inward;  // in the block
      if (w < 0 || w >= side_) continue;
      // What spilled over the wall is the image of what stays before it.
      const auto image = [a](Float4 v) {
        v[a + 1] = -v[a + 1];
        return v;
      };
      for_each_line(a, false, [&](Float4* line) {
        const int stride = stride_[a];
        line[w * stride] += image(line[w * stride]);
        for (int k = 1;; ++k) {
          const int before = w + step * k, behind = w - step * k;
          if (before < 0 || before >= side_ || behind < 0 || behind >= side_) break;
          Float4 &inside = line[before * stride], &outside = line[behind * stride];
          inside += image(outside);
          outside = image(inside);
        }
      });
    }
  }
}

// An offset measured from a neighbour is longer or shorter by the step to it.
template <int D>
void MomentFilter<D>::filter(const SurfaceKernel<D>& kernel) {
  if (ring_ == 0) return;
  const int taps = 2 * ring_ + 1;
  for (int a = 0; a < D; ++a) {
    std::array<Float4, SurfaceKernel<D>::kMostTaps> weight, step;
    for (int t = 0; t < taps; ++t) {
      weight[t] = splat4(kernel.taps[a][t]);
      step[t] = Float4{};
      step[t][a + 1] = weight[t][0] * static_cast<float>(t - ring_);
    }
    std::array<Float4, T::kSide + SurfaceKernel<D>::kMostTaps> row;
    for_each_line(a, true, [&](Float4* line) {
      for (int i = 0; i < side_; ++i) row[i] = line[i * stride_[a]];
      for (int i = 0; i < T::kSide; ++i) {
        Float4 sum{};
        for (int t = 0; t < taps; ++t) {
          const Float4 value = row[i + t];
          sum += weight[t] * value + step[t] * splat4(value[0]);
        }
        line[(i + ring_) * stride_[a]] = sum;
      }
    });
  }
}

template class MomentFilter<2>;
template class MomentFilter<3>;

}  // namespace spindrift
