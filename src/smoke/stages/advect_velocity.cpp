// Advects the velocity by itself: each face takes the velocity from where the flow brings it.
#include <algorithm>

#include "grid/for_each_tile.h"
#include "smoke/advection/advect_tile.h"
#include "smoke/extension/extend.h"
#include "smoke/stages/smoke_stages.h"

namespace spindrift {

namespace {

template <int D, Pass kPass>
void run_pass(const SmokeState<D>& state, const StepFlow<D>& flow, const FaceField<float, D>& previous,
              FaceField<float, D>& to) {
  for (auto& component : to) component.resize(state.tiles.count());
  for_each_tile("advect velocity", state.tiles, [&](int tile) {
    if (state.content[tile] == TileContent::kAir) {
      for (std::size_t a = 0; a < D; ++a) std::copy_n(state.velocity[a].tile(tile), Tile<D>::kCells, to[a].tile(tile));
      return;
    }
    AdvectingVelocity<D> advecting_velocity;
    advecting_velocity.load(state.tiles, flow.velocity, tile, flow.cells_per_speed);
    auto advect = [&]<int A>() {
      const AdvectedField<D, Placement::kFace> field[] = {{&state.velocity[A], &previous[A], &to[A]}};
      advect_tile<D, A, kPass, Placement::kFace>(advecting_velocity, flow, field, tile);
    };
    advect.template operator()<0>();
    advect.template operator()<1>();
    if constexpr (D == 3) advect.template operator()<2>();
  });
}

// What flows in from outside has the velocity of the air there, not that of the gas at the side. Otherwise nothing
// would damp a draught, and in the end it would blow every plume to one side. Upwind, u += |u| dt / h (u_air - u).
template <int D>
void apply_inflow_velocity(SmokeState<D>& state) {
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
  const bool is_own = state.advecting_velocity[0].empty();
  const StepFlow<D> flow{state.tiles, is_own ? state.velocity : state.advecting_velocity, state.domain.extent(),
                         static_cast<float>(state.dt / state.domain.h), state.scene.solver.integrator};
  const auto previous = state.scratch.template borrow<FaceField<float, D>>();
  const auto to = state.scratch.template borrow<FaceField<float, D>>();
  for_each_pass(state.scene.gas.advection, [&]<Pass kPass>(bool is_last) {
    run_pass<D, kPass>(state, flow, *previous, *to);
    (is_last ? state.velocity : *previous).swap(*to);
    if (!is_last) extend_faces<D>(state, *previous);
  });
  apply_inflow_velocity(state);
}

template void advect_velocity<2>(SmokeState<2>&);
template void advect_velocity<3>(SmokeState<3>&);

}  // namespace spindrift
