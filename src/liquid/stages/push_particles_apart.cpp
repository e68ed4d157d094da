// Particles closer than the separation distance push each other apart, half the overlap each [Mueller2022]. A safety
// net: it keeps the spacing even, the projection keeps the volume.
//
// A tile's particles and those in the ring of cells around it are copied into one block, row by row. Each pair is noted
// once, from the cell that comes first in the grid's order; then the pairs are pushed. Tiles of one colour share no
// particle, so they run at once, and the order of pushes does not depend on the number of threads. In a crowd a
// particle looks at a few hundred of its neighbours only, or the time would grow with the square of the crowd.
#include "liquid/stages/push_particles_apart.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>

#include "base/hash.h"
#include "base/simd.h"
#include "exec/parallel.h"
#include "exec/per_thread.h"
#include "fluid/solids/solid_distance.h"
#include "grid/halo.h"
#include "liquid/contact/collision.h"
#include "liquid/stages/liquid_stages.h"

namespace spindrift {

namespace {

// Particles tested at a time: two cells of a row, and three, of liquid at rest.
template <int D>
constexpr std::uint32_t kNear = D == 2 ? 8 : 16;
template <int D>
constexpr std::uint32_t kWide = D == 2 ? 16 : 24;
// Compared with a particle at most, beyond those, in each range; others in the next step.
constexpr std::uint32_t kCrowd = 256;
constexpr float kSkin = 1.05f;
constexpr std::uint32_t kDummies = 64;  // particles far from everybody; a test of several may run over into them, too
static_assert(kDummies >= kWide<3>);
constexpr std::size_t kPortion = 1 << 15;  // contacts noted before they are pushed: only crowds have more in a tile
template <int D>
constexpr std::size_t kRanges = D == 2 ? 2 : 5;  // of particles that one is compared with

// Bit l of `close` stands for a contact between `particle` and `first` + l.
struct Contacts {
  std::uint32_t particle, first;
  std::uint64_t close;
};
// A particle and those it is pushed away from in one go. In 2D, where liquid at rest has about one contact per
// particle, it is one. In 3D it is up to four, and dummies stand in for missing ones: the particle then moves by the
// sum of four pushes, which spreads crowds faster.
template <int D>
struct Link {
  static constexpr std::size_t kOthers = D == 2 ? 1 : 4;
  std::uint32_t particle;
  std::array<std::uint32_t, kOthers> others;
};

// A range of particles.
struct Range {
  std::uint32_t first, last;
};

template <int D>
struct Neighborhood {
  using Cells = HaloBlock<std::uint32_t, D, 1, 1>;

  std::array<std::vector<float>, D> x;
  std::vector<std::uint8_t> column;  // number of the particle's cell along x, in the tile's own rows
  Cells begin, end;                  // range of each cell's particles in the block
  std::vector<Contacts> contacts = std::vector<Contacts>(kPortion);
  std::size_t contact_count = 0;
  std::vector<Link<D>> links;
  std::uint32_t dummies = 0;  // where kDummies particles begin

