// Pushes apart particles closer than the separation distance, half the overlap each [Mueller2022]. This keeps the
// spacing even; the projection keeps the volume.
//
// The particles of a tile and of the ring of cells around it are copied into one block, row by row. Each pair is listed
// once, from the cell that comes first in the grid's order; then the pairs are pushed. Tiles of one colour share no
// particle: they run concurrently, and the order of pushes does not depend on the number of threads. A particle in a
// crowd is compared with a few hundred neighbours only, so that the time grows linearly with the crowd.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <vector>

#include "base/hash.h"
#include "base/simd.h"
#include "exec/parallel.h"
#include "exec/scratch.h"
#include "fluid/solids.h"
#include "grid/halo.h"
#include "liquid/contact/stop_at_solids.h"
#include "liquid/liquid_step.h"
#include "particles/particle_set.h"

namespace spindrift {

namespace {

struct ParticleRange {
  std::uint32_t first, last;
};

constexpr std::uint32_t kDummies = 64;  // particles behind the others in a block, far from all of them

// The particles of a tile and of the ring of cells around it.
template <int D>
struct ParticleBlock {
  using Cells = HaloBlock<std::uint32_t, D, 1, 1>;

  std::array<std::vector<float>, D> x;
  std::vector<std::uint8_t> column;  // number of the particle's cell along x, in the tile's own rows
  Cells begin, end;                  // range of each cell's particles in the block
  std::uint32_t dummies = 0;         // where they begin

  void load(const TilesView<D>& tiles, const ParticlesView<D>& particles, int tile);
  // Writes back the particles that moved, none through a solid.
  void store(const ParticlePathContext<D>& context, const ParticlesView<D>& particles, int tile) const;

