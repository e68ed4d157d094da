#include "picture/paint/volume_painter.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "exec/parallel.h"
#include "picture/paint/black_body.h"
#include "picture/paint/smoke_light.h"
#include "settings/picture_size.h"

namespace spindrift {
namespace {

constexpr float kDepthOfDomain = 40.0f;  // optical depth of smoke of density 1 across the domain's longest side
constexpr float kGlow = 34.0f;           // light that gas at 1800 K gives off along the domain's longest side
constexpr float kSlantX = 0.55f, kSlantZ = -0.35f;                   // of the lamp's rays, for each cell down
constexpr Rgb kLamp{1.0f, 0.97f, 0.92f}, kSky{0.20f, 0.25f, 0.33f};  // what the lamp adds, what comes from all around
constexpr Rgb kHorizon{0.115f, 0.145f, 0.195f}, kZenith{0.035f, 0.048f, 0.075f};

Rgb operator*(const Rgb& a, float s) { return {a.red * s, a.green * s, a.blue * s}; }
Rgb operator+(const Rgb& a, const Rgb& b) { return {a.red + b.red, a.green + b.green, a.blue + b.blue}; }

// Bright light runs softly into white.
float shown(float v) { return v < 0.75f ? v : 0.75f + 0.25f * (1.0f - std::exp(-(v - 0.75f) / 0.25f)); }

struct Ray {
  Vec3d from, along;
};

// The smoke with what rays need of it, in cells.
class Volume {
 public:
  explicit Volume(const CellFrame& cells) : cells_(cells) {
    const int longest = std::max({cells.cells[0], cells.cells[1], cells.cells[2]});
    depth_ = kDepthOfDomain / static_cast<float>(longest);
    light_ = light_in_cells(cells, depth_, kSlantX, kSlantZ);
    glow_ = kGlow / static_cast<float>(longest);
    for (int a = 0; a < 3; ++a) blocks_[a] = (cells.cells[a] + kBlock - 1) / kBlock;
    busy_.assign(static_cast<std::size_t>(blocks_[0]) * static_cast<std::size_t>(blocks_[1]) *
                     static_cast<std::size_t>(blocks_[2]),
                 0);
    for (int k = 0; k < cells.cells[2]; ++k)
      for (int j = 0; j < cells.cells[1]; ++j)
        for (int i = 0; i < cells.cells[0]; ++i) {
          const std::size_t c = index(i, j, k);
          if (cells.density[c] < 1e-3f && cells.temperature[c] < 700.0f) continue;
          // Interpolation reaches into the neighbours.
          for (int n = 0; n < 27; ++n) mark(i + n % 3 - 1, j + n / 3 % 3 - 1, k + n / 9 - 1);
        }
  }

  float depth() const { return depth_; }
  float glow() const { return glow_; }
  float light(const Vec3d& x) const { return sample(light_, x); }
  float density(const Vec3d& x) const { return sample(cells_.density, x); }
  float temperature(const Vec3d& x) const { return sample(cells_.temperature, x); }
  bool is_empty(const Vec3d& x) const {
    int b[3];
    for (int a = 0; a < 3; ++a) b[a] = std::clamp(static_cast<int>(x[a]) / kBlock, 0, blocks_[a] - 1);
    return !busy_[block(b[0], b[1], b[2])];
  }
  static constexpr int kBlock = 8;

 private:
  std::size_t index(int i, int j, int k) const {
    return (static_cast<std::size_t>(k) * static_cast<std::size_t>(cells_.cells[1]) + static_cast<std::size_t>(j)) *
               static_cast<std::size_t>(cells_.cells[0]) +
           static_cast<std::size_t>(i);
  }
  std::size_t block(int i, int j, int k) const {
    return (static_cast<std::size_t>(k) * static_cast<std::size_t>(blocks_[1]) + static_cast<std::size_t>(j)) *
               static_cast<std::size_t>(blocks_[0]) +
           static_cast<std::size_t>(i);
  }
  void mark(int i, int j, int k) {
    i = std::clamp(i, 0, cells_.cells[0] - 1);
    j = std::clamp(j, 0, cells_.cells[1] - 1);
    k = std::clamp(k, 0, cells_.cells[2] - 1);
    busy_[block(i / kBlock, j / kBlock, k / kBlock)] = 1;
  }
  float sample(const std::vector<float>& field, const Vec3d& x) const {
    int low[3], high[3];
    float f[3];
    for (int a = 0; a < 3; ++a) {
      const double g = std::clamp(x[a] - 0.5, 0.0, cells_.cells[a] - 1.0);
      low[a] = static_cast<int>(g);
      high[a] = std::min(low[a] + 1, cells_.cells[a] - 1);
      f[a] = static_cast<float>(g - low[a]);
    }
    auto row = [&](int j, int k) {
      return field[index(low[0], j, k)] * (1.0f - f[0]) + field[index(high[0], j, k)] * f[0];
    };
    const float front = row(low[1], low[2]) * (1.0f - f[1]) + row(high[1], low[2]) * f[1];
    const float back = row(low[1], high[2]) * (1.0f - f[1]) + row(high[1], high[2]) * f[1];
    return front * (1.0f - f[2]) + back * f[2];
  }

