#include "io/smoke_painter.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/picture_size.h"
#include "io/black_body.h"
#include "io/canvas.h"
#include "io/cell_layer.h"
#include "io/flow_lines.h"
#include "io/painter.h"
#include "io/picture_frame.h"
#include "io/smoke_light.h"

namespace spindrift {
namespace {

constexpr float kOpacity = 2.2f;   // optical depth of smoke of density 1 across the picture's depth
constexpr float kShading = 10.0f;  // optical depth of such smoke over the height of the domain, on the light's way
constexpr float kSlant = 0.4f;     // cells the light goes sideways for each cell it goes down

std::size_t cell_index(const CellFrame& cells, int i, int j) {
  return static_cast<std::size_t>(j) * static_cast<std::size_t>(cells.cells[0]) + static_cast<std::size_t>(i);
}

// A field at a point in cells from the corner, linear between the centres.
float value_at(const CellFrame& cells, const std::vector<float>& field, double x, double y) {
  auto along = [](double at, int count, int& low, int& high) {
    const double g = std::clamp(at - 0.5, 0.0, count - 1.0);
    low = static_cast<int>(g);
    high = std::min(low + 1, count - 1);
    return static_cast<float>(g - low);
  };
  int i0, i1, j0, j1;
  const float fx = along(x, cells.cells[0], i0, i1), fy = along(y, cells.cells[1], j0, j1);
  const float bottom = field[cell_index(cells, i0, j0)] * (1.0f - fx) + field[cell_index(cells, i1, j0)] * fx;
  const float top = field[cell_index(cells, i0, j1)] * (1.0f - fx) + field[cell_index(cells, i1, j1)] * fx;
  return bottom * (1.0f - fy) + top * fy;
}

// The field that the colours show, and their scale; empty for the natural look.
std::vector<float> shown_field(const Scene& scene, const CellFrame& cells, ColorScale& scale) {
  std::vector<float> field;
  switch (scene.output.color) {
    case ColorBy::kWater:
    case ColorBy::kSmoke:
    case ColorBy::kType:
      return field;
    case ColorBy::kVorticity:
      for (std::size_t i = 0; i < cells.density.size(); ++i) field.push_back(static_cast<float>(vorticity(cells, i)));
      scale = {0.0, true, 1.0, "vorticity, 1/s"};
      break;
    case ColorBy::kDensity:
      field = cells.density;
      scale = {0.0, false, 1.0, "smoke density"};
      break;
    case ColorBy::kTemperature:
      field = cells.temperature;
      for (float& t : field) t -= static_cast<float>(scene.gas.ambient_temperature);
      scale = {0.0, false, 1.0, "K above ambient"};
      break;
    case ColorBy::kPressure:
      field = cells.pressure;
      scale = {0.0, false, 1.0, "pressure, Pa"};
      break;
    case ColorBy::kSpeed:
      for (std::size_t i = 0; i < cells.density.size(); ++i)
        field.push_back(std::hypot(cells.velocity[3 * i], cells.velocity[3 * i + 1]));
      scale = {0.0, false, 1.0, "speed, m/s"};
      break;
  }
  // A round number above the largest value: 1, 2 or 5 times a power of ten.
  double largest = 1e-9;
  for (const float value : field) largest = std::max(largest, std::abs(static_cast<double>(value)));
  const double ten = std::pow(10.0, std::floor(std::log10(largest)));
  for (const double digit : {1.0, 2.0, 5.0, 10.0})
    if (scale.high == 0.0 && digit * ten >= largest * 0.999) scale.high = digit * ten;
  scale.high = scene.output.range.value_or(scale.high);
  return field;
}

// A simple number above the largest speed.
double fastest(const CellFrame& cells) {
  double speed = 0.0;
  for (std::size_t i = 0; i < cells.type.size(); ++i)
    speed = std::max(speed, static_cast<double>(std::hypot(cells.velocity[3 * i], cells.velocity[3 * i + 1])));
  return round_up(speed);
}

Rgb natural_color(const CellFrame& cells, const std::vector<float>& light, double x, double y) {
  constexpr Rgb kLit{0.93f, 0.92f, 0.90f}, kShade{0.23f, 0.27f, 0.34f};
  const float smoke = std::max(0.0f, value_at(cells, cells.density, x, y));
  const float share = 1.0f - std::exp(-kOpacity * smoke);
  const Rgb lit = mix_colors(kShade, kLit, std::clamp(value_at(cells, light, x, y), 0.0f, 1.0f));
  const float up = static_cast<float>(y / cells.cells[1]);
  const Rgb ground = mix_colors(kBackground, {0.085f, 0.115f, 0.165f}, up);
  Rgb color = mix_colors(ground, lit, share);
  const Rgb glow = black_body_color(value_at(cells, cells.temperature, x, y));
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
  ColorScale scale;
  const std::vector<float> shown = shown_field(scene_, cells, scale);
  const std::vector<float> light =
      shown.empty() ? light_in_cells(cells, kShading / static_cast<float>(cells.cells[1]), kSlant, 0.0f)
                    : std::vector<float>{};
  for (int py = 0; py < image.height; ++py)
    for (int px = 0; px < image.width; ++px) {
      const VecD<2> x = view.place(px, py);
      const double i = x[0] / cells.cell_size, j = x[1] / cells.cell_size;
      image.at(px, py) = shown.empty() ? natural_color(cells, light, i, j)
                                       : scale.color(static_cast<double>(value_at(cells, shown, i, j)));
    }
  if (scene_.output.color == ColorBy::kType) {
    draw_cell_types(canvas, view, cells, true);
  } else {
    solids_.draw(canvas, view, time);
  }
  if (scene_.output.grid_lines) draw_grid_lines(canvas, scene_.domain);
  draw_flow(canvas, view, scene_, cells, fastest(cells));
  if (scene_.output.axes) draw_axes(canvas, scene_.domain);
  draw_sides(canvas, scene_.domain);
  if (!shown.empty()) draw_legend(canvas, scale, false);
  draw_time(canvas, time);
  return image;
}

}  // namespace spindrift
