// Particles closer than the separation distance push each other apart, half the overlap each [Mueller2022]. A safety net:
// it keeps the spacing even, the projection keeps the volume.
//
// A tile's particles and those in the ring of cells around it are copied into one block, row by row. Each pair is met
// once: from the cell that comes first in the grid's order. Tiles of one colour share no particle, so they run at once,
// and the order in which pairs are treated does not depend on the number of threads.
#include <algorithm>
#include <bit>
#include <cmath>

#include "base/hash.h"
#include "base/simd.h"
#include "exec/parallel.h"
#include "grid/halo.h"
#include "stages/collision.h"
#include "stages/stages.h"

namespace spindrift {

namespace {

template <int D>
struct Neighborhood {
  using Cells = HaloBlock<std::uint32_t, D, 1, 1>;

  std::array<std::vector<float>, D> x;
  Cells begin, end;  // range of each cell's particles in the block

  void load(const LiquidState<D>& state, int tile);
  void store(ParticleSet<D>& particles, const TileMap<D>& map, int tile) const;
};

// Distance in cells from the corner of `tile` to that of its neighbour `other`.
template <int D>
VecF<D> corner_offset(const TileMap<D>& map, int tile, int other) {
  return VecF<D>::from((map.coord(other) - map.coord(tile))) * static_cast<float>(Tile<D>::kSide);
}

template <int D>
void Neighborhood<D>::load(const LiquidState<D>& state, int tile) {
  const ParticleSet<D>& particles = state.particles;
  std::uint32_t count = 0;
  for (const int neighbor : state.tiles.neighbors(tile))
    count += neighbor ? particles.tile_end(neighbor) - particles.tile_begin(neighbor) : 0;
  for (auto& column : x)
    if (column.size() < count + 8) column.resize(count + 8, 0.0f);  // tests take eight at a time and may run over
  count = 0;
  for_each_halo_run<D, 1, 1>(state.tiles, tile, [&](int from, int cell, const VecI<D>& local, int length) {
    const std::uint32_t* cell_begin = particles.cell_begin.data() + static_cast<std::size_t>(from) * Tile<D>::kCells + cell;
    const auto at = static_cast<std::size_t>(Cells::index(local));
    const std::uint32_t first = cell_begin[0], run = from ? cell_begin[length] - first : 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(length); ++i) {
      begin.values[at + i] = from ? count + (cell_begin[i] - first) : count;
      end.values[at + i] = from ? count + (cell_begin[i + 1] - first) : count;
    }
    if (run == 0) return;
    const VecF<D> offset = corner_offset(state.tiles, tile, from);
    for (int a = 0; a < D; ++a) {
      const float* position = particles.position[static_cast<std::size_t>(a)].data() + first;
      float* to = x[static_cast<std::size_t>(a)].data() + count;
      for (std::uint32_t i = 0; i < run; ++i) to[i] = position[i] + offset[a];
    }
    count += run;
  });
}

template <int D>
void Neighborhood<D>::store(ParticleSet<D>& particles, const TileMap<D>& map, int tile) const {
  for_each_halo_run<D, 1, 1>(map, tile, [&](int to, int cell, const VecI<D>& local, int length) {
    const std::uint32_t* cell_begin = particles.cell_begin.data() + static_cast<std::size_t>(to) * Tile<D>::kCells + cell;
    const std::uint32_t first = cell_begin[0], run = to ? cell_begin[length] - first : 0;
    if (run == 0) return;
    const VecF<D> offset = corner_offset(map, tile, to);
    const std::uint32_t start = begin.values[static_cast<std::size_t>(Cells::index(local))];
    for (int a = 0; a < D; ++a) {
      const float* from = x[static_cast<std::size_t>(a)].data() + start;
      float* position = particles.position[static_cast<std::size_t>(a)].data() + first;
      for (std::uint32_t i = 0; i < run; ++i)  // who was not pushed must not lose a bit to the offset
        position[i] = from[i] == position[i] + offset[a] ? position[i] : from[i] - offset[a];
    }
  });
}

// Directions for particles that coincide: fixed by their numbers, without a preferred axis.
template <int D>
VecF<D> any_direction(std::uint32_t i, std::uint32_t j) {
  VecF<D> d;
  for (int a = 0; a < D; ++a)
    d[a] = random_unit(hash_combine(hash_combine(i, j), static_cast<std::uint64_t>(a))) - 0.5f + 1e-4f;
  return d / length(d);
}

// Pushes particle i and those of [first, last) apart.
template <int D>
inline void push_range(Neighborhood<D>& block, VecF<D>& xi, std::uint32_t i, std::uint32_t first, std::uint32_t last,
                       float separation) {
  const float square = separation * separation;
  for (std::uint32_t j = first; j < last; j += 8) {
    Float8 distance2 = splat8(0.0f);
    for (int a = 0; a < D; ++a) {
      const Float8 d = load8(block.x[static_cast<std::size_t>(a)].data() + j) - splat8(xi[a]);
      distance2 += d * d;
    }
    unsigned close = less_bits(distance2, splat8(square));
    if (last - j < 8) close &= (1u << (last - j)) - 1u;
    for (; close != 0; close &= close - 1) {
      const std::uint32_t other = j + static_cast<std::uint32_t>(std::countr_zero(close));
      VecF<D> d;
      float d2 = 0.0f;
      for (int a = 0; a < D; ++a) {
        d[a] = block.x[static_cast<std::size_t>(a)][other] - xi[a];
        d2 += d[a] * d[a];
      }
      if (!(d2 < square)) continue;  // an earlier push already helped
      d = d2 == 0.0f ? any_direction<D>(i, other) * (0.5f * separation)
                     : d * (0.5f * (separation / std::sqrt(d2) - 1.0f));
      for (int a = 0; a < D; ++a) {
        block.x[static_cast<std::size_t>(a)][other] += d[a];
        xi[a] -= d[a];
      }
    }
  }
}

template <int D>
void push_tile(LiquidState<D>& state, int tile, float separation, Neighborhood<D>& block) {
  using T = Tile<D>;
  using Cells = typename Neighborhood<D>::Cells;
  block.load(state, tile);
  for (int c = 0; c < T::kCells; ++c) {
    const auto here = static_cast<std::size_t>(Cells::index(T::cell_coord(c)));
    for (std::uint32_t i = block.begin.values[here]; i < block.end.values[here]; ++i) {
      VecF<D> xi;
      for (int a = 0; a < D; ++a) xi[a] = block.x[static_cast<std::size_t>(a)][i];
      // Cells of a row follow each other in the block: the rest of this cell with the next, and three cells of each row
      // that comes later.
      push_range(block, xi, i, i + 1, block.end.values[here + 1], separation);
      for (int k = 0; k < (D == 3 ? 2 : 1); ++k)
        for (int j = k == 0 ? 1 : -1; j <= 1; ++j) {
          const std::size_t row = here + static_cast<std::size_t>(j * Cells::stride(1) + (D == 3 ? k * Cells::stride(D - 1) : 0));
          push_range(block, xi, i, block.begin.values[row - 1], block.end.values[row + 1], separation);
        }
      for (int a = 0; a < D; ++a) block.x[static_cast<std::size_t>(a)][i] = xi[a];
    }
  }
  block.store(state.particles, state.tiles, tile);
}

}  // namespace

template <int D>
void push_particles_apart(LiquidState<D>& state) {
  const auto separation = static_cast<float>(state.scene.separation_cells());
  for (int pass = 0; pass < state.scene.drift.push_iterations; ++pass)
    for (int color = 0; color < TileMap<D>::kColors; ++color) {
      const std::vector<int>& tiles = state.tiles.color(color);
      parallel_for(tiles.size(), [&](std::size_t i) {
        thread_local Neighborhood<D> block;
        if (state.particles.tile_begin(tiles[i]) < state.particles.tile_end(tiles[i]))
          push_tile(state, tiles[i], separation, block);
      });
    }
  collide_particles(state);
  sort_particles(state);
}

template void push_particles_apart<2>(LiquidState<2>&);
template void push_particles_apart<3>(LiquidState<3>&);

}  // namespace spindrift
