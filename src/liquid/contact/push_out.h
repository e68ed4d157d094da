// Pushing a point out of walls and solids, and what its velocity loses on the way.
#pragma once

#include <array>
#include <cstddef>
#include <span>

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

}  // namespace spindrift
