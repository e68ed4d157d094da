// Particles closer than the separation distance push each other apart, half the overlap each [Mueller2022]. A safety net:
// it keeps the spacing even, the projection keeps the volume.
//
// A tile's particles and those in the ring of cells around it are copied into one block, row by row. Each pair is noted
// once, from the cell that comes first in the grid's order, and pushed in that order. Tiles of one colour share no
// particle, so they run at once, and the order of pushes does not depend on the number of threads.
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
template <int D>
constexpr std::uint32_t kWide = D == 2 ? 16 : 24;
constexpr float kSkin = 1.05f;
constexpr std::uint32_t kDummies = 64;  // many, so that pushes do not wait for each other; tests run over into them, too
static_assert(kDummies >= kWide<3>);

// A particle and four others that are close to it; dummies stand in for missing ones.
struct Contacts {
  std::uint32_t particle;
  std::array<std::uint32_t, 4> others;
};

template <int D>
struct Neighborhood {
  using Cells = HaloBlock<std::uint32_t, D, 1, 1>;

  std::array<std::vector<float>, D> x;
  std::uint32_t dummies = 0;         // kDummies particles far from everybody
  std::vector<std::uint8_t> column;  // number of the particle's cell along x, in the tile's own rows
  Cells begin, end;                  // range of each cell's particles in the block
  std::vector<Contacts> contacts = std::vector<Contacts>(1 << 10);
  std::size_t contact_count = 0;

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
    if (x[a].size() < count + kDummies) x[a].resize(count + kDummies, 0.0f);
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
      for (std::uint32_t i = 0; i < run; ++i) to[i] = position[i] + offset[a];
    }
    if constexpr (length() == Tile<D>::kSide)
      for (int c = 0; c < length; ++c)
        std::fill(column.begin() + begin.values[at + static_cast<std::size_t>(c)],
                  column.begin() + end.values[at + static_cast<std::size_t>(c)], static_cast<std::uint8_t>(c));
    count += run;
  });
  dummies = count;
  for (auto& axis : x) std::fill_n(axis.begin() + count, kDummies, 1e6f);
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

// Pushes a particle and four others apart: d = x_j - x_i, both move by half of (separation - |d|) along d.
template <int D>
inline void push(Neighborhood<D>& block, const Contacts& contacts, float separation) {
  const std::uint32_t i = contacts.particle;
  const auto& j = contacts.others;
  Float4 d[D], d2 = splat4(0.0f);
  for (std::size_t a = 0; a < D; ++a) {
    const float* x = block.x[a].data();
    d[a] = Float4{x[j[0]], x[j[1]], x[j[2]], x[j[3]]} - splat4(x[i]);
    d2 += d[a] * d[a];
  }
  const Float4 overlap = splat4(separation) / sqrt4(d2) - splat4(1.0f);
  Float4 share = splat4(0.5f) * (overlap > splat4(0.0f) ? overlap : splat4(0.0f));  // earlier pushes may have helped
  if (const unsigned same = less_bits(d2, splat4(std::numeric_limits<float>::min()))) [[unlikely]]
    for (int l = 0; l < 4; ++l) {
      if (!(same >> l & 1)) continue;
      const VecF<D> direction = any_direction<D>(i, j[static_cast<std::size_t>(l)]);
      for (int a = 0; a < D; ++a) d[a][l] = direction[a];
      share[l] = 0.5f * separation;
    }
  for (std::size_t a = 0; a < D; ++a) {
    float* x = block.x[a].data();
    const Float4 move = share * d[a];
    x[j[0]] += move[0];
    x[j[1]] += move[1];
    x[j[2]] += move[2];
    x[j[3]] += move[3];
    x[i] -= (move[0] + move[2]) + (move[1] + move[3]);
  }
}

// A range of the block's particles.
struct Range {
  std::uint32_t first, last;
};

// Bit l is set if particle first + l of the range is closer to x than the square root of `square`. Always tests Count.
template <std::uint32_t Count, int D>
inline std::uint64_t close_bits(const Neighborhood<D>& block, const VecF<D>& x, const Range& range, float square) {
  std::uint64_t close = 0;
  for (std::uint32_t l = 0; l < Count; l += 8) {
    Float8 distance2 = splat8(0.0f);
    for (int a = 0; a < D; ++a) {
      const Float8 d = load8(block.x[static_cast<std::size_t>(a)].data() + range.first + l) - splat8(x[a]);
      distance2 += d * d;
    }
    close |= std::uint64_t{less_bits(distance2, splat8(square))} << l;
  }
  return close & ((std::uint64_t{1} << std::min(Count, range.last - range.first)) - 1);
}