  void load(const LiquidState<D>& state, int tile);
  std::size_t list_links();  // of all contacts; returns their number
  void store(LiquidState<D>& state, int tile) const;
  bool may_meet_solid(const LiquidState<D>& state, int to, int cell, int length, const Range& range,
                      std::uint32_t first_in_block, const VecF<D>& offset) const;
  void store_beside_solids(LiquidState<D>& state, int to, const Range& range, std::uint32_t first_in_block,
                           const VecF<D>& offset) const;
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
  if (column.size() < count + 8) column.resize(count + 8);
  count = 0;
  for_each_halo_run<D, 1, 1>(state.tiles, tile, [&](int from, int cell, const VecI<D>& local, auto length) {
    const std::uint32_t* cell_begin = particles.cells_of(from) + cell;
    const auto at = static_cast<std::size_t>(Cells::index(local));
    const std::uint32_t first = cell_begin[0], run = from ? cell_begin[length] - first : 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(length()); ++i) {
      begin.values[at + i] = from ? count + (cell_begin[i] - first) : count;
      end.values[at + i] = from ? count + (cell_begin[i + 1] - first) : count;
    }
    if (run == 0) return;
    const VecF<D> offset = corner_offset(state.tiles, tile, from);
    for (int a = 0; a < D; ++a) {
      const float* position = particles.position[a].data() + first;
      float* to = x[a].data() + count;
      for (std::uint32_t i = 0; i < run; ++i) to[i] = position[i] + offset[a];
    }
    if constexpr (length() == Tile<D>::kSide)
      for (std::size_t c = 0; c < static_cast<std::size_t>(length()); ++c) {
        std::uint8_t* to =
            column.data() + begin.values[at + c];  // eight at once; the next cell takes back what is too much
        std::memset(to, static_cast<int>(c), 8);
        if (end.values[at + c] - begin.values[at + c] > 8)
          std::fill(to, column.data() + end.values[at + c], static_cast<std::uint8_t>(c));
      }
    count += run;
  });
  dummies = count;
  for (auto& axis : x) std::fill_n(axis.begin() + count, kDummies, 1e6f);
}

template <int D>
void Neighborhood<D>::store(LiquidState<D>& state, int tile) const {
  ParticleSet<D>& particles = state.particles;
  for_each_halo_run<D, 1, 1>(state.tiles, tile, [&](int to, int cell, const VecI<D>& local, auto length) {
    const std::uint32_t* cell_begin = particles.cells_of(to) + cell;
    const std::uint32_t first = cell_begin[0], run = to ? cell_begin[length] - first : 0;
    if (run == 0) return;
    const VecF<D> offset = corner_offset(state.tiles, tile, to);
    const std::uint32_t first_in_block = begin.values[Cells::index(local)];
    if (!state.solids.empty() &&
        may_meet_solid(state, to, cell, length(), {first, first + run}, first_in_block, offset))
      return store_beside_solids(state, to, {first, first + run}, first_in_block, offset);
    for (int a = 0; a < D; ++a) {
      const float* from = x[a].data() + first_in_block;
      float* position = particles.position[a].data() + first;
      for (std::uint32_t i = 0; i < run; ++i)  // who was not pushed must not lose a bit to the offset
        position[i] = from[i] == position[i] + offset[a] ? position[i] : from[i] - offset[a];
    }
  });
}

// Whether a solid is so near to a row of cells that some of their particles may have been pushed against it.
template <int D>
bool Neighborhood<D>::may_meet_solid(const LiquidState<D>& state, int to, int cell, int length, const Range& range,
                                     std::uint32_t first_in_block, const VecF<D>& offset) const {
  const float* distance = state.solid_distance().tile(to) + cell;
  const float nearest = *std::min_element(distance, distance + length);
  float longest = 0.0f;  // push along an axis
  for (int a = 0; a < D; ++a) {
    const float* position = state.particles.position[a].data() + range.first;
    const float* pushed = x[a].data() + first_in_block;
    for (std::uint32_t i = 0; i < range.last - range.first; ++i)
      longest = std::max(longest, std::abs(pushed[i] - offset[a] - position[i]));
  }
  return nearest < std::sqrt(static_cast<float>(D)) * (0.5f + longest) + 0.02f;
}

// The same where solids may be in the way: nobody is pushed through a thin one.
template <int D>
void Neighborhood<D>::store_beside_solids(LiquidState<D>& state, int to, const Range& range,
                                          std::uint32_t first_in_block, const VecF<D>& offset) const {
  ParticleSet<D>& particles = state.particles;
  const VecD<D> origin = VecD<D>::from(state.tiles.first_cell(to));
  for (std::uint32_t p = range.first; p < range.last; ++p) {
    VecF<D> from, pushed;
    for (int a = 0; a < D; ++a) {
      from[a] = particles.position[a][p];
      const float now = x[a][first_in_block + p - range.first];
      pushed[a] = now == from[a] + offset[a] ? from[a] : now - offset[a];
    }
    if (pushed == from) continue;
    if (may_touch_solid(state, to, VecD<D>::from(from), 0.02 + static_cast<double>(length(pushed - from)))) {
      const VecD<D> start = state.domain.to_world(origin + VecD<D>::from(from));
      const VecD<D> goal = state.domain.to_world(origin + VecD<D>::from(pushed));
      pushed = VecF<D>::from(state.domain.to_cells(stop_at_solids(state, start, goal, present(state))) - origin);
    }
    for (int a = 0; a < D; ++a) particles.position[a][p] = pushed[a];
  }
}

template <int D>
std::size_t Neighborhood<D>::list_links() {
  std::size_t most = 0;
  for (std::size_t c = 0; c < contact_count; ++c) most += static_cast<std::size_t>(std::popcount(contacts[c].close));
  if (links.size() < most) links.resize(2 * most);
  Link<D>* link = links.data();
  std::size_t free = 0;  // places left in the last link
  for (std::size_t c = 0; c < contact_count; ++c) {
    const Contacts& contact = contacts[c];
    if (link != links.data() && link[-1].particle != contact.particle) free = 0;
    std::uint64_t close = contact.close;
    do {
      const std::uint32_t other = contact.first + static_cast<std::uint32_t>(std::countr_zero(close));
      if (free == 0) {
        link->particle = contact.particle;
        link->others[0] = other;
        for (std::uint32_t l = 1; l < Link<D>::kOthers; ++l)  // many dummies, so that pushes do not wait for each other
          link->others[l] = dummies + (4 * contact.particle + l) % kDummies;
        ++link;
        free = Link<D>::kOthers - 1;
      } else {
        link[-1].others[Link<D>::kOthers - free--] = other;
      }
      close &= close - 1;
    } while (close != 0);
  }
  return static_cast<std::size_t>(link - links.data());
}

// Directions for particles that coincide: fixed by their numbers, without a preferred axis.
template <int D>
VecF<D> any_direction(std::uint32_t i, std::uint32_t j) {
  VecF<D> d;
  for (int a = 0; a < D; ++a)
    d[a] = random_unit(hash_combine(hash_combine(i, j), static_cast<std::uint64_t>(a))) - 0.5f + 1e-4f;
  return d / length(d);
}

// Pushes particles apart: d = x_j - x_i, both move by half of (separation - |d|) along d.
inline void push(const std::array<float*, 2>& x, const Link<2>& link, float separation) {
  const std::uint32_t i = link.particle, j = link.others[0];
  VecF<2> d{x[0][j] - x[0][i], x[1][j] - x[1][i]};
  const float d2 = dot(d, d);
  float share = std::max(0.0f, 0.5f * (separation / std::sqrt(d2)) - 0.5f);  // earlier pushes may have helped
  if (d2 < std::numeric_limits<float>::min()) [[unlikely]] {
    d = any_direction<2>(i, j);
    share = 0.5f * separation;
  }
  for (std::size_t a = 0; a < 2; ++a) {
    const float move = share * d[static_cast<int>(a)];
    x[a][i] -= move;
    x[a][j] += move;
  }
}
inline void push(const std::array<float*, 3>& x, const Link<3>& link, float separation) {
  const std::uint32_t i = link.particle;
  const auto& j = link.others;
  Float4 d[3], d2 = splat4(0.0f);
  for (std::size_t a = 0; a < 3; ++a) {
    d[a] = Float4{x[a][j[0]], x[a][j[1]], x[a][j[2]], x[a][j[3]]} - splat4(x[a][i]);
    d2 += d[a] * d[a];
  }
  const Float4 overlap = splat4(separation) / sqrt4(d2) - splat4(1.0f);
  Float4 share = splat4(0.5f) * (overlap > splat4(0.0f) ? overlap : splat4(0.0f));
  if (const unsigned same = less_bits(d2, splat4(std::numeric_limits<float>::min()))) [[unlikely]]
    for (int l = 0; l < 4; ++l) {
      if (!(same >> l & 1)) continue;
      const VecF<3> direction = any_direction<3>(i, j[l]);
      for (int a = 0; a < 3; ++a) d[a][l] = direction[a];
      share[l] = 0.5f * separation;
    }
  for (std::size_t a = 0; a < 3; ++a) {
    const Float4 move = share * d[a];
    for (int l = 0; l < 4; ++l) x[a][j[l]] += move[l];
    x[a][i] -= (move[0] + move[2]) + (move[1] + move[3]);
  }
}

// Pushes the contacts noted so far, and forgets them.
template <int D>
void push_contacts(Neighborhood<D>& block, float separation, int passes) {
  // Neighbours in the list wait for each other's results. Eight places far apart in turn keep the processor busy.
  constexpr std::size_t kPlaces = 8;
  const std::size_t count = block.list_links(), stride = (count + kPlaces - 1) / kPlaces;
  std::array<float*, D> x;
  for (std::size_t a = 0; a < D; ++a) x[a] = block.x[a].data();
  const Link<D>* links = block.links.data();
  for (int pass = 0; pass < passes; ++pass)
    for (std::size_t first = 0; first < stride; ++first)
      for (std::size_t l = first; l < count; l += stride) push(x, links[l], separation);
  block.contact_count = 0;
}

// Bit l is set if particle first + l of the range is closer to `at` than the square root of `square`. Always tests
// Count.
template <std::uint32_t Count, std::size_t D>
inline std::uint64_t close_bits(const std::array<const float*, D>& x, const std::array<Float8, D>& at,
                                const Range& range, Float8 square) {
  std::uint64_t close = 0;
  for (std::uint32_t l = 0; l < Count; l += 8) {
    Float8 distance2 = splat8(0.0f);
    for (std::size_t a = 0; a < D; ++a) {
      const Float8 d = load8(x[a] + range.first + l) - at[a];
      distance2 += d * d;
    }
    close |= std::uint64_t{less_bits(distance2, square)} << l;
  }
  return close & ((std::uint64_t{1} << std::min(Count, range.last - range.first)) - 1);
}

// Finds who touches whom, and pushes, `passes` times.
template <int D>
class Pusher {
 public:
  Pusher(Neighborhood<D>& block, float separation, int passes)
      : block_(block),
        separation_(separation),
        passes_(passes),
        square_(splat8(kSkin * separation * kSkin * separation)) {
    for (std::size_t a = 0; a < D; ++a) x_[a] = block.x[a].data();
  }

