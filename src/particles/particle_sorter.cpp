#include "particles/particle_sorter.h"

#include <algorithm>
#include <cmath>

#include "exec/parallel.h"

namespace spindrift {

namespace {

// The largest float below the side of a tile: a position that rounding would put on the far edge stays in its cell.
template <int D>
constexpr float kLastPosition = Tile<D>::kSide * (1.0f - 0x1p-24f);

}  // namespace

template <int D>
SortReport ParticleSorter<D>::sort(ParticleSet<D>& particles, TileMap<D>& map, int reach) {
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
  parallel_for(static_cast<std::size_t>(tiles), [&](std::size_t i) {
    std::uint32_t count = 0;
    for_each_arrival(map, static_cast<int>(i) + 1, [&](std::span<const std::uint32_t> arrivals) {
      count += static_cast<std::uint32_t>(arrivals.size());
    });
    arrivals_begin_[i + 2] = count;
  }, 16);
  for (const Stray& stray : strays_) ++arrivals_begin_[static_cast<std::size_t>(stray.tile) + 1];
  for (std::size_t i = 1; i < arrivals_begin_.size(); ++i) arrivals_begin_[i] += arrivals_begin_[i - 1];
  const std::size_t count = arrivals_begin_.back();

  resize_discard(permutation_, count);
  resize_discard(occupied_cell_begin_, static_cast<std::size_t>(tiles + 1) * T::kCells);
  box_low_.resize(static_cast<std::size_t>(tiles) + 1);
  box_high_.resize(static_cast<std::size_t>(tiles) + 1);
  parallel_for(static_cast<std::size_t>(tiles),
               [&](std::size_t i) { sort_tile_by_cell(map, static_cast<int>(i) + 1); }, 2);
  make_tiles_exist(particles, map, reach);
  permute_columns(particles, count);
  particles.added_tiles.clear();
  particles.added_tiles.shrink_to_fit();
  return report;
}

// Where each particle of a tile went. NaN and marked positions look like a jump at first.
template <int D>
void ParticleSorter<D>::find_destinations(const ParticleSet<D>& particles, std::uint32_t begin, std::uint32_t end) {
  const auto position = particles.pointers(particles.position);
  std::uint16_t* cells = cell_.data();
  std::uint8_t* buckets = bucket_.data();
  for (std::uint32_t p = begin; p < end; ++p) {
    int cell = 0, bucket = 0, far = 0;
    for (int a = D - 1; a >= 0; --a) {
      const float x = std::min(std::max(-1e6f, position[static_cast<std::size_t>(a)][p]), 1e6f);  // NaN becomes -1e6
      const int c = static_cast<int>(std::floor(x));
      const int step = c >> T::kLog2;
      far |= step + 1;  // 0, 1 or 2 but for a jump
      far |= (step + 1) > 2 ? 4 : 0;
      cell = (cell << T::kLog2) | (c & T::kMask);
      bucket = 3 * bucket + step + 1;
    }
    cells[p] = static_cast<std::uint16_t>(cell);
    buckets[p] = static_cast<std::uint8_t>((far & ~3) != 0 ? kStray : bucket);
  }
}

// Groups the particles of each old tile by destination: those that stay first, then the others by bucket.
template <int D>
void ParticleSorter<D>::group_by_destination(const ParticleSet<D>& particles, const TileMap<D>& map) {
  groups_.resize(static_cast<std::size_t>(map.count()) + 1);
  parallel_for(static_cast<std::size_t>(map.count()), [&](std::size_t i) {
    const int tile = static_cast<int>(i) + 1;
    const std::uint32_t begin = particles.tile_begin(tile), end = particles.tile_end(tile);
    Groups& groups = groups_[static_cast<std::size_t>(tile)];
    groups = {};
    if (begin == end) return;
    find_destinations(particles, begin, end);

    thread_local std::vector<std::uint32_t> movers;
    movers.resize(end - begin);
    std::uint32_t staying = begin, moving = 0;
    for (std::uint32_t p = begin; p < end; ++p) {
      const bool stays = bucket_[p] == kStay;
      grouped_[staying] = movers[moving] = p;
      staying += stays;
      moving += !stays;
    }
    groups.begin[kStay] = begin;
    groups.count[kStay] = staying - begin;
    for (std::uint32_t m = 0; m < moving; ++m) {
      std::uint8_t& bucket = bucket_[movers[m]];
      if (bucket == kStray)
        for (const auto& x : particles.position)
          if (!(std::abs(x[movers[m]]) < 1e6f)) bucket = kDrop;
      ++groups.count[bucket];
    }
    std::array<std::uint32_t, kBuckets> next{};
    for (std::size_t b = 0, at = staying; b < kBuckets; ++b) {
      if (b == kStay) continue;
      groups.begin[b] = next[b] = static_cast<std::uint32_t>(at);
      at += groups.count[b];
    }
    for (std::uint32_t m = 0; m < moving; ++m) grouped_[next[bucket_[movers[m]]]++] = movers[m];
  }, 2);
}

// Particles that jumped over a tile and particles that were added, with the tile they now lie in.
template <int D>
template <class Visit>
void ParticleSorter<D>::for_each_stray(const ParticleSet<D>& particles, const TileMap<D>& map, Visit&& visit) const {
  auto tile_of = [&](std::size_t p, VecI<D> coord) {
    for (int a = 0; a < D; ++a)
      coord[a] += static_cast<int>(std::floor(particles.position[static_cast<std::size_t>(a)][p])) >> T::kLog2;
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
void ParticleSorter<D>::find_occupied_tiles(const ParticleSet<D>& particles, const TileMap<D>& map) {
  wanted_.clear();
  for (int t = 1; t <= map.count(); ++t) {
    for (int b = 0; b < T::kNeighbors; ++b)
      if (!group(t, b).empty()) wanted_.push_back(map.coord(t) + T::neighbor_offset(b));
  }
  std::size_t count = 0;
  for_each_stray(particles, map, [&](std::uint32_t, const VecI<D>& coord) {
    ++count;
    if (wanted_.empty() || !(wanted_.back() == coord)) wanted_.push_back(coord);
  });
  if (!(occupied_.extent_tiles() == map.extent_tiles())) {
    VecI<D> extent = map.extent_tiles();
    for (int a = 0; a < D; ++a) extent[a] *= T::kSide;
    occupied_.reset(extent);
  }
  occupied_.rebuild(wanted_);

  lost_ = 0;
  std::vector<Stray>().swap(strays_);  // huge once, at the start of a run; small ever after
  strays_.reserve(count);
  for_each_stray(particles, map, [&](std::uint32_t p, const VecI<D>& coord) {
    int cell = 0;
    for (int a = D - 1; a >= 0; --a) {
      const int c = static_cast<int>(std::floor(particles.position[static_cast<std::size_t>(a)][p]));
      cell = (cell << T::kLog2) | (c & T::kMask);
    }
    cell_[p] = static_cast<std::uint16_t>(cell);
    if (const int tile = occupied_.find(coord))
      strays_.push_back({tile, p});
    else
      ++lost_;
  });
  std::stable_sort(strays_.begin(), strays_.end(), [](const Stray& a, const Stray& b) { return a.tile < b.tile; });
}

// Runs of grouped_ that hold the particles of an occupied tile, in fixed order; strays not included.
template <int D>
template <class Visit>
void ParticleSorter<D>::for_each_arrival(const TileMap<D>& map, int tile, Visit&& visit) const {
  for (int n = 0; n < T::kNeighbors; ++n) {
    const VecI<D> offset = T::neighbor_offset(n);
    const int from = map.find(occupied_.coord(tile) - offset);
    if (from == 0) continue;
    if (const auto arrivals = group(from, n); !arrivals.empty()) visit(arrivals);
  }
}

// Counting sort by cell. Particles of one cell follow each other, and each would wait for the counter that the one before
// it has just stored; so the first half of the particles and the second half have counters of their own and take turns.
template <int D>
void ParticleSorter<D>::sort_tile_by_cell(const TileMap<D>& map, int tile) {
  thread_local std::vector<std::uint32_t> arrivals;
  arrivals.clear();
  for_each_arrival(map, tile, [&](std::span<const std::uint32_t> group) {
    arrivals.insert(arrivals.end(), group.begin(), group.end());
  });
  const auto first = std::lower_bound(strays_.begin(), strays_.end(), tile,
                                      [](const Stray& s, int t) { return s.tile < t; });
  for (auto s = first; s != strays_.end() && s->tile == tile; ++s) arrivals.push_back(s->particle);

  std::array<std::uint32_t, T::kCells> next[2] = {};
  const std::size_t count = arrivals.size(), half = count / 2;
  auto in_turns = [&](auto&& visit) {
    for (std::size_t i = 0; i < half; ++i) {
      visit(arrivals[i], next[0]);
      visit(arrivals[half + i], next[1]);
    }
    if (count % 2 != 0) visit(arrivals[count - 1], next[1]);
  };
  in_turns([&](std::uint32_t p, auto& counters) { ++counters[cell_[p]]; });

  VecI<D> low = VecI<D>::filled(T::kSide), high = VecI<D>::filled(-1);
  std::uint32_t sum = arrivals_begin_[static_cast<std::size_t>(tile)];
  std::uint32_t* cell_begin = occupied_cell_begin_.data() + static_cast<std::size_t>(tile) * T::kCells;
  for (std::size_t c = 0; c < T::kCells; ++c) {
    const std::uint32_t in_first = next[0][c], in_second = next[1][c];
    cell_begin[c] = next[0][c] = sum;
    next[1][c] = sum + in_first;
    sum += in_first + in_second;
    if (in_first + in_second == 0) continue;
    const VecI<D> local = T::cell_coord(static_cast<int>(c));
    low = min(low, local);
    high = max(high, local);
  }
  box_low_[static_cast<std::size_t>(tile)] = low;
  box_high_[static_cast<std::size_t>(tile)] = high;
  in_turns([&](std::uint32_t p, auto& counters) { permutation_[counters[cell_[p]]++] = p; });
}

// The map of all tiles near particles; empty tiles between occupied ones do not change the order of the particles.
template <int D>
void ParticleSorter<D>::make_tiles_exist(ParticleSet<D>& particles, TileMap<D>& map, int reach) {
  wanted_.clear();
  for (int t = 1; t <= occupied_.count(); ++t) {
    VecI<D> low, high;
    for (int a = 0; a < D; ++a) {
      low[a] = (box_low_[static_cast<std::size_t>(t)][a] - reach) >> T::kLog2;
      high[a] = (box_high_[static_cast<std::size_t>(t)][a] + reach) >> T::kLog2;
    }
    for (VecI<D> offset = low;;) {
      wanted_.push_back(occupied_.coord(t) + offset);
      int a = 0;
      for (; a < D && ++offset[a] > high[a]; ++a) offset[a] = low[a];
      if (a == D) break;
    }
  }
  map.rebuild(wanted_);

  resize_discard(particles.cell_begin, static_cast<std::size_t>(map.count() + 1) * T::kCells + 1);
  std::fill_n(particles.cell_begin.begin(), T::kCells, 0u);
  // An empty tile begins and ends where the next occupied one begins.
  parallel_for(static_cast<std::size_t>(map.count()), [&](std::size_t i) {
    std::uint32_t* to = particles.cell_begin.data() + (i + 1) * T::kCells;
    if (const int from = occupied_.find(map.coord(static_cast<int>(i) + 1)))
      std::copy_n(occupied_cell_begin_.data() + static_cast<std::size_t>(from) * T::kCells, T::kCells, to);
  }, 16);
  std::uint32_t reached = arrivals_begin_.back();
  for (int t = map.count(); t >= 1; --t) {
    std::uint32_t* to = particles.cell_begin.data() + static_cast<std::size_t>(t) * T::kCells;
    if (occupied_.find(map.coord(t)) == 0) std::fill_n(to, T::kCells, reached);
    reached = to[0];
  }
  particles.cell_begin.back() = arrivals_begin_.back();
}

template <int D>
void ParticleSorter<D>::permute_columns(ParticleSet<D>& particles, std::size_t count) {
  constexpr std::size_t kPiece = 1 << 14;
  auto permute = [&](auto& column, auto& spare, auto&& convert) {
    resize_discard(spare, count);
    parallel_pieces(count, kPiece, [&](std::size_t begin, std::size_t end) {
      const auto* from = column.data();
      const std::uint32_t* order = permutation_.data();
      auto* to = spare.data();
      for (std::size_t i = begin; i < end; ++i) to[i] = convert(from[order[i]]);
    });
    column.swap(spare);
  };
  for (auto& column : particles.position)
    permute(column, spare_float_, [](float x) {
      constexpr float kSide = T::kSide;
      return std::min(x - kSide * std::floor(x * (1.0f / kSide)), kLastPosition<D>);
    });
  particles.for_each_column_but_position([&](auto& column) {
    auto same = [](auto value) { return value; };
    if constexpr (std::is_same_v<std::decay_t<decltype(column[0])>, float>)
      permute(column, spare_float_, same);
    else
      permute(column, spare_index_, same);
  });
}

template class ParticleSorter<2>;
template class ParticleSorter<3>;

}  // namespace spindrift
