// Camera, sky, sun and floor of 3D pictures; and how light becomes a pixel.
#pragma once

#include "picture/colors.h"
#include "spindrift/scene.h"

namespace spindrift {

inline Vec3f normalized(const Vec3f& v) {
  const float l = length(v);
  return l > 0.0f ? v / l : v;
}

class Camera {
 public:
  // Sees the whole domain from above and the side, unless the scene says otherwise.
  explicit Camera(const Scene& scene);

  bool has_direction() const { return length(forward_) > 0.0f; }  // false if eye and target are one point
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

// Surroundings of the liquid.
class Studio {
 public:
  explicit Studio(const Scene& scene);

  Vec3f sky(const Vec3f& direction) const;  // light from far away; direction is of unit length
  Vec3f sun_direction() const { return sun_; }
  Vec3f sunlight() const { return {{4.4f, 4.15f, 3.7f}}; }    // on a surface that faces the sun
  Vec3f skylight() const { return {{0.50f, 0.57f, 0.66f}}; }  // the sky's mean
  float sun_spread() const { return 0.055f; }                 // tangent of its half angle: the softness of shadows
  float floor_height() const { return floor_; }
  Vec3f floor_color(const Vec3f& point) const;
  float haze(const Vec3f& point) const;  // from 0 near the domain to 1 where the floor has the sky's colour
  Vec3f horizon() const { return {{0.66f, 0.73f, 0.80f}}; }

 private:
  Vec3f sun_;
  Vec3f middle_;
  float size_, tile_, floor_;
};

inline constexpr Vec3f kSolidAlbedo{{0.62f, 0.55f, 0.47f}};
inline constexpr Vec3f kFrameAlbedo{{0.20f, 0.21f, 0.23f}};

// Linear light to display values, with soft highlights.
Rgb to_display(const Vec3f& light);

}  // namespace spindrift