  const CellFrame& cells_;
  std::vector<float> light_;
  std::vector<char> busy_;
  int blocks_[3] = {};
  float depth_ = 0.0f, glow_ = 0.0f;
};

// Looks at the whole domain from the front, a little from above and from the right, unless the scene says otherwise.
class Eye {
 public:
  Eye(const RenderSettings& settings, const Vec3d& size, int width, int height)
      : width_(width), height_(height), view_(settings.field_of_view_degrees * std::numbers::pi / 180.0) {
    const Vec3d target = settings.target.value_or(size * 0.5);
    const Vec3d towards = Vec3d{{0.42, 0.26, 1.0}};
    const double radius = 0.37 * length(size), aspect = std::min(1.0, 1.0 * width / height);
    const double away = 1.02 * radius / std::sin(0.5 * view_ * aspect) / length(towards);
    from_ = settings.eye.value_or(target + towards * away);
    forward_ = (target - from_) / length(target - from_);
    const bool is_steep = std::abs(forward_[1]) > 0.999;
    right_ = cross(forward_, is_steep ? Vec3d{{0.0, 0.0, -1.0}} : Vec3d{{0.0, 1.0, 0.0}});
    right_ = right_ / length(right_);
    up_ = cross(right_, forward_);
  }
  Ray ray(double px, double py) const {
    const double scale = 2.0 * std::tan(0.5 * view_) / height_;
    const Vec3d along = forward_ + right_ * ((px - 0.5 * width_) * scale) + up_ * ((0.5 * height_ - py) * scale);
    return {from_, along / length(along)};
  }

