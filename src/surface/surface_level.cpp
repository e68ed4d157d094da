#include "surface/surface_level.h"

#include <algorithm>
#include <cmath>

#include "exec/parallel.h"
#include "grid/for_each_point.h"
#include "grid/for_each_tile.h"
#include "surface/solid_contact.h"

namespace spindrift {
namespace {

constexpr float kOutside = -1.0f, kInside = 1.0f;

// The moments on a tile's nodes, and on a ring around them as wide as the filter reaches.
template <int D>
class FilterBlock {
 public:
  using T = Tile<D>;

  explicit FilterBlock(int ring) : ring_(ring), side_(T::kSide + 2 * ring) {
    for (int a = 0; a < D; ++a) stride_[a] = power(side_, a);
    values_.resize(static_cast<std::size_t>(power(side_, D)));
  }

  void load(const TileMap<D>& tiles, const MomentField<D>& moments, int tile);
  void mirror_at_sides(const SurfaceGrid<D>& grid, const VecI<D>& first_node);
  void filter(const SurfaceKernel<D>& kernel);
  const Float4& at(const VecI<D>& local) const { return values_[index(local)]; }

 private:
  std::size_t index(const VecI<D>& local) const {
    int i = 0;
    for (int a = D - 1; a >= 0; --a) i = i * side_ + local[a] + ring_;
    return static_cast<std::size_t>(i);
  }
  // Calls visit(start) for the lines along an axis; with `filtered_before`, only those that later filters read.
  template <class Visit>
  void for_each_line(int axis, bool filtered_before, Visit&& visit);

