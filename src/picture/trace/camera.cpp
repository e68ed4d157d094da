#include "picture/trace/camera.h"

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
  // As near as the corners of the domain allow.
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

}  // namespace spindrift
