// Carries the velocity from the faces of the liquid into air and solids, layer by layer: an undefined face takes the
// mean of its defined neighbours along the axes. The change of velocity goes with it, so that FLIP never takes up the
// difference between an extrapolated velocity and a transferred one. What lies beyond the last layer becomes NaN:
// undefined, not zero.
//
// Faces closed by solids are extrapolated too, and then slide along the solid, with a change of their own: see
// slide_along_solids.
//
// A layer is computed from lower layers only, and tiles are taken colour by colour, so neither the order of tiles nor
// the number of threads matters.
#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <type_traits>

#include "base/simd.h"
#include "exec/parallel.h"
#include "grid/for_each_tile.h"
#include "grid/halo.h"
#include "grid/row_bytes.h"
#include "liquid/contact/slide_along_solids.h"
#include "liquid/liquid_step.h"

namespace spindrift {

namespace {

constexpr int kSlopedLayers = 2;  // inside of solids: as far as particles beside them sample

template <int D>
using Layers = HaloBlock<std::uint8_t, D, 1, 1>;

// The faces of a row that are known from lower layers. Zero, the undefined, wraps around to the highest.
template <class Row>
Row find_sources(const std::uint8_t* row, int layer) {
  return is_less(load_bytes<Row>(row) - 1, static_cast<std::uint8_t>(layer));
}

// The undefined faces of a row that have a neighbour to take from.
template <int D>
RowBytes<D> find_takers(const std::uint8_t* row, int layer) {
  using Row = RowBytes<D>;
  Row sources{};
  for (int a = 0; a < D; ++a)
    for (const int step : {-Layers<D>::stride(a), Layers<D>::stride(a)})
      sources |= find_sources<Row>(row + step, layer);
  return is_equal(load_bytes<Row>(row), 0) & sources;
}

// What is extrapolated: the velocity, its change, the drift if there is one, and what viscosity did if center_velocity
// asks for it.
template <int D>
struct ExtrapolatedFields {
  TilesView<D> tiles;
  FaceViews<std::uint8_t, D> known;
  std::array<FaceViews<float, D>, 4> list{};
  std::size_t count = 0;

  explicit ExtrapolatedFields(LiquidState<D>& state) : tiles(state.tiles), known(state.known) {
    list[count++] = state.velocity;
    list[count++] = state.velocity_change;
    if (!state.drift[0].empty()) list[count++] = state.drift;
    if (!state.viscous_change[0].empty()) list[count++] = state.viscous_change;
  }
};
static_assert(std::is_trivially_copyable_v<ExtrapolatedFields<3>>);

// A tile's values with zeros where there is nothing to take from: sums then need no branch, and are vectorised.
template <int D>
class SourceValues {
 public:
  void load(const ExtrapolatedFields<D>& fields, int axis, int tile, const Layers<D>& layers, int layer) {
    for (std::size_t i = 0; i < counts_.values.size(); ++i)
      counts_.values[i] = layers.values[i] != 0 && layers.values[i] <= layer ? 1.0f : 0.0f;
    for (std::size_t f = 0; f < fields.count; ++f) {
      Block& block = values_[f];
      load_halo(fields.tiles, fields.list[f][axis], tile, block);
      for (std::size_t i = 0; i < block.values.size(); ++i)
        block.values[i] = counts_.values[i] > 0.0f ? block.values[i] : 0.0f;
    }
  }

  // The mean of the sources around each face of the row from `first` on that takes one.
  void take(int first, RowBytes<D> takes, std::size_t field, float* row) const {
    const auto at = static_cast<std::size_t>(Block::index(Tile<D>::cell_coord(first)));
    const float *values = &values_[field].values[at], *counts = &counts_.values[at];
    std::uint8_t wants[Tile<D>::kSide];
    store_bytes(wants, takes);
    for (int x = 0; x < Tile<D>::kSide; x += 8) {
      Float8 sum = splat8(0.0f), count = splat8(0.0f);
      for (int a = 0; a < D; ++a)
        for (const int step : {-Block::stride(a), Block::stride(a)}) {
          sum += load8(values + x + step);
          count += load8(counts + x + step);
        }
      const Float8 mean = sum / max8(count, splat8(1.0f));
      const Float8 is_taker = __builtin_convertvector(load_bytes<Byte8>(wants + x), Float8);
      store8(row + x, is_taker > splat8(0.0f) ? mean : load8(row + x));
    }
  }

