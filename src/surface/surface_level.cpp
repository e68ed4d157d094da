#include "surface/surface_level.h"

#include <algorithm>
#include <cmath>

#include "base/simd.h"
#include "exec/parallel.h"

namespace spindrift {
namespace {

constexpr double kSplineVariance = 0.25;  // of the quadratic B-spline, at any position
constexpr double kMostSide = 0.25;        // a stronger filter would pass the shortest waves with the wrong sign

// Moments of the liquid on a tile's nodes and a ring around them: weight, and weighted offset along x, y, z in nodes.
template <int D>
class MomentBlock {
 public:
  using T = Tile<D>;

  explicit MomentBlock(int passes) : ring_(passes + 2), side_(T::kSide + 2 * ring_) {
    for (int a = 0; a < D; ++a) stride_[a] = power(side_, a);
    values_.resize(static_cast<std::size_t>(power(side_, D)));
    row_.resize(static_cast<std::size_t>(side_));
  }

  void clear() { std::fill(values_.begin(), values_.end(), Float4{}); }
  bool add_particles(const SurfaceGrid<D>& grid, const ParticleBins<D>& bins, int tile, const float* positions);
  void mirror_at_sides(const SurfaceGrid<D>& grid, const VecI<D>& first_node);
  void filter(const SurfaceKernel<D>& kernel);
  void level(const SurfaceGrid<D>& grid, const MeanDistance<D>& mean, float* values) const;

 private:
  std::size_t index(const VecI<D>& local) const {
    int i = 0;
    for (int a = D - 1; a >= 0; --a) i = i * side_ + local[a] + ring_;
    return static_cast<std::size_t>(i);
  }
  void add(const VecF<D>& node_position);
  template <class Visit>
  void for_each_line(int axis, Visit&& visit);
  void filter_line(Float4* line, int stride, int axis, float side);

