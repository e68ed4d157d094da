#include "picture/painter.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "exec/parallel.h"
#include "grid/frames.h"
#include "picture/canvas.h"
#include "picture/colors.h"
#include "picture/liquid_surface.h"
#include "picture/particle_colors.h"
#include "picture/picture_frame.h"
#include "picture/smoke_volume.h"
#include "settings/outputs.h"

namespace spindrift {
namespace {

// A disc that reaches over a periodic side has an image at the opposite one. Returns the offset to it along an axis for
// a disc at `x`, metres; 0 if there is none.
double offset_of_image(const DomainSettings& domain, int axis, double x, double radius) {
  if (!domain.is_periodic(static_cast<Axis>(axis))) return 0.0;
  const double period = domain.cells()[axis] * domain.cell();
  return x < radius ? period : x > period - radius ? -period : 0.0;
}

// A disc for a particle, radius in metres, and its images at periodic sides.
void draw_disc(Canvas& canvas, const View& view, const DomainSettings& domain, const float* place, double radius,
               const Rgb& color, float opacity = 1.0f) {
  const double x = place[0], y = place[1];
  const double across = offset_of_image(domain, 0, x, radius), up = offset_of_image(domain, 1, y, radius);
  const auto draw = [&](double dx, double dy) {
    canvas.disc(view.x(x + dx), view.y(y + dy), radius * view.scale_x, color, opacity);
  };
  draw(0.0, 0.0);
  if (across != 0.0) draw(across, 0.0);
  if (up != 0.0) draw(0.0, up);
  if (across != 0.0 && up != 0.0) draw(across, up);
}

// A dim, wider disc under each particle closes the gaps between neighbours, so that water reads as one body. Spray,
// where neighbours are missing, has none. `ground` is the colour of all discs; without it each has its particle's.
void draw_body(Canvas& canvas, const View& view, const DomainSettings& domain, const ParticleFrame& particles,
               const std::vector<Rgb>& colors, double spacing, const std::optional<Rgb>& ground) {
  constexpr float kSpray = 0.45f, kFull = 0.8f;  // density over rest
  constexpr float kDimming = 0.45f;
  const std::vector<float>& densities = particles.columns.values("density");
  for (std::size_t i = 0; i < particles.count(); ++i) {
    const float density = densities.empty() ? 1.0f : densities[i];
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

constexpr float kOpacity = 2.2f;   // optical depth of smoke of density 1 across the picture's depth
constexpr float kShading = 10.0f;  // optical depth of such smoke over the height of the domain, towards the light
constexpr float kSlant = 0.4f;     // cells the light goes sideways for each cell it goes down

// The two centres of cells between which a pixel lies, along one axis.
struct Between {
  std::size_t low, high;
  float share;  // of the high one
};

std::vector<Between> between_cells(int pixels, int cells, bool is_from_the_top) {
  std::vector<Between> places;
  for (int p = 0; p < pixels; ++p) {
    const double at = ((is_from_the_top ? pixels - 1 - p : p) + 0.5) * cells / pixels;
    const double g = std::clamp(at - 0.5, 0.0, cells - 1.0);
    const int low = static_cast<int>(g);
    places.push_back({static_cast<std::size_t>(low), static_cast<std::size_t>(std::min(low + 1, cells - 1)),
                      static_cast<float>(g - low)});
  }
  return places;
}

// A field at the pixels of a picture, interpolated linearly between the centres of cells: first along x in every row.
class PixelField {
 public:
  PixelField(const CellFrame& cells, const std::vector<float>& field, const std::vector<Between>& columns)
      : width_(columns.size()) {
    if (field.empty()) return;
    const auto row = static_cast<std::size_t>(cells.cells[0]);
    for (std::size_t begin = 0; begin < row * static_cast<std::size_t>(cells.cells[1]); begin += row)
      for (const Between& x : columns)
        stretched_.push_back(field[begin + x.low] * (1.0f - x.share) + field[begin + x.high] * x.share);
  }
  float at(std::size_t px, const Between& y) const {
    return stretched_[y.low * width_ + px] * (1.0f - y.share) + stretched_[y.high * width_ + px] * y.share;
  }

 private:
  std::size_t width_;
  std::vector<float> stretched_;
};

template <class Value>
std::vector<float> field_of_cells(const CellFrame& cells, const Value& value) {
  std::vector<float> field(cells.density.size());
  for (std::size_t i = 0; i < field.size(); ++i) field[i] = value(i);
  return field;
}

float speed_across(const CellFrame& cells, std::size_t i) {
  return std::hypot(cells.velocity[3 * i], cells.velocity[3 * i + 1]);
}

// The field that colours stand for, and its legend. No values: smoke as it looks.
struct ShownField {
  std::vector<float> values;
  bool is_signed = false;
  const char* label = "";
};

ShownField shown_field(const Scene& scene, const CellFrame& cells) {
  const auto ambient = static_cast<float>(scene.gas.ambient_temperature);
  switch (scene.output.color) {
    case ColorBy::kWater:
    case ColorBy::kSmoke:
    case ColorBy::kType:
      break;
    case ColorBy::kVorticity:
      return {field_of_cells(cells, [&](std::size_t i) { return static_cast<float>(vorticity(cells, i)); }), true,
              "vorticity, 1/s"};
    case ColorBy::kDensity:
      return {cells.density, false, "smoke density"};
    case ColorBy::kTemperature:
      return {field_of_cells(cells, [&](std::size_t i) { return cells.temperature[i] - ambient; }), false,
              "K above ambient"};
    case ColorBy::kPressure:
      return {cells.pressure, false, "pressure, Pa"};
    case ColorBy::kSpeed:
      return {field_of_cells(cells, [&](std::size_t i) { return speed_across(cells, i); }), false, "speed, m/s"};
  }
  return {};
}

ColorScale scale_of(const ShownField& shown, const std::optional<double>& range) {
  double largest = 0.0;
  for (const float value : shown.values) largest = std::max(largest, std::abs(static_cast<double>(value)));
  return {range.value_or(round_up(largest)), shown.is_signed, 1.0, shown.label};
}

// The largest speed, rounded up.
double fastest(const CellFrame& cells) {
  double speed = 0.0;
  for (std::size_t i = 0; i < cells.type.size(); ++i)
    speed = std::max(speed, static_cast<double>(speed_across(cells, i)));
  return round_up(speed);
}

Rgb natural_color(float density, float light, float temperature, const Rgb& ground) {
  constexpr Rgb kLit{0.93f, 0.92f, 0.90f}, kShade{0.23f, 0.27f, 0.34f};
  const float smoke = std::max(0.0f, density);
  const float share = smoke > 0.0f ? 1.0f - std::exp(-kOpacity * smoke) : 0.0f;
  const Rgb lit = mix_colors(kShade, kLit, std::clamp(light, 0.0f, 1.0f));
  Rgb color = mix_colors(ground, lit, share);
  const Rgb glow = black_body_color(temperature);
  color.red = 1.0f - (1.0f - color.red) * (1.0f - glow.red);
  color.green = 1.0f - (1.0f - color.green) * (1.0f - glow.green);
  color.blue = 1.0f - (1.0f - color.blue) * (1.0f - glow.blue);
  return color;
}

// Each pixel as smoke in front of the background, or in the colour of its number.
void draw_smoke(Image& image, const ShownField& shown, const ColorScale& scale, const CellFrame& cells) {
  const bool is_natural = shown.values.empty();
  const std::vector<float> none;
  const std::vector<float> lit =
      is_natural ? light_in_cells(cells, kShading / static_cast<float>(cells.cells[1]), kSlant, 0.0f) : none;
  const std::vector<Between> columns = between_cells(image.width, cells.cells[0], false);
  const std::vector<Between> rows = between_cells(image.height, cells.cells[1], true);
  const PixelField values(cells, shown.values, columns), light(cells, lit, columns);
  const PixelField density(cells, is_natural ? cells.density : none, columns);
  const PixelField temperature(cells, is_natural ? cells.temperature : none, columns);
  parallel_for(
      "color rows of smoke", rows.size(),
      [&](std::size_t py) {
        const Between& y = rows[py];
        const float up = (static_cast<float>(rows.size() - 1 - py) + 0.5f) / static_cast<float>(rows.size());
        const Rgb ground = mix_colors(kBackground, {0.085f, 0.115f, 0.165f}, up);
        Rgb* row = &image.at(0, static_cast<int>(py));
        for (std::size_t px = 0; px < columns.size(); ++px)
          row[px] = is_natural ? natural_color(density.at(px, y), light.at(px, y), temperature.at(px, y), ground)
                               : scale.color(static_cast<double>(values.at(px, y)));
      },
      16);
}

// Air, a little lighter towards the floor.
void draw_air(Image& image) {
  constexpr Rgb kTop{0.051f, 0.114f, 0.161f}, kBottom{0.067f, 0.149f, 0.208f};
  for (int y = 0; y < image.height; ++y)
    std::fill_n(&image.at(0, y), image.width,
                mix_colors(kTop, kBottom, (static_cast<float>(y) + 0.5f) / static_cast<float>(image.height)));
}

void draw_dots(Canvas& canvas, const View& view, const Scene& scene, const ColorScale& scale,
               const ParticleFrame& particles, const CellFrame& cells) {
  const bool is_of_one_color = scene.output.color == ColorBy::kWater && !scene.has_own_colors();
  draw_particles(canvas, view, scene.domain, particles, particle_colors(scene, scale, particles, cells),
                 particle_spacing(scene),
                 is_of_one_color ? std::optional(liquid_tones(scene.fluid.color).deep) : std::nullopt);
}

void draw_liquid(Image& image, const View& view, const Scene& scene, const ColorScale& scale,
                 const std::vector<Solid<2>>& solids, const ParticleFrame& particles, const CellFrame& cells) {
  draw_air(image);
  if (scene.render.style == RenderStyle::kWater)
    return draw_liquid_surface(image, view, scene, scale, solids, particles, cells);
  Canvas canvas(image);
  draw_dots(canvas, view, scene, scale, particles, cells);
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
  const bool is_smoke = scene_.is_smoke(), shows_types = output.color == ColorBy::kType;
  const PictureSize size = picture_size(scene_);
  Image image(size.width, size.height, kBackground);
  Canvas canvas(image);
  const Vec3d extent = Vec3d::from(scene_.domain.cells()) * scene_.domain.cell();
  const View view{image.width / extent[0], image.height / extent[1], 1.0 * image.height};
  const ShownField shown = is_smoke ? shown_field(scene_, cells) : ShownField{};
  const ColorScale scale = is_smoke ? scale_of(shown, output.range) : color_scale(scene_, particles);
  if (is_smoke) draw_smoke(image, shown, scale, cells);
  if (shows_types) {
    draw_cell_types(canvas, view, cells, is_smoke);
  } else if (output.grid && !is_smoke) {
    draw_cells(canvas, view, cells, cell_colors(scene_, scale, cells));
  } else {
    solids_.move_to(time);
    if (!is_smoke) draw_liquid(image, view, scene_, scale, solids_.solids(), particles, cells);
    solids_.draw(canvas, view);
  }
  if (output.grid_lines) draw_grid_lines(canvas, scene_.domain);
  draw_flow(canvas, view, scene_, cells, is_smoke ? fastest(cells) : speed_range(scene_, particles));
  if (output.axes) draw_axes(canvas, scene_.domain);
  draw_sides(canvas, scene_.domain);
  const bool is_density_map =
      !is_smoke && output.grid && (output.color == ColorBy::kWater || output.color == ColorBy::kDensity);
  if (is_density_map) {
    draw_legend(canvas, {2.0, false, 1.0, "density / rest"}, true);
  } else if (!scale.label.empty()) {
    draw_legend(canvas, scale, false);
  }
  draw_time(canvas, time);
  return image;
}

}  // namespace spindrift
