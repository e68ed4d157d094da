// Keeps the number of particles in every cell inside the liquid between half and twice that of liquid at rest. Single
// particles move from the fullest cell around to a starved one, or from a crowded cell to the emptiest around: their
// number, and so the volume, is conserved. Cells at the surface are rightly part full and exchange only if no other
// cell can.
//
// A moved particle takes the velocity u of the particles around its new place, their mean with the weights w of the
// linear kernel. The rest of its own velocity v is shared: with s = (v - u) / (1 + sum w), it gets s and each of the
// others w s. This conserves momentum and cannot increase the kinetic energy.
//
// Liquid at rest is left alone: an exchange near the surface would raise a small wave. Exchanges stay within a tile, so
// tiles are independent, and only those with an exchange are sorted again.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "exec/scratch.h"
#include "grid/for_each_tile.h"
#include "grid/halo.h"
#include "grid/tile.h"
#include "liquid/contact/stop_at_solids.h"
#include "liquid/density/rest.h"
#include "liquid/liquid_step.h"
#include "particles/packing.h"

namespace spindrift {

namespace {

// Range of the number of particles in a cell, relative to liquid at rest. A narrower one moves more particles, each of
// which costs a little energy; a wider one lets holes open and crowds push.
constexpr double kLeast = 0.5, kMost = 2.0;

// A cell is inside the liquid if the 3^D cells around it hold at least this share of the particles of liquid at rest: a
// flat surface then lies a quarter of a cell beyond it, or more.
constexpr double kInside = 0.75;

// Paths that solids may block before the search ends; it would go over the whole tile for an enclosed cell.
constexpr int kMostBlocked = 32;

// Which cells a cell may exchange with: those inside the liquid; else also those at the surface; else, if it is
// crowded, also empty ones.
enum class Partners { kLiquid, kWet, kAll };

template <int D>
struct Exchange {
  std::uint32_t particle;
  int from, to;  // cells of the tile
  VecF<D> place;
};
template <int D>
using ExchangeList = typename TileLists<Exchange<D>>::List;  // of a tile

template <int D>
struct ResampledLiquid {
  ParticlePathContext<D> context;
  ParticlesView<D, const float> particles;
  double particles_per_cell;  // of liquid at rest
  std::uint64_t key;          // of the scene and the step, for random numbers
};
static_assert(std::is_trivially_copyable_v<ResampledLiquid<3>>);

// The numbers of particles in the cells of a tile, and which cells lie inside the liquid.
template <int D>
class TileCells {
 public:
  TileCells(const ResampledLiquid<D>& liquid, int tile)
      : begin_(liquid.particles.cells_of(tile)),
        least_(static_cast<int>(std::ceil(kLeast * liquid.particles_per_cell))),
        most_(static_cast<int>(kMost * liquid.particles_per_cell)) {
    for (int c = 0; c < T::kCells; ++c) count_[c] = static_cast<int>(begin_[c + 1] - begin_[c]);
  }

  bool is_starved(int c) const { return count_[c] < least_; }
  bool is_crowded(int c) const { return count_[c] > most_; }
  bool are_all_in_order() const {
    bool in_order = true;
    for (int c = 0; c < T::kCells; ++c) {  // without branches: vectorised
      in_order &= !is_starved(c);
      in_order &= !is_crowded(c);
    }
    return in_order;
  }
  bool is_inside(int c) const { return inside_[c]; }
  void find_inside(const ResampledLiquid<D>& liquid, int tile);

  // Whether moving a particle makes the two cells more even and neither one worse.
  bool may_give(int from, int to, Partners cells) const {
    const bool may_exchange = cells == Partners::kLiquid ? inside_[to] && (inside_[from] || is_crowded(from))
                              : cells == Partners::kWet  ? inside_[to] || count_[to] > 0
                                                         : in_domain_[to] && is_crowded(from);
    return may_exchange && count_[from] >= count_[to] + 2 && (count_[from] > least_ || !inside_[from]) &&
           count_[to] < most_;
  }
  int difference(int from, int to) const { return count_[from] - count_[to]; }
  void move_over(int from, int to) { --count_[from], ++count_[to]; }

  std::uint32_t begin(int c) const { return begin_[c]; }
  std::uint32_t end(int c) const { return begin_[c + 1]; }

