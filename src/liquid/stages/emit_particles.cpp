// Sources. Without a rate a source keeps its shape full and sets the velocity of all particles in it. With a rate it
// emits that volume per second at random places, as far as there is space. Places depend on (seed, cell, step) alone.
#include <algorithm>
#include <cmath>
#include <vector>

#include "base/hash.h"
#include "fluid/solids.h"
#include "geometry/fractions.h"
#include "grid/tile.h"
#include "liquid/liquid_step.h"
#include "particles/packing.h"

namespace spindrift {

namespace {

template <int D>
std::uint64_t key_of(const LiquidState<D>& state, std::uint64_t source, const VecI<D>& cell) {
  std::uint64_t key =
      hash_combine(static_cast<std::uint64_t>(state.scene.particles.seed), static_cast<std::uint64_t>(state.step));
  key = hash_combine(key, source);
  for (int a = 0; a < D; ++a) key = hash_combine(key, static_cast<std::uint64_t>(cell[a]));
  return key;
}

template <int D>
std::uint32_t particles_in_cell(const LiquidState<D>& state, const VecI<D>& cell, std::uint32_t& begin) {
  const CellPlace<D> at(state.tiles, cell);
  if (at.tile == 0) return 0;
  const std::uint32_t* cell_begin = state.particles.cells_of(at.tile) + at.index;
  begin = cell_begin[0];
  return cell_begin[1] - cell_begin[0];
}

template <int D>
bool is_free(const LiquidState<D>& state, const Source<D>& source, const VecD<D>& x) {
  for (int a = 0; a < D; ++a)
    if (!state.domain.is_periodic[a] &&
        (x[a] < Domain<D>::kBorder || x[a] >= Domain<D>::kBorder + state.domain.cells[a]))
      return false;
  if (source.shape->distance(state.domain.to_world(x)) > 0.0) return false;
  return state.solids.empty() || distance_to_solids(state, state.domain.to_world(state.domain.wrapped(x))) > 0.0;
}

template <int D>
struct CellBox {
  VecI<D> low, high;
};

// The cells of a source's bounding box. Along a periodic axis they may lie beyond the sides, up to one period.
template <int D>
CellBox<D> cells_of(const LiquidState<D>& state, const Source<D>& source) {
  const Box<D> box = source.shape->bounds();
  constexpr double kMostCells = 1e9;  // bounds may be infinite
  CellBox<D> cells;
  for (int a = 0; a < D; ++a) {
    if (state.domain.is_periodic[a]) {
      const double low = std::floor(box.low[a] / state.domain.h), high = std::ceil(box.high[a] / state.domain.h);
      const bool is_all = !(high - low < state.domain.cells[a]);
      cells.low[a] = is_all ? 0 : static_cast<int>(low);
      cells.high[a] = is_all ? state.domain.cells[a] - 1 : static_cast<int>(high) - 1;
      continue;
    }
    cells.low[a] =
        Domain<D>::kBorder + static_cast<int>(std::floor(std::clamp(box.low[a] / state.domain.h, 0.0, kMostCells)));
    cells.high[a] = Domain<D>::kBorder +
                    std::min(state.domain.cells[a],
                             static_cast<int>(std::ceil(std::min(kMostCells, box.high[a] / state.domain.h)))) -
                    1;
  }
  return cells;
}

// x fastest.
template <int D, class Visit>
void for_each_cell(const CellBox<D>& box, Visit&& visit) {
  for_each_point(box.low, box.high, visit);
}

// Lowers the largest numbers, one by one, until their sum is `total`.
void share_out(std::vector<int>& wanted, int most, std::int64_t total, std::vector<int>& given) {
  given.assign(wanted.size(), 0);
  for (int level = most; level > 0; --level)
    for (std::size_t i = 0; i < wanted.size() && total > 0; ++i) {
      if (wanted[i] - given[i] < level) continue;
      ++given[i];
      --total;
    }
  wanted.swap(given);
}

// Adds particles at places that the stream has entered since the last step, and in empty cells. A source at rest adds
// wherever particles are missing. Crowded cells count against thin ones: a source whose liquid cannot leave stops.
template <int D>
void keep_full(LiquidState<D>& state, Source<D>& source, std::uint64_t number) {
  const CellBox<D> box = cells_of(state, source);
  const int per_cell = static_cast<int>(std::lround(state.particles_per_cell));
  const VecD<D> velocity = VecD<D>::from(source.settings.velocity);
  const bool at_rest = velocity == VecD<D>{};
  std::uint32_t begin = 0, present = 0;
  auto for_each_place = [&](const VecI<D>& cell, auto&& visit) {  // visit(place, is_fresh)
    const std::uint64_t key = key_of(state, number, cell);
    for (int i = 0; i < per_cell; ++i) {
      const VecD<D> x = VecD<D>::from(cell) + jittered_place_in_cell<D>(i, per_cell, key);
      if (!is_free(state, source, x)) continue;
      visit(x, at_rest || present == 0 || source.shape->distance(state.domain.to_world(x) - velocity * state.dt) > 0.0);
    }
  };
  const auto of_wanted = state.scratch.template borrow<std::vector<int>>();
  const auto of_given = state.scratch.template borrow<std::vector<int>>();
  std::vector<int>& wanted = *of_wanted;
  wanted.clear();
  std::int64_t lacking = 0, all_wanted = 0;
  for_each_cell(box, [&](const VecI<D>& cell) {
    present = particles_in_cell(state, cell, begin);
    int room = 0, fresh = 0;
    for_each_place(cell, [&](const VecD<D>&, bool is_fresh) {
      ++room;
      fresh += is_fresh;
    });
    wanted.push_back(at_rest ? std::max(0, room - static_cast<int>(present)) : fresh);
    all_wanted += wanted.back();
    if (room == 0) return;
    lacking += room - static_cast<int>(present);
    for (std::uint32_t p = begin; p < begin + present; ++p) {
      for (int a = 0; a < D; ++a) state.particles.velocity[a][p] = static_cast<float>(velocity[a]);
      for (auto& column : state.particles.affine)
        if (!column.empty()) column[p] = 0.0f;
    }
  });
  if (all_wanted > lacking) share_out(wanted, per_cell, lacking, *of_given);
  std::size_t next = 0;
  for_each_cell(box, [&](const VecI<D>& cell) {
    int skip = -wanted[next++];
    if (skip == 0) return;
    present = particles_in_cell(state, cell, begin);
    for_each_place(cell, [&](const VecD<D>&, bool is_fresh) { skip += is_fresh; });
    for_each_place(cell, [&](const VecD<D>& x, bool is_fresh) {
      if (!is_fresh || skip-- > 0) return;
      state.particles.add(x, VecF<D>::from(velocity), state.scene, {source.settings.viscosity, source.settings.color});
      ++state.ledger.emitted;
    });
  });
}

// Share of a cell outside of solids; 0 outside of the domain.
template <int D>
double open_share(const LiquidState<D>& state, const VecI<D>& cell) {
  VecD<D> middle;
  for (int a = 0; a < D; ++a) {
    if (!state.domain.is_periodic[a] &&
        (cell[a] < Domain<D>::kBorder || cell[a] >= Domain<D>::kBorder + state.domain.cells[a]))
      return 0.0;
    middle[a] = cell[a] + 0.5;
  }
  if (state.solids.empty()) return 1.0;
  const VecD<D> world = state.domain.to_world(state.domain.wrapped(middle));
  return volume_fraction_outside(distance_to_solids(state, world) / state.domain.h);
}

// The number of particles that still fit into a closed vessel; unlimited if a side is open or the tiles hold more air
// than bubbles.
template <int D>
double room_in_vessel(const LiquidState<D>& state) {
  using T = Tile<D>;
  constexpr double kEndless = 1e18;  // particles
  constexpr double kBubbles = 0.02;  // share of the open cells: less air than this is bubbles
  if (!state.scene.domain.open.empty()) return kEndless;
  double room = 0.0, dry = 0.0;  // cells
  for (int tile = 1; tile <= state.tiles.count(); ++tile) {
    const std::uint32_t* begin = state.particles.cells_of(tile);
    const float* solid = state.solids.empty() ? nullptr : state.solid_distance().tile(tile);
    for (int c = 0; c < T::kCells; ++c) {
      if (is_behind_wall(state.domain, state.tiles.first_cell(tile) + T::cell_coord(c))) continue;
      const double open = solid ? volume_fraction_outside(double{solid[c]}) : 1.0;
      room += open;
      if (begin[c + 1] == begin[c]) dry += open;
    }
  }
  if (dry > kBubbles * room) return kEndless;
  return std::max(0.0, room * state.particles_per_cell - static_cast<double>(state.particles.count()));
}

// The cells where a source may still emit. Slightly more particles than in liquid at rest are allowed: new ones lie at
// random and push others away. A single cell may have few by chance, so wet cells around it count as well. A full
// vessel takes none.
template <int D>
class FreeSpace {
 public:
  struct Cell {
    double held = 0.0, full = 0.0;  // particles present, and those of liquid at rest
    friend Cell operator+(const Cell& a, const Cell& b) { return {a.held + b.held, a.full + b.full}; }
  };

