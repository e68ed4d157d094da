// What surrounds the liquid in a picture: sky, sun and floor; and how light becomes a pixel.
#pragma once

#include "formats/images/image.h"
#include "picture/trace/camera.h"

namespace spindrift {

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
  float haze(const Vec3f& point) const;  // 0 near the domain, 1 where the floor has faded into the sky
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
