// Buoyancy and force fields on the faces. With smoke s and temperature T the gas is accelerated by
//   (-weight s + lift (T - T_ambient)) up,
// up being against gravity: heavy smoke sinks, hot gas rises [Fedkiw2001, eq. 8]. Gravity itself is balanced by the
// pressure of the resting air, and is left out on both sides of the equation.
#include "fluid/force_field.h"
#include "grid/for_each_tile.h"
#include "grid/halo.h"
#include "smoke/stages/smoke_stages.h"

namespace spindrift {

namespace {

template <int D>
void apply_buoyancy_to_tile(SmokeState<D>& state, const VecD<D>& up, int tile) {
  using T = Tile<D>;
  using QuantityHalo = HaloBlock<float, D, 1, 0>;
  QuantityHalo smoke, heat;
  load_halo(state.tiles, state.density(), tile, smoke);
  load_halo(state.tiles, state.heat(), tile, heat);
  for (int a = 0; a < D; ++a) {
    if (up[a] == 0.0) continue;
    const auto sinks = static_cast<float>(-0.5 * state.dt * up[a] * state.scene.gas.weight);
    const auto rises = static_cast<float>(0.5 * state.dt * up[a] * state.scene.gas.lift);
    float* u = state.velocity[a].tile(tile);
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
  if (state.frame_path.moves()) {  // what the tank's acceleration adds lifts and weighs, too
    const double usual = length(state.scene.forces.gravity_at(state.time + 0.5 * state.dt));
    return usual > 0.0 ? up / usual : VecD<D>{};
  }
  if (length(up) > 0.0) return up / length(up);
  up[1] = 1.0;
  return up;
}

template <int D>
void apply_buoyancy(SmokeState<D>& state) {
  const VecD<D> up = up_direction(state);
  for_each_tile(
      "apply buoyancy", state.tiles,
      [&](int tile) {
        if (state.content[tile] == TileContent::kAir) return;
        apply_buoyancy_to_tile(state, up, tile);
        apply_force_fields<D>(state, tile);
      },
      4);
}

template VecD<2> up_direction<2>(const SmokeState<2>&);
template VecD<3> up_direction<3>(const SmokeState<3>&);
template void apply_buoyancy<2>(SmokeState<2>&);
template void apply_buoyancy<3>(SmokeState<3>&);

}  // namespace spindrift