 private:
  using T = Tile<D>;
  const std::uint32_t* begin_;
  int least_, most_;
  std::array<int, T::kCells> count_;
  std::array<bool, T::kCells> inside_, in_domain_;
};

template <int D>
void TileCells<D>::find_inside(const ResampledLiquid<D>& liquid, int tile) {
  const SolidsView<D>& solids = liquid.context.solids;
  HaloBlock<float, D, 1, 1> held;
  HaloBlock<std::uint8_t, D, 1, 1> counts;                      // not behind a wall, and not cut by a solid
  const float whole = 0.5f * std::sqrt(static_cast<float>(D));  // a solid this far from the centre cuts no corner
  const VecI<D> first = solids.tiles.first_cell(tile);
  for_each_halo_run<D, 1, 1>(solids.tiles, tile, [&](int from, int cell, const VecI<D>& local, auto length) {
    const std::uint32_t* begin = liquid.particles.cells_of(from) + cell;
    const float* solid = from && !solids.empty() ? solids.distance.tile(from) + cell : nullptr;
    VecI<D> at = local;
    for (int i = 0; i < length(); ++i, ++at[0]) {
      held.at(at) = from ? static_cast<float>(begin[i + 1] - begin[i]) : 0.0f;
      counts.at(at) = !is_behind_wall(solids.domain, first + at) && (!solid || solid[i] >= whole);
    }
  });
  average_with_neighbors(counts, 1.0f / 3.0f, held);  // the mean of three along each axis
  const auto enough = static_cast<float>(kInside * liquid.particles_per_cell);
  for (int c = 0; c < T::kCells; ++c) {
    const VecI<D> cell = T::cell_coord(c);
    inside_[c] = counts.at(cell) && held.at(cell) >= enough;
    in_domain_[c] = solids.domain.contains(first + cell);
  }
}

// Finds the exchanges of one tile.
template <int D>
class Exchanger {
 public:
  Exchanger(const ResampledLiquid<D>& liquid, int tile, TileCells<D>& cells, ExchangeList<D>& exchanges)
      : liquid_(liquid), tile_(tile), cells_(cells), exchanges_(exchanges) {}

  void put_in_order(int c) {
    while (cells_.is_starved(c) ? cells_.is_inside(c) : cells_.is_crowded(c)) {
      const bool takes = cells_.is_starved(c);
      const int other = partner(c, takes);
      if (other < 0 || !(takes ? move_over(other, c) : move_over(c, other))) return;
    }
  }

 private:
  using T = Tile<D>;

  // The cell to exchange with: of the nearest ring with a possible one, the cell that differs most. -1: none.
  int partner(int c, bool takes) const {
    int blocked = 0;
    for (const Partners cells : {Partners::kLiquid, Partners::kWet, Partners::kAll})
      if (const int best = partner(c, takes, cells, blocked); best >= 0) return best;
    return -1;
  }
  int partner(int c, bool takes, Partners cells, int& blocked) const {
    int best = -1;
    for (int ring = 1; ring < T::kSide && best < 0 && blocked < kMostBlocked; ++ring) {
      int most = 0;
      for_each_cell_around(c, ring, [&](int other) {
        const int from = takes ? other : c, to = takes ? c : other;
        if (!cells_.may_give(from, to, cells) || cells_.difference(from, to) <= most) return;
        if (!is_path_free(center(from), center(to))) {
          ++blocked;
          return;
        }
        best = other;
        most = cells_.difference(from, to);
      });
    }
    return best;
  }

  template <class Visit>
  static void for_each_cell_around(int c, int ring, Visit&& visit) {
    const VecI<D> cell = T::cell_coord(c), reach = VecI<D>::filled(ring);
    const VecI<D> low = max(cell - reach, VecI<D>{}), high = min(cell + reach, VecI<D>::filled(T::kSide - 1));
    for_each_point(low, high, [&](const VecI<D>& other) {
      bool is_on_ring = false;
      for (int a = 0; a < D; ++a) is_on_ring |= std::abs(other[a] - cell[a]) == ring;
      if (is_on_ring) visit(T::cell_index(other));
    });
  }

  static VecD<D> center(int c) { return VecD<D>::from(T::cell_coord(c)) + VecD<D>::filled(0.5); }
  VecD<D> place_of(std::uint32_t p) const { return liquid_.particles.template place<double>(p); }

