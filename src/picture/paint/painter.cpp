#include "picture/paint/painter.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "picture/canvas/canvas.h"
#include "picture/canvas/color_map.h"
#include "picture/paint/cell_layer.h"
#include "picture/paint/flow_lines.h"
#include "picture/paint/liquid_color.h"
#include "picture/paint/particle_colors.h"
#include "picture/paint/picture_frame.h"
#include "settings/picture_size.h"

namespace spindrift {
namespace {

// A dim, wider disc under each particle closes the gaps between neighbours, so that water reads as one body; spray,
// where neighbours are missing, goes without. `ground` is the colour of all discs; without it each has its particle's.
void draw_body(Canvas& canvas, const View& view, const ParticleFrame& particles, const std::vector<Rgb>& colors,
               double spacing, const std::optional<Rgb>& ground) {
  constexpr float kSpray = 0.45f, kFull = 0.8f;  // density over rest
  constexpr float kDimming = 0.45f;
  const double radius = 1.05 * spacing * view.scale_x;
  for (std::size_t i = 0; i < particles.count(); ++i) {
    const float density = particles.density.empty() ? 1.0f : particles.density[i];
    const float opacity = std::clamp((density - kSpray) / (kFull - kSpray), 0.0f, 1.0f);
    if (opacity == 0.0f) continue;
    canvas.disc(view.x(particles.position[3 * i]), view.y(particles.position[3 * i + 1]), radius,
                mix_colors(ground.value_or(colors[i]), kBackground, kDimming), opacity);
  }
}

void draw_particles(Canvas& canvas, const View& view, const ParticleFrame& particles, const std::vector<Rgb>& colors,
                    double spacing, const std::optional<Rgb>& ground) {
  draw_body(canvas, view, particles, colors, spacing, ground);
  const double radius = 0.56 * spacing * view.scale_x;
  for (std::size_t i = 0; i < particles.count(); ++i)
    canvas.disc(view.x(particles.position[3 * i]), view.y(particles.position[3 * i + 1]), radius, colors[i]);
}

}  // namespace

double particle_spacing(const Scene& scene) {
  const double h = scene.domain.cell();
  if (scene.particles.packing == Packing::kHexagonal) return 2.0 * scene.particles.radius * h;
  return h / std::pow(scene.particles_per_cell(), 1.0 / scene.dimension());
}

Result<Painter> Painter::create(const Scene& scene) {
  Result<SolidLayer> solids = SolidLayer::create(scene);
  if (!solids) return solids.error();
  return Painter(scene, std::move(*solids));
}

Painter::Painter(const Scene& scene, SolidLayer solids) : scene_(scene), solids_(std::move(solids)) {}

Image Painter::draw(double time, const ParticleFrame& particles, const CellFrame& cells) {
  const OutputSettings& output = scene_.output;
  const PictureSize size = picture_size(scene_);
  Image image(size.width, size.height, kBackground);
  Canvas canvas(image);
  const Vec3d extent = Vec3d::from(scene_.domain.cells()) * scene_.domain.cell();
  const View view{image.width / extent[0], image.height / extent[1], 1.0 * image.height};
  const ColorScale scale = color_scale(scene_, particles);
  if (output.color == ColorBy::kType) {
    draw_cell_types(canvas, view, cells, false);
  } else if (output.grid) {
    draw_cells(canvas, view, cells, cell_colors(scene_, scale, cells));
  } else {
    const bool is_of_one_color = output.color == ColorBy::kWater && !scene_.has_own_colors();
    draw_particles(canvas, view, particles, particle_colors(scene_, scale, particles, cells), particle_spacing(scene_),
                   is_of_one_color ? std::optional(liquid_tones(scene_.fluid.color).deep) : std::nullopt);
    solids_.draw(canvas, view, time);
  }
  if (output.grid_lines) draw_grid_lines(canvas, scene_.domain);
  draw_flow(canvas, view, scene_, cells, speed_range(scene_, particles));
  if (output.axes) draw_axes(canvas, scene_.domain);
  draw_sides(canvas, scene_.domain);
  const bool is_density_map = output.grid && (output.color == ColorBy::kWater || output.color == ColorBy::kDensity);
  if (is_density_map) {
    draw_legend(canvas, {2.0, false, 1.0, "density / rest"}, true);
  } else if (!scale.label.empty()) {
    draw_legend(canvas, scale, false);
  }
  draw_time(canvas, time);
  return image;
}

}  // namespace spindrift