  // Notes the contacts of the particles in a row of cells, `first` being the first, with those that come after them.
  // Cells of a row follow each other in the block: the rest of a cell with the next one, and three cells of each later
  // row, are one range each. The list is written whether or not there is a contact, and grows only if there is: a
  // branch that cannot be foreseen would cost more than the store.
  void search_row(std::size_t first) {
    using Cells = typename Neighborhood<D>::Cells;
    const std::uint32_t* begins = block_.begin.values.data();
    const std::uint32_t* ends = block_.end.values.data();
    const std::uint8_t* column = block_.column.data();
    Contacts* const contacts = block_.contacts.data();
    std::size_t count = block_.contact_count;
    for (std::uint32_t i = begins[first], end = ends[first + Tile<D>::kSide - 1]; i < end; ++i) {
      if (count + kRanges<D> > kPortion) [[unlikely]]
        count = push_now(count);
      const std::array<Float8, D> at = place(i);
      auto note = [&]<std::uint32_t Count>(const Range& range) {
        const std::uint64_t close = close_bits<Count>(x_, at, range, square_);
        contacts[count] = {i, range.first, close};
        count += close != 0;
        if (range.last - range.first > Count) [[unlikely]]
          count = search_crowd(i, {range.first + Count, range.last}, count);
      };
      const std::size_t here = first + column[i];
      auto row = [&](int j, int k) {
        const std::size_t there =
            here + static_cast<std::size_t>(j * Cells::stride(1) + (D == 3 ? k * Cells::stride(D - 1) : 0));
        return Range{begins[there - 1], ends[there + 1]};
      };
      note.template operator()<kNear<D>>(Range{i + 1, ends[here + 1]});
      note.template operator()<kWide<D>>(row(1, 0));
      if constexpr (D == 3)
        for (int j = -1; j <= 1; ++j) note.template operator()<kWide<D>>(row(j, 1));
    }
    block_.contact_count = count;
  }

