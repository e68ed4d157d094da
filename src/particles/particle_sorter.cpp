#include "particles/particle_sorter.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "exec/parallel.h"
#include "grid/for_each_tile.h"
#include "grid/tile.h"

namespace spindrift {

namespace {

// The largest float below the side of a tile: rounding must not move a position to the far edge.
template <int D>
constexpr float kLastPosition = Tile<D>::kSide * (1.0f - 0x1p-24f);

// Distance from its tile, in cells, beyond which a particle is discarded: more than any grid is wide.
constexpr float kFarthest = 1e6f;
static_assert(kFarthest < kRemoved);

// Changes the position of a particle that leaves its tile to coordinates of the new tile.
template <int D>
void change_tile(ParticleSet<D>& particles, std::uint32_t p) {
  constexpr float kSide = Tile<D>::kSide;
  for (auto& column : particles.position)
    column[p] = std::min(column[p] - kSide * std::floor(column[p] * (1.0f / kSide)), kLastPosition<D>);
}

// These lists hold all particles once, at the start of a run, and few later. An empty one releases its memory if that
// is for more than a sixteenth of the particles: lists of a strong source must not grow again in every step.
constexpr std::size_t kLargeShare = 16, kFew = 1024;
template <class T>
void release_if_large(std::vector<T>& empty_list, std::size_t particles) {
  if (empty_list.capacity() > std::max(particles / kLargeShare, kFew)) empty_list.shrink_to_fit();
}

}  // namespace

template <int D>
SortReport ParticleSorter<D>::sort(ParticleSet<D>& particles, TileMap<D>& map, int reach) {
  lists_.prepare();
  resize_discard(cell_, particles.count());
  resize_discard(bucket_, particles.count());
  resize_discard(grouped_, particles.count());

  group_by_destination(particles, map);
  find_occupied_tiles(particles, map);

  SortReport report;
  report.broken = lost_;
  for (int t = 1; t <= map.count(); ++t) {
    for (const std::uint32_t p : group(t, kDrop)) {
      const bool marked = particles.position[0][p] >= 0.5f * kRemoved;
      ++(marked ? report.removed : report.broken);
    }
  }

  const int tiles = occupied_.count();
  arrivals_begin_.assign(static_cast<std::size_t>(tiles) + 2, 0);
  for_each_tile(
      "count arrivals", occupied_,
      [&](int tile) {
        std::uint32_t count = 0;
        for (int n = 0; n < T::kNeighbors; ++n) count += group_size(origin(map, tile, n), n);
        arrivals_begin_[tile + 1] = count;
      },
      16);
  for (const Stray& stray : strays_) ++arrivals_begin_[static_cast<std::size_t>(stray.tile) + 1];
  for (std::size_t i = 1; i < arrivals_begin_.size(); ++i) arrivals_begin_[i] += arrivals_begin_[i - 1];
  const std::size_t count = arrivals_begin_.back();

  resize_discard(permutation_, count);
  resize_discard(occupied_cell_begin_, T::offset(tiles + 1));
  box_low_.resize(static_cast<std::size_t>(tiles) + 1);
  box_high_.resize(static_cast<std::size_t>(tiles) + 1);
  for_each_tile("sort tiles by cell", occupied_, [&](int tile) { sort_tile_by_cell(particles, map, tile); }, 2);
  create_tiles(particles, map, reach);
  permute_columns(particles, count);
  particles.added_tiles.clear();
  release_if_large(particles.added_tiles, count);
  return report;
}

// The destination of each particle of a tile. NaN and removed positions count as jumps at first. Vectorised.
template <int D>
void ParticleSorter<D>::find_destinations(const ParticleSet<D>& particles, std::uint32_t begin, std::uint32_t end) {
  const auto position = particles.view().position;
  std::uint16_t* cells = cell_.data();
  std::uint8_t* buckets = bucket_.data();
  for (std::uint32_t p = begin; p < end; ++p) {
    int cell = 0, bucket = 0, far = 0;
    for (int a = D - 1; a >= 0; --a) {
      const float x = std::min(std::max(-kFarthest, position[a][p]), kFarthest);  // NaN becomes the low one
      const int c = static_cast<int>(std::floor(x));
      const int step = c >> T::kLog2;
      far |= step + 1;  // 0, 1 or 2 but for a jump
      far |= (step + 1) > 2 ? 4 : 0;
      cell = (cell << T::kLog2) | (c & T::kMask);
      bucket = 3 * bucket + step + 1;
    }
    bucket = (far & ~3) != 0 ? kStray : bucket;
    cells[p] = static_cast<std::uint16_t>(bucket == kStay ? cell : cell | kLeaves);
    buckets[p] = static_cast<std::uint8_t>(bucket);
  }
}

// The particles of a tile that do not stay in it, in order. Most stay, so eight are tested at once.
template <int D>
std::uint32_t ParticleSorter<D>::find_movers(std::uint32_t begin, std::uint32_t end, std::uint32_t* movers) const {
  std::uint64_t all_stay, buckets;
  std::memset(&all_stay, kStay, sizeof all_stay);
  std::uint32_t moving = 0;
  auto test = [&](std::uint32_t p) {
    movers[moving] = p;
    moving += bucket_[p] != kStay;
  };
  std::uint32_t p = begin;
  for (; p + 8 <= end; p += 8) {
    std::memcpy(&buckets, bucket_.data() + p, sizeof buckets);
    if (buckets == all_stay) continue;
    for (std::uint32_t i = 0; i < 8; ++i) test(p + i);
  }
  for (; p < end; ++p) test(p);
  return moving;
}

// Groups the particles that leave each old tile by destination.
template <int D>
void ParticleSorter<D>::group_by_destination(ParticleSet<D>& particles, const TileMap<D>& map) {
  groups_.resize(static_cast<std::size_t>(map.count()) + 1);
  for_each_tile(
      "group by destination", map,
      [&](int tile) {
        const std::uint32_t begin = particles.tile_begin(tile), end = particles.tile_end(tile);
        Groups& groups = groups_[tile];
        groups = {};
        if (begin == end) return;
        find_destinations(particles, begin, end);

        std::vector<std::uint32_t>& movers = lists_.here().movers;
        if (movers.size() < end - begin) movers.resize(end - begin);
        const std::uint32_t moving = find_movers(begin, end, movers.data());
        groups.begin[kStay] = begin;
        groups.count[kStay] = end - begin - moving;
        for (std::uint32_t m = 0; m < moving; ++m) {
          std::uint8_t& bucket = bucket_[movers[m]];
          if (bucket == kStray)
            for (const auto& x : particles.position)
              if (!(std::abs(x[movers[m]]) < kFarthest)) bucket = kDrop;
          if (bucket < kStray) change_tile(particles, movers[m]);
          ++groups.count[bucket];
        }
        std::array<std::uint32_t, kBuckets> next{};
        for (std::size_t b = 0, at = begin; b < kBuckets; ++b) {
          if (b == kStay) continue;
          groups.begin[b] = next[b] = static_cast<std::uint32_t>(at);
          at += groups.count[b];
        }
        for (std::uint32_t m = 0; m < moving; ++m) grouped_[next[bucket_[movers[m]]]++] = movers[m];
      },
      2);
}

// Particles that jumped over a tile and particles that were added, with the tile they now lie in.
template <int D>
template <class Visit>
void ParticleSorter<D>::for_each_stray(const ParticleSet<D>& particles, const TileMap<D>& map, Visit&& visit) const {
  auto tile_of = [&](std::size_t p, VecI<D> coord) {
    for (int a = 0; a < D; ++a) coord[a] += static_cast<int>(std::floor(particles.position[a][p])) >> T::kLog2;
    return coord;
  };
  for (int t = 1; t <= map.count(); ++t) {
    for (const std::uint32_t p : group(t, kStray)) visit(p, tile_of(p, map.coord(t)));
  }
  for (std::size_t i = 0; i < particles.added_tiles.size(); ++i) {
    const std::size_t p = particles.sorted_count() + i;
    visit(static_cast<std::uint32_t>(p), tile_of(p, particles.added_tiles[i]));
  }
}

template <int D>
void ParticleSorter<D>::find_occupied_tiles(ParticleSet<D>& particles, const TileMap<D>& map) {
  wanted_.clear();
  for (int t = 1; t <= map.count(); ++t) {
    for (int b = 0; b < T::kNeighbors; ++b)
      if (group_size(t, b) > 0) wanted_.push_back(map.coord(t) + T::neighbor_offset(b));
  }
  std::size_t count = 0;
  for_each_stray(particles, map, [&](std::uint32_t, const VecI<D>& coord) {
    ++count;
    if (wanted_.empty() || !(wanted_.back() == coord)) wanted_.push_back(coord);
  });
  if (!(occupied_.extent_tiles() == map.extent_tiles()) || occupied_.is_periodic() != map.is_periodic()) {
    VecI<D> extent = map.extent_tiles();
    for (int a = 0; a < D; ++a) extent[a] *= T::kSide;
    occupied_.reset(extent, map.is_periodic());
  }
  occupied_.rebuild(wanted_);

  lost_ = 0;
  strays_.clear();
  release_if_large(strays_, particles.count());
  strays_.reserve(count);
  for_each_stray(particles, map, [&](std::uint32_t p, const VecI<D>& coord) {
    int cell = 0;
    for (int a = D - 1; a >= 0; --a) {
      const int c = static_cast<int>(std::floor(particles.position[a][p]));
      cell = (cell << T::kLog2) | (c & T::kMask);
    }
    cell_[p] = static_cast<std::uint16_t>(cell | kLeaves);
    if (const int tile = occupied_.find(coord)) {
      strays_.push_back({tile, p});
      change_tile(particles, p);
    } else {
      ++lost_;
    }
  });
  std::sort(strays_.begin(), strays_.end(), [](const Stray& a, const Stray& b) {
    return a.tile != b.tile ? a.tile < b.tile : a.particle < b.particle;
  });
}

// The old tile from which an occupied one receives the particles that moved by the offset of neighbour n; 0 if there is
// none.
template <int D>
int ParticleSorter<D>::origin(const TileMap<D>& map, int tile, int n) const {
  return map.find(occupied_.coord(tile) - T::neighbor_offset(n));
}

// Counting sort by cell: first particles from neighbours before the tile itself, then those that stay, then the others.
// Consecutive particles of one cell would wait for each other's counter, so the first and the second half of those that
// stay have counters of their own and alternate.
template <int D>
void ParticleSorter<D>::sort_tile_by_cell(const ParticleSet<D>& particles, const TileMap<D>& map, int tile) {
  auto& [movers, before, after] = lists_.here();
  before.clear();
  after.clear();
  for (int n = 0; n < T::kNeighbors; ++n) {
    if (n == kStay) continue;
    const auto arrivals = group(origin(map, tile, n), n);
    auto& list = n < kStay ? before : after;
    list.insert(list.end(), arrivals.begin(), arrivals.end());
  }
  const auto first =
      std::lower_bound(strays_.begin(), strays_.end(), tile, [](const Stray& s, int t) { return s.tile < t; });
  for (auto s = first; s != strays_.end() && s->tile == tile; ++s) after.push_back(s->particle);
  const int self = origin(map, tile, kStay);
  const std::uint32_t begin = self ? particles.tile_begin(self) : 0, end = self ? particles.tile_end(self) : 0;

  // Entries >= kLeaves absorb departing particles and are ignored.
  std::array<std::uint32_t, 2 * T::kCells> next[2] = {};
  const std::uint16_t* cells = cell_.data();
  auto in_order = [&](auto&& visit) {
    const std::uint32_t half = (end - begin) / 2;
    for (const std::uint32_t p : before) visit(p, cells[p] & ~kLeaves, next[0]);
    for (std::uint32_t i = 0; i < half; ++i) {
      visit(begin + i, cells[begin + i], next[0]);
      visit(begin + half + i, cells[begin + half + i], next[1]);
    }
    if ((end - begin) % 2 != 0) visit(end - 1, cells[end - 1], next[1]);
    for (const std::uint32_t p : after) visit(p, cells[p] & ~kLeaves, next[1]);
  };
  in_order([](std::uint32_t, int cell, auto& counters) { ++counters[cell]; });

  // Counters become places, row by row. Also finds the box around the cells that hold particles.
  VecI<D> low = VecI<D>::filled(T::kSide), high = VecI<D>::filled(-1);
  std::uint32_t columns = 0;  // bit x: a cell of that column holds particles
  std::uint32_t sum = arrivals_begin_[tile];
  std::uint32_t* cell_begin = occupied_cell_begin_.data() + T::offset(tile);
  for (int row = 0; row < T::kCells; row += T::kSide) {
    const std::uint32_t row_begin = sum;
    for (std::uint32_t x = 0; x < T::kSide; ++x) {
      const std::size_t c = static_cast<std::size_t>(row) + x;
      const std::uint32_t in_first = next[0][c], in_both = in_first + next[1][c];
      cell_begin[c] = next[0][c] = sum;
      next[1][c] = sum + in_first;
      sum += in_both;
      columns |= (in_both != 0 ? 1u : 0u) << x;
    }
    if (sum == row_begin) continue;
    low = min(low, T::cell_coord(row));
    high = max(high, T::cell_coord(row));
  }
  low[0] = std::countr_zero(columns);
  high[0] = std::bit_width(columns) - 1;
  box_low_[tile] = low;
  box_high_[tile] = high;
  std::uint32_t* permutation = permutation_.data();
  in_order([&](std::uint32_t p, int cell, auto& counters) {
    if (cell < kLeaves) permutation[counters[cell]++] = p;
  });
}

// Creates the tiles near particles. Empty tiles between occupied ones do not change the order of the particles.
template <int D>
void ParticleSorter<D>::create_tiles(ParticleSet<D>& particles, TileMap<D>& map, int reach) {
  wanted_.clear();
  for (int t = 1; t <= occupied_.count(); ++t) {
    VecI<D> low, high;
    for (int a = 0; a < D; ++a) {
      low[a] = (box_low_[t][a] - reach) >> T::kLog2;
      high[a] = (box_high_[t][a] + reach) >> T::kLog2;
    }
    for_each_point(low, high, [&](const VecI<D>& offset) { wanted_.push_back(occupied_.coord(t) + offset); });
  }
  map.rebuild(wanted_);

  resize_discard(particles.cell_begin, T::offset(map.count() + 1) + 1);
  std::fill_n(particles.cell_begin.begin(), T::kCells, 0u);
  // An empty tile begins and ends where the next occupied one begins.
  for_each_tile(
      "create tiles", map,
      [&](int tile) {
        std::uint32_t* to = particles.cells_of(tile);
        if (const int from = occupied_.find(map.coord(tile)))
          std::copy_n(occupied_cell_begin_.data() + T::offset(from), T::kCells, to);
      },
      16);
  std::uint32_t reached = arrivals_begin_.back();
  for (int t = map.count(); t >= 1; --t) {
    std::uint32_t* to = particles.cells_of(t);
    if (occupied_.find(map.coord(t)) == 0) std::fill_n(to, T::kCells, reached);
    reached = to[0];
  }
  particles.cell_begin.back() = arrivals_begin_.back();
}

template <int D>
void ParticleSorter<D>::permute_columns(ParticleSet<D>& particles, std::size_t count) {
  constexpr std::size_t kPiece = 1 << 14;
  auto permute = [&](auto& column, auto& spare) {
    resize_discard(spare, count);
    parallel_pieces("permute particle columns", count, kPiece, [&](std::size_t begin, std::size_t end) {
      const auto* from = column.data();
      const std::uint32_t* order = permutation_.data();
      auto* to = spare.data();
#pragma GCC unroll 8
      for (std::size_t i = begin; i < end; ++i) to[i] = from[order[i]];
    });
    column.swap(spare);
  };
  particles.for_each_buffer([&](auto& column) {
    if constexpr (std::is_same_v<std::decay_t<decltype(column[0])>, float>)
      permute(column, spare_float_);
    else
      permute(column, spare_index_);
  });
}

template class ParticleSorter<2>;
template class ParticleSorter<3>;

}  // namespace spindrift