 private:
  int width_, height_;
  double view_;  // radians, across the picture's height
  Vec3d from_{}, forward_{}, right_{}, up_{};
};

// Where a ray is inside of the box from the origin to `size`.
std::optional<std::pair<double, double>> crossing(const Ray& ray, const Vec3d& size) {
  double enter = 0.0, leave = 1e300;
  for (int a = 0; a < 3; ++a) {
    if (std::abs(ray.along[a]) < 1e-12) {
      if (ray.from[a] < 0.0 || ray.from[a] > size[a]) return std::nullopt;
      continue;
    }
    double low = -ray.from[a] / ray.along[a], high = (size[a] - ray.from[a]) / ray.along[a];
    if (low > high) std::swap(low, high);
    enter = std::max(enter, low);
    leave = std::min(leave, high);
  }
  if (enter >= leave) return std::nullopt;
  return std::pair(enter, leave);
}

}  // namespace

Result<VolumePainter> VolumePainter::create(const Scene& scene) {
  VolumePainter painter(scene);
  for (const SolidSettings& settings : scene.solids) {
    auto shape = make_shape<3>(settings.shape, scene.file);
    if (!shape) return shape.error();
    painter.solids_.emplace_back(*shape, settings);
  }
  return painter;
}

Image VolumePainter::draw(double time, const CellFrame& cells) {
  for (Solid<3>& solid : solids_) solid.move_to(time, 0.0);
  const PictureSize picture = picture_size(scene_);
  const int width = picture.width, height = picture.height;
  Image image(width, height, kZenith);
  const Volume volume(cells);
  const double h = cells.cell_size;
  const Vec3d size = Vec3d::from(cells.cells) * h;
  const Eye eye(scene_.render, size, width, height);
  const Vec3d lamp = Vec3d{{-static_cast<double>(kSlantX), 1.0, -static_cast<double>(kSlantZ)}};
  const Vec3d to_lamp = lamp / length(lamp);
  auto inside = [&](const Vec3d& x) {
    return x[0] >= 0 && x[2] >= 0 && x[0] <= size[0] && x[2] <= size[2] && x[1] <= size[1];
  };
  auto light_at = [&](const Vec3d& x) {
    if (!inside(x)) return 1.0f;
    double margin = 1.0;  // shadows end softly at the domain's sides
    for (const int a : {0, 2}) margin = std::min({margin, 8.0 * x[a] / size[a], 8.0 * (1.0 - x[a] / size[a])});
    return 1.0f + static_cast<float>(margin) * (volume.light(x / h) - 1.0f);
  };

  // What a ray meets first behind the smoke: a solid, the floor, or nothing.
  auto backdrop = [&](const Ray& ray, double& distance) {
    distance = 1e300;
    Rgb color = mix_colors(kHorizon, kZenith, static_cast<float>(std::clamp(4.0 * ray.along[1] + 0.35, 0.0, 1.0)));
    if (ray.along[1] < -1e-6) {
      distance = -ray.from[1] / ray.along[1];
      const Vec3d x = ray.from + ray.along * distance;
      const double far = length(x - size * 0.5) / length(size);
      const Rgb floor = (kSky * 0.5f + kLamp * (0.34f * light_at(x))) * 0.62f;
      color = mix_colors(floor, color, static_cast<float>(std::clamp((far - 0.5) / 1.6, 0.0, 1.0)));
    }
    const auto span = crossing(ray, size);
    for (double t = span ? span->first : 1.0, end = span ? std::min(span->second, distance) : 0.0;
         !solids_.empty() && t < end;) {
      const Vec3d x = ray.from + ray.along * t;
      double nearest = 1e300;
      const Solid<3>* hit = nullptr;
      for (const Solid<3>& solid : solids_)
        if (const double d = solid.distance(x); d < nearest) nearest = d, hit = &solid;
      if (nearest < 0.01 * h) {
        const Vec3d normal = hit->normal(x, 0.1 * h);
        const auto facing = static_cast<float>(std::max(0.0, dot(normal, to_lamp)));
        const Rgb clay{0.78f, 0.74f, 0.69f};
        const Rgb shade = kSky * (0.75f + 0.35f * static_cast<float>(normal[1])) +
                          kLamp * (0.75f * facing * light_at(x + normal * (1.5 * h)));
        color = {clay.red * shade.red, clay.green * shade.green, clay.blue * shade.blue};
        distance = t;
        break;
      }
      t += std::max(nearest, 0.05 * h);
    }
    return color;
  };

  parallel_for("march through smoke", static_cast<std::size_t>(height), [&](std::size_t py) {
    for (int px = 0; px < width; ++px) {
      const Ray ray = eye.ray(px + 0.5, static_cast<double>(py) + 0.5);
      double distance = 0.0;
      const Rgb behind = backdrop(ray, distance);
      float through = 1.0f;
      Rgb gathered{};
      if (const auto span = crossing(ray, size)) {
        const double step = 0.7 * h, end = std::min(span->second, distance);
        // A fixed pattern of starts turns the layers of equal steps into fine grain.
        const double start = span->first + step * (((px * 7 + static_cast<int>(py) * 3) % 16) / 16.0);
        for (double t = start; t < end && through > 0.01f;) {
          const Vec3d x = (ray.from + ray.along * t) / h;
          if (volume.is_empty(x)) {
            t += 3.0 * h;  // less than half a block
            continue;
          }
          const float smoke = volume.density(x), hot = volume.temperature(x);
          const float taken = 1.0f - std::exp(-volume.depth() * smoke * 0.7f);
          if (taken > 0.0f) {
            const Rgb scattered = kSky * 0.9f + kLamp * (0.85f * volume.light(x));
            gathered = gathered + scattered * (through * taken);
            through *= 1.0f - taken;
          }
          if (hot > 700.0f) {
            const Rgb glow = black_body_color(hot);
            const float power = volume.glow() * 0.7f * std::min(2.0f, (hot - 600.0f) / 1200.0f);
            gathered = gathered + glow * (through * power);
          }
          t += step;
        }
      }
      const Rgb sum = gathered + behind * through;
      image.at(px, static_cast<int>(py)) = {shown(sum.red), shown(sum.green), shown(sum.blue)};
    }
  });
  return image;
}

}  // namespace spindrift