  int ring_;
  int side_;
  VecI<D> stride_{};
  Buffer<Float4> values_;
  Buffer<Float4> row_;
};

// The particle's share on the 3^D nodes around it. `x` counts in nodes from the tile's first.
template <int D>
void MomentBlock<D>::add(const VecF<D>& x) {
  float weight[D][3], offset[D][3];
  VecI<D> nearest;
  for (int a = 0; a < D; ++a) {
    nearest[a] = static_cast<int>(std::floor(x[a] + 0.5f));
    if (nearest[a] < 1 - ring_ || nearest[a] > T::kSide + ring_ - 2) return;
    const float f = x[a] - static_cast<float>(nearest[a]);
    weight[a][0] = 0.5f * (0.5f - f) * (0.5f - f);
    weight[a][1] = 0.75f - f * f;
    weight[a][2] = 0.5f * (0.5f + f) * (0.5f + f);
    for (int k = 0; k < 3; ++k) offset[a][k] = f - static_cast<float>(k - 1);
  }
  Float4* center = &values_[index(nearest)];
  auto add_row = [&](Float4* row, float outer_weight, Float4 value) {
    for (int i = 0; i < 3; ++i) {
      value[1] = offset[0][i];
      row[i - 1] += splat4(outer_weight * weight[0][i]) * value;
    }
  };
  if constexpr (D == 2) {
    for (int j = 0; j < 3; ++j)
      add_row(center + (j - 1) * stride_[1], weight[1][j], Float4{1.0f, 0.0f, offset[1][j], 0.0f});
  } else {
    for (int k = 0; k < 3; ++k)
      for (int j = 0; j < 3; ++j)
        add_row(center + (k - 1) * stride_[2] + (j - 1) * stride_[1], weight[2][k] * weight[1][j],
                Float4{1.0f, 0.0f, offset[1][j], offset[2][k]});
  }
}

// Whether there are any particles.
template <int D>
bool MomentBlock<D>::add_particles(const SurfaceGrid<D>& grid, const ParticleBins<D>& bins, int tile,
                                   const float* positions) {
  const VecI<D> first = bins.tiles().first_cell(tile);
  VecD<D> scale, origin;
  for (int a = 0; a < D; ++a) {
    scale[a] = 1.0 / grid.spacing[a];
    origin[a] = SurfaceGrid<D>::kFirst - first[a];
  }
  const auto& neighbors = bins.tiles().neighbors(tile);
  bool found = false;
  auto add_row = [&](const VecI<D>& row, int begin, int end) {  // local cells [begin, end) along x
    VecI<D> offset, local;
    for (int a = 1; a < D; ++a) {
      offset[a] = row[a] < 0 ? -1 : row[a] >= T::kSide ? 1 : 0;
      local[a] = row[a] & T::kMask;
    }
    offset[0] = begin < 0 ? -1 : begin >= T::kSide ? 1 : 0;
    local[0] = begin & T::kMask;
    const int neighbor = neighbors[static_cast<std::size_t>(T::neighbor_index(offset))];
    if (neighbor == 0) return;
    for (const std::uint32_t p : bins.row(neighbor, T::cell_index(local), end - begin)) {
      VecF<D> x;
      for (int a = 0; a < D; ++a)
        x[a] = static_cast<float>(
            static_cast<double>(positions[3 * std::size_t{p} + static_cast<std::size_t>(a)]) * scale[a] + origin[a]);
      add(x);
      found = true;
    }
  };
  const int low = -ring_, high = T::kSide + ring_ - 1;  // cells outside of [low, high) do not touch the filtered nodes
  VecI<D> row = VecI<D>::filled(low);
  const int rows = power(high - low, D - 1);
  for (int r = 0; r < rows; ++r) {
    add_row(row, low, 0);
    add_row(row, 0, T::kSide);
    add_row(row, T::kSide, high);
    for (int a = 1; a < D; ++a) {
      if (++row[a] < high) break;
      row[a] = low;
    }
  }
  return found;
}

template <int D>
template <class Visit>
void MomentBlock<D>::for_each_line(int axis, Visit&& visit) {
  const int lines = power(side_, D - 1);
  for (int l = 0; l < lines; ++l) {
    int start = 0, rest = l;
    for (int a = 0; a < D; ++a) {
      if (a == axis) continue;
      start += (rest % side_) * stride_[a];
      rest /= side_;
    }
    visit(&values_[static_cast<std::size_t>(start)], stride_[axis]);
  }
}

template <int D>
void MomentBlock<D>::mirror_at_sides(const SurfaceGrid<D>& grid, const VecI<D>& first_node) {
  for (int a = 0; a < D; ++a) {
    for (const auto& [wall, inward] : {std::pair{SurfaceGrid<D>::kFirst, 1}, std::pair{grid.last(a), -1}}) {
      const int w = wall - first_node[a] + ring_;  // in the block
      if (w < 0 || w >= side_) continue;
      for_each_line(a, [&](Float4* line, int stride) {
        // What spilled over the wall is the image of what stays before it.
        auto image = [&](Float4 v) {
          v[a + 1] = -v[a + 1];
          return v;
        };
        line[w * stride] += image(line[w * stride]);
        for (int k = 1;; ++k) {
          const int before = w + inward * k, behind = w - inward * k;
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
void MomentBlock<D>::filter_line(Float4* line, int stride, int axis, float side) {
  for (int i = 0; i < side_; ++i) row_[static_cast<std::size_t>(i)] = line[i * stride];
  Float4 along{};
  along[axis + 1] = side;
  const Float4 outer = splat4(side), middle = splat4(1.0f - 2.0f * side);
  for (int i = 1; i + 1 < side_; ++i) {
    const Float4 low = row_[static_cast<std::size_t>(i - 1)], high = row_[static_cast<std::size_t>(i + 1)];
    line[i * stride] =
        middle * row_[static_cast<std::size_t>(i)] + outer * (low + high) + along * splat4(high[0] - low[0]);
  }
}

template <int D>
void MomentBlock<D>::filter(const SurfaceKernel<D>& kernel) {
  for (int pass = 0; pass < kernel.passes; ++pass)
    for (int a = 0; a < D; ++a)
      for_each_line(a, [&](Float4* line, int stride) { filter_line(line, stride, a, kernel.side[a]); });
}

template <int D>
void MomentBlock<D>::level(const SurfaceGrid<D>& grid, const MeanDistance<D>& mean, float* values) const {
  float share_of_one = 1.0f;  // what a weight of 1 on a node means as a share of the node's cell
  VecF<D> in_spacings;
  for (int a = 0; a < D; ++a) {
    in_spacings[a] = static_cast<float>(grid.spacing[a] / grid.particle_spacing);
    share_of_one /= in_spacings[a];
  }
  for (int c = 0; c < T::kCells; ++c) {
    const Float4& moments = values_[index(T::cell_coord(c))];
    float square = 0.0f;
    for (int a = 0; a < D; ++a) {
      const float offset = moments[a + 1] * in_spacings[a];
      square += offset * offset;
    }
    values[c] = mean.level(moments[0] * share_of_one, std::sqrt(square) / std::max(moments[0], 1e-12f));
  }
}

template <int D>
double distance_to_solids(const std::vector<const Solid<D>*>& solids, const VecD<D>& x) {
  double nearest = 1e30;
  for (const Solid<D>* solid : solids) nearest = std::min(nearest, solid->distance(x));
  return nearest;
}

// Solids whose bounds come within `margin` of the box.
template <int D>
std::vector<const Solid<D>*> solids_near(const std::vector<Solid<D>>& solids, const VecD<D>& low, const VecD<D>& high,
                                         double margin) {
  std::vector<const Solid<D>*> near;
  for (const Solid<D>& solid : solids) {
    const Box<D> box = solid.bounds();
    bool touches = true;
    for (int a = 0; a < D; ++a) touches &= box.low[a] <= high[a] + margin && box.high[a] >= low[a] - margin;
    if (touches) near.push_back(&solid);
  }
  return near;
}

constexpr float kOutside = -1.0f, kInside = 1.0f;

template <int D>
void cut_off_solids(const SurfaceGrid<D>& grid, const std::vector<const Solid<D>*>& solids, const VecI<D>& first,
                    float* values) {
  if (solids.empty()) return;
  for (int c = 0; c < Tile<D>::kCells; ++c) {
    const double distance = distance_to_solids(solids, grid.place(first + Tile<D>::cell_coord(c)));
    values[c] = std::min(values[c], static_cast<float>(distance / grid.particle_spacing));
  }
}

template <int D>
void empty_ghosts(const SurfaceGrid<D>& grid, const VecI<D>& first, float* values) {
  if (!grid.is_ghost(first) && !grid.is_ghost(first + VecI<D>::filled(Tile<D>::kMask))) return;
  for (int c = 0; c < Tile<D>::kCells; ++c)
    if (grid.is_ghost(first + Tile<D>::cell_coord(c))) values[c] = kOutside;
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
    const int owner = neighbors[static_cast<std::size_t>(T::neighbor_index(offset))];
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

}  // namespace

template <int D>
SurfaceKernel<D>::SurfaceKernel(const SurfaceGrid<D>& grid, double wanted_sigma) {
  double coarsest = 0.0, most = 0.0;
  for (int a = 0; a < D; ++a) {
    const double in_nodes = wanted_sigma * grid.particle_spacing / grid.spacing[a];
    most = std::max(most, 0.5 * (in_nodes * in_nodes - kSplineVariance));
    coarsest = std::max(coarsest, grid.spacing[a]);
  }
  passes = std::clamp(static_cast<int>(std::ceil(most / kMostSide - 1e-9)), 0, kMostPasses);
  double variance = 0.0;
  for (int a = 0; a < D; ++a) {
    const double in_nodes = wanted_sigma * grid.particle_spacing / grid.spacing[a];
    const double wanted = std::max(0.0, 0.5 * (in_nodes * in_nodes - kSplineVariance));
    const double each = passes == 0 ? 0.0 : std::min(wanted / passes, kMostSide);
    side[a] = static_cast<float>(each);
    const double spacing = grid.spacing[a] / grid.particle_spacing;
    variance += (kSplineVariance + 2.0 * each * passes) * spacing * spacing / D;
  }
  sigma = std::sqrt(variance);
}

template <int D>
void compute_surface_level(const SurfaceGrid<D>& grid, const SurfaceKernel<D>& kernel, const MeanDistance<D>& mean,
                           const ParticleBins<D>& bins, std::span<const float> positions,
                           const std::vector<Solid<D>>& solids, LevelField<D>& level) {
  using T = Tile<D>;
  const TileMap<D>& tiles = bins.tiles();
  level.resize(tiles.count());
  parallel_pieces(static_cast<std::size_t>(tiles.count()), 8, [&](std::size_t begin, std::size_t end) {
    MomentBlock<D> block(kernel.passes);
    for (std::size_t i = begin; i < end; ++i) {
      const int tile = static_cast<int>(i) + 1;
      const VecI<D> first = tiles.first_cell(tile);
      float* values = level.tile(tile);
      const auto near =
          solids_near(solids, grid.place(first), grid.place(first + VecI<D>::filled(T::kSide)), grid.particle_spacing);
      if (near.empty() && is_deep(grid, bins, tile)) {
        std::fill_n(values, T::kCells, kInside);
      } else if (block.clear(); block.add_particles(grid, bins, tile, positions.data())) {
        block.mirror_at_sides(grid, first);
        block.filter(kernel);
        block.level(grid, mean, values);
        cut_off_solids(grid, near, first, values);
      } else {
        std::fill_n(values, T::kCells, kOutside);
      }
      empty_ghosts(grid, first, values);
    }
  });
}

template <int D>
void add_mirror_images(const SurfaceGrid<D>& grid, const std::vector<Solid<D>>& solids, double within,
                       std::vector<float>& positions) {
  if (solids.empty()) return;
  const std::size_t count = positions.size() / 3;
  constexpr std::size_t kPiece = 4096;
  std::vector<std::vector<float>> images((count + kPiece - 1) / kPiece);
  parallel_pieces(count, kPiece, [&](std::size_t begin, std::size_t end) {
    std::vector<float>& piece = images[begin / kPiece];
    for (std::size_t p = begin; p < end; ++p) {
      VecD<D> x;
      for (int a = 0; a < D; ++a) x[a] = static_cast<double>(positions[3 * p + static_cast<std::size_t>(a)]);
      for (const Solid<D>& solid : solids) {
        const Box<D> box = solid.bounds();
        bool is_near = true;
        for (int a = 0; a < D; ++a) is_near &= x[a] >= box.low[a] - within && x[a] <= box.high[a] + within;
        if (!is_near) continue;
        const double distance = solid.distance(x);
        if (!(distance < within)) continue;
        const VecD<D> image = x - solid.normal(x, 0.1 * grid.particle_spacing) * (2.0 * std::max(distance, 0.0));
        if (!(solid.distance(image) <= 0.0)) continue;  // through a thin plate: its other side is another place
        for (int a = 0; a < 3; ++a) piece.push_back(a < D ? static_cast<float>(image[std::min(a, D - 1)]) : 0.0f);
      }
    }
  });
  for (const std::vector<float>& piece : images) positions.insert(positions.end(), piece.begin(), piece.end());
}

template struct SurfaceKernel<2>;
template struct SurfaceKernel<3>;
template void compute_surface_level<2>(const SurfaceGrid<2>&, const SurfaceKernel<2>&, const MeanDistance<2>&,
                                       const ParticleBins<2>&, std::span<const float>, const std::vector<Solid<2>>&,
                                       LevelField<2>&);
template void compute_surface_level<3>(const SurfaceGrid<3>&, const SurfaceKernel<3>&, const MeanDistance<3>&,
                                       const ParticleBins<3>&, std::span<const float>, const std::vector<Solid<3>>&,
                                       LevelField<3>&);
template void add_mirror_images<2>(const SurfaceGrid<2>&, const std::vector<Solid<2>>&, double, std::vector<float>&);
template void add_mirror_images<3>(const SurfaceGrid<3>&, const std::vector<Solid<3>>&, double, std::vector<float>&);

}  // namespace spindrift
