// The frame of every 2D picture: the domain's sides, clock, axes, colour bar.
#pragma once

#include <string>
#include <vector>

#include "picture/canvas.h"
#include "picture/particle_colors.h"
#include "spindrift/scene.h"

namespace spindrift {

inline constexpr Rgb kBackground{0.043f, 0.063f, 0.098f};

// Walls as full lines, open sides dashed.
void draw_sides(Canvas& canvas, const DomainSettings& domain);

// Colour bar with its range, in the upper right corner.
void draw_legend(Canvas& canvas, const ColorScale& scale, bool is_density_map);

void draw_time(Canvas& canvas, double time);

// Faint lines between the cells; every second, fourth, ... if cells are only a few pixels wide.
void draw_grid_lines(Canvas& canvas, const DomainSettings& domain);

// Marks with metres along the lower and the left side.
void draw_axes(Canvas& canvas, const DomainSettings& domain);

// The key to colours with names, in the upper right corner.
struct ColorName {
  Rgb color;
  std::string name;
};
void draw_color_names(Canvas& canvas, const std::vector<ColorName>& names);

// Draws a label below the clock, with space for an arrow of `length` pixels that starts at (x, y).
struct ArrowKey {
  double x, y, length;
};
ArrowKey place_arrow_key(Canvas& canvas, const std::string& label, double length);

}  // namespace spindrift
