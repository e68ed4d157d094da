// Sources: the gas inside a source's shape takes on its smoke, heat, fuel and velocity, at once or at a rate. A cell
// that lies partly inside takes its share.
#include <algorithm>
#include <cmath>

#include "geometry/volume_fraction.h"
#include "grid/for_each_tile.h"
#include "smoke/regions/gas_share.h"
#include "smoke/stages/smoke_stages.h"

namespace spindrift {

namespace {

// What a source wants of each quantity.
std::array<double, kQuantities> wanted_values(const Physics& scene, const SmokeSourceSettings& source) {
  const double ambient = scene.gas.ambient_temperature;
  return {source.density, source.temperature.value_or(ambient) - ambient, source.fuel};
}

// Raises (or, below zero, lowers) a value to what a source wants of the covered share of the cell.
float taken_on(float value, float wanted, float share) {
  const float target = wanted * share;
  const bool is_there = wanted >= 0.0f ? value >= target : value <= target;
  return is_there ? value : target;
}

template <int D>
using Gains = std::array<double, kQuantities>;

template <int D>
Gains<D> emit_into_tile(SmokeState<D>& state, const SmokeSource<D>& source, int tile) {
  using T = Tile<D>;
  const double h = state.domain.h;
  const VecD<D> first = VecD<D>::from(state.tiles.first_cell(tile));
  const VecD<D> middle = state.domain.to_world(first + VecD<D>::filled(0.5 * T::kSide));
  Gains<D> gains{};
  if (source.shape->distance(middle) > 0.5 * h * (T::kSide + 2) * std::sqrt(static_cast<double>(D))) return gains;
  const auto wanted = wanted_values(state.scene, source.settings);
  const double rate = source.settings.rate;
  const auto pace = static_cast<float>(rate > 0.0 ? 1.0 - std::exp(-rate * state.dt) : 1.0);
  const CellType* type = state.type.tile(tile);
  const GasShare<D> of_gas(state, tile);
  for (int c = 0; c < T::kCells; ++c) {
    const VecD<D> cell = first + VecD<D>::from(T::cell_coord(c));
    const double distance = source.shape->distance(state.domain.to_world(cell + VecD<D>::filled(0.5)));
    const auto share = static_cast<float>(volume_fraction_inside(distance / h));
    if (type[c] == CellType::kFluid && share > 0.0f)
      state.for_each_quantity([&](std::size_t q) {
        float& value = state.quantity[q].tile(tile)[c];
        const float before = value;
        value += pace * (taken_on(value, static_cast<float>(wanted[q]), share) - value);
        gains[q] += static_cast<double>(of_gas[c]) * (static_cast<double>(value) - static_cast<double>(before));
      });
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
  for (const SmokeSource<D>& source : state.sources) {
    if (state.time < source.settings.start || state.time >= source.settings.end) continue;
    const Gains<D> gains = reduce_tiles(
        "emit smoke", state.tiles, Gains<D>{},
        [&](int tile) {
          if (state.content[tile] == TileContent::kAir) return Gains<D>{};
          return emit_into_tile(state, source, tile);
        },
        [](Gains<D> a, const Gains<D>& b) {
          for (std::size_t q = 0; q < kQuantities; ++q) a[q] += b[q];
          return a;
        });
    for (std::size_t q = 0; q < kQuantities; ++q) state.ledger[q].entered += gains[q];
  }
}

template void emit_smoke<2>(SmokeState<2>&);
template void emit_smoke<3>(SmokeState<3>&);

}  // namespace spindrift
