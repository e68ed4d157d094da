// Each tile adds up its own particles in a block, which is then added to the tiles around it, colour by colour.
#include "surface/liquid_moments.h"

#include <algorithm>
#include <cmath>

#include "grid/for_each_tile.h"
#include "grid/halo.h"
#include "grid/kernel.h"

namespace spindrift {
namespace {

// The nodes that particles in a tile's cells reach.
template <int D>
using MomentBlock = HaloBlock<Float4, D, 1, 2>;
constexpr std::size_t kMomentGrain =
    8;  // tiles: of those far from the surface, which are skipped, many lie side by side

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
void add_up_moments(const SurfaceGrid<D>& grid, const ParticleBins<D>& bins, std::span<const float> positions,
                    const std::vector<char>& is_wanted, MomentField<D>& moments) {
  const TileMap<D>& tiles = bins.tiles();
  moments.resize(tiles.count());
  moments.fill(Float4{});
  const auto is_near_wanted = [&](int tile) {
    const VecI<D> side = VecI<D>::filled(Tile<D>::kSide), first = tiles.first_cell(tile);
    if (grid.is_at_seam(first - side) || grid.is_at_seam(first + side + side)) return true;  // near to one far away
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

template void add_up_moments<2>(const SurfaceGrid<2>&, const ParticleBins<2>&, std::span<const float>,
                                const std::vector<char>&, MomentField<2>&);
template void add_up_moments<3>(const SurfaceGrid<3>&, const ParticleBins<3>&, std::span<const float>,
                                const std::vector<char>&, MomentField<3>&);

}  // namespace spindrift
