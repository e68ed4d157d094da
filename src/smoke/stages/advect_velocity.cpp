// Advects the velocity by itself: each face takes the velocity from where the flow brings it.
#include <algorithm>

#include "grid/for_each_tile.h"
#include "smoke/advection/advect_tile.h"
#include "smoke/extend.h"
#include "smoke/smoke_step.h"
#include "smoke/velocity_square.h"

namespace spindrift {

namespace {

template <int D, Pass kPass>
void run_pass(const SmokeState<D>& state, const StepFlow<D>& flow, FaceViews<const float, D> previous,
              FaceField<float, D>& advected) {
  for (auto& component : advected) component.resize(state.tiles.count());
  const FaceViews<const float, D> from = state.velocity;
  const FaceViews<float, D> to = advected;
  const TileContent* content = state.content.data();
  for_each_tile("advect velocity", state.tiles, [&](int tile) {
    if (content[tile] == TileContent::kAir) {
      for (std::size_t a = 0; a < D; ++a) std::copy_n(from[a].tile(tile), Tile<D>::kCells, to[a].tile(tile));
      return;
    }
    AdvectingVelocity<D> advecting_velocity;
    advecting_velocity.load(flow.map, flow.velocity, tile, flow.cells_per_speed);
    auto advect = [&]<int A>() {
      AdvectedField<D, Placement::kFace> field;
      field.from = from[A], field.previous = previous[A], field.to = to[A];
      advect_tile<D, A, kPass, Placement::kFace>(advecting_velocity, flow, {{field}}, tile);
    };
    advect.template operator()<0>();
    advect.template operator()<1>();
    if constexpr (D == 3) advect.template operator()<2>();
  });
}

// The place of the face at the high side of a cell, among the values of all tiles.
template <int D>
std::int32_t high_face(const TileMap<D>& tiles, std::int32_t cell, int axis) {
  using T = Tile<D>;
  VecI<D> at = T::cell_coord(cell % T::kCells), offset{};
  ++at[axis];
  offset[axis] = at[axis] >> T::kLog2;
  at[axis] &= T::kMask;
  return tiles.neighbors(cell / T::kCells)[T::neighbor_index(offset)] * T::kCells + T::cell_index(at);
}

// Inflow through an open side has the velocity of the air outside. With the velocity of the gas at the side nothing
// would damp a draught, which would finally blow every plume to one side; and gas pushed aside below an open top would
// continue along it as under a lid. Upwind, u += |u_in| dt / h (u_air - u), for the face itself and half of it for the
// faces across of the cell behind it.
template <int D>
void apply_inflow_velocity(SmokeState<D>& state) {
  const auto cells_per_speed = static_cast<float>(state.dt / state.domain.h);
  for (const Outlet& outlet : state.outlets) {
    float& u = state.velocity[outlet.axis].tile(0)[outlet.face];
    const float inward = outlet.area > 0.0f ? -u : u;
    if (!(inward > 0.0f)) continue;
    const float renewed = std::min(1.0f, inward * cells_per_speed);
    u += renewed * (state.air_velocity(outlet.axis) - u);
    for (int a = 0; a < D; ++a) {
      if (a == outlet.axis) continue;
      float* across = state.velocity[a].tile(0);
      for (const std::int32_t face : {outlet.cell, high_face(state.tiles, outlet.cell, a)})
        across[face] += 0.5f * renewed * (state.air_velocity(a) - across[face]);
    }
  }
}

// Exact advection conserves the energy of a divergence-free flow. MacCormack's correction may add energy to eddies as
// small as cells, where tracing back and ahead do not match. Confinement creates such eddies, which would grow without
// bound. Only the share of the correction (relative to `first`) is kept with which the square of the velocity does not
// grow.
template <int D>
void make_no_energy(SmokeState<D>& state, FaceViews<const float, D> first, double before) {
  const FaceViews<float, D> velocity = state.velocity;
  const ChangeOfSquare correction =
      sum_over_faces("find work of correction", state, [&](std::size_t a, int tile, int c, ChangeOfSquare& sum) {
        sum.add(first[a].tile(tile)[c], velocity[a].tile(tile)[c] - first[a].tile(tile)[c]);
      });
  const auto share = static_cast<float>(correction.share_within(before - velocity_square<D>(state, first)));
  if (share == 1.0f) return;
  const TileContent* content = state.content.data();
  for_each_tile("weaken correction", state.tiles, [&](int tile) {
    if (content[tile] == TileContent::kAir) return;
    for (std::size_t a = 0; a < D; ++a) {
      const float* from = first[a].tile(tile);
      float* u = velocity[a].tile(tile);
      for (int c = 0; c < Tile<D>::kCells; ++c) u[c] = from[c] + share * (u[c] - from[c]);
    }
  });
}

// A wind brings in energy.
bool may_gain_energy(const GasSettings& gas) { return gas.wind != Vec3d{}; }

// Confinement may return half of the recent energy loss by advection. Its swirls grow at rates up to `confinement`, so
// the budget decays at this rate. The other half dissipates the work of buoyancy and sources.
template <int D>
void add_to_budget(SmokeState<D>& state, double taken) {
  constexpr double kMostGivenBack = 0.5;
  state.confinement_budget /= 1.0 + state.scene.gas.confinement * state.dt;
  state.confinement_budget += kMostGivenBack * taken;
}

}  // namespace

template <int D>
void advect_velocity(SmokeState<D>& state) {
  const bool is_confined = state.scene.gas.confinement > 0.0;
  const double before = is_confined ? velocity_square<D>(state, state.velocity) : 0.0;
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
  if (is_confined && state.scene.gas.advection == Advection::kMacCormack && !may_gain_energy(state.scene.gas))
    make_no_energy<D>(state, *previous, before);
  apply_inflow_velocity(state);
  if (is_confined) add_to_budget(state, before - velocity_square<D>(state, state.velocity));
}

template void advect_velocity<2>(SmokeState<2>&);
template void advect_velocity<3>(SmokeState<3>&);

}  // namespace spindrift
