// The surface of the liquid as rays meet it.
#pragma once

#include "picture/trace/ray_scene.h"
#include "spindrift/surface.h"

namespace spindrift {

// Vertices and smooth normals; faces in the domain's sides stay flat. Calm liquid is as smooth as a mirror: its normals
// are freed of the slight slopes that single particles leave in the surface.
RayMesh liquid_mesh(const Scene& scene, const SurfaceMesh& liquid);

}  // namespace spindrift
