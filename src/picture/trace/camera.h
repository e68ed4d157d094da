// Where a picture is taken from.
#pragma once

#include "spindrift/scene.h"

namespace spindrift {

using Vec3f = Vec<float, 3>;

inline Vec3f normalized(const Vec3f& v) {
  const float l = length(v);
  return l > 0.0f ? v / l : v;
}

class Camera {
 public:
  // Looks at the whole domain from above and the side, unless the scene says otherwise.
  explicit Camera(const Scene& scene);

  bool has_direction() const { return length(forward_) > 0.0f; }  // not where it stands on what it looks at
  const Vec3f& eye() const { return eye_; }
  Vec3f direction(float x, float y) const;  // through a point of the picture; pixels from the upper left corner

  // Pixels from the upper left corner and the depth along the view; false behind the camera.
  bool project(const Vec3f& point, float& x, float& y, float& depth) const;
  float pixels_per_radian() const { return 0.5f * static_cast<float>(height_) / tangent_; }

 private:
  void aim(const Vec3d& eye, const Vec3d& target);

  int width_, height_;
  float tangent_;  // of half the field of view
  Vec3f eye_{}, right_{}, up_{}, forward_{};
};

}  // namespace spindrift
