// The gas of a frame as rays of light meet it: what it absorbs, how brightly it glows, how lamp and fire light it.
// Lengths are in cells; light is linear: red, green, blue.
#pragma once

#include <vector>

#include "geometry/solid.h"
#include "picture/colors.h"
#include "spindrift/frame.h"
#include "spindrift/scene.h"

namespace spindrift {

// Share of a distant light that reaches each cell. The light falls along -y and goes `slant` cells sideways (x, z) for
// each cell down; `depth` is the optical depth of smoke of density 1 across one cell. Solids let nothing through.
std::vector<float> light_in_cells(const CellFrame& cells, float depth, float slant_x, float slant_z);

class SmokeVolume {
 public:
  SmokeVolume(const Scene& scene, const CellFrame& cells, float slant_x, float slant_z);

  // The effect of the gas on light along the width of one cell.
  struct Optics {
    float extinction = 0.0f;  // by smoke, per cell
    Vec3f emission{};         // of hot soot and of burning fuel
  };
  Optics optics(const Vec3d& x) const;
  Optics optics(int i, int j, int k) const;  // of a cell

  float light(const Vec3d& x) const { return sample(light_, x); }  // share of the lamp's
  bool is_empty(const Vec3d& x) const;                             // with all cells around
  const Vec<int, 3>& cells() const { return cells_.cells; }
  static constexpr int kBlock = 8;  // cells that are empty together

 private:
  Optics optics_of(float smoke, float kelvin, float fuel, float share) const;
  float share_at(const Vec3d& x) const;
  std::size_t index(int i, int j, int k) const;
  std::size_t block(int i, int j, int k) const;
  void mark(int i, int j, int k);
  float sample(const std::vector<float>& field, const Vec3d& x) const;

  const CellFrame& cells_;
  std::vector<float> light_;
  std::vector<char> busy_;
  Vec<int, 3> blocks_{};
  float depth_ = 0.0f, ignition_ = 0.0f;
  bool is_open_[6] = {};
};

// The light of a frame's flames, gathered into a few lights, on floor, solids and smoke.
class FireLight {
 public:
  // `solids` cast shadows; h is the width of a cell in metres.
  FireLight(const SmokeVolume& volume, const std::vector<Solid<3>>& solids, double h);

  Vec3f on_surface(const Vec3d& x, const Vec3d& normal) const;  // reflected by a white surface; x in cells
  Vec3f in_smoke(const Vec3d& x) const;                         // scattered by white smoke

 private:
  struct Light {
    Vec3d place{};  // cells
    Vec3f power{};
  };
  bool is_shadowed(const Vec3d& from, const Vec3d& towards) const;
  Vec3f gathered_at(const Vec3d& x) const;

  const std::vector<Solid<3>>& solids_;
  double h_;
  double softness_ = 1.0;  // square of the size of a light, cells
  std::vector<Light> lights_;
  Vec<int, 3> nodes_{};
  std::vector<Vec3f> at_nodes_;
};

}  // namespace spindrift
