// Carries the velocity from the faces of the liquid into air and solids, layer by layer: an undefined face takes the mean
// of its defined neighbours along the axes. The change of velocity goes with it, so that FLIP never sees the difference
// between an extrapolated velocity and a transferred one. What lies beyond the last layer becomes NaN: undefined, not zero.
//
// A layer is computed from lower layers only, and tiles are taken colour by colour, so neither the order of tiles nor the
// number of threads matters.
#include <cstring>
#include <limits>

#include "exec/parallel.h"
#include "grid/halo.h"
#include "stages/stages.h"

namespace spindrift {

namespace {

template <int D>
using Layers = HaloBlock<std::uint8_t, D, 1, 1>;

inline bool is_source(std::uint8_t known, int layer) { return static_cast<std::uint8_t>(known - 1) < layer; }

// Finds the undefined faces of a row, from `row` on, that have a neighbour to take from. Plain bytes: vectorised.
template <int D>
bool find_takers(const std::uint8_t* row, int layer, std::uint8_t* takes) {
  std::uint8_t any = 0;
  for (int x = 0; x < Tile<D>::kSide; ++x) {
    bool source = false;
    for (int a = 0; a < D; ++a)
      source |= is_source(row[x - Layers<D>::stride(a)], layer) | is_source(row[x + Layers<D>::stride(a)], layer);
    takes[x] = (row[x] == 0) & source;
    any |= takes[x];
  }
  return any != 0;
}

template <int D>
void extrapolate_tile(LiquidState<D>& state, std::size_t axis, int tile, int layer) {
  using T = Tile<D>;
  std::uint8_t* known = state.known[axis].tile(tile);
  if (std::memchr(known, 0, T::kCells) == nullptr) return;  // the inside of the liquid
  Layers<D> layers;
  load_halo(state.tiles, state.known[axis], tile, layers);
  HaloBlock<float, D, 1, 1> u, change;
  bool is_loaded = false;
  for (int first = 0; first < T::kCells; first += T::kSide) {
    if (std::memchr(known + first, 0, T::kSide) == nullptr) continue;
    const int row = Layers<D>::index(T::cell_coord(first));
    std::uint8_t takes[T::kSide];
    if (!find_takers<D>(layers.values.data() + row, layer, takes)) continue;
    if (!is_loaded) {
      load_halo(state.tiles, state.velocity[axis], tile, u);
      load_halo(state.tiles, state.velocity_change[axis], tile, change);
      is_loaded = true;
    }
    for (int x = 0; x < T::kSide; ++x) {
      if (!takes[x]) continue;
      float sum = 0.0f, sum_change = 0.0f;
      int count = 0;
      for (int a = 0; a < D; ++a)
        for (int step : {-Layers<D>::stride(a), Layers<D>::stride(a)}) {
          const auto n = static_cast<std::size_t>(row + x + step);
          if (!is_source(layers.values[n], layer)) continue;
          sum += u.values[n];
          sum_change += change.values[n];
          ++count;
        }
      state.velocity[axis].tile(tile)[first + x] = sum / static_cast<float>(count);
      state.velocity_change[axis].tile(tile)[first + x] = sum_change / static_cast<float>(count);
      known[first + x] = static_cast<std::uint8_t>(layer + 1);
    }
  }
}

template <int D>
void undefine_the_rest(LiquidState<D>& state, std::size_t axis) {
  constexpr float kUndefined = std::numeric_limits<float>::quiet_NaN();
  parallel_for(static_cast<std::size_t>(state.tiles.count()) + 1, [&](std::size_t tile) {  // the dummy tile too
    const std::uint8_t* known = state.known[axis].tile(static_cast<int>(tile));
    float* u = state.velocity[axis].tile(static_cast<int>(tile));
    float* change = state.velocity_change[axis].tile(static_cast<int>(tile));
    for (int c = 0; c < Tile<D>::kCells; ++c) {
      u[c] = known[c] ? u[c] : kUndefined;
      change[c] = known[c] ? change[c] : kUndefined;
    }
  }, 8);
}

}  // namespace

template <int D>
void extrapolate_velocity(LiquidState<D>& state) {
  const int layers = state.extrapolation_layers();
  for (std::size_t axis = 0; axis < D; ++axis) {
    for (int layer = 1; layer <= layers; ++layer)
      for (int color = 0; color < TileMap<D>::kColors; ++color) {
        const std::vector<int>& tiles = state.tiles.color(color);
        parallel_for(tiles.size(), [&](std::size_t i) { extrapolate_tile(state, axis, tiles[i], layer); });
      }
    undefine_the_rest(state, axis);
  }
}

template void extrapolate_velocity<2>(LiquidState<2>&);
template void extrapolate_velocity<3>(LiquidState<3>&);

}  // namespace spindrift
