// Carries the velocity with itself: each face takes the velocity from where the flow brings it.
#include <algorithm>

#include "grid/for_each_tile.h"
#include "smoke/advection/carry.h"
#include "smoke/extension/extend.h"
#include "smoke/stages/smoke_stages.h"

namespace spindrift {

namespace {

template <int D, Pass kPass>
void run_pass(SmokeState<D>& state, const Flow<D>& flow, const FaceField<float, D>& before, FaceField<float, D>& to) {
  for (auto& component : to) component.resize(state.tiles.count());
  for_each_tile("run pass", state.tiles, [&](int tile) {
    if (state.content[tile] == TileContent::kAir) {
      for (std::size_t a = 0; a < D; ++a) std::copy_n(state.velocity[a].tile(tile), Tile<D>::kCells, to[a].tile(tile));
      return;
    }
    Carrier<D> carrier;
    carrier.load(state.tiles, flow.velocity, tile, flow.cells_per_speed);
    const bool is_fast = flow.integrator == Integrator::kRk2 && carrier.is_slow();
    auto carry = [&]<int A>() {
      const CarriedField<D, Placement::kFace> field[] = {{&state.velocity[A], &before[A], &to[A]}};
      carry_tile<D, A, kPass, Placement::kFace>(carrier, is_fast, flow, field, tile);
    };
    carry.template operator()<0>();
    carry.template operator()<1>();
    if constexpr (D == 3) carry.template operator()<2>();
  });
}

// What flows in from outside has the velocity of the air there, not that of the gas at the side. Otherwise nothing
// would hold back a draught, and chance would blow every plume away in the end. Upwind, u += |u| dt / h (u_air - u).
template <int D>
void let_air_in(SmokeState<D>& state) {
  const auto cells_per_speed = static_cast<float>(state.dt / state.domain.h);
  for (const Outlet& outlet : state.outlets) {
    float& u = state.velocity[outlet.axis].tile(0)[outlet.face];
    const float inward = outlet.area > 0.0f ? -u : u;
    if (inward > 0.0f) u += std::min(1.0f, inward * cells_per_speed) * (state.air_velocity(outlet.axis) - u);
  }
}

}  // namespace

template <int D>
void advect_velocity(SmokeState<D>& state) {
  const bool is_own = state.carrier[0].empty();
  const Flow<D> flow{state.tiles, is_own ? state.velocity : state.carrier, state.domain.extent(),
                     static_cast<float>(state.dt / state.domain.h), state.scene.solver.integrator};
  for_each_pass(state.scene.gas.advection, [&]<Pass kPass>(bool is_last) {
    run_pass<D, kPass>(state, flow, state.first_velocity, state.new_velocity);
    (is_last ? state.velocity : state.first_velocity).swap(state.new_velocity);
    if (!is_last) extend_faces<D>(state, state.first_velocity);
  });
  let_air_in(state);
}

template void advect_velocity<2>(SmokeState<2>&);
template void advect_velocity<3>(SmokeState<3>&);

}  // namespace spindrift
