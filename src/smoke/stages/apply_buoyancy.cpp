// Buoyancy and force fields on the faces. With smoke s and temperature T the gas is accelerated by
//   (-weight s + lift (T - T_ambient)) up,
// up being against gravity: heavy smoke sinks, hot gas rises [Fedkiw2001, eq. 8]. Gravity itself is balanced by the
// pressure of the resting air, and is left out on both sides of the equation.
#include <type_traits>

#include "fluid/force_field.h"
#include "grid/for_each_tile.h"
#include "grid/halo.h"
#include "smoke/smoke_step.h"

namespace spindrift {

namespace {

template <int D>
struct BuoyantGas {
  TilesView<D> tiles;
  FieldView<const float, D> density, heat;
  FaceViews<float, D> velocity;
  VecD<D> up;
  double dt, weight, lift;  // see GasSettings
};
static_assert(std::is_trivially_copyable_v<BuoyantGas<3>>);

template <int D>
void apply_buoyancy_to_tile(const BuoyantGas<D>& gas, int tile) {
  using T = Tile<D>;
  using QuantityHalo = HaloBlock<float, D, 1, 0>;
  QuantityHalo smoke, heat;
  load_halo(gas.tiles, gas.density, tile, smoke);
  load_halo(gas.tiles, gas.heat, tile, heat);
  for (int a = 0; a < D; ++a) {
    if (gas.up[a] == 0.0) continue;
    const auto sinks = static_cast<float>(-0.5 * gas.dt * gas.up[a] * gas.weight);
    const auto rises = static_cast<float>(0.5 * gas.dt * gas.up[a] * gas.lift);
    float* u = gas.velocity[a].tile(tile);
    for (int row = 0; row < T::kCells; row += T::kSide) {
      const int node = QuantityHalo::index(T::cell_coord(row));
      const float* s = smoke.values.data() + node;
      const float* t = heat.values.data() + node;
      const int low = -QuantityHalo::stride(a);
      for (int x = 0; x < T::kSide; ++x) u[row + x] += sinks * (s[x] + s[x + low]) + rises * (t[x] + t[x + low]);
    }
  }
}

}  // namespace

template <int D>
VecD<D> up_direction(const SmokeState<D>& state) {
  VecD<D> up = VecD<D>::from(-gravity_of_step(state));
  if (state.frame_path.moves()) {  // the tank's acceleration acts like gravity
    const double usual = length(state.scene.forces.gravity_at(state.time + 0.5 * state.dt));
    return usual > 0.0 ? up / usual : VecD<D>{};
  }
  if (length(up) > 0.0) return up / length(up);
  up[1] = 1.0;
  return up;
}

template <int D>
void apply_buoyancy(SmokeState<D>& state) {
  const BuoyantGas<D> gas{state.tiles,         state.density(), state.heat(),           state.velocity,
                          up_direction(state), state.dt,        state.scene.gas.weight, state.scene.gas.lift};
  const ForcesView<D> forces = forces_view(state);
  const double dt = state.kick.dt;
  const TileContent* content = state.content.data();
  for_each_tile(
      "apply buoyancy", state.tiles,
      [&](int tile) {
        if (content[tile] == TileContent::kAir) return;
        apply_buoyancy_to_tile(gas, tile);
        apply_force_fields(forces, dt, gas.tiles, tile, gas.velocity);
      },
      4);
}

template VecD<2> up_direction<2>(const SmokeState<2>&);
template VecD<3> up_direction<3>(const SmokeState<3>&);
template void apply_buoyancy<2>(SmokeState<2>&);
template void apply_buoyancy<3>(SmokeState<3>&);

}  // namespace spindrift
