// What surrounds the picture of any 2D scene: the domain's sides, the clock, the colour bar.
#pragma once

#include "io/canvas.h"
#include "io/particle_colors.h"
#include "spindrift/scene.h"

namespace spindrift {

inline constexpr Rgb kBackground{0.043f, 0.063f, 0.098f};

// Walls as full lines, open sides dashed.
void draw_sides(Canvas& canvas, const DomainSettings& domain);

// Colour bar with its range, in the upper right corner.
void draw_legend(Canvas& canvas, const ColorScale& scale, bool is_density_map);

void draw_time(Canvas& canvas, double time);

}  // namespace spindrift
