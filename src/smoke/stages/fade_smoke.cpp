// Smoke dissolves and heat is lost, both exactly over the step: exponentially by their rates, and by radiation, which
// takes heat with the fourth power of the temperature above ambient [Nguyen2002; here solved exactly].
#include <algorithm>
#include <cmath>

#include "grid/for_each_tile.h"
#include "smoke/regions/gas_share.h"
#include "smoke/stages/smoke_stages.h"

namespace spindrift {

namespace {

// dT/dt = -rate (T / top)^4 from T over a time dt: T^-3 grows by 3 rate dt / top^4.
inline float radiated(float heat, float growth) {
  const float inverse = 1.0f / heat;
  return 1.0f / std::cbrt(inverse * inverse * inverse + growth);
}

}  // namespace

template <int D>
void fade_smoke(SmokeState<D>& state) {
  struct Lost {
    double smoke = 0.0, heat = 0.0;
  };
  const GasSettings& gas = state.scene.gas;
  const FireSettings& fire = state.scene.fire;
  const auto keep_smoke = static_cast<float>(std::exp(-gas.dissipation * state.dt));
  const auto keep_heat = static_cast<float>(std::exp(-gas.cooling * state.dt));
  const double top = std::max(1.0, fire.flame_temperature - gas.ambient_temperature);
  const auto growth = static_cast<float>(3.0 * fire.radiation * state.dt / (top * top * top * top));
  const Lost lost = reduce_tiles(
      "fade smoke", state.tiles, Lost{},
      [&](int tile) {
        Lost sum;
        if (state.content[tile] == TileContent::kAir) return sum;
        const GasShare<D> share(state, tile);
        float* smoke = state.density().tile(tile);
        float* heat = state.heat().tile(tile);
        for (int c = 0; c < Tile<D>::kCells; ++c) {
          if (state.type.tile(tile)[c] != CellType::kFluid) continue;
          const float s = smoke[c] * keep_smoke;
          float t = heat[c] * keep_heat;
          if (growth > 0.0f && t > 1.0f) t = radiated(t, growth);
          sum.smoke += static_cast<double>(share[c] * (smoke[c] - s));
          sum.heat += static_cast<double>(share[c] * (heat[c] - t));
          smoke[c] = s;
          heat[c] = t;
        }
        return sum;
      },
      [](const Lost& a, const Lost& b) { return Lost{a.smoke + b.smoke, a.heat + b.heat}; }, 4);
  state.ledger[0].left += lost.smoke;
  state.ledger[1].left += lost.heat;
}

template void fade_smoke<2>(SmokeState<2>&);
template void fade_smoke<3>(SmokeState<3>&);

}  // namespace spindrift
