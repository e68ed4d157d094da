// Every particle as a shaded ball: a quick picture that needs neither a mesh nor Embree.
#pragma once

#include "formats/images/image.h"
#include "geometry/solid.h"
#include "spindrift/frame.h"
#include "spindrift/scene.h"

namespace spindrift {

// `solids` stand where they are at the frame's time.
Image draw_particles_3d(const Scene& scene, const ParticleFrame& particles, const std::vector<Solid<3>>& solids);

}  // namespace spindrift