  // Whether no solid stands between two places of the tile.
  bool is_path_free(const VecD<D>& from, const VecD<D>& to) const {
    const SolidsView<D>& solids = liquid_.context.solids;
    if (!may_meet_solid(liquid_.context, tile_, to, length(to - from))) return true;
    constexpr double kStopped = 1e-6;  // cells: a path that ends closer to its goal was not stopped
    const VecD<D> origin = VecD<D>::from(solids.tiles.first_cell(tile_));
    const VecD<D> start = solids.domain.to_world(origin + from), goal = solids.domain.to_world(origin + to);
    return length(stop_at_solids(liquid_.context, start, goal) - goal) < kStopped * solids.domain.h;
  }

  // The place of the cell's lattice that is farthest from the particles there.
  VecD<D> free_place(int c) const {
    const VecD<D> corner = VecD<D>::from(T::cell_coord(c));
    const int places = std::max(1, static_cast<int>(std::lround(liquid_.particles_per_cell)));
    std::uint64_t key = liquid_.key;
    const VecI<D> cell = liquid_.context.solids.tiles.first_cell(tile_) + T::cell_coord(c);
    for (int a = 0; a < D; ++a) key = hash_combine(key, static_cast<std::uint64_t>(cell[a]));
    const int start = static_cast<int>(key % static_cast<std::uint64_t>(places));
    VecD<D> best;
    double farthest = -1.0;
    for (int i = 0; i < places; ++i) {
      const VecD<D> place = corner + place_in_cell<D>((start + i) % places, places);
      double nearest = std::numeric_limits<double>::max();
      auto consider = [&](const VecD<D>& x) { nearest = std::min(nearest, dot(x - place, x - place)); };
      for (std::uint32_t p = cells_.begin(c); p < cells_.end(c); ++p) consider(place_of(p));
      for (const Exchange<D>& earlier : exchanges_)
        if (earlier.to == c) consider(VecD<D>::from(earlier.place));
      if (nearest <= farthest) continue;
      farthest = nearest;
      best = place;
    }
    return best;
  }

  bool has_moved(std::uint32_t p) const {
    return std::any_of(exchanges_.begin(), exchanges_.end(), [p](const Exchange<D>& e) { return e.particle == p; });
  }

  // Moves the particle with the shortest path. False if a solid blocks it or only newcomers are left.
  bool move_over(int from, int to) {
    const VecD<D> place = free_place(to);
    double shortest = std::numeric_limits<double>::max();
    std::uint32_t nearest = cells_.end(from);
    for (std::uint32_t p = cells_.begin(from); p < cells_.end(from); ++p) {
      const VecD<D> distance = place_of(p) - place;
      if (dot(distance, distance) >= shortest || has_moved(p)) continue;
      shortest = dot(distance, distance);
      nearest = p;
    }
    if (nearest == cells_.end(from) || !is_path_free(place_of(nearest), place)) return false;
    exchanges_.push_back({nearest, from, to, VecF<D>::from(place)});
    cells_.move_over(from, to);
    return true;
  }

