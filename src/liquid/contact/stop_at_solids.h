// Particles and solids: how a point is pushed out of walls and solids, and how a path stops at them.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <type_traits>

#include "liquid/liquid_state.h"

namespace spindrift {

// Particles keep this distance from walls and solids, in cells. Less comes close to the rounding of positions, which
// count in cells of a tile; more would leave a gap between the liquid and its vessel that shows.
inline constexpr double kContactDistance = 0.01;

// The surfaces that a particle is pushed out of, one after the other. Its velocity loses what points into each. Where
// two close to a wedge, each would turn it into the other for ever: only what leads along both is left then.
template <int D>
class SurfaceContacts {
 public:
  explicit SurfaceContacts(const VecD<D>& velocity) : v_(velocity) {}
  const VecD<D>& velocity() const { return v_; }

  void add(const VecD<D>& normal, const VecD<D>& of_surface);

 private:
  // That are kept: more than a particle meets but in the corner of a vessel with several solids. Beyond them a velocity
  // still loses what points into the last surface.
  static constexpr std::size_t kMostSurfaces = 8;

  struct Surface {
    VecD<D> normal, velocity;
    double outward(const VecD<D>& v) const { return dot(v - velocity, normal); }
  };
  bool points_into(const Surface& surface) const;

  std::array<Surface, kMostSurfaces> surfaces_;
  std::size_t count_ = 0;
  VecD<D> v_;
};

// Brings a point back from closed sides of the domain and takes the velocity that points there.
template <int D>
void push_out_of_walls(const Domain<D>& domain, VecD<D>& world, SurfaceContacts<D>& contacts);

// Pushes a point out of solids along their normals, and takes the velocity that points inward. Returns the distance to
// the solids in the end: a corner between two may need more pushes than these.
template <int D>
double push_out(std::span<const Solid<D>> solids, const Domain<D>& domain, VecD<D>& world,
                SurfaceContacts<D>& contacts);

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
struct ParticlePathContext {
  SolidsView<D> solids;
  SolidPathView<D> solid_path;
  SolidPose pose;
};
static_assert(std::is_trivially_copyable_v<ParticlePathContext<3>>);

template <int D>
ParticlePathContext<D> path_context(const LiquidState<D>& state, SolidPose pose) {
  return {state.solids_view(), state.solid_path.view(), pose};
}

// Whether a particle may meet a solid on a way of some cells that begins at a point, in cells from a tile's corner, at
// any time of the step: the tiles hold the distances at its end, and until then no surface is farther from there than
// solid_path.farthest. Cheap, and never wrongly no.
template <int D>
bool may_meet_solid(const ParticlePathContext<D>& context, int tile, const VecD<D>& at, double length);

// The same for all points of a tile.
template <int D>
bool may_meet_solid(const ParticlePathContext<D>& context, int tile, double length);

// Follows the straight path of a particle and stops it at the first solid in the way, then lets it slide along:
// nothing tunnels, however thin the solid or fast the particle or the solid. Positions in metres.
template <int D>
VecD<D> stop_at_solids(const ParticlePathContext<D>& context, const VecD<D>& from, const VecD<D>& to);

}  // namespace spindrift
