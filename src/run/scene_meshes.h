// The mesh files that a run's scene names.
#pragma once

#include "spindrift/error.h"
#include "spindrift/scene.h"

namespace spindrift {

Status check_meshes(const Scene& scene);  // that each has a file, which the run's folder can refer to

bool has_meshes_beside(const Scene& scene);  // whether those files are there, seen from the scene's own

// For the scene's copy in the run's folder, which finds its meshes from there.
Scene with_whole_paths(Scene scene);

}  // namespace spindrift