  FreeSpace(const LiquidState<D>& state, const CellBox<D>& box, std::vector<Cell>& cells)
      : around_(grown(box)), cells_(cells) {
    cells_.clear();
    for_each_cell(around_, [&](const VecI<D>& cell) {
      std::uint32_t begin = 0;
      const double held = particles_in_cell(state, cell, begin);
      cells_.push_back({held, state.particles_per_cell * open_share(state, cell)});
    });
    Cell all;
    for_each_cell(box, [&](const VecI<D>& cell) {
      all = all + cells_[index(cell)];
      if (has_room(cell))
        left_ += static_cast<std::int64_t>(kMostInCell * cells_[index(cell)].full - cells_[index(cell)].held);
    });
    constexpr double kNearlyFull = 0.9;  // share of liquid at rest from which the whole vessel is counted
    if (all.held > kNearlyFull * all.full) left_ = std::min(left_, static_cast<std::int64_t>(room_in_vessel(state)));
  }

  // An upper limit of the particles that find a place.
  std::int64_t left() const { return left_; }
  bool has_room(const VecI<D>& cell) const {
    const Cell& here = cells_[index(cell)];
    if (here.held + 1.0 > kMostInCell * here.full) return false;
    Cell near{1.0, 0.0};  // with the new particle
    for_each_cell(grown({cell, cell}), [&](const VecI<D>& other) {
      const Cell& there = cells_[index(other)];
      if (there.held > 0.0 || other == cell) near = near + there;
    });
    return near.held <= kMostAround * near.full;
  }
  void take(const VecI<D>& cell) { cells_[index(cell)].held += 1.0; }