  std::int64_t compared_in_crowds() const { return compared_in_crowds_; }

  std::size_t push_now(std::size_t count) {
    block_.contact_count = count;
    push_contacts(block_, separation_, passes_);
    return 0;
  }

 private:
  std::array<Float8, D> place(std::uint32_t i) const {
    std::array<Float8, D> at;
    for (std::size_t a = 0; a < D; ++a) at[a] = splat8(x_[a][i]);
    return at;
  }

  // The same for what is left of a range that is longer than usual, or a part of it, another one for every particle.
  // Crowds are worked off in portions, so that the list stays short.
  [[gnu::noinline]] std::size_t search_crowd(std::uint32_t i, Range range, std::size_t count) {
    if (const std::uint32_t length = range.last - range.first; length > kCrowd) {
      range.first += i * 97u % (length - kCrowd + 1);
      range.last = range.first + kCrowd;
    }
    compared_in_crowds_ += range.last - range.first;
    for (; range.first < range.last; range.first += std::min(8u, range.last - range.first)) {
      if (count + kRanges<D> + 1 > kPortion) count = push_now(count);
      const std::uint64_t close = close_bits<8>(x_, place(i), range, square_);
      block_.contacts[count] = {i, range.first, close};
      count += close != 0;
    }
    return count;
  }

