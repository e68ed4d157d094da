// Meshes of a scene's solids, made from their distances, for pictures.
#pragma once

#include <vector>

#include "geometry/solid.h"
#include "picture/trace/ray_scene.h"

namespace spindrift {

Result<std::vector<Solid<3>>> make_solids(const Scene& scene);

// The part inside the domain (and a little around it), grown by `skin` so that it shows in front of liquid that touches
// it. `solid` is what `settings` describe, where it stands now. It is as smooth as its formula; a given mesh is smooth
// but for its creases.
RayMesh solid_mesh(const Scene& scene, const SolidSettings& settings, const Solid<3>& solid, double skin);

// The edges of the domain as thin bars.
RayMesh frame_mesh(const Scene& scene);

}  // namespace spindrift
