// Particles on their way: none passes through a solid.
#pragma once

#include <type_traits>

#include "liquid/liquid_state.h"

namespace spindrift {

// Where the solids are while a path is followed: on their way through the step, or held where they are at its start or
// at its end.
enum class SolidPose { kThroughStep, kAtStart, kAtEnd };

// The pose for the rows between the sort and the transfer.
template <int D>
SolidPose present_pose(const LiquidState<D>& state) {
  return state.scene.moves_first() ? SolidPose::kAtEnd : SolidPose::kAtStart;
}

// What stands in the way of particles, as tile kernels take it.
template <int D>
struct WayView {
  SolidsView<D> solids;
  SolidPathView<D> path;
  SolidPose pose;
};
static_assert(std::is_trivially_copyable_v<WayView<3>>);

template <int D>
WayView<D> way_view(const LiquidState<D>& state, SolidPose pose) {
  return {state.solids_view(), state.solid_path.view(), pose};
}

// Whether a particle may meet a solid on a way of some cells that begins at a point, in cells from a tile's corner, at
// any time of the step: the tiles hold the distances at its end, and until then no surface is farther from there than
// solid_path.farthest. Cheap, and never wrongly no.
template <int D>
bool may_meet_solid(const WayView<D>& way, int tile, const VecD<D>& at, double length);

// The same for all points of a tile.
template <int D>
bool may_meet_solid(const WayView<D>& way, int tile, double length);

// Follows the straight path of a particle and stops it at the first solid in the way, then lets it slide along:
// nothing tunnels, however thin the solid or fast the particle or the solid. Positions in metres.
template <int D>
VecD<D> stop_at_solids(const WayView<D>& way, const VecD<D>& from, const VecD<D>& to);

}  // namespace spindrift
