#include "surface/moments.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "grid/for_each_tile.h"
#include "grid/halo.h"
#include "grid/kernel.h"
#include "grid/tile.h"

namespace spindrift {

namespace {

constexpr double kSplineVariance = 0.25;  // of the quadratic B-spline, at any position
constexpr double kMostSide = 0.25;        // a stronger filter would invert the shortest waves
constexpr double kRounding = 1e-9;        // of passes

// The nodes that particles in a tile's cells reach.
template <int D>
using MomentBlock = HaloBlock<Float4, D, 1, 2>;
constexpr std::size_t kMomentGrain = 8;  // tiles; many neighbouring ones are skipped

// The particle's share on the 3^D nodes around it. `x` counts in nodes from the tile's first.
template <int D>
void add_particle(const VecF<D>& x, MomentBlock<D>& block) {
  // A node's weight is a product over the axes, and so is each of its weighted offsets.
  Float4 factor[D][3];
  VecI<D> nearest;
  for (int a = 0; a < D; ++a) {
    nearest[a] = static_cast<int>(x[a] + 0.5f);
    const float f = x[a] - static_cast<float>(nearest[a]);
    float weight[3];
    QuadraticKernel::weights_around(f, weight);
    for (int k = 0; k < 3; ++k) {
      factor[a][k] = splat4(weight[k]);
      factor[a][k][a + 1] = weight[k] * (f - static_cast<float>(k - 1));
    }
  }
  Float4* center = &block.at(nearest);
  const auto add_row = [&](Float4* row, Float4 outer) {
    for (int i = 0; i < 3; ++i) row[i - 1] += outer * factor[0][i];
  };
  for (int j = 0; j < 3; ++j) {
    if constexpr (D == 2) {
      add_row(center + (j - 1) * MomentBlock<D>::stride(1), factor[1][j]);
    } else {
      for (int k = 0; k < 3; ++k)
        add_row(center + (k - 1) * MomentBlock<D>::stride(2) + (j - 1) * MomentBlock<D>::stride(1),
                factor[1][j] * factor[2][k]);
    }
  }
}

template <int D>
void add_tile(const SurfaceGrid<D>& grid, const ParticleBins<D>& bins, int tile, std::span<const float> positions,
              MomentField<D>& moments) {
  using T = Tile<D>;
  const auto particles = bins.row(tile, 0, T::kCells);
  if (particles.empty()) return;
  const VecI<D> first = bins.tiles().first_cell(tile);
  VecD<D> scale;
  for (int a = 0; a < D; ++a) scale[a] = 1.0 / grid.spacing[a];
  MomentBlock<D> block;
  block.values.fill(Float4{});
  for (const std::uint32_t p : particles) {
    VecF<D> x;
    for (int a = 0; a < D; ++a) {
      const double metres = positions[3 * std::size_t{p} + a];
      const double node = std::clamp(metres * scale[a], 0.0, 1.0 * grid.cells[a]) + SurfaceGrid<D>::kFirst;
      x[a] = static_cast<float>(node - first[a]);
    }
    add_particle<D>(x, block);
  }
  for_each_halo_run<D, 1, 2>(bins.tiles(), tile, [&](int owner, int node, const VecI<D>& local, auto length) {
    if (owner == 0) return;
    const Float4* from = &block.at(local);
    Float4* to = moments.tile(owner) + node;
    for (int i = 0; i < length(); ++i) to[i] += from[i];
  });
}

}  // namespace

template <int D>
SurfaceKernel<D>::SurfaceKernel(const SurfaceGrid<D>& grid, double wanted_sigma) {
  VecD<D> wanted;  // the sum of `side` over all passes
  double most = 0.0;
  for (int a = 0; a < D; ++a) {
    const double in_nodes = wanted_sigma * grid.particle_spacing / grid.spacing[a];
    wanted[a] = std::max(0.0, 0.5 * (in_nodes * in_nodes - kSplineVariance));
    most = std::max(most, wanted[a]);
  }
  passes = std::clamp(static_cast<int>(std::ceil(most / kMostSide - kRounding)), 0, kMostPasses);
  double variance = 0.0;
  for (int a = 0; a < D; ++a) {
    const double side = passes == 0 ? 0.0 : std::min(wanted[a] / passes, kMostSide);
    std::array<double, kMostTaps> filter{1.0};
    for (int width = 3; width <= 2 * passes + 1; width += 2)
      for (int t = width - 1; t >= 0; --t) {
        const auto before = [&](int steps) { return t < steps ? 0.0 : filter[t - steps]; };
        filter[t] = side * before(0) + (1.0 - 2.0 * side) * before(1) + side * before(2);
      }
    for (std::size_t t = 0; t < filter.size(); ++t) taps[a][t] = static_cast<float>(filter[t]);
    const double spacing = grid.spacing[a] / grid.particle_spacing;
    variance += (kSplineVariance + 2.0 * side * passes) * spacing * spacing / D;
  }
  sigma = std::sqrt(variance);
}

template <int D>
void add_up_moments(const SurfaceGrid<D>& grid, const ParticleBins<D>& bins, std::span<const float> positions,
                    const std::vector<char>& is_wanted, MomentField<D>& moments) {
  const TileMap<D>& tiles = bins.tiles();
  moments.resize(tiles.count());
  moments.fill(Float4{});
  const auto is_near_wanted = [&](int tile) {
    const VecI<D> side = VecI<D>::filled(Tile<D>::kSide), first = tiles.first_cell(tile);
    if (grid.is_at_seam(first - side) || grid.is_at_seam(first + side + side)) return true;  // an image may be near
    const auto& neighbors = tiles.neighbors(tile);
    return std::any_of(neighbors.begin(), neighbors.end(), [&](int n) { return is_wanted[n] != 0; });
  };
  for_each_tile_by_color(
      "add up moments", tiles,
      [&](int tile) {
        if (is_near_wanted(tile)) add_tile<D>(grid, bins, tile, positions, moments);
      },
      kMomentGrain);
}

template <int D>
void MomentFilter<D>::run(const SurfaceGrid<D>& grid, const SurfaceKernel<D>& kernel, const TileMap<D>& tiles,
                          const MomentField<D>& moments, int tile) {
  resize(kernel.passes);
  load(tiles, moments, tile);
  wrap_at_sides(grid, tiles, moments, tiles.first_cell(tile));
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

// Each node has the sum over its periodic images.
template <int D>
void MomentFilter<D>::wrap_at_sides(const SurfaceGrid<D>& grid, const TileMap<D>& tiles, const MomentField<D>& moments,
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
      // What is behind the wall is the image of what is before it.
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

// An offset relative to a neighbour differs by the step to it.
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

template struct SurfaceKernel<2>;
template struct SurfaceKernel<3>;
template void add_up_moments<2>(const SurfaceGrid<2>&, const ParticleBins<2>&, std::span<const float>,
                                const std::vector<char>&, MomentField<2>&);
template void add_up_moments<3>(const SurfaceGrid<3>&, const ParticleBins<3>&, std::span<const float>,
                                const std::vector<char>&, MomentField<3>&);
template class MomentFilter<2>;
template class MomentFilter<3>;

}  // namespace spindrift