 private:
  // Relative to liquid at rest: in a cell, as resample_particles allows; and in it and the cells around. With more the
  // liquid is packed and bursts out of the source; with less it hardly pushes other liquid away.
  static constexpr double kMostInCell = 2.0, kMostAround = 1.25;

  static CellBox<D> grown(CellBox<D> box) {
    for (int a = 0; a < D; ++a) {
      --box.low[a];
      ++box.high[a];
    }
    return box;
  }
  std::size_t index(const VecI<D>& cell) const {
    std::size_t i = 0;
    for (int a = D - 1; a >= 0; --a)
      i = i * static_cast<std::size_t>(around_.high[a] - around_.low[a] + 1) +
          static_cast<std::size_t>(cell[a] - around_.low[a]);
    return i;
  }

  CellBox<D> around_;
  std::vector<Cell>& cells_;
  std::int64_t left_ = 0;
};

template <int D>
void emit_at_rate(LiquidState<D>& state, Source<D>& source, std::size_t number) {
  const CellBox<D> box = cells_of(state, source);
  double& owed = state.owed[number];
  const double open =
      std::min(state.time + state.dt, source.settings.end) - std::max(state.time, source.settings.start);
  owed += source.settings.rate * open * state.particles_per_cell / state.domain.cell_volume();
  // What does not fit now may follow later, up to a full source: a blocked source must not burst when freed.
  double most = state.particles_per_cell;
  for (int a = 0; a < D; ++a) most *= std::max(0, box.high[a] - box.low[a] + 1);
  state.refused[number] += std::max(0.0, owed - most);
  owed = std::min(owed, most);
  if (owed < 1.0) return;
  const auto cells = state.scratch.template borrow<std::vector<typename FreeSpace<D>::Cell>>();
  FreeSpace<D> free_space(state, box, *cells);
  const VecF<D> velocity = VecF<D>::from(source.settings.velocity);
  const auto wanted = std::min(static_cast<std::int64_t>(owed), free_space.left());
  constexpr std::int64_t kMostAttempts = 64;  // per particle: enough if the shape fills a fiftieth of its box
  std::int64_t made = 0;
  for (std::int64_t attempt = 0; made < wanted && attempt < kMostAttempts * wanted; ++attempt) {
    VecD<D> x;
    VecI<D> cell;
    for (int a = 0; a < D; ++a) {
      const std::uint64_t key = hash_combine(key_of<D>(state, number, {}), static_cast<std::uint64_t>(attempt * D + a));
      x[a] = box.low[a] + static_cast<double>(random_unit(key)) * (box.high[a] - box.low[a] + 1);
      cell[a] = static_cast<int>(std::floor(x[a]));
    }
    if (!is_free(state, source, x) || !free_space.has_room(cell)) continue;
    state.particles.add(x, velocity, state.scene, {source.settings.viscosity, source.settings.color});
    free_space.take(cell);
    ++made;
  }
  owed -= static_cast<double>(made);
  state.ledger.emitted += made;
}

}  // namespace

template <int D>
void emit_particles(LiquidState<D>& state) {
  for (std::size_t i = 0; i < state.sources.size(); ++i) {
    Source<D>& source = state.sources[i];
    if (state.time + state.dt <= source.settings.start || state.time >= source.settings.end) continue;
    source.settings.rate > 0.0 ? emit_at_rate(state, source, i) : keep_full(state, source, i);
    if (!state.particles.added_tiles.empty()) sort_particles(state);  // the next source counts these particles
  }
}

template void emit_particles<2>(LiquidState<2>&);
template void emit_particles<3>(LiquidState<3>&);

}  // namespace spindrift
