// Fire: fuel Y burns where the gas is hotter than the ignition temperature, dY/dt = -burn_rate Y, exactly over the
// step. What burns becomes heat and soot, and makes volume: the projection lets the gas expand by it [Nguyen2002].
//
// With `air`, no more burns than there is air for: dY/dt = -burn_rate min(Y, O / air), O being the share of fresh air
// [Magnussen1977]. A flame is then a sheet around fuel that the flow has yet to mix with air, so it wrinkles, forks and
// is torn off with the flow; without air all fuel burns at once, as a jet of a torch.
#include <algorithm>

#include "base/math.h"
#include "grid/for_each_tile.h"
#include "smoke/regions/gas_share.h"
#include "smoke/stages/smoke_stages.h"

namespace spindrift {

namespace {

// The share of a cell's gas that can burn in the air that is left there. A fuel of 1 that burnt took its own volume and
// that of its air, and made `expansion` more; the soot it left tells how much burnt here.
struct FuelWithAir {
  explicit FuelWithAir(const FireSettings& fire)
      : of_air(static_cast<float>(1.0 / fire.air)),
        of_soot(static_cast<float>((1.0 + fire.air + fire.expansion) / fire.soot)) {}
  float operator()(float fuel, float soot) const {
    return std::min(fuel, std::max(0.0f, (1.0f - fuel - of_soot * soot) * of_air));
  }
  float of_air, of_soot;
};

}  // namespace

template <int D>
void burn_fuel(SmokeState<D>& state) {
  const FireSettings& fire = state.scene.fire;
  const auto share = static_cast<float>(1.0 - math::exp(-fire.burn_rate * state.dt));
  const auto ignition = static_cast<float>(fire.ignition_temperature - state.scene.gas.ambient_temperature);
  const bool needs_air = fire.air > 0.0;
  const FuelWithAir with_air(fire);
  const auto heat_of = static_cast<float>(fire.heat), soot_of = static_cast<float>(fire.soot);
  state.burnt.resize(state.tiles.count());
  const double burnt = sum_tiles(
      "burn fuel", state.tiles,
      [&](int tile) {
        float* density = state.density().tile(tile);
        float* heat = state.heat().tile(tile);
        float* fuel = state.fuel().tile(tile);
        float* burns = state.burnt.tile(tile);
        const GasShare<D> share_of(state, tile);
        double sum = 0.0;
        for (int c = 0; c < Tile<D>::kCells; ++c) {
          const bool is_hot = state.type.tile(tile)[c] == CellType::kFluid && heat[c] > ignition;
          const float can_burn = needs_air ? with_air(fuel[c], density[c]) : fuel[c];
          const float burning = is_hot ? share * can_burn : 0.0f;
          fuel[c] -= burning;
          heat[c] += heat_of * burning;
          density[c] += soot_of * burning;
          burns[c] = burning;
          sum += static_cast<double>(share_of[c] * burning);
        }
        return sum;
      },
      4);
  state.ledger[kDensity].entered += burnt * fire.soot;
  state.ledger[kHeat].entered += burnt * fire.heat;
  state.ledger[kFuel].left += burnt;
}

template void burn_fuel<2>(SmokeState<2>&);
template void burn_fuel<3>(SmokeState<3>&);

}  // namespace spindrift
