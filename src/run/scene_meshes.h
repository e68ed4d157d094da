// The files that a run's scene names: meshes and tables, here called meshes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "spindrift/error.h"
#include "spindrift/scene.h"

namespace spindrift {

// That each has a file, which the run's folder can refer to, and which holds it.
Status check_meshes(const Scene& scene);

bool has_meshes_beside(const Scene& scene);  // whether those files exist, seen from the scene's own

// The checksum of each of these files, in the scene's order, as it was when the scene was read: what becomes of a file
// afterwards is of no account to the run.
using MeshSums = std::vector<std::uint64_t>;
Result<MeshSums> mesh_checksums(const Scene& scene);
std::vector<std::string> mesh_files(const Scene& scene);  // paths, in the same order

// Fails if one has changed; the error names the first.
Status check_same_meshes(const MeshSums& before, const Scene& scene, const MeshSums& now);

// For the scene's copy in the run's folder, which finds its meshes from there.
Scene with_whole_paths(Scene scene);

}  // namespace spindrift