// Notes the contacts of particle i with two ranges. The list is written whether or not there is a contact, and grows only
// if there is: a branch that cannot be foreseen would cost more than the store.
template <std::uint32_t CountA, int D>
inline Contacts* note_contacts(const Neighborhood<D>& block, const VecF<D>& x, std::uint32_t i, Range a, Range b,
                               float square, Contacts* contacts) {
  for (;;) {
    std::uint64_t close = close_bits<CountA>(block, x, a, square) | close_bits<kWide<D>>(block, x, b, square) << CountA;
    do {
      const std::uint64_t any = close;
      const std::uint32_t dummy = block.dummies + 4 * (i % (kDummies / 4));
      contacts->particle = i;
      for (std::uint32_t l = 0; l < 4; ++l) {
        const auto bit = static_cast<std::uint32_t>(std::countr_zero(close));
        const std::uint32_t found = bit < CountA ? a.first + bit : b.first + bit - CountA;
        contacts->others[l] = close != 0 ? found : dummy + l;
        close &= close - 1;
      }
      contacts += any != 0;
    } while (close != 0);
    a.first = std::min(a.first + CountA, a.last);
    b.first = std::min(b.first + kWide<D>, b.last);
    if (a.first == a.last && b.first == b.last) return contacts;
  }
}

// Notes the contacts of particle i of cell `here` with those that come after it. Cells of a row follow each other in the
// block: the rest of this cell with the next one, and three cells of each later row, are one range each.
template <int D>
inline void note_particle(Neighborhood<D>& block, std::size_t here, std::uint32_t i, float square) {
  using Cells = typename Neighborhood<D>::Cells;
  VecF<D> x;
  for (int a = 0; a < D; ++a) x[a] = block.x[static_cast<std::size_t>(a)][i];
  auto row = [&](int j, int k) {
    const std::size_t at = here + static_cast<std::size_t>(j * Cells::stride(1) + (D == 3 ? k * Cells::stride(D - 1) : 0));
    return Range{block.begin.values[at - 1], block.end.values[at + 1]};
  };
  const Range next{i + 1, block.end.values[here + 1]};
  const Range rows[] = {row(1, 0), D == 3 ? row(-1, 1) : next, D == 3 ? row(0, 1) : next, D == 3 ? row(1, 1) : next};
  // Four to an entry, and an entry for each test that finds any.
  std::size_t most = (next.last - next.first) / 2 + 8;
  for (int r = 0; r < (D == 3 ? 4 : 1); ++r) most += (rows[r].last - rows[r].first) / 2 + 8;
  if (block.contact_count + most > block.contacts.size()) block.contacts.resize(2 * (block.contact_count + most));

  Contacts* const first = block.contacts.data() + block.contact_count;
  Contacts* last = note_contacts<kNear<D>>(block, x, i, next, rows[0], square, first);
  if constexpr (D == 3) {
    last = note_contacts<kWide<D>>(block, x, i, rows[1], rows[2], square, last);
    last = note_contacts<8>(block, x, i, Range{i, i}, rows[3], square, last);
  }
  block.contact_count += static_cast<std::size_t>(last - first);
}

// Finds who touches whom, then pushes, `passes` times. Crowds are worked off in portions, so that the list stays short.
template <int D>
void push_tile(LiquidState<D>& state, int tile, float separation, int passes, Neighborhood<D>& block) {
  using T = Tile<D>;
  constexpr std::size_t kPortion = 1 << 16;
  const float skin = kSkin * separation;  // a push may bring others into contact
  block.load(state, tile);
  block.contact_count = 0;
  auto push_all = [&] {
    // Neighbours in the list wait for each other's results. Eight places far apart in turn keep the processor busy.
    constexpr std::size_t kPlaces = 8;
    const std::size_t stride = (block.contact_count + kPlaces - 1) / kPlaces;
    for (int pass = 0; pass < passes; ++pass)
      for (std::size_t first = 0; first < stride; ++first)
        for (std::size_t c = first; c < block.contact_count; c += stride) push(block, block.contacts[c], separation);
    block.contact_count = 0;
  };
  for (int row = 0; row < T::kCells; row += T::kSide) {
    const auto first = static_cast<std::size_t>(Neighborhood<D>::Cells::index(T::cell_coord(row)));
    const std::uint32_t end = block.end.values[first + T::kSide - 1];
    for (std::uint32_t i = block.begin.values[first]; i < end; ++i) {
      note_particle(block, first + block.column[i], i, skin * skin);
      if (block.contact_count > kPortion) push_all();
    }
  }
  push_all();
  block.store(state.particles, state.tiles, tile);
}

}  // namespace

template <int D>
void push_particles_apart(LiquidState<D>& state) {
  const auto separation = static_cast<float>(state.scene.separation_cells());
  for (int color = 0; color < TileMap<D>::kColors; ++color) {
    const std::vector<int>& tiles = state.tiles.color(color);
    parallel_for(tiles.size(), [&](std::size_t i) {
      thread_local Neighborhood<D> block;
      if (state.particles.tile_begin(tiles[i]) < state.particles.tile_end(tiles[i]))
        push_tile(state, tiles[i], separation, state.scene.drift.push_iterations, block);
    });
  }
  collide_particles(state);
  sort_particles(state);
}

template void push_particles_apart<2>(LiquidState<2>&);
template void push_particles_apart<3>(LiquidState<3>&);

}  // namespace spindrift
