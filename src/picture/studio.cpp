#include "picture/studio.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace spindrift {

namespace {

constexpr double kMargin = 0.06;        // of the picture, around the domain
const Vec3d kView{{0.50, 0.30, 0.82}};  // from the target towards the eye

}  // namespace

Camera::Camera(const Scene& scene)
    : width_(scene.render.width),
      height_(scene.render.height),
      tangent_(static_cast<float>(std::tan(scene.render.field_of_view_degrees * std::numbers::pi / 360.0))) {
  const Vec3d size = scene.domain.size;
  const Vec3d target = scene.render.target.value_or(Vec3d{{0.5 * size[0], 0.42 * size[1], 0.5 * size[2]}});
  if (scene.render.eye) {
    aim(*scene.render.eye, target);
    return;
  }
  // As near as possible with all corners of the domain in the picture.
  double near = 0.1 * length(size), far = 50.0 * length(size);
  for (int i = 0; i < 50; ++i) {
    const double middle = 0.5 * (near + far);
    aim(target + kView * (middle / length(kView)), target);
    bool is_seen = true;
    for (int c = 0; c < 8; ++c) {
      const Vec3f corner{{c & 1 ? static_cast<float>(size[0]) : 0.0f, c & 2 ? static_cast<float>(size[1]) : 0.0f,
                          c & 4 ? static_cast<float>(size[2]) : 0.0f}};
      float x = 0.0f, y = 0.0f, depth = 0.0f;
      is_seen &= project(corner, x, y, depth);
      is_seen &= std::abs(x / static_cast<float>(width_) - 0.5f) < 0.5f - static_cast<float>(kMargin);
      is_seen &= std::abs(y / static_cast<float>(height_) - 0.5f) < 0.5f - static_cast<float>(kMargin);
    }
    (is_seen ? far : near) = middle;
  }
  aim(target + kView * (far / length(kView)), target);
}

void Camera::aim(const Vec3d& eye, const Vec3d& target) {
  eye_ = Vec3f::from(eye);
  forward_ = normalized(Vec3f::from(target - eye));
  const Vec3f vertical = std::abs(forward_[1]) < 0.999f ? Vec3f{{0, 1, 0}} : Vec3f{{0, 0, -1}};
  right_ = normalized(cross(forward_, vertical));
  up_ = cross(right_, forward_);
}

Vec3f Camera::direction(float x, float y) const {
  const float u = (2.0f * x - static_cast<float>(width_)) / static_cast<float>(height_) * tangent_;
  const float v = (static_cast<float>(height_) - 2.0f * y) / static_cast<float>(height_) * tangent_;
  return normalized(forward_ + right_ * u + up_ * v);
}

bool Camera::project(const Vec3f& point, float& x, float& y, float& depth) const {
  const Vec3f to = point - eye_;
  depth = dot(to, forward_);
  if (!(depth > 0.0f)) return false;
  const float scale = 0.5f * static_cast<float>(height_) / (tangent_ * depth);
  x = 0.5f * static_cast<float>(width_) + scale * dot(to, right_);
  y = 0.5f * static_cast<float>(height_) - scale * dot(to, up_);
  return true;
}

namespace {

float smooth(float low, float high, float x) {
  const float t = std::clamp((x - low) / (high - low), 0.0f, 1.0f);
  return t * t * (3.0f - 2.0f * t);
}

}  // namespace

Studio::Studio(const Scene& scene)
    : sun_(normalized(Vec3f{{-0.42f, 0.80f, 0.36f}})),
      middle_(Vec3f::from(scene.domain.size * 0.5)),
      size_(static_cast<float>(length(scene.domain.size))),
      tile_(static_cast<float>(std::max({scene.domain.size[0], scene.domain.size[1], scene.domain.size[2]}) / 8.0)),
      floor_(-2e-4f * size_) {}

// A pale horizon, blue above, bright towards the sun; broad soft bands of cloud show in reflections.
Vec3f Studio::sky(const Vec3f& d) const {
  const float height = std::max(d[1], 0.0f);
  Vec3f color = mix_light(horizon(), Vec3f{{0.10f, 0.25f, 0.55f}}, smooth(0.0f, 0.75f, height));
  const float band = 0.5f + 0.5f * std::sin(5.0f * d[0] + 3.1f * d[2] + 4.0f * height);
  color = mix_light(color, Vec3f{{0.95f, 0.96f, 0.98f}},
                    0.35f * band * smooth(0.05f, 0.3f, height) * (1.0f - smooth(0.5f, 0.9f, height)));
  const float to_sun = dot(d, sun_);
  color += Vec3f{{1.0f, 0.93f, 0.8f}} * (0.5f * std::pow(std::max(to_sun, 0.0f), 24.0f));
  color += Vec3f{{1.0f, 0.95f, 0.85f}} * (9.0f * smooth(0.9945f, 0.9985f, to_sun));
  return color;
}

Vec3f Studio::floor_color(const Vec3f& point) const {
  // A faint checker pattern, which shows refraction.
  const auto wave = [&](float x) { return std::clamp(6.0f * std::sin(3.14159265f * x / tile_), -1.0f, 1.0f); };
  const float checker = 0.5f + 0.5f * wave(point[0]) * wave(point[2]);
  return mix_light(Vec3f{{0.335f, 0.34f, 0.35f}}, Vec3f{{0.405f, 0.41f, 0.42f}}, checker);
}

float Studio::haze(const Vec3f& point) const {
  const Vec3f away = point - middle_;
  return smooth(1.2f, 6.0f, std::hypot(away[0], away[2]) / size_);
}

Rgb to_display(const Vec3f& light) {
  // Straight up to about a half, then bent towards white.
  const auto level = [](float x) {
    const float y = std::max(0.0f, 0.88f * x);
    const float mapped = y * (1.0f + y / 6.0f) / (1.0f + 0.62f * y);
    return encode_srgb(std::min(mapped, 1.0f));
  };
  return {level(light[0]), level(light[1]), level(light[2])};
}

}  // namespace spindrift
