// The parts of estimate(): what a scene will need, and what looks like a mistake in it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "liquid/seed_particles.h"
#include "spindrift/error.h"
#include "spindrift/simulation.h"

namespace spindrift {

// The rest of an estimate, for smoke.
Result<Estimate> estimate_smoke(const Scene& scene, Estimate result);

// Warnings for `check` and `run`. Of liquids, `seeds` says what seeding comes to.
std::vector<std::string> likely_mistakes(const Scene& scene, const Estimate& estimate,
                                         const std::vector<SeedCount>& seeds = {});

// Units, times and cameras that are rarely meant.
void warn_of_unusual_numbers(const Scene& scene, std::vector<std::string>& mistakes);

// Settings without effect. Not of a recording: what its commands leave behind may have had some.
void warn_of_idle_settings(const Scene& scene, std::vector<std::string>& mistakes);

// Liquid, gas and solids that cross more cells at once are likely a mistake.
inline constexpr double kMostCellsInAStep = 5.0;

// The stretch of its way in the domain on which a solid is fastest.
struct SolidMotion {
  std::size_t solid = 0;     // counted from 0
  std::size_t keyframe = 0;  // it goes to, counted from 0; 0 = it moves at constant velocity
  double speed = 0.0;        // m/s
};
Result<std::vector<SolidMotion>> solid_motions(const Scene& scene);  // of those that move

// Sub-steps in a frame with which what is so fast crosses `time.cfl` cells in each, as far as `max_substeps` allows.
int substeps_at(const Scene& scene, double speed);

// Warns of solids that outrun the grid in a frame of so many sub-steps.
void warn_of_motions(const Scene& scene, const std::vector<SolidMotion>& motions, int substeps,
                     std::vector<std::string>& warnings);

// Warns of shapes that lie outside of the domain, or are far too large or too small; refuses liquids and sources that
// do.
Status check_shapes(const Scene& scene, std::vector<std::string>& warnings);

// A line for each mesh: file, what it is for, triangles, extent.
Result<std::vector<std::string>> describe_meshes(const Scene& scene);

// Refuses sources that can never emit, and warns of those that may not; of smoke, probes and a camera in solids as
// well.
Status check_sources(const Scene& scene, std::vector<std::string>& warnings);

// The error that a scene larger than the memory deserves.
std::optional<Error> refuse_if_too_large(const Scene& scene, const Estimate& needed);

// What the shapes of the liquids hold and what their particles fill, m^3 (m^2 in 2D).
struct SeededVolume {
  double asked = 0.0, seeded = 0.0;

  double surplus() const { return asked > 0.0 ? seeded / asked - 1.0 : 0.0; }
};
// None of a scene without liquids, of one with a count, and of a very large one.
Result<std::optional<SeededVolume>> seeded_volume(const Scene& scene);

}  // namespace spindrift
