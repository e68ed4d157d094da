// Fire: fuel Y burns where the gas is hotter than the ignition temperature, dY/dt = -burn_rate Y, exactly over the
// step. What burns becomes heat and soot, and makes volume: the projection lets the gas expand by it [Nguyen2002].
//
// With `air`, no more burns than there is air for: dY/dt = -burn_rate min(Y, O / air), O being the share of fresh air
// [Magnussen1977]. A flame is then a sheet around fuel that the flow has yet to mix with air, so it wrinkles, forks and
// is torn off with the flow; without air all fuel burns at once, as a jet of a torch.
#include <algorithm>
#include <type_traits>

#include "base/math.h"
#include "grid/for_each_tile.h"
#include "smoke/gas_view.h"
#include "smoke/smoke_step.h"

namespace spindrift {

namespace {

// The share of a cell's gas that can burn in the air that is left there. A fuel of 1 that burnt took its own volume and
// that of its air, and made `expansion` more; how much burnt here follows from the soot it left.
struct FuelWithAir {
  explicit FuelWithAir(const FireSettings& fire)
      : of_air(static_cast<float>(1.0 / fire.air)),
        of_soot(static_cast<float>((1.0 + fire.air + fire.expansion) / fire.soot)) {}
  float operator()(float fuel, float soot) const {
    return std::min(fuel, std::max(0.0f, (1.0f - fuel - of_soot * soot) * of_air));
  }
  float of_air, of_soot;
};

// The numbers of a step.
struct Burning {
  float share;     // of what can burn
  float ignition;  // K above ambient
  bool needs_air;
  FuelWithAir with_air;
  float heat, soot;  // that a fuel of 1 becomes
};

template <int D>
struct BurningGas {
  GasView<D> gas;
  FieldView<float, D> density, heat, fuel, burnt;
};
static_assert(std::is_trivially_copyable_v<Burning> && std::is_trivially_copyable_v<BurningGas<3>>);

// Returns how much burns.
template <int D>
double burn_tile(const BurningGas<D>& of, const Burning& step, int tile) {
  const CellType* type = of.gas.type.tile(tile);
  float* density = of.density.tile(tile);
  float* heat = of.heat.tile(tile);
  float* fuel = of.fuel.tile(tile);
  float* burns = of.burnt.tile(tile);
  const GasShare<D> share_of(of.gas, tile);
  double sum = 0.0;
  for (int c = 0; c < Tile<D>::kCells; ++c) {
    const bool is_hot = type[c] == CellType::kFluid && heat[c] > step.ignition;
    const float can_burn = step.needs_air ? step.with_air(fuel[c], density[c]) : fuel[c];
    const float burning = is_hot ? step.share * can_burn : 0.0f;
    fuel[c] -= burning;
    heat[c] += step.heat * burning;
    density[c] += step.soot * burning;
    burns[c] = burning;
    sum += static_cast<double>(share_of[c] * burning);
  }
  return sum;
}

}  // namespace

template <int D>
void burn_fuel(SmokeState<D>& state) {
  const FireSettings& fire = state.scene.fire;
  const Burning step{static_cast<float>(1.0 - math::exp(-fire.burn_rate * state.dt)),
                     static_cast<float>(fire.ignition_temperature - state.scene.gas.ambient_temperature),
                     fire.air > 0.0,
                     FuelWithAir(fire),
                     static_cast<float>(fire.heat),
                     static_cast<float>(fire.soot)};
  state.burnt.resize(state.tiles.count());
  const BurningGas<D> gas{gas_view(state), state.density(), state.heat(), state.fuel(), state.burnt};
  const double burnt = sum_tiles("burn fuel", state.tiles, [&](int tile) { return burn_tile(gas, step, tile); }, 4);
  state.ledger[kDensity].entered += burnt * fire.soot;
  state.ledger[kHeat].entered += burnt * fire.heat;
  state.ledger[kFuel].left += burnt;
}

template void burn_fuel<2>(SmokeState<2>&);
template void burn_fuel<3>(SmokeState<3>&);

}  // namespace spindrift
