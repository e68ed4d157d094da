// The parts of lint(). Each appends its warnings.
#pragma once

#include <string>
#include <vector>

#include "sim/estimate.h"
#include "spindrift/scene.h"

namespace spindrift {

using Warnings = std::vector<std::string>;

// Shapes outside of the domain, far too large or too small. Liquids and sources outside are errors.
Status lint_shapes(const Scene& scene, Warnings& warnings);

// Sources, smoke, probes and a camera inside of solids.
Status lint_contents_of_solids(const Scene& scene, Warnings& warnings);

// Steps, properties of the fluid, forces.
void lint_physics(const Scene& scene, const SceneEstimate& estimate, Warnings& warnings);

// Solids that move so fast that the fluid cannot follow.
void lint_motions(const Scene& scene, const SceneEstimate& estimate, Warnings& warnings);

// Times after the end of the run, files that are written once, a camera that sees nothing.
void lint_outputs(const Scene& scene, Warnings& warnings);

// Numbers outside of their usual range.
void lint_numbers(const Scene& scene, Warnings& warnings);

// Keys and keyframes without effect.
void lint_idle_settings(const Scene& scene, Warnings& warnings);

}  // namespace spindrift
