// Fire: fuel Y burns where the gas is hotter than the ignition temperature, dY/dt = -burn_rate Y, exactly over the
// step. What burns becomes heat and soot, and makes volume: the projection lets the gas expand by it [Nguyen2002].

#include "base/math.h"
#include "grid/for_each_tile.h"
#include "smoke/regions/gas_share.h"
#include "smoke/stages/smoke_stages.h"

namespace spindrift {

template <int D>
void burn_fuel(SmokeState<D>& state) {
  const FireSettings& fire = state.scene.fire;
  const auto share = static_cast<float>(1.0 - math::exp(-fire.burn_rate * state.dt));
  const auto ignition = static_cast<float>(fire.ignition_temperature - state.scene.gas.ambient_temperature);
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
          const float burning = is_hot ? share * fuel[c] : 0.0f;
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
