// Particles closer than the separation distance push each other apart, half the overlap each [Mueller2022]. A safety net:
// it keeps the spacing even, the projection keeps the volume.
//
// A tile's particles and those in the ring of cells around it are copied into one block, row by row. Each pair is met
// once: from the cell that comes first in the grid's order. Tiles of one colour share no particle, so they run at once,
// and the order in which pairs are treated does not depend on the number of threads.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "base/hash.h"
#include "base/simd.h"
#include "exec/parallel.h"
#include "grid/halo.h"
#include "stages/collision.h"
#include "stages/stages.h"

namespace spindrift {

namespace {

// Particles tested at a time: two cells of a row, and three, of liquid at rest.
template <int D>
constexpr std::uint32_t kNear = D == 2 ? 8 : 16;
constexpr std::uint32_t kWide = 24;

template <int D>
struct Neighborhood {
  using Cells = HaloBlock<std::uint32_t, D, 1, 1>;

  std::array<std::vector<float>, D> start;  // positions at the start of the pass: who is close
  std::array<std::vector<float>, D> x;      // positions now: how far to push
  std::uint32_t dummy = 0;           // a particle far from everybody
  std::vector<std::uint8_t> column;  // number of the particle's cell along x, in the tile's own rows
  Cells begin, end;                  // range of each cell's particles in the block

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
  for (std::size_t a = 0; a < D; ++a)
    if (x[a].size() < count + kWide) {  // tests may run over the end
      start[a].resize(count + kWide, 0.0f);
      x[a].resize(count + kWide, 0.0f);
    }
  if (column.size() < count) column.resize(count);
  count = 0;
  for_each_halo_run<D, 1, 1>(state.tiles, tile, [&](int from, int cell, const VecI<D>& local, auto length) {
    const std::uint32_t* cell_begin = particles.cell_begin.data() + static_cast<std::size_t>(from) * Tile<D>::kCells + cell;
    const auto at = static_cast<std::size_t>(Cells::index(local));
    const std::uint32_t first = cell_begin[0], run = from ? cell_begin[length] - first : 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(length()); ++i) {
      begin.values[at + i] = from ? count + (cell_begin[i] - first) : count;
      end.values[at + i] = from ? count + (cell_begin[i + 1] - first) : count;
    }
    if (run == 0) return;
    const VecF<D> offset = corner_offset(state.tiles, tile, from);
    for (int a = 0; a < D; ++a) {
      const float* position = particles.position[static_cast<std::size_t>(a)].data() + first;
      float* to = x[static_cast<std::size_t>(a)].data() + count;
      float* also_to = start[static_cast<std::size_t>(a)].data() + count;
      for (std::uint32_t i = 0; i < run; ++i) also_to[i] = to[i] = position[i] + offset[a];
    }
    if constexpr (length() == Tile<D>::kSide)
      for (int c = 0; c < length; ++c)
        std::fill(column.begin() + begin.values[at + static_cast<std::size_t>(c)],
                  column.begin() + end.values[at + static_cast<std::size_t>(c)], static_cast<std::uint8_t>(c));
    count += run;
  });
  dummy = count;
  for (std::size_t a = 0; a < D; ++a) x[a][dummy] = 1e6f;
}

template <int D>
void Neighborhood<D>::store(ParticleSet<D>& particles, const TileMap<D>& map, int tile) const {
  for_each_halo_run<D, 1, 1>(map, tile, [&](int to, int cell, const VecI<D>& local, auto length) {
    const std::uint32_t* cell_begin = particles.cell_begin.data() + static_cast<std::size_t>(to) * Tile<D>::kCells + cell;
    const std::uint32_t first = cell_begin[0], run = to ? cell_begin[length] - first : 0;
    if (run == 0) return;
    const VecF<D> offset = corner_offset(map, tile, to);
    const std::uint32_t first_in_block = begin.values[static_cast<std::size_t>(Cells::index(local))];
    for (int a = 0; a < D; ++a) {
      const float* from = x[static_cast<std::size_t>(a)].data() + first_in_block;
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

// Pushes particle i and four others apart: d = x_j - x_i, both move by half of (separation - |d|) along d.
template <int D>
inline void push_four(Neighborhood<D>& block, VecF<D>& xi, std::uint32_t i, const std::uint32_t (&j)[4], float separation) {
  Float4 d[D], d2 = splat4(0.0f);
  for (std::size_t a = 0; a < D; ++a) {
    const float* x = block.x[a].data();
    d[a] = Float4{x[j[0]], x[j[1]], x[j[2]], x[j[3]]} - splat4(xi[static_cast<int>(a)]);
    d2 += d[a] * d[a];
  }
  const Float4 overlap = splat4(separation) / sqrt4(d2) - splat4(1.0f);
  Float4 push = splat4(0.5f) * (overlap > splat4(0.0f) ? overlap : splat4(0.0f));  // earlier pushes may have helped
  if (const unsigned same = less_bits(d2, splat4(std::numeric_limits<float>::min()))) [[unlikely]]
    for (int l = 0; l < 4; ++l) {
      if (!(same >> l & 1)) continue;
      const VecF<D> direction = any_direction<D>(i, j[l]);
      for (int a = 0; a < D; ++a) d[a][l] = direction[a];
      push[l] = 0.5f * separation;
    }
  for (std::size_t a = 0; a < D; ++a) {
    float* x = block.x[a].data();
    const Float4 move = push * d[a];
    for (int l = 0; l < 4; ++l) x[j[l]] += move[l];
    xi[static_cast<int>(a)] -= (move[0] + move[2]) + (move[1] + move[3]);
  }
}

// A range of the block's particles.
struct Range {
  std::uint32_t first, last;
};

// Bit l is set if particle first + l of the range started closer to `start` than the separation. Always tests Count.
template <std::uint32_t Count, int D>
inline std::uint64_t close_bits(const Neighborhood<D>& block, const VecF<D>& start, const Range& range, float square) {
  std::uint64_t close = 0;
  for (std::uint32_t l = 0; l < Count; l += 8) {
    Float8 distance2 = splat8(0.0f);
    for (int a = 0; a < D; ++a) {
      const Float8 d = load8(block.start[static_cast<std::size_t>(a)].data() + range.first + l) - splat8(start[a]);
      distance2 += d * d;
    }
    close |= std::uint64_t{less_bits(distance2, splat8(square))} << l;
  }
  return close & ((std::uint64_t{1} << std::min(Count, range.last - range.first)) - 1);
}

// Pushes particle i apart from those of two ranges. Contacts are taken four at a time, with a far dummy for the missing
// ones: in a loop this small a branch that cannot be foreseen costs more than the arithmetic it saves.
template <std::uint32_t CountA, int D>
inline void push_ranges(Neighborhood<D>& block, const VecF<D>& start, VecF<D>& xi, std::uint32_t i, Range a, Range b,
                        float separation) {
  for (;;) {
    std::uint64_t close = close_bits<CountA>(block, start, a, separation * separation) |
                          close_bits<kWide>(block, start, b, separation * separation) << CountA;
    while (close != 0) {
      std::uint32_t j[4];
      for (std::uint32_t& other : j) {
        const auto bit = static_cast<std::uint32_t>(std::countr_zero(close));
        other = bit < CountA ? a.first + bit : bit < 64 ? b.first + bit - CountA : block.dummy;
        close &= close - 1;
      }
      push_four(block, xi, i, j, separation);
    }
    a.first = std::min(a.first + CountA, a.last);
    b.first = std::min(b.first + kWide, b.last);
    if (a.first == a.last && b.first == b.last) return;
  }
}

// Pushes particle i of cell `here` apart from those that come after it. Cells of a row follow each other in the block:
// the rest of this cell with the next one, and three cells of each later row, are one range each.
template <int D>
inline void push_particle(Neighborhood<D>& block, std::size_t here, std::uint32_t i, float separation) {
  using Cells = typename Neighborhood<D>::Cells;
  VecF<D> start, xi;
  for (int a = 0; a < D; ++a) {
    start[a] = block.start[static_cast<std::size_t>(a)][i];
    xi[a] = block.x[static_cast<std::size_t>(a)][i];
  }
  auto row = [&](int j, int k) {
    const std::size_t at = here + static_cast<std::size_t>(j * Cells::stride(1) + (D == 3 ? k * Cells::stride(D - 1) : 0));
    return Range{block.begin.values[at - 1], block.end.values[at + 1]};
  };
  push_ranges<kNear<D>>(block, start, xi, i, Range{i + 1, block.end.values[here + 1]}, row(1, 0), separation);
  if constexpr (D == 3) {
    push_ranges<kWide>(block, start, xi, i, row(-1, 1), row(0, 1), separation);
    push_ranges<8>(block, start, xi, i, Range{i, i}, row(1, 1), separation);
  }
  for (int a = 0; a < D; ++a) block.x[static_cast<std::size_t>(a)][i] = xi[a];
}

template <int D>
void push_tile(LiquidState<D>& state, int tile, float separation, Neighborhood<D>& block) {
  using T = Tile<D>;
  block.load(state, tile);
  for (int row = 0; row < T::kCells; row += T::kSide) {
    const auto first = static_cast<std::size_t>(Neighborhood<D>::Cells::index(T::cell_coord(row)));
    const std::uint32_t end = block.end.values[first + T::kSide - 1];
    for (std::uint32_t i = block.begin.values[first]; i < end; ++i)
      push_particle(block, first + block.column[i], i, separation);
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