  int ring_;
  int side_;
  VecI<D> stride_{};
  Buffer<Float4> values_;
};

template <int D>
template <class Visit>
void FilterBlock<D>::for_each_line(int axis, bool filtered_before, Visit&& visit) {
  VecI<D> low, high;
  for (int a = 0; a < D; ++a) {
    const bool is_narrow = filtered_before && a < axis;
    low[a] = is_narrow ? 0 : -ring_;
    high[a] = a == axis ? low[a] : T::kMask - low[a];
  }
  for_each_point(low, high, [&](const VecI<D>& start) { visit(&values_[index(start)]); });
}

template <int D>
void FilterBlock<D>::load(const TileMap<D>& tiles, const MomentField<D>& moments, int tile) {
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

template <int D>
void FilterBlock<D>::mirror_at_sides(const SurfaceGrid<D>& grid, const VecI<D>& first_node) {
  for (int a = 0; a < D; ++a) {
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
void FilterBlock<D>::filter(const SurfaceKernel<D>& kernel) {
  if (ring_ == 0) return;
  const int taps = 2 * ring_ + 1;
  for (int a = 0; a < D; ++a) {
    std::array<Float4, SurfaceKernel<D>::kMostTaps> weight, step;
    for (int t = 0; t < taps; ++t) {
      const auto k = static_cast<std::size_t>(t);
      weight[k] = splat4(kernel.taps[a][k]);
      step[k] = Float4{};
      step[k][a + 1] = weight[k][0] * static_cast<float>(t - ring_);
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

// Whether there are particles in every cell of the simulation on and next to a tile's nodes: then no surface can be
// there.
template <int D>
bool is_deep(const SurfaceGrid<D>& grid, const ParticleBins<D>& bins, int tile) {
  using T = Tile<D>;
  const int wide = grid.cells_per_cell, blocks = (T::kSide + 2 * wide + wide - 1) / wide;
  const VecI<D> first = bins.tiles().first_cell(tile);
  const auto& neighbors = bins.tiles().neighbors(tile);
  const auto is_occupied = [&](const VecI<D>& cell) {
    VecI<D> offset, local;
    for (int a = 0; a < D; ++a) {
      offset[a] = cell[a] >> T::kLog2;
      local[a] = cell[a] & T::kMask;
    }
    const int owner = neighbors[T::neighbor_index(offset)];
    return owner != 0 && !bins.row(owner, T::cell_index(local), 1).empty();
  };
  for (int b = 0; b < power(blocks, D); ++b) {
    VecI<D> low;
    int rest = b;
    bool is_filled = false;
    for (int a = 0; a < D; ++a, rest /= blocks) {
      low[a] = (rest % blocks - 1) * wide;
      const int node = first[a] + low[a];
      is_filled |= node + wide <= SurfaceGrid<D>::kFirst || node >= grid.last(a);  // behind a side
    }
    for (int c = 0; c < power(wide, D) && !is_filled; ++c) {
      VecI<D> cell = low;
      int at = c;
      for (int a = 0; a < D; ++a, at /= wide) cell[a] += at % wide;
      is_filled = is_occupied(cell);
    }
    if (!is_filled) return false;
  }
  return true;
}

// Writes the level of a tile's nodes and returns what it is out of balance.
template <int D>
typename VolumeBalance<D>::Sum level_of_tile(const SurfaceGrid<D>& grid, const MeanDistance<D>& mean,
                                             const VolumeBalance<D>& balance, const FilterBlock<D>& block,
                                             const std::vector<const Solid<D>*>& solids, const VecI<D>& first,
                                             float* values) {
  float share_of_one = 1.0f;  // what a weight of 1 on a node means as a share of the node's cell
  VecF<D> in_spacings;
  for (int a = 0; a < D; ++a) {
    in_spacings[a] = static_cast<float>(grid.spacing[a] / grid.particle_spacing);
    share_of_one /= in_spacings[a];
  }
  const auto is_open = [&](const VecI<D>& node) {
    return !grid.is_ghost(node) && (solids.empty() || distance_to(solids, grid.place(node)) > 0.0);
  };
  typename VolumeBalance<D>::Sum sum;
  for (int c = 0; c < Tile<D>::kCells; ++c) {
    const Float4& moments = block.at(Tile<D>::cell_coord(c));
    float square = 0.0f;
    for (int a = 0; a < D; ++a) {
      const float offset = moments[a + 1] * in_spacings[a];
      square += offset * offset;
    }
    const float share = moments[0] * share_of_one;
    values[c] = mean.level(share, std::sqrt(square) / std::max(moments[0], 1e-12f));
    if (is_open(first + Tile<D>::cell_coord(c))) balance.add(share, values[c], sum);
  }
  return sum;
}

template <int D>
void cut_off_solids(const SurfaceGrid<D>& grid, const std::vector<const Solid<D>*>& solids, const VecI<D>& first,
                    float* values) {
  if (solids.empty()) return;
  for (int c = 0; c < Tile<D>::kCells; ++c) {
    const double distance = distance_to(solids, grid.place(first + Tile<D>::cell_coord(c)));
    values[c] = std::min(values[c], static_cast<float>(distance / grid.particle_spacing));
  }
}

template <int D>
void empty_ghosts(const SurfaceGrid<D>& grid, const VecI<D>& first, float* values) {
  if (!grid.is_ghost(first) && !grid.is_ghost(first + VecI<D>::filled(Tile<D>::kMask))) return;
  for (int c = 0; c < Tile<D>::kCells; ++c)
    if (grid.is_ghost(first + Tile<D>::cell_coord(c))) values[c] = kOutside;
}

}  // namespace

template <int D>
SurfaceLevel<D>::SurfaceLevel(const SurfaceGrid<D>& grid, double radius)
    : kernel_(grid, radius), mean_(kernel_.sigma), balance_(grid, kernel_.sigma) {}

template <int D>
void SurfaceLevel<D>::compute(const SurfaceGrid<D>& grid, const ParticleBins<D>& bins, std::span<const float> positions,
                              const std::vector<Solid<D>>& solids) {
  constexpr std::size_t kGrain = 8;
  const TileMap<D>& tiles = bins.tiles();
  const auto count = static_cast<std::size_t>(tiles.count());
  is_near_surface_.assign(count + 1, 0);
  for_each_tile("compute", tiles, [&](int tile) { is_near_surface_[tile] = !is_deep(grid, bins, tile); }, kGrain);
  add_up_moments<D>(grid, bins, positions, is_near_surface_, moments_);
  level_.resize(tiles.count());
  sums_.assign(count + 1, {});
  const auto solids_near_tile = [&](int tile) {
    const VecI<D> first = tiles.first_cell(tile);
    return solids_near(solids, grid.place(first), grid.place(first + VecI<D>::filled(Tile<D>::kSide)),
                       grid.particle_spacing);
  };
  parallel_pieces("compute", count, kGrain, [&](std::size_t begin, std::size_t end) {
    FilterBlock<D> block(kernel_.passes);
    for (std::size_t i = begin + 1; i <= end; ++i) {
      const int tile = static_cast<int>(i);
      if (!is_near_surface_[i]) continue;
      block.load(tiles, moments_, tile);
      block.mirror_at_sides(grid, tiles.first_cell(tile));
      block.filter(kernel_);
      sums_[i] = level_of_tile<D>(grid, mean_, balance_, block, solids_near_tile(tile), tiles.first_cell(tile),
                                  level_.tile(tile));
    }
  });
  for_each_tile(
      "compute", tiles,
      [&](int tile) {
        float* values = level_.tile(tile);
        if (is_near_surface_[tile]) {
          balance_.apply(tiles, sums_, tile, values);
        } else {
          std::fill_n(values, Tile<D>::kCells, kInside);
        }
        cut_off_solids(grid, solids_near_tile(tile), tiles.first_cell(tile), values);
        empty_ghosts(grid, tiles.first_cell(tile), values);
      },
      kGrain);
  sides_.find(tiles, level_);
}

template class SurfaceLevel<2>;
template class SurfaceLevel<3>;

}  // namespace spindrift
