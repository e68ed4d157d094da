#include "picture/studio.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace spindrift {

namespace {

constexpr double kMargin = 0.06;        // of the picture, around the domain
const Vec3d kView{{0.50, 0.17, 0.82}};  // from the target towards the eye

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

// The clear sky of the CIE [CIE2003]: a gradient by the length of the path through the air, brighter around the sun.
// Its optical depth of 0.32 is that of green; other colours follow Rayleigh's inverse fourth power of the wavelength.
constexpr Vec3f kOpticalDepth{{0.17f, 0.32f, 0.70f}};
constexpr float kThinnedAir = 0.3f;  // added to the sine of an elevation: the horizon stays blue
constexpr float kSunInAir = 0.3f;    // share of the optical depth that the sun loses; the rest is scattered forward
constexpr float kSkyLevel = 0.38f;   // a level floor has almost five times as much light from the sun
constexpr float kSunLevel = 6.0f;    // on a surface that faces the sun, above the air
constexpr float kClearAir = 45.0f;   // domain sizes until haze hides two thirds of the floor
constexpr Vec3f kFloor{{0.120f, 0.116f, 0.110f}};

Vec3f share_left(float optical_length) {
  return {{std::exp(-kOpticalDepth[0] * optical_length), std::exp(-kOpticalDepth[1] * optical_length),
           std::exp(-kOpticalDepth[2] * optical_length)}};
}

}  // namespace

Studio::Studio(const Scene& scene)
    : sun_(normalized(Vec3f{{-0.60f, 0.50f, -0.35f}})),
      middle_(Vec3f::from(scene.domain.size * 0.5)),
      size_(static_cast<float>(length(scene.domain.size))),
      tile_(static_cast<float>(std::max({scene.domain.size[0], scene.domain.size[1], scene.domain.size[2]}) / 4.0)),
      floor_(-2e-4f * size_) {
  sunlight_ = share_left(kSunInAir / (sun_[1] + kThinnedAir)) * kSunLevel;
  // The mean over rings of equal weight by the cosine to the vertical.
  constexpr int kRings = 16, kAround = 32;
  for (int ring = 0; ring < kRings; ++ring)
    for (int i = 0; i < kAround; ++i) {
      const float share = (static_cast<float>(ring) + 0.5f) / kRings, r = std::sqrt(share);
      const float turn = 2.0f * std::numbers::pi_v<float> * static_cast<float>(i) / kAround;
      skylight_ += sky({{r * std::cos(turn), std::sqrt(1.0f - share), r * std::sin(turn)}}) /
                   static_cast<float>(kRings * kAround);
    }
  bounced_ = times(kFloor, daylight());
}

Vec3f Studio::sky(const Vec3f& d) const {
  const float cosine = std::clamp(dot(d, sun_), -1.0f, 1.0f);
  const float around = 0.91f + 0.45f * cosine * cosine, glow = 10.0f * std::exp(-3.0f * std::acos(cosine));
  const Vec3f left = share_left(1.0f / (std::max(d[1], 0.0f) + kThinnedAir));
  const Vec3f color = Vec3f{{1, 1, 1}} - left;
  return (color * around + Vec3f{{1.0f, 0.95f, 0.86f}} * (luminance(color) * glow)) * kSkyLevel;
}

Vec3f Studio::sun_disc(const Vec3f& d) const {
  if (dot(d, sun_) * std::sqrt(1.0f + kSunSpread * kSunSpread) < 1.0f) return {};
  return sunlight_ / (std::numbers::pi_v<float> * kSunSpread * kSunSpread);
}

// Plain ground with faint joints, which show refraction.
Vec3f Studio::floor_color(const Vec3f& point) const {
  const auto joint = [&](float x) {
    return smooth(0.997f, 0.999f, std::abs(std::cos(std::numbers::pi_v<float> * x / tile_)));
  };
  const Vec3f away = point - middle_;
  const float near = std::exp(-std::hypot(away[0], away[2]) / (2.0f * size_));
  return kFloor * (1.0f - 0.22f * near * std::max(joint(point[0]), joint(point[2])));
}

Vec3f Studio::through_haze(const Vec3f& point, const Vec3f& light) const {
  const Vec3f away{{point[0] - middle_[0], 0.0f, point[2] - middle_[2]}};
  const float distance = length(away), clear = std::exp(-distance / (kClearAir * size_));
  return light * clear + sky(distance > 0.0f ? away / distance : sun_) * (1.0f - clear);
}

// A curve like film's [Narkowicz2016]: a dark toe for contrast, and highlights that fade to white.
Rgb to_display(const Vec3f& light) {
  const auto level = [](float x) {
    const float y = std::max(0.0f, 0.95f * x);
    return encode_srgb(std::min(y * (2.51f * y + 0.03f) / (y * (2.43f * y + 0.59f) + 0.14f), 1.0f));
  };
  return {level(light[0]), level(light[1]), level(light[2])};
}

}  // namespace spindrift
