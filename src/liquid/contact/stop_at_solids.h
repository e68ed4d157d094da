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

// The surfaces that a particle is pushed out of, one after the other. Its velocity loses the part that points into
// each. In a wedge between two surfaces, each would turn it into the other: only the part along both remains there.
template <int D>
class SurfaceContacts {
 public:
  explicit SurfaceContacts(const VecD<D>& velocity) : v_(velocity) {}
  const VecD<D>& velocity() const { return v_; }

  void add(const VecD<D>& normal, const VecD<D>& of_surface);

 private:
  // More than a particle meets, except in the corner of a vessel with several solids. Beyond that the velocity loses
  // the part that points into the last surface only.
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

// Moves a point back from closed sides of the domain.
template <int D>
void push_out_of_walls(const Domain<D>& domain, VecD<D>& world, SurfaceContacts<D>& contacts);

// Pushes a point out of solids along their normals. Returns the final distance to the solids: a corner between two may
// need more pushes than these.
template <int D>
double push_out(std::span<const Solid<D>> solids, const Domain<D>& domain, VecD<D>& world,
                SurfaceContacts<D>& contacts);

// The solids while a path is followed: moving through the step, or fixed in their pose at its start or its end.
enum class SolidPose { kThroughStep, kAtStart, kAtEnd };

// The pose for the rows between the sort and the transfer.
template <int D>
SolidPose present_pose(const LiquidState<D>& state) {
  return state.scene.moves_first() ? SolidPose::kAtEnd : SolidPose::kAtStart;
}

// Solids that particles may meet on their path, for tile kernels.
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

// Whether a path of `length` cells from a point, in cells from a tile's corner, may meet a solid at any time of the
// step. Conservative and cheap: may return a false positive, never a false negative. The tiles hold distances at the
// end of the step, from which no surface is farther than solid_path.farthest.
template <int D>
bool may_meet_solid(const ParticlePathContext<D>& context, int tile, const VecD<D>& at, double length);

// For all points of a tile.
template <int D>
bool may_meet_solid(const ParticlePathContext<D>& context, int tile, double length);

// Follows the straight path of a particle to the first solid, then slides along it. Returns the end of the path;
// positions in metres. Nothing tunnels, however thin the solid or fast the particle or the solid.
template <int D>
VecD<D> stop_at_solids(const ParticlePathContext<D>& context, const VecD<D>& from, const VecD<D>& to);

}  // namespace spindrift
