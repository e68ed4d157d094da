// Sources: the gas inside a source's shape takes on its smoke, heat, fuel and velocity, at once or at a rate. A cell
// that lies partly inside takes its share; a source with noise is weaker in patches that come and go.
#include <algorithm>
#include <cmath>

#include "base/math.h"
#include "geometry/volume_fraction.h"
#include "grid/for_each_tile.h"
#include "smoke/regions/gas_share.h"
#include "smoke/source_noise.h"
#include "smoke/stages/smoke_stages.h"

namespace spindrift {

namespace {

// Raises (or, below zero, lowers) a value to that of a source, as far as it covers the cell.
float raised_to_source(float value, float of_source, float share) {
  const float target = of_source * share;
  const bool is_there = of_source >= 0.0f ? value >= target : value <= target;
  return is_there ? value : target;
}

// Whether a source may reach into a tile: half the diagonal of the tile and a cell around it.
template <int D>
bool may_reach(const SmokeState<D>& state, const SmokeSource<D>& source, int tile) {
  constexpr int kSide = Tile<D>::kSide, kMargin = 1;  // cells; a cell that is covered in part lies within half a cell
  const VecD<D> middle = VecD<D>::from(state.tiles.first_cell(tile)) + VecD<D>::filled(0.5 * kSide);
  return source.shape->distance(state.domain.to_world(middle)) <=
         0.5 * state.domain.h * (kSide + 2 * kMargin) * std::sqrt(static_cast<double>(D));
}

// Returns what the tile gains.
template <int D>
QuantityAmounts emit_into_tile(SmokeState<D>& state, const SmokeSource<D>& source, const SourceNoise<D>& noise,
                               int tile) {
  using T = Tile<D>;
  const double h = state.domain.h;
  const VecD<D> first = VecD<D>::from(state.tiles.first_cell(tile));
  QuantityAmounts gains{};
  const auto values = quantities_of(state.scene, source.settings);
  const double rate = source.settings.rate;
  const auto pace = static_cast<float>(rate > 0.0 ? 1.0 - math::exp(-rate * state.dt) : 1.0);
  const CellType* type = state.type.tile(tile);
  const GasShare<D> of_gas(state, tile);
  for (int c = 0; c < T::kCells; ++c) {
    const VecD<D> cell = first + VecD<D>::from(T::cell_coord(c));
    const VecD<D> middle = state.domain.to_world(cell + VecD<D>::filled(0.5));
    const float share = static_cast<float>(volume_fraction_inside(source.shape->distance(middle) / h));
    if (type[c] == CellType::kFluid && share > 0.0f) {
      const float strength = share * noise.strength(middle);
      state.for_each_quantity([&](std::size_t q) {
        float& value = state.quantity[q].tile(tile)[c];
        const float before = value;
        value += pace * (raised_to_source(value, values[q], strength) - value);
        gains[q] += static_cast<double>(of_gas[c]) * (static_cast<double>(value) - static_cast<double>(before));
      });
    }
    if (!source.settings.velocity) continue;
    for (int a = 0; a < D; ++a) {
      VecD<D> face = cell + VecD<D>::filled(0.5);
      face[a] -= 0.5;
      if (source.shape->distance(state.domain.to_world(face)) > 0.0) continue;
      float& u = state.velocity[a].tile(tile)[c];
      u += pace * (static_cast<float>((*source.settings.velocity)[a]) - u);
    }
  }
  return gains;
}

}  // namespace

template <int D>
void emit_smoke(SmokeState<D>& state) {
  const Vec3d& size = state.scene.domain.size;
  std::uint64_t number = 0;
  for (const SmokeSource<D>& source : state.sources) {
    ++number;
    if (state.time < source.settings.start || state.time >= source.settings.end) continue;
    const SourceNoise<D> noise(source.settings, source.shape->bounds(), std::max({size[0], size[1], size[2]}),
                               state.time, number);
    const QuantityAmounts gains = reduce_tiles(
        "emit smoke", state.tiles, QuantityAmounts{},
        [&](int tile) {
          const bool emits = state.content[tile] != TileContent::kAir && may_reach(state, source, tile);
          return emits ? emit_into_tile(state, source, noise, tile) : QuantityAmounts{};
        },
        [](QuantityAmounts a, const QuantityAmounts& b) { return a += b; });
    for (std::size_t q = 0; q < kQuantities; ++q) state.ledger[q].entered += gains[q];
  }
}

template void emit_smoke<2>(SmokeState<2>&);
template void emit_smoke<3>(SmokeState<3>&);

}  // namespace spindrift
