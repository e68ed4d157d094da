#include "picture/paint/smoke_painter.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "exec/parallel.h"
#include "grid/frames.h"
#include "picture/canvas/canvas.h"
#include "picture/paint/black_body.h"
#include "picture/paint/cell_layer.h"
#include "picture/paint/flow_lines.h"
#include "picture/paint/painter.h"
#include "picture/paint/picture_frame.h"
#include "picture/paint/smoke_light.h"
#include "settings/outputs.h"

namespace spindrift {
namespace {

constexpr float kOpacity = 2.2f;   // optical depth of smoke of density 1 across the picture's depth
constexpr float kShading = 10.0f;  // optical depth of such smoke over the height of the domain, on the light's way
constexpr float kSlant = 0.4f;     // cells the light goes sideways for each cell it goes down

// Between which two centres of cells a pixel lies, along one axis.
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

// A field at the pixels of a picture, linear between the centres of cells: along x for every row of cells first.
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

// One number for each cell.
template <class Value>
std::vector<float> field_of_cells(const CellFrame& cells, const Value& value) {
  std::vector<float> field(cells.density.size());
  for (std::size_t i = 0; i < field.size(); ++i) field[i] = value(i);
  return field;
}

float speed_across(const CellFrame& cells, std::size_t i) {
  return std::hypot(cells.velocity[3 * i], cells.velocity[3 * i + 1]);
}

// What the colours show: a field and what its legend says. Without a field, the natural look.
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

// Up to a round number above the largest value.
ColorScale scale_of(const ShownField& shown, const std::optional<double>& range) {
  double largest = 0.0;
  for (const float value : shown.values) largest = std::max(largest, std::abs(static_cast<double>(value)));
  return {range.value_or(round_up(largest)), shown.is_signed, 1.0, shown.label};
}

// A simple number above the largest speed.
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

}  // namespace

Result<SmokePainter> SmokePainter::create(const Scene& scene) {
  Result<SolidLayer> solids = SolidLayer::create(scene);
  if (!solids) return solids.error();
  return SmokePainter(scene, std::move(*solids));
}

SmokePainter::SmokePainter(const Scene& scene, SolidLayer solids) : scene_(scene), solids_(std::move(solids)) {}

Image SmokePainter::draw(double time, const CellFrame& cells) {
  const PictureSize size = picture_size(scene_);
  Image image(size.width, size.height, kBackground);
  Canvas canvas(image);
  const Vec3d extent = Vec3d::from(cells.cells) * cells.cell_size;
  const View view{image.width / extent[0], image.height / extent[1], 1.0 * image.height};
  const ShownField shown = shown_field(scene_, cells);
  const ColorScale scale = scale_of(shown, scene_.output.range);
  const bool is_natural = shown.values.empty();
  const std::vector<float> lit =
      is_natural ? light_in_cells(cells, kShading / static_cast<float>(cells.cells[1]), kSlant, 0.0f)
                 : std::vector<float>{};
  const std::vector<Between> columns = between_cells(image.width, cells.cells[0], false);
  const std::vector<Between> rows = between_cells(image.height, cells.cells[1], true);
  const std::vector<float> unused;  // of no field nothing is stretched
  const PixelField values(cells, shown.values, columns), light(cells, lit, columns);
  const PixelField density(cells, is_natural ? cells.density : unused, columns);
  const PixelField temperature(cells, is_natural ? cells.temperature : unused, columns);
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
  if (scene_.output.color == ColorBy::kType) {
    draw_cell_types(canvas, view, cells, true);
  } else {
    solids_.draw(canvas, view, time);
  }
  if (scene_.output.grid_lines) draw_grid_lines(canvas, scene_.domain);
  draw_flow(canvas, view, scene_, cells, fastest(cells));
  if (scene_.output.axes) draw_axes(canvas, scene_.domain);
  draw_sides(canvas, scene_.domain);
  if (!is_natural) draw_legend(canvas, scale, false);
  draw_time(canvas, time);
  return image;
}

}  // namespace spindrift
