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
#include "settings/outputs.h"

namespace spindrift {
namespace {

// How far the image is that a disc at `x`, metres along an axis, has beyond a periodic side that it reaches over; 0:
// none.
double way_to_image(const DomainSettings& domain, int axis, double x, double radius) {
  if (!domain.is_periodic(static_cast<Axis>(axis))) return 0.0;
  const double period = domain.cells()[axis] * domain.cell();
  return x < radius ? period : x > period - radius ? -period : 0.0;
}

// A disc for a particle, radius in metres, and its images: liquid beyond a periodic side is beside it.
void draw_disc(Canvas& canvas, const View& view, const DomainSettings& domain, const float* place, double radius,
               const Rgb& color, float opacity = 1.0f) {
  const double x = place[0], y = place[1];
  const double across = way_to_image(domain, 0, x, radius), up = way_to_image(domain, 1, y, radius);
  const auto draw = [&](double dx, double dy) {
    canvas.disc(view.x(x + dx), view.y(y + dy), radius * view.scale_x, color, opacity);
  };
  draw(0.0, 0.0);
  if (across != 0.0) draw(across, 0.0);
  if (up != 0.0) draw(0.0, up);
  if (across != 0.0 && up != 0.0) draw(across, up);
}

// A dim, wider disc under each particle closes the gaps between neighbours, so that water reads as one body; spray,
// where neighbours are missing, goes without. `ground` is the colour of all discs; without it each has its particle's.
void draw_body(Canvas& canvas, const View& view, const DomainSettings& domain, const ParticleFrame& particles,
               const std::vector<Rgb>& colors, double spacing, const std::optional<Rgb>& ground) {
  constexpr float kSpray = 0.45f, kFull = 0.8f;  // density over rest
  constexpr float kDimming = 0.45f;
  for (std::size_t i = 0; i < particles.count(); ++i) {
    const float density = particles.density.empty() ? 1.0f : particles.density[i];
    const float opacity = std::clamp((density - kSpray) / (kFull - kSpray), 0.0f, 1.0f);
    if (opacity == 0.0f) continue;
    draw_disc(canvas, view, domain, &particles.position[3 * i], 1.05 * spacing,
              mix_colors(ground.value_or(colors[i]), kBackground, kDimming), opacity);
  }
}

void draw_particles(Canvas& canvas, const View& view, const DomainSettings& domain, const ParticleFrame& particles,
                    const std::vector<Rgb>& colors, double spacing, const std::optional<Rgb>& ground) {
  draw_body(canvas, view, domain, particles, colors, spacing, ground);
  for (std::size_t i = 0; i < particles.count(); ++i)
    draw_disc(canvas, view, domain, &particles.position[3 * i], 0.56 * spacing, colors[i]);
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
    draw_particles(canvas, view, scene_.domain, particles, particle_colors(scene_, scale, particles, cells),
                   particle_spacing(scene_),
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
