// Water that looks like water: light is followed through the surface as it reflects, refracts and is absorbed.
#pragma once

#include "formats/images/image.h"
#include "picture/trace/ray_scene.h"
#include "picture/trace/studio.h"
#include "spindrift/surface.h"

namespace spindrift {

class WaterRenderer {
 public:
  // `rays` holds the solids, if any; the liquid is added to it.
  WaterRenderer(const Scene& scene, RayScene rays, int frame_mesh, const SurfaceMesh& liquid);

  Image draw() const;  // on the threads of the pool that runs it; the same picture for any number

 private:
  class Random;
  struct Path;
  struct Pixel;
  Vec3f light_along(Path path, Random& random) const;
  Vec3f light_at_liquid(const Path& path, const RayHit& hit, const Vec3f& point, Random& random) const;
  Vec3f diffuse(const Vec3f& point, const Vec3f& normal, const Vec3f& albedo, bool is_inside, Random& random) const;
  Vec3f transmittance(Vec3f origin, const Vec3f& direction, bool is_inside, bool& reaches_sky) const;
  const LiquidTint& tint_at(const RayHit& hit) const { return has_tints_ ? hit.tint : tint_; }
  bool is_in_liquid(Vec3f point) const;
  Vec3f sample(int x, int y, int index) const;

  Studio studio_;
  Camera camera_;
  RayScene rays_;
  int frame_, liquid_;
  int width_, height_, samples_;
  float size_, hair_;           // of the domain; the least step of a ray
  LiquidTint tint_;             // of the scene's fluid
  bool has_tints_ = false;      // liquids differ in it: that of the surface counts for what lies behind
  bool starts_inside_ = false;  // the camera is under water
};

}  // namespace spindrift
