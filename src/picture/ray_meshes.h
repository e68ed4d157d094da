// A scene's solids, the domain's edges and the liquid's surface as meshes that rays hit.
#pragma once

#include <vector>

#include "geometry/solid.h"
#include "picture/ray_scene.h"
#include "spindrift/surface.h"

namespace spindrift {

Result<std::vector<Solid<3>>> make_solids(const Scene& scene);

// The part of a solid inside the domain and a little around it. It is grown by `skin`, so that it shows in front of
// liquid that touches it. `settings` describe `solid`. It is as smooth as its formula; a mesh from a file is smooth but
// for its creases.
RayMesh solid_mesh(const Scene& scene, const SolidSettings& settings, const Solid<3>& solid, double skin);

// The edges of the domain as thin bars.
RayMesh frame_mesh(const Scene& scene);

// Vertices and smooth normals; faces in the domain's sides stay flat. Slight slopes that single particles leave in the
// surface are removed from the normals, so that calm liquid reflects like a mirror.
RayMesh liquid_mesh(const Scene& scene, const SurfaceMesh& liquid);

}  // namespace spindrift
