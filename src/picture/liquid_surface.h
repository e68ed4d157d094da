// The liquid of a 2D frame as a body with a surface: docs/rendering.md describes the method. The page draws by the same
// formulas and constants (web/src/draw/water_2d.ts).
#pragma once

#include <vector>

#include "geometry/solid.h"
#include "picture/layers.h"
#include "picture/particle_colors.h"
#include "spindrift/frame.h"
#include "spindrift/scene.h"

namespace spindrift {

// `cells` only for colours that stand for a number of cells.
void draw_liquid_surface(Image& image, const View& view, const Scene& scene, const ColorScale& scale,
                         const std::vector<Solid<2>>& solids, const ParticleFrame& particles, const CellFrame& cells);

}  // namespace spindrift
