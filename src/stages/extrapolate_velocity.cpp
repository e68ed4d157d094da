// Carries the velocity from the faces of the liquid into air and solids, layer by layer: an undefined face takes the
// mean of its defined neighbours along the axes. The change of velocity goes with it, so that FLIP never sees the
// difference between an extrapolated velocity and a transferred one. What lies beyond the last layer becomes NaN:
// undefined, not zero.
//
// Faces closed by solids are extrapolated too, and then slide along the solid: see slide_along_solids.
//
// A layer is computed from lower layers only, and tiles are taken colour by colour, so neither the order of tiles nor
// the number of threads matters.
#include <cstring>
#include <limits>
#include <vector>

#include "exec/parallel.h"
#include "grid/halo.h"
#include "stages/slide_along_solids.h"
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
    for (int a = 0; a < D; ++a) {
      source |= is_source(row[x - Layers<D>::stride(a)], layer);
      source |= is_source(row[x + Layers<D>::stride(a)], layer);
    }
    takes[x] = (row[x] == 0) & source;
    any |= takes[x];
  }
  return any != 0;
}

// What goes with the velocity: its change, and the drift toward even density if there is one.
template <int D>
std::vector<FaceField<float, D>*> carried_fields(LiquidState<D>& state) {
  if (state.drift[0].empty()) return {&state.velocity, &state.velocity_change};
  return {&state.velocity, &state.velocity_change, &state.drift};
}

template <int D>
void extrapolate_tile(LiquidState<D>& state, std::size_t axis, int tile, int layer) {
  using T = Tile<D>;
  std::uint8_t* known = state.known[axis].tile(tile);
  if (std::memchr(known, 0, T::kCells) == nullptr) return;  // the inside of the liquid
  Layers<D> layers;
  load_halo(state.tiles, state.known[axis], tile, layers);
  const std::vector<FaceField<float, D>*> fields = carried_fields(state);
  std::array<HaloBlock<float, D, 1, 1>, 3> values;
  bool is_loaded = false;
  for (int first = 0; first < T::kCells; first += T::kSide) {
    if (std::memchr(known + first, 0, T::kSide) == nullptr) continue;
    const int row = Layers<D>::index(T::cell_coord(first));
    std::uint8_t takes[T::kSide];
    if (!find_takers<D>(layers.values.data() + row, layer, takes)) continue;
    if (!is_loaded) {
      for (std::size_t f = 0; f < fields.size(); ++f) load_halo(state.tiles, (*fields[f])[axis], tile, values[f]);
      is_loaded = true;
    }
    for (int x = 0; x < T::kSide; ++x) {
      if (!takes[x]) continue;
      float sums[3] = {};
      int count = 0;
      for (int a = 0; a < D; ++a)
        for (int step : {-Layers<D>::stride(a), Layers<D>::stride(a)}) {
          const auto n = static_cast<std::size_t>(row + x + step);
          if (!is_source(layers.values[n], layer)) continue;
          for (std::size_t f = 0; f < fields.size(); ++f) sums[f] += values[f].values[n];
          ++count;
        }
      for (std::size_t f = 0; f < fields.size(); ++f)
        (*fields[f])[axis].tile(tile)[first + x] = sums[f] / static_cast<float>(count);
      known[first + x] = static_cast<std::uint8_t>(layer + 1);
    }
  }
}

template <int D>
void undefine_the_rest(LiquidState<D>& state, std::size_t axis) {
  constexpr float kUndefined = std::numeric_limits<float>::quiet_NaN();
  parallel_for(
      static_cast<std::size_t>(state.tiles.count()) + 1,
      [&](std::size_t tile) {  // the dummy tile too
        const std::uint8_t* known = state.known[axis].tile(static_cast<int>(tile));
        float* u = state.velocity[axis].tile(static_cast<int>(tile));
        float* change = state.velocity_change[axis].tile(static_cast<int>(tile));
        for (int c = 0; c < Tile<D>::kCells; ++c) {
          u[c] = known[c] ? u[c] : kUndefined;
          change[c] = known[c] ? change[c] : kUndefined;
        }
        if (!state.drift[axis].empty()) {
          float* drift = state.drift[axis].tile(static_cast<int>(tile));
          for (int c = 0; c < Tile<D>::kCells; ++c) drift[c] = known[c] ? drift[c] : 0.0f;
        }
      },
      8);
}

}  // namespace

template <int D>
void extrapolate_velocity(LiquidState<D>& state) {
  const int layers = state.extrapolation_layers();
  if (!state.solids.empty()) forget_closed_faces(state);
  for (std::size_t axis = 0; axis < D; ++axis) {
    for (int layer = 1; layer <= layers; ++layer)
      for (int color = 0; color < TileMap<D>::kColors; ++color) {
        const std::vector<int>& tiles = state.tiles.color(color);
        parallel_for(tiles.size(), [&](std::size_t i) { extrapolate_tile(state, axis, tiles[i], layer); });
      }
    undefine_the_rest(state, axis);
  }
  if (!state.solids.empty()) slide_along_solids(state);
}

template void extrapolate_velocity<2>(LiquidState<2>&);
template void extrapolate_velocity<3>(LiquidState<3>&);

}  // namespace spindrift
