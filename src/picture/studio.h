// Camera, sky, sun and floor of 3D pictures; and how light becomes a pixel.
#pragma once

#include <numbers>

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

// Surroundings of the liquid: a clear sky, the sun, and a floor.
class Studio {
 public:
  explicit Studio(const Scene& scene);

  Vec3f sky(const Vec3f& direction) const;       // its light without the sun's disc; direction is of unit length
  Vec3f sun_disc(const Vec3f& direction) const;  // the light of the disc; zero beside it
  Vec3f sun_direction() const { return sun_; }
  float sun_spread() const { return kSunSpread; }
  Vec3f sunlight() const { return sunlight_; }  // on a surface that faces the sun
  Vec3f skylight() const { return skylight_; }  // the sky's mean, weighted as a level surface sees it
  Vec3f daylight() const {                      // sun and sky on a white floor
    return sunlight_ * (sun_[1] / std::numbers::pi_v<float>)+skylight_;
  }
  Vec3f bounced_light() const { return bounced_; }  // from the floor around
  float floor_height() const { return floor_; }
  Vec3f floor_color(const Vec3f& point) const;
  Vec3f through_haze(const Vec3f& point, const Vec3f& light) const;  // light of the floor, as seen from the domain

 private:
  static constexpr float kSunSpread = 0.04f;  // tangent of the disc's half angle: the softness of shadows

  Vec3f sun_;
  Vec3f middle_;
  float size_, tile_, floor_;
  Vec3f sunlight_, skylight_, bounced_;
};

inline constexpr Vec3f kSolidAlbedo{{0.62f, 0.55f, 0.47f}};
inline constexpr Vec3f kFrameAlbedo{{0.16f, 0.16f, 0.16f}};

// Linear light to display values: contrast in the middle, soft shadows and highlights.
Rgb to_display(const Vec3f& light);

}  // namespace spindrift
