// Smoke dissolves and heat is lost, both exactly over the step: exponentially by their rates, and by radiation, which
// takes heat with the fourth power of the temperature above ambient [Nguyen2002; here solved exactly].
#include <algorithm>

#include "base/math.h"
#include "grid/for_each_tile.h"
#include "smoke/gas_view.h"
#include "smoke/smoke_step.h"

namespace spindrift {

namespace {

// Kelvin above ambient. Cooler gas does not radiate: its loss over a step is below the rounding of its temperature, and
// the inverse cube below has no bound. A flame is taken to be at least as hot, which keeps the rate finite.
constexpr double kLeastRadiatingHeat = 1.0;

// dT/dt = -rate (T / top)^4 from T over a time dt: T^-3 grows by 3 rate dt / top^4.
inline float radiated(float heat, float growth) {
  const float inverse = 1.0f / heat;
  return 1.0f / math::cbrt(inverse * inverse * inverse + growth);
}

struct FadedAmounts {
  double smoke = 0.0, heat = 0.0;
};

// What is kept of smoke and heat in a step, and what radiation adds to the inverse cube of the heat.
struct Fading {
  float keep_smoke, keep_heat, growth;
};

template <int D>
FadedAmounts fade_tile(const GasView<D>& gas, const Fading& step, int tile, float* smoke, float* heat) {
  FadedAmounts sum;
  if (gas.is_air(tile)) return sum;
  const CellType* type = gas.type.tile(tile);
  const GasShare<D> share(gas, tile);
  for (int c = 0; c < Tile<D>::kCells; ++c) {
    if (type[c] != CellType::kFluid) continue;
    const float s = smoke[c] * step.keep_smoke;
    float t = heat[c] * step.keep_heat;
    if (step.growth > 0.0f && t > static_cast<float>(kLeastRadiatingHeat)) t = radiated(t, step.growth);
    sum.smoke += static_cast<double>(share[c] * (smoke[c] - s));
    sum.heat += static_cast<double>(share[c] * (heat[c] - t));
    smoke[c] = s;
    heat[c] = t;
  }
  return sum;
}

}  // namespace

template <int D>
void fade_smoke(SmokeState<D>& state) {
  const GasSettings& gas = state.scene.gas;
  const FireSettings& fire = state.scene.fire;
  const double top = std::max(kLeastRadiatingHeat, fire.flame_temperature - gas.ambient_temperature);
  const Fading step{static_cast<float>(math::exp(-gas.dissipation * state.dt)),
                    static_cast<float>(math::exp(-gas.cooling * state.dt)),
                    static_cast<float>(3.0 * fire.radiation * state.dt / (top * top * top * top))};
  const GasView<D> view = gas_view(state);
  const FieldView<float, D> smoke = state.density(), heat = state.heat();
  const FadedAmounts faded = reduce_tiles(
      "fade smoke", state.tiles, FadedAmounts{},
      [&](int tile) { return fade_tile(view, step, tile, smoke.tile(tile), heat.tile(tile)); },
      [](const FadedAmounts& a, const FadedAmounts& b) { return FadedAmounts{a.smoke + b.smoke, a.heat + b.heat}; }, 4);
  state.ledger[kDensity].left += faded.smoke;
  state.ledger[kHeat].left += faded.heat;
}

template void fade_smoke<2>(SmokeState<2>&);
template void fade_smoke<3>(SmokeState<3>&);

}  // namespace spindrift
