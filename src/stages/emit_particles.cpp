// Sources. Without a rate a source keeps its shape full and drives what is inside it at its velocity; with a rate it
// emits that volume per second at random places. Places depend on (seed, cell, step) alone.
#include <algorithm>
#include <cmath>

#include "base/hash.h"
#include "particles/packing.h"
#include "stages/solid_distance.h"
#include "stages/stages.h"

namespace spindrift {

namespace {

template <int D>
std::uint64_t key_of(const LiquidState<D>& state, std::uint64_t source, const VecI<D>& cell) {
  std::uint64_t key = hash_combine(static_cast<std::uint64_t>(state.scene.particles.seed), static_cast<std::uint64_t>(state.step));
  key = hash_combine(key, source);
  for (int a = 0; a < D; ++a) key = hash_combine(key, static_cast<std::uint64_t>(cell[a]));
  return key;
}

template <int D>
std::uint32_t particles_in_cell(const LiquidState<D>& state, const VecI<D>& cell, std::uint32_t& begin) {
  using T = Tile<D>;
  VecI<D> coord, local;
  for (int a = 0; a < D; ++a) {
    coord[a] = cell[a] >> T::kLog2;
    local[a] = cell[a] & T::kMask;
  }
  const int tile = state.tiles.find(coord);
  if (tile == 0) return 0;
  const std::uint32_t* cell_begin =
      state.particles.cell_begin.data() + static_cast<std::size_t>(tile) * T::kCells + T::cell_index(local);
  begin = cell_begin[0];
  return cell_begin[1] - cell_begin[0];
}

template <int D>
bool is_free(const LiquidState<D>& state, const Source<D>& source, const VecD<D>& x) {
  for (int a = 0; a < D; ++a)
    if (x[a] < Domain<D>::kBorder || x[a] >= Domain<D>::kBorder + state.domain.cells[a]) return false;
  const VecD<D> world = state.domain.to_world(x);
  return source.shape->distance(world) <= 0.0 && (state.solids.empty() || distance_to_solids(state, world) > 0.0);
}

template <int D>
struct CellBox {
  VecI<D> low, high;
};

template <int D>
CellBox<D> cells_of(const LiquidState<D>& state, const Source<D>& source) {
  const Box<D> box = source.shape->bounds();
  CellBox<D> cells;
  for (int a = 0; a < D; ++a) {
    cells.low[a] = Domain<D>::kBorder + static_cast<int>(std::floor(std::max(0.0, box.low[a] / state.domain.h)));
    cells.high[a] = Domain<D>::kBorder +
                    std::min(state.domain.cells[a], static_cast<int>(std::ceil(std::min(1e9, box.high[a] / state.domain.h)))) - 1;
  }
  return cells;
}

template <int D>
void keep_full(LiquidState<D>& state, Source<D>& source, std::uint64_t number) {
  const CellBox<D> box = cells_of(state, source);
  const int per_cell = static_cast<int>(std::lround(state.particles_per_cell));
  const VecF<D> velocity = VecF<D>::from(source.settings.velocity);
  for (int a = 0; a < D; ++a)
    if (box.low[a] > box.high[a]) return;
  for (VecI<D> cell = box.low;;) {
    std::uint32_t begin = 0;
    const std::uint32_t present = particles_in_cell(state, cell, begin);
    const std::uint64_t key = key_of(state, number, cell);
    int room = 0;
    for (int i = 0; i < per_cell; ++i) {
      const VecD<D> x = VecD<D>::from(cell) + jittered_place_in_cell<D>(i, per_cell, key);
      if (!is_free(state, source, x) || ++room <= static_cast<int>(present)) continue;
      state.particles.add(x, velocity, state.scene);
      ++state.ledger.emitted;
    }
    if (room > 0)
      for (std::uint32_t p = begin; p < begin + present; ++p)
        for (int a = 0; a < D; ++a) state.particles.velocity[static_cast<std::size_t>(a)][p] = velocity[a];
    int a = 0;
    for (; a < D && ++cell[a] > box.high[a]; ++a) cell[a] = box.low[a];
    if (a == D) return;
  }
}

template <int D>
void emit_at_rate(LiquidState<D>& state, Source<D>& source, std::uint64_t number) {
  const CellBox<D> box = cells_of(state, source);
  source.owed += source.settings.rate * state.dt * state.particles_per_cell / state.domain.cell_volume();
  const VecF<D> velocity = VecF<D>::from(source.settings.velocity);
  const auto wanted = static_cast<std::int64_t>(source.owed);
  std::int64_t made = 0;
  for (std::int64_t attempt = 0; made < wanted && attempt < 64 * wanted; ++attempt) {
    VecD<D> x;
    for (int a = 0; a < D; ++a) {
      const std::uint64_t key = hash_combine(key_of<D>(state, number, {}), static_cast<std::uint64_t>(attempt * D + a));
      x[a] = box.low[a] + static_cast<double>(random_unit(key)) * (box.high[a] - box.low[a] + 1);
    }
    if (!is_free(state, source, x)) continue;
    state.particles.add(x, velocity, state.scene);
    ++made;
  }
  source.owed -= static_cast<double>(made);
  state.ledger.emitted += made;
}

}  // namespace

template <int D>
void emit_particles(LiquidState<D>& state) {
  for (std::size_t i = 0; i < state.sources.size(); ++i) {
    Source<D>& source = state.sources[i];
    if (state.time < source.settings.start || state.time >= source.settings.end) continue;
    source.settings.rate > 0.0 ? emit_at_rate(state, source, i) : keep_full(state, source, i);
  }
  if (!state.particles.added_tiles.empty()) sort_particles(state);
}

template void emit_particles<2>(LiquidState<2>&);
template void emit_particles<3>(LiquidState<3>&);

}  // namespace spindrift
