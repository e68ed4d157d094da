// What a scene will need, found without allocating it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fluid/solids.h"
#include "geometry/shape.h"
#include "liquid/seed_particles.h"
#include "spindrift/error.h"
#include "spindrift/simulation.h"

namespace spindrift {

// On which part of its path within the domain a solid is fastest.
struct SolidMotion {
  std::size_t solid = 0;     // counted from 0
  std::size_t keyframe = 0;  // at its end, counted from 0; 0 = the solid moves at constant velocity
  double speed = 0.0;        // m/s
};

// The public estimate, with the parts that warnings refer to.
struct SceneEstimate : Estimate {
  std::vector<SeedCount> seeds;      // of each liquid
  std::vector<SolidMotion> motions;  // of each solid that moves
  int fluid_substeps = 1;            // per frame, as the fluid alone needs them
};
Result<SceneEstimate> estimate_scene(const Scene& scene);

// Refuses a scene that needs more memory than is free.
std::optional<Error> refuse_if_too_large(const Scene& scene, const Estimate& needed);

// What the shapes of the liquids hold and what their particles fill, m^3 (m^2 in 2D).
struct SeededVolume {
  double asked = 0.0, seeded = 0.0;

  double surplus() const { return asked > 0.0 ? seeded / asked - 1.0 : 0.0; }
};
// None for a scene without liquids, with a liquid that has a count, or too large to measure.
Result<std::optional<SeededVolume>> seeded_volume(const Scene& scene);

// Whether some of the box lies in the domain. Along a periodic axis an image of it always does.
template <int D>
bool is_inside(const Box<D>& box, const DomainSettings& domain) {
  for (int a = 0; a < D; ++a)
    if (!domain.is_periodic(static_cast<Axis>(a)) && (box.high[a] <= 0.0 || box.low[a] >= domain.size[a])) return false;
  return true;
}

// How much of a shape lies in the domain, sampled at random points: an upper bound, in cells. And whether all of it
// lies in solids.
struct ShapeRoom {
  double cells = 0.0;
  bool is_in_solids = false;
};
template <int D>
ShapeRoom find_room(const Domain<D>& domain, const Shape<D>& shape, const std::vector<Solid<D>>& solids);

// One use of memory or disk.
struct MemoryUse {
  double bytes = 0.0;
  std::string advice;     // `lower domain.resolution`; may be empty
  bool is_guess = false;  // what splashes and sources may come to; the rest is certain
};
std::string best_advice(const std::vector<MemoryUse>& uses);  // the one that saves most bytes; may be empty

// Copies of frames, pictures, meshes and files while a run writes them: certain ones, and as guesses the rest of what
// is likely.
std::vector<MemoryUse> memory_of_output(const Scene& scene, const FluidAmount& certain, const FluidAmount& likely);
double state_bytes_per_particle(const Scene& scene);  // in the columns that outlive a step
double frame_bytes_per_particle(const Scene& scene, double bytes_per_color = 12.0);  // in a copied frame

}  // namespace spindrift