 private:
  using Block = HaloBlock<float, D, 1, 1>;
  Block counts_;
  std::array<Block, 4> values_;
};

template <int D>
void extrapolate_tile(const ExtrapolatedFields<D>& fields, int axis, int tile, int layer) {
  using T = Tile<D>;
  std::uint8_t* known = fields.known[axis].tile(tile);
  if (std::memchr(known, 0, T::kCells) == nullptr) return;  // the inside of the liquid
  Layers<D> layers;
  load_halo(fields.tiles, fields.known[axis], tile, layers);
  SourceValues<D> sources;
  bool is_loaded = false;
  for (int first = 0; first < T::kCells; first += T::kSide) {
    const RowBytes<D> takes = find_takers<D>(&layers.at(T::cell_coord(first)), layer);
    if (!any_bit(takes)) continue;
    if (!is_loaded) sources.load(fields, axis, tile, layers, layer);
    is_loaded = true;
    for (std::size_t f = 0; f < fields.count; ++f)
      sources.take(first, takes, f, fields.list[f][axis].tile(tile) + first);
    const auto before = load_bytes<RowBytes<D>>(known + first);  // zero where it takes
    store_bytes(known + first, before | (takes & static_cast<std::uint8_t>(layer + 1)));
  }
}

template <int D>
void undefine_tile_beyond_layers(const FieldView<const std::uint8_t, D>& all_known, int tile,
                                 const FieldView<float, D>& velocity, const FieldView<float, D>& velocity_change,
                                 const FieldView<float, D>& all_drift) {
  constexpr float kUndefined = std::numeric_limits<float>::quiet_NaN();
  const std::uint8_t* known = all_known.tile(tile);
  float* u = velocity.tile(tile);
  float* change = velocity_change.tile(tile);
  for (int c = 0; c < Tile<D>::kCells; ++c) {
    u[c] = known[c] ? u[c] : kUndefined;
    change[c] = known[c] ? change[c] : kUndefined;
  }
  if (all_drift.empty()) return;
  float* drift = all_drift.tile(tile);
  for (int c = 0; c < Tile<D>::kCells; ++c) drift[c] = known[c] ? drift[c] : 0.0f;
}

template <int D>
void undefine_beyond_layers(LiquidState<D>& state) {
  constexpr std::size_t kUndefineGrain = 4096 / Tile<D>::kCells;  // values of an axis
  const FaceViews<const std::uint8_t, D> known = state.known;
  const FaceViews<float, D> velocity = state.velocity, change = state.velocity_change, drift = state.drift;
  parallel_for(
      "undefine faces beyond the layers", state.tiles.count() + 1,
      [&](std::size_t i) {  // the dummy tile too
        for (int a = 0; a < D; ++a)
          undefine_tile_beyond_layers(known[a], static_cast<int>(i), velocity[a], change[a], drift[a]);
      },
      kUndefineGrain);
}

}  // namespace

template <int D>
void extrapolate_velocity(LiquidState<D>& state) {
  const int layers = state.extrapolation_layers();
  const auto faces = state.scratch.template borrow<ClosedFaces>();
  if (!state.solids.empty()) undefine_closed_faces(state, *faces);
  const ExtrapolatedFields<D> fields(state);
  for (int layer = 1; layer <= layers; ++layer) {
    for_each_tile_by_color("extrapolate velocity", state.tiles, [&](int tile) {
      for (int axis = 0; axis < D; ++axis) extrapolate_tile(fields, axis, tile, layer);
    });
    if (!state.solids.empty() && layer <= kSlopedLayers) continue_slopes(state, layer);
  }
  undefine_beyond_layers(state);
  if (!state.solids.empty()) slide_along_solids(state, *faces);
}

template void extrapolate_velocity<2>(LiquidState<2>&);
template void extrapolate_velocity<3>(LiquidState<3>&);

}  // namespace spindrift
