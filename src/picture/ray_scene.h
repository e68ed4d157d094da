// Triangles that rays can hit, by Embree where the program was built with it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "picture/colors.h"
#include "picture/studio.h"

namespace spindrift {

struct RayMesh {
  std::vector<Vec3f> vertices;
  std::vector<Vec3f> normals;  // per vertex; empty: faces are flat
  std::vector<std::array<std::uint32_t, 3>> triangles;
  std::vector<char> is_flat;                     // per triangle, if normals are there
  std::vector<LiquidTint> tints;                 // per vertex, of the liquid behind it; empty: all the same
  std::function<Vec3f(const Vec3f&)> normal_at;  // the exact normal at a point, if there is a formula
};

struct RayHit {
  int mesh = -1;  // the number that add() gave; -1 = nothing
  float distance = 0.0f;
  Vec3f normal{};  // of the face, of unit length
  Vec3f smooth_normal{};
  Vec3f smooth_point{};  // on the curved surface: from there neighbouring faces cast no shadow
  LiquidTint tint{};     // if the mesh has tints
};

bool can_trace_rays();  // whether the program was built with Embree

class RayScene {
 public:
  RayScene();
  ~RayScene();
  RayScene(RayScene&&) noexcept;

  int add(RayMesh mesh);
  void commit();  // after the last add
  RayHit first_hit(const Vec3f& origin, const Vec3f& direction, float least, float most) const;

 private:
  struct Content;
  std::unique_ptr<Content> content_;
};

}  // namespace spindrift
