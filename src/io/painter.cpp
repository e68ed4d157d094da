#include "io/painter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "io/canvas.h"
#include "io/color_map.h"
#include "io/particle_colors.h"

namespace spindrift {
namespace {

constexpr Rgb kBackground{0.043f, 0.063f, 0.098f};
constexpr Rgb kOpening{0.55f, 0.72f, 0.80f};
constexpr Rgb kText{0.80f, 0.84f, 0.89f};
constexpr float kPanel = 0.72f;  // opacity of the ground behind letters
constexpr int kBaseWidth = 960;  // the width for which lines and letters are sized

double line_unit(const Canvas& canvas) { return std::max(0.5, canvas.width() / static_cast<double>(kBaseWidth)); }

// A dim, wider disc under each particle closes the gaps between neighbours, so that water reads as one body; spray,
// where neighbours are missing, goes without.
void draw_body(Canvas& canvas, const View& view, const ParticleFrame& particles, const std::vector<Rgb>& colors,
               double spacing, bool is_water) {
  constexpr float kSpray = 0.45f, kFull = 0.8f;  // density over rest
  constexpr float kDimming = 0.45f;
  const double radius = 1.05 * spacing * view.scale_x;
  for (std::size_t i = 0; i < particles.count(); ++i) {
    const float density = particles.density.empty() ? 1.0f : particles.density[i];
    const float opacity = std::clamp((density - kSpray) / (kFull - kSpray), 0.0f, 1.0f);
    if (opacity == 0.0f) continue;
    canvas.disc(view.x(particles.position[3 * i]), view.y(particles.position[3 * i + 1]), radius,
                mix_colors(is_water ? kDeepWater : colors[i], kBackground, kDimming), opacity);
  }
}

void draw_particles(Canvas& canvas, const View& view, const ParticleFrame& particles, const std::vector<Rgb>& colors,
                    double spacing, bool is_water) {
  draw_body(canvas, view, particles, colors, spacing, is_water);
  const double radius = 0.56 * spacing * view.scale_x;
  for (std::size_t i = 0; i < particles.count(); ++i)
    canvas.disc(view.x(particles.position[3 * i]), view.y(particles.position[3 * i + 1]), radius, colors[i]);
}

// Squares a little smaller than the cells, so that the grid shows; solids as the solver sees them.
void draw_cells(Canvas& canvas, const View& view, const CellFrame& cells, const std::vector<Rgb>& colors) {
  const double h = cells.cell_size, gap = 0.05 * h;
  for (int j = 0; j < cells.cells[1]; ++j) {
    for (int i = 0; i < cells.cells[0]; ++i) {
      const std::size_t c =
          static_cast<std::size_t>(j) * static_cast<std::size_t>(cells.cells[0]) + static_cast<std::size_t>(i);
      if (cells.type[c] == CellType::kAir) continue;
      canvas.rectangle(view.x(i * h + gap), view.y((j + 1) * h - gap), view.x((i + 1) * h - gap), view.y(j * h + gap),
                       cells.type[c] == CellType::kSolid ? kSolidColor : colors[c]);
    }
  }
}

// Walls as full lines, open sides dashed.
void draw_sides(Canvas& canvas, const DomainSettings& domain) {
  const double thickness = 3.0 * line_unit(canvas), inset = 0.5 * thickness;
  const double w = canvas.width(), h = canvas.height();
  struct {
    Side side;
    double x0, y0, x1, y1;
  } const sides[] = {{Side::kLeft, inset, 0, inset, h},
                     {Side::kRight, w - inset, 0, w - inset, h},
                     {Side::kBottom, 0, h - inset, w, h - inset},
                     {Side::kTop, 0, inset, w, inset}};
  for (const auto& s : sides) {
    if (!domain.is_open(s.side)) {
      canvas.line(s.x0, s.y0, s.x1, s.y1, thickness, kSolidColor);
      continue;
    }
    const int dashes = std::max(1, static_cast<int>(std::hypot(s.x1 - s.x0, s.y1 - s.y0) / (7.0 * thickness)));
    for (int i = 0; i < dashes; ++i) {
      const double from = (i + 0.3) / dashes, to = (i + 0.7) / dashes;
      canvas.line(s.x0 + from * (s.x1 - s.x0), s.y0 + from * (s.y1 - s.y0), s.x0 + to * (s.x1 - s.x0),
                  s.y0 + to * (s.y1 - s.y0), 0.6 * thickness, kOpening, 0.8f);
    }
  }
}

// Colour bar with its range, in the upper right corner.
void draw_legend(Canvas& canvas, const ColorScale& scale, bool is_density_map) {
  const double u = line_unit(canvas), cap = 9.0 * u, length = 150.0 * u, pad = 12.0 * u;
  const double right = canvas.width() - 24.0 * u, left = right - length, top = 24.0 * u, bar = top + cap + 8.0 * u;
  const double bottom = bar + 9.0 * u;
  canvas.rectangle(left - pad, top - pad, right + pad, bottom + cap + 8.0 * u + pad, kBackground, kPanel);
  canvas.text(left, top + cap, cap, scale.label, kText);
  for (int x = static_cast<int>(left); x < static_cast<int>(right); ++x) {
    const double share = (x - left) / (right - left);
    const double value = scale.high * (scale.is_signed ? 2.0 * share - 1.0 : share);
    canvas.rectangle(x, bar, x + 1, bottom, is_density_map ? density_color(share) : scale.color(value));
  }
  const std::string high = fmt::format("{:g}", scale.high / scale.divisor);
  const std::string low = scale.is_signed ? "-" + high : "0";
  canvas.text(left, bottom + 8.0 * u + cap, cap, low, kText);
  const double middle = 0.5 * (left + right - text_width("0", cap));
  if (scale.is_signed) canvas.text(middle, bottom + 8.0 * u + cap, cap, "0", kText);
  canvas.text(right - text_width(high, cap), bottom + 8.0 * u + cap, cap, high, kText);
}

void draw_time(Canvas& canvas, double time) {
  const double u = line_unit(canvas), cap = 9.0 * u, left = 24.0 * u, base = 33.0 * u, pad = 8.0 * u;
  const std::string text = fmt::format("{:.2f} s", time);
  canvas.rectangle(left - pad, base - cap - pad, left + text_width(text, cap) + pad, base + pad, kBackground, kPanel);
  canvas.text(left, base, cap, text, kText);
}

}  // namespace

int picture_height(const Scene& scene) {
  const Vec<int, 3> cells = scene.domain.cells();
  const double exact = static_cast<double>(scene.output.width) * cells[1] / cells[0];
  return std::max(2, 2 * static_cast<int>(std::lround(0.5 * exact)));
}

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
  Image image(output.width, picture_height(scene_), kBackground);
  Canvas canvas(image);
  const Vec3d extent = Vec3d::from(scene_.domain.cells()) * scene_.domain.cell();
  const View view{image.width / extent[0], image.height / extent[1], 1.0 * image.height};
  const ColorScale scale = color_scale(scene_, particles);
  if (output.grid) {
    draw_cells(canvas, view, cells, cell_colors(scene_, scale, cells));
  } else {
    draw_particles(canvas, view, particles, particle_colors(scene_, scale, particles, cells), particle_spacing(scene_),
                   output.color == ColorBy::kWater);
    solids_.draw(canvas, view, time);
  }
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
