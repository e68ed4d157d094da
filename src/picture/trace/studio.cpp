#include "picture/trace/studio.h"

#include <algorithm>
#include <cmath>

namespace spindrift {
namespace {

float smooth(float low, float high, float x) {
  const float t = std::clamp((x - low) / (high - low), 0.0f, 1.0f);
  return t * t * (3.0f - 2.0f * t);
}

Vec3f blend(const Vec3f& a, const Vec3f& b, float share) { return a + (b - a) * share; }

float encode(float x) { return x <= 0.0031308f ? 12.92f * x : 1.055f * std::pow(x, 1.0f / 2.4f) - 0.055f; }

}  // namespace

Studio::Studio(const Scene& scene)
    : sun_(normalized(Vec3f{{-0.42f, 0.80f, 0.36f}})),
      middle_(Vec3f::from(scene.domain.size * 0.5)),
      size_(static_cast<float>(length(scene.domain.size))),
      tile_(static_cast<float>(std::max({scene.domain.size[0], scene.domain.size[1], scene.domain.size[2]}) / 8.0)),
      floor_(-2e-4f * size_) {}

// A pale horizon, blue above, bright towards the sun; a few broad soft bands of cloud give reflections something to
// show.
Vec3f Studio::sky(const Vec3f& d) const {
  const float height = std::max(d[1], 0.0f);
  Vec3f color = blend(horizon(), Vec3f{{0.10f, 0.25f, 0.55f}}, smooth(0.0f, 0.75f, height));
  const float band = 0.5f + 0.5f * std::sin(5.0f * d[0] + 3.1f * d[2] + 4.0f * height);
  color = blend(color, Vec3f{{0.95f, 0.96f, 0.98f}},
                0.35f * band * smooth(0.05f, 0.3f, height) * (1.0f - smooth(0.5f, 0.9f, height)));
  const float to_sun = dot(d, sun_);
  color += Vec3f{{1.0f, 0.93f, 0.8f}} * (0.5f * std::pow(std::max(to_sun, 0.0f), 24.0f));
  color += Vec3f{{1.0f, 0.95f, 0.85f}} * (9.0f * smooth(0.9945f, 0.9985f, to_sun));
  return color;
}

Vec3f Studio::floor_color(const Vec3f& point) const {
  // A quiet checker pattern: what refraction bends.
  const auto wave = [&](float x) { return std::clamp(6.0f * std::sin(3.14159265f * x / tile_), -1.0f, 1.0f); };
  const float checker = 0.5f + 0.5f * wave(point[0]) * wave(point[2]);
  return blend(Vec3f{{0.335f, 0.34f, 0.35f}}, Vec3f{{0.405f, 0.41f, 0.42f}}, checker);
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
    return encode(std::min(mapped, 1.0f));
  };
  return {level(light[0]), level(light[1]), level(light[2])};
}

}  // namespace spindrift