  Neighborhood<D>& block_;
  float separation_;
  int passes_;
  std::int64_t compared_in_crowds_ = 0;
  Float8 square_;  // a push may bring others into contact: the distance asked for is a little more than the separation
  std::array<const float*, D> x_;
};

template <int D>
[[gnu::noinline]] std::int64_t push_tile(LiquidState<D>& state, int tile, float separation, int passes,
                                         Neighborhood<D>& block) {
  block.load(state, tile);
  Pusher<D> pusher(block, separation, passes);
  for (int row = 0; row < Tile<D>::kCells; row += Tile<D>::kSide)
    pusher.search_row(static_cast<std::size_t>(Neighborhood<D>::Cells::index(Tile<D>::cell_coord(row))));
  pusher.push_now(block.contact_count);
  block.store(state, tile);
  return pusher.compared_in_crowds();
}

}  // namespace

template <int D>
std::int64_t push_and_count(LiquidState<D>& state) {
  std::int64_t compared = 0;
  const auto separation = static_cast<float>(state.scene.separation_cells());
  const auto blocks = state.scratch.template borrow<PerThread<Neighborhood<D>>>();
  blocks->prepare();
  for (int color = 0; color < TileMap<D>::kColors; ++color) {
    const std::vector<int>& tiles = state.tiles.color(color);
    compared += parallel_reduce(
        "push particles apart", tiles.size(), std::int64_t{0},
        [&](std::size_t i) -> std::int64_t {
          if (state.particles.tile_begin(tiles[i]) == state.particles.tile_end(tiles[i])) return 0;
          return push_tile(state, tiles[i], separation, state.scene.drift.push_iterations, blocks->here());
        },
        std::plus<>());
  }
  collide_particles(state);
  sort_particles(state);
  return compared;
}

template <int D>
void push_particles_apart(LiquidState<D>& state) {
  push_and_count(state);
}

template std::int64_t push_and_count<2>(LiquidState<2>&);
template std::int64_t push_and_count<3>(LiquidState<3>&);
template void push_particles_apart<2>(LiquidState<2>&);
template void push_particles_apart<3>(LiquidState<3>&);

}  // namespace spindrift