 private:
  bool row_may_meet_solid(const ParticlePathContext<D>& context, const ParticlesView<D>& particles, int to, int cell,
                          int length, const ParticleRange& range, std::uint32_t first_in_block,
                          const VecF<D>& offset) const;
  void store_beside_solids(const ParticlePathContext<D>& context, const ParticlesView<D>& particles, int to,
                           const ParticleRange& range, std::uint32_t first_in_block, const VecF<D>& offset) const;
};

constexpr float kFarAway = 1e6f;  // cells: where the dummies are

// Vector in cells from the corner of a tile to that of the neighbour whose cell `cell` lies at `local` of the tile,
// also across a periodic side.
template <int D>
VecF<D> corner_offset(const VecI<D>& local, int cell) {
  return VecF<D>::from(local - Tile<D>::cell_coord(cell));
}

template <int D>
void ParticleBlock<D>::load(const TilesView<D>& tiles, const ParticlesView<D>& particles, int tile) {
  std::uint32_t count = 0;
  for (const int neighbor : tiles.neighbors(tile))
    count += neighbor ? particles.tile_end(neighbor) - particles.tile_begin(neighbor) : 0;
  for (std::size_t a = 0; a < D; ++a)
    if (x[a].size() < count + kDummies) x[a].resize(count + kDummies, 0.0f);
  if (column.size() < count + 8) column.resize(count + 8);
  count = 0;
  for_each_halo_run<D, 1, 1>(tiles, tile, [&](int from, int cell, const VecI<D>& local, auto length) {
    const std::uint32_t* cell_begin = particles.cells_of(from) + cell;
    const auto at = static_cast<std::size_t>(Cells::index(local));
    const std::uint32_t first = cell_begin[0], run = from ? cell_begin[length] - first : 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(length()); ++i) {
      begin.values[at + i] = from ? count + (cell_begin[i] - first) : count;
      end.values[at + i] = from ? count + (cell_begin[i + 1] - first) : count;
    }
    if (run == 0) return;
    const VecF<D> offset = corner_offset<D>(local, cell);
    for (int a = 0; a < D; ++a) {
      const float* position = particles.position[a] + first;
      float* to = x[a].data() + count;
      for (std::uint32_t i = 0; i < run; ++i) to[i] = position[i] + offset[a];
    }
    if constexpr (length() == Tile<D>::kSide)
      for (std::size_t c = 0; c < static_cast<std::size_t>(length()); ++c) {
        std::uint8_t* to = column.data() + begin.values[at + c];
        std::memset(to, static_cast<int>(c), 8);  // the next cell overwrites the excess
        if (end.values[at + c] - begin.values[at + c] > 8)
          std::fill(to, column.data() + end.values[at + c], static_cast<std::uint8_t>(c));
      }
    count += run;
  });
  dummies = count;
  for (auto& axis : x) std::fill_n(axis.begin() + count, kDummies, kFarAway);
}

template <int D>
void ParticleBlock<D>::store(const ParticlePathContext<D>& context, const ParticlesView<D>& particles, int tile) const {
  for_each_halo_run<D, 1, 1>(context.solids.tiles, tile, [&](int to, int cell, const VecI<D>& local, auto length) {
    const std::uint32_t* cell_begin = particles.cells_of(to) + cell;
    const std::uint32_t first = cell_begin[0], run = to ? cell_begin[length] - first : 0;
    if (run == 0) return;
    const VecF<D> offset = corner_offset<D>(local, cell);
    const std::uint32_t first_in_block = begin.values[Cells::index(local)];
    if (!context.solids.empty() &&
        row_may_meet_solid(context, particles, to, cell, length(), {first, first + run}, first_in_block, offset))
      return store_beside_solids(context, particles, to, {first, first + run}, first_in_block, offset);
    for (int a = 0; a < D; ++a) {
      const float* from = x[a].data() + first_in_block;
      float* position = particles.position[a] + first;
      for (std::uint32_t i = 0; i < run; ++i)  // one that was not pushed must not lose a bit to the offset
        position[i] = from[i] == position[i] + offset[a] ? position[i] : from[i] - offset[a];
    }
  });
}

// Whether some particles of a row of cells may have been pushed against a solid.
template <int D>
bool ParticleBlock<D>::row_may_meet_solid(const ParticlePathContext<D>& context, const ParticlesView<D>& particles,
                                          int to, int cell, int length, const ParticleRange& range,
                                          std::uint32_t first_in_block, const VecF<D>& offset) const {
  const float* distance = context.solids.distance.tile(to) + cell;
  const auto reach = static_cast<float>(kTouchingDistance + context.solid_path.farthest);
  const float nearest = *std::min_element(distance, distance + length);
  float longest = 0.0f;  // push along an axis
  for (int a = 0; a < D; ++a) {
    const float* position = particles.position[a] + range.first;
    const float* pushed = x[a].data() + first_in_block;
    for (std::uint32_t i = 0; i < range.last - range.first; ++i)
      longest = std::max(longest, std::abs(pushed[i] - offset[a] - position[i]));
  }
  return nearest < std::sqrt(static_cast<float>(D)) * (0.5f + longest) + reach;
}

// Writes back pushed particles that solids may stop.
template <int D>
void ParticleBlock<D>::store_beside_solids(const ParticlePathContext<D>& context, const ParticlesView<D>& particles,
                                           int to, const ParticleRange& range, std::uint32_t first_in_block,
                                           const VecF<D>& offset) const {
  const Domain<D>& domain = context.solids.domain;
  const VecD<D> origin = VecD<D>::from(context.solids.tiles.first_cell(to));
  for (std::uint32_t p = range.first; p < range.last; ++p) {
    VecF<D> from, pushed;
    for (int a = 0; a < D; ++a) {
      from[a] = particles.position[a][p];
      const float now = x[a][first_in_block + p - range.first];
      pushed[a] = now == from[a] + offset[a] ? from[a] : now - offset[a];
    }
    if (pushed == from) continue;
    if (may_meet_solid(context, to, VecD<D>::from(from), static_cast<double>(length(pushed - from)))) {
      const VecD<D> start = domain.to_world(origin + VecD<D>::from(from));
      const VecD<D> goal = domain.to_world(origin + VecD<D>::from(pushed));
      pushed = VecF<D>::from(domain.to_cells(stop_at_solids(context, start, goal)) - origin);
    }
    for (int a = 0; a < D; ++a) particles.position[a][p] = pushed[a];
  }
}

// Particles tested at a time: as many as two cells of liquid at rest hold, and three.
template <int D>
constexpr std::uint32_t kNear = D == 2 ? 8 : 16;
template <int D>
constexpr std::uint32_t kWide = D == 2 ? 16 : 24;
// Most further particles that a particle is compared with in each range. Fewer would spread crowds more slowly.
constexpr std::uint32_t kCrowd = 256;
constexpr float kSkin = 1.05f;             // times the separation: other pushes may bring closer particles into contact
static_assert(kDummies >= kWide<3>);       // tests may read beyond the last particle
constexpr std::size_t kPortion = 1 << 15;  // contacts listed before they are pushed; only crowds have more in a tile
template <int D>
constexpr std::size_t kRanges = D == 2 ? 2 : 5;  // of cells that a particle searches

// Bit l of `close` stands for a contact between `particle` and `first` + l.
struct CloseParticles {
  std::uint32_t particle, first;
  std::uint64_t close;
};
// A particle and those it is pushed away from at once: one in 2D, where liquid at rest has about one contact per
// particle, up to four in 3D, filled up with dummies. The sum of four pushes also spreads crowds faster.
template <int D>
struct PushLink {
  static constexpr std::size_t kOthers = D == 2 ? 1 : 4;
  std::uint32_t particle;
  std::array<std::uint32_t, kOthers> others;
};

// Memory for one tile, reused from tile to tile.
template <int D>
struct PushMemory {
  ParticleBlock<D> block;
  std::vector<CloseParticles> contacts = std::vector<CloseParticles>(kPortion);
  std::size_t contact_count = 0;
  std::vector<PushLink<D>> links;

