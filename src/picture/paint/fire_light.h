// What a fire's light does around it: the flames of a frame, gathered into a few lights, shine on floor, solids and
// smoke.
#pragma once

#include <vector>

#include "geometry/solid.h"
#include "picture/paint/smoke_volume.h"

namespace spindrift {

class FireLight {
 public:
  // `solids` cast shadows; h is the width of a cell in metres.
  FireLight(const SmokeVolume& volume, const std::vector<Solid<3>>& solids, double h);

  bool is_dark() const { return lights_.empty(); }
  LightF on_surface(const Vec3d& x, const Vec3d& normal) const;  // what a white surface sends on; x in cells
  LightF in_smoke(const Vec3d& x) const;                         // what white smoke scatters, anywhere in the domain

 private:
  struct Light {
    Vec3d place{};  // cells
    LightF power{};
  };
  bool is_shadowed(const Vec3d& from, const Vec3d& towards) const;
  LightF gathered_at(const Vec3d& x) const;

  const std::vector<Solid<3>>& solids_;
  double h_;
  double softness_ = 1.0;  // square of the size of a light, cells
  std::vector<Light> lights_;
  Vec<int, 3> nodes_{};
  std::vector<LightF> at_nodes_;
};

}  // namespace spindrift