  const ResampledLiquid<D>& liquid_;
  int tile_;
  TileCells<D>& cells_;
  ExchangeList<D>& exchanges_;
};

template <int D>
void find_exchanges(const ResampledLiquid<D>& liquid, int tile, ExchangeList<D>& exchanges) {
  if (liquid.particles.is_empty(tile)) return;
  TileCells<D> cells(liquid, tile);
  if (cells.are_all_in_order()) return;
  cells.find_inside(liquid, tile);
  Exchanger<D> exchanger(liquid, tile, cells, exchanges);
  for (int c = 0; c < Tile<D>::kCells; ++c) exchanger.put_in_order(c);
}

// Shares the velocity of a particle that moves over with those it joins.
template <int D>
void share_velocity(const ParticlesView<D>& particles, int tile, const Exchange<D>& exchange) {
  using T = Tile<D>;
  const std::uint32_t* begin = particles.cells_of(tile);
  auto for_each_joined = [&](auto&& visit) {  // visit(particle, weight)
    for (int n = 0; n < T::kNeighbors; ++n) {
      const VecI<D> cell = T::cell_coord(exchange.to) + T::neighbor_offset(n);
      bool exists = true;
      for (int a = 0; a < D; ++a) exists &= (cell[a] & ~T::kMask) == 0;
      if (!exists) continue;
      const std::uint32_t* range = begin + T::cell_index(cell);
      for (std::uint32_t p = range[0]; p < range[1]; ++p) {
        float weight = p == exchange.particle ? 0.0f : 1.0f;
        for (int a = 0; a < D; ++a)
          weight *= std::max(0.0f, 1.0f - std::abs(particles.position[a][p] - exchange.place[a]));
        if (weight > 0.0f) visit(p, weight);
      }
    }
  };
  float weights = 0.0f;
  VecF<D> sum{}, v;
  for (int a = 0; a < D; ++a) v[a] = particles.velocity[a][exchange.particle];
  for_each_joined([&](std::uint32_t p, float weight) {
    weights += weight;
    for (int a = 0; a < D; ++a) sum[a] += weight * particles.velocity[a][p];
  });
  if (weights == 0.0f) return;
  const VecF<D> mean = sum / weights, share = (v - mean) / (weights + 1.0f);
  for_each_joined([&](std::uint32_t p, float weight) {
    for (int a = 0; a < D; ++a) particles.velocity[a][p] += weight * share[a];
  });
  for (int a = 0; a < D; ++a) particles.velocity[a][exchange.particle] = mean[a] + share[a];
}

// Memory for sorting a tile, reused from tile to tile.
struct SortMemory {
  std::vector<std::uint8_t> leaves;  // by particle: whether it moves to another cell
  std::vector<std::uint32_t> order;
  std::vector<std::uint32_t> sorted_words;  // a column in the new order; all columns have four bytes
};

// Sorts all columns of a tile's particles by cell again.
template <int D>
void sort_again(ParticleSet<D>& particles, int tile, std::span<const Exchange<D>> exchanges, SortMemory& memory) {
  std::uint32_t* begin = particles.cells_of(tile);
  int low = Tile<D>::kCells, high = 0;
  for (const Exchange<D>& exchange : exchanges) {
    low = std::min({low, exchange.from, exchange.to});
    high = std::max({high, exchange.from, exchange.to});
  }
  const std::uint32_t first = begin[low];
  auto& [leaves, order, sorted] = memory;
  leaves.assign(begin[high + 1] - first, 0);
  for (const Exchange<D>& exchange : exchanges) leaves[exchange.particle - first] = 1;
  order.clear();
  for (int c = low; c <= high; ++c) {
    const std::uint32_t from = begin[c], to = begin[c + 1];
    begin[c] = first + static_cast<std::uint32_t>(order.size());
    for (std::uint32_t p = from; p < to; ++p)
      if (!leaves[p - first]) order.push_back(p);
    for (const Exchange<D>& exchange : exchanges)
      if (exchange.to == c) order.push_back(exchange.particle);
  }
  auto reorder = [&](auto& column) {
    static_assert(sizeof column[0] == sizeof sorted[0]);
    sorted.resize(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) std::memcpy(&sorted[i], &column[order[i]], sizeof sorted[i]);
    std::memcpy(&column[first], sorted.data(), order.size() * sizeof sorted[0]);
  };
  particles.for_each_buffer(reorder);
}

}  // namespace

template <int D>
void resample_particles(LiquidState<D>& state) {
  if (is_at_rest(state)) return;
  const auto exchanges = state.scratch.template borrow<TileLists<Exchange<D>>>();
  const auto memory = state.scratch.template borrow<PerThread<SortMemory>>();
  memory->prepare();
  // All exchanges are found before any particle moves.
  const ResampledLiquid<D> liquid{
      path_context(state, present_pose(state)), std::as_const(state.particles).view(), state.particles_per_cell,
      hash_combine(static_cast<std::uint64_t>(state.scene.particles.seed), static_cast<std::uint64_t>(state.step))};
  exchanges->build("find exchanges", state.tiles, [&](int tile, auto& list) { find_exchanges(liquid, tile, list); });
  ParticleSet<D>& particles = state.particles;
  const ParticlesView<D> columns = particles.view();
  for_each_tile("exchange particles", state.tiles, [&](int tile) {
    const std::span<const Exchange<D>> of_tile = (*exchanges)[tile];
    if (of_tile.empty()) return;
    for (const Exchange<D>& exchange : of_tile) {
      share_velocity(columns, tile, exchange);
      for (int a = 0; a < D; ++a) columns.position[a][exchange.particle] = exchange.place[a];
    }
    sort_again(particles, tile, of_tile, memory->here());
  });
}

template void resample_particles<2>(LiquidState<2>&);
template void resample_particles<3>(LiquidState<3>&);

}  // namespace spindrift