  std::size_t list_links();  // of all contacts; returns their number
};

template <int D>
std::size_t PushMemory<D>::list_links() {
  std::size_t most = 0;
  for (std::size_t c = 0; c < contact_count; ++c) most += static_cast<std::size_t>(std::popcount(contacts[c].close));
  if (links.size() < most) links.resize(2 * most);
  PushLink<D>* link = links.data();
  std::size_t free = 0;  // places left in the last link
  for (std::size_t c = 0; c < contact_count; ++c) {
    const CloseParticles& contact = contacts[c];
    if (link != links.data() && link[-1].particle != contact.particle) free = 0;
    std::uint64_t close = contact.close;
    do {
      const std::uint32_t other = contact.first + static_cast<std::uint32_t>(std::countr_zero(close));
      if (free == 0) {
        link->particle = contact.particle;
        link->others[0] = other;
        for (std::uint32_t l = 1; l < PushLink<D>::kOthers; ++l)  // many dummies: pushes do not wait for each other
          link->others[l] = block.dummies + (4 * contact.particle + l) % kDummies;
        ++link;
        free = PushLink<D>::kOthers - 1;
      } else {
        link[-1].others[PushLink<D>::kOthers - free--] = other;
      }
      close &= close - 1;
    } while (close != 0);
  }
  return static_cast<std::size_t>(link - links.data());
}

// A direction for particles that coincide, from their indices.
template <int D>
VecF<D> any_direction(std::uint32_t i, std::uint32_t j) {
  constexpr float kOffCenter = 1e-4f;  // avoids the length zero
  VecF<D> d;
  for (int a = 0; a < D; ++a)
    d[a] = random_unit(hash_combine(hash_combine(i, j), static_cast<std::uint64_t>(a))) - 0.5f + kOffCenter;
  return d / length(d);
}

// Pushes particles apart: d = x_j - x_i, both move by half of (separation - |d|) along d.
inline void push(const std::array<float*, 2>& x, const PushLink<2>& link, float separation) {
  const std::uint32_t i = link.particle, j = link.others[0];
  VecF<2> d{x[0][j] - x[0][i], x[1][j] - x[1][i]};
  const float d2 = dot(d, d);
  float share = std::max(0.0f, 0.5f * (separation / std::sqrt(d2)) - 0.5f);
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
// Pushes four links at once. Returns false and does nothing if they may share a particle or two particles coincide. A
// link's particle comes before its other, and links are in the order of their particles.
inline bool push_four(const std::array<float*, 2>& x, const PushLink<2>* link, std::size_t stride, float separation) {
  const PushLink<2>&a = link[0], &b = link[stride], &c = link[2 * stride], &d = link[3 * stride];
  const std::uint32_t i[4] = {a.particle, b.particle, c.particle, d.particle};
  const std::uint32_t j[4] = {a.others[0], b.others[0], c.others[0], d.others[0]};
  if (j[0] >= i[1] || j[1] >= i[2] || j[2] >= i[3]) return false;
  Float4 from[2], to[2];
  for (std::size_t axis = 0; axis < 2; ++axis) {
    from[axis] = Float4{x[axis][i[0]], x[axis][i[1]], x[axis][i[2]], x[axis][i[3]]};
    to[axis] = Float4{x[axis][j[0]], x[axis][j[1]], x[axis][j[2]], x[axis][j[3]]};
  }
  const Float4 way[2] = {to[0] - from[0], to[1] - from[1]};
  const Float4 d2 = way[0] * way[0] + way[1] * way[1];
  if (less_bits(d2, splat4(std::numeric_limits<float>::min()))) [[unlikely]]
    return false;
  const Float4 overlap = splat4(0.5f) * (splat4(separation) / sqrt4(d2)) - splat4(0.5f);
  const Float4 share = overlap > splat4(0.0f) ? overlap : splat4(0.0f);
  for (std::size_t axis = 0; axis < 2; ++axis) {
    const Float4 move = share * way[axis], back = from[axis] - move, forth = to[axis] + move;
    for (int l = 0; l < 4; ++l) {
      x[axis][i[l]] = back[l];
      x[axis][j[l]] = forth[l];
    }
  }
  return true;
}
inline void push(const std::array<float*, 3>& x, const PushLink<3>& link, float separation) {
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

// Pushes the contacts listed so far and clears the list.
template <int D>
void push_contacts(PushMemory<D>& memory, float separation, int passes) {
  // Neighbours in the list depend on each other's results: take links from eight places far apart in turn.
  constexpr std::size_t kPlaces = 8;
  const std::size_t count = memory.list_links(), stride = (count + kPlaces - 1) / kPlaces;
  std::array<float*, D> x;
  for (std::size_t a = 0; a < D; ++a) x[a] = memory.block.x[a].data();
  const PushLink<D>* links = memory.links.data();
  for (int pass = 0; pass < passes; ++pass)
    for (std::size_t first = 0; first < stride; ++first) {
      std::size_t l = first;
      if constexpr (D == 2)
        for (; l + 3 * stride < count; l += 4 * stride)
          if (!push_four(x, links + l, stride, separation)) [[unlikely]]
            for (std::size_t one = 0; one < 4; ++one) push(x, links[l + one * stride], separation);
      for (; l < count; l += stride) push(x, links[l], separation);
    }
  memory.contact_count = 0;
}

// Bit l is set if particle first + l of the range is closer to `at` than the square root of `square`, l < Count.
template <std::uint32_t Count, std::size_t D>
inline std::uint64_t close_bits(const std::array<const float*, D>& x, const std::array<Float8, D>& at,
                                const ParticleRange& range, Float8 square) {
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

// Finds the particles in contact and pushes them `passes` times.
template <int D>
class Pusher {
 public:
  Pusher(PushMemory<D>& memory, float separation, int passes)
      : memory_(memory),
        separation_(separation),
        passes_(passes),
        square_(splat8(kSkin * separation * kSkin * separation)) {
    for (std::size_t a = 0; a < D; ++a) x_[a] = memory.block.x[a].data();
  }

  // Lists the contacts of the particles in the row of cells from `first` with later particles. Cells of a row are
  // contiguous in the block: the rest of a cell with the next one, and three cells of each later row, are one range
  // each. The list is written in any case and grows only by a contact: an unpredictable branch would cost more than the
  // store.
  void search_row(std::size_t first) {
    using Cells = typename ParticleBlock<D>::Cells;
    const ParticleBlock<D>& block = memory_.block;
    const std::uint32_t* begins = block.begin.values.data();
    const std::uint32_t* ends = block.end.values.data();
    const std::uint8_t* column = block.column.data();
    CloseParticles* const contacts = memory_.contacts.data();
    std::size_t count = memory_.contact_count;
    for (std::uint32_t i = begins[first], end = ends[first + Tile<D>::kSide - 1]; i < end; ++i) {
      if (count + kRanges<D> > kPortion) [[unlikely]]
        count = push_now(count);
      const std::array<Float8, D> at = place(i);
      auto list = [&]<std::uint32_t Count>(const ParticleRange& range) {
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
        return ParticleRange{begins[there - 1], ends[there + 1]};
      };
      list.template operator()<kNear<D>>(ParticleRange{i + 1, ends[here + 1]});
      list.template operator()<kWide<D>>(row(1, 0));
      if constexpr (D == 3)
        for (int j = -1; j <= 1; ++j) list.template operator()<kWide<D>>(row(j, 1));
    }
    memory_.contact_count = count;
  }

  std::int64_t compared_in_crowds() const { return compared_in_crowds_; }

  std::size_t push_now(std::size_t count) {
    memory_.contact_count = count;
    push_contacts(memory_, separation_, passes_);
    return 0;
  }

 private:
  std::array<Float8, D> place(std::uint32_t i) const {
    std::array<Float8, D> at;
    for (std::size_t a = 0; a < D; ++a) at[a] = splat8(x_[a][i]);
    return at;
  }

  // Lists contacts in the rest of a long range, or in a part of it that differs from particle to particle. Crowds are
  // pushed in portions, so that the list stays short.
  [[gnu::noinline]] std::size_t search_crowd(std::uint32_t i, ParticleRange range, std::size_t count) {
    constexpr std::uint32_t kStride = 97;  // a prime: neighbours begin at different places
    if (const std::uint32_t length = range.last - range.first; length > kCrowd) {
      range.first += i * kStride % (length - kCrowd + 1);
      range.last = range.first + kCrowd;
    }
    compared_in_crowds_ += range.last - range.first;
    for (; range.first < range.last; range.first += std::min(8u, range.last - range.first)) {
      if (count + kRanges<D> + 1 > kPortion) count = push_now(count);
      const std::uint64_t close = close_bits<8>(x_, place(i), range, square_);
      memory_.contacts[count] = {i, range.first, close};
      count += close != 0;
    }
    return count;
  }

  PushMemory<D>& memory_;
  float separation_;
  int passes_;
  std::int64_t compared_in_crowds_ = 0;
  Float8 square_;  // of the distance tested
  std::array<const float*, D> x_;
};

template <int D>
[[gnu::noinline]] std::int64_t push_tile(const ParticlePathContext<D>& context, const ParticlesView<D>& particles,
                                         int tile, float separation, int passes, PushMemory<D>& memory) {
  memory.block.load(context.solids.tiles, particles, tile);
  Pusher<D> pusher(memory, separation, passes);
  for (int row = 0; row < Tile<D>::kCells; row += Tile<D>::kSide)
    pusher.search_row(static_cast<std::size_t>(ParticleBlock<D>::Cells::index(Tile<D>::cell_coord(row))));
  pusher.push_now(memory.contact_count);
  memory.block.store(context, particles, tile);
  return pusher.compared_in_crowds();
}

}  // namespace

// Returns the number of pairs that were compared in crowds, for tests.
template <int D>
std::int64_t push_and_count(LiquidState<D>& state) {
  std::int64_t compared = 0;
  const auto separation = static_cast<float>(state.scene.separation_cells());
  const auto memory = state.scratch.template borrow<PerThread<PushMemory<D>>>();
  memory->prepare();
  const ParticlePathContext<D> context = path_context(state, present_pose(state));
  const ParticlesView<D> particles = state.particles.view();
  const int passes = state.scene.drift.push_iterations;
  for (int color = 0; color < TileMap<D>::kColors; ++color) {
    const std::vector<int>& tiles = state.tiles.color(color);
    compared += parallel_reduce(
        "push particles apart", tiles.size(), std::int64_t{0},
        [&](std::size_t i) -> std::int64_t {
          if (particles.is_empty(tiles[i])) return 0;
          return push_tile(context, particles, tiles[i], separation, passes, memory->here());
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
