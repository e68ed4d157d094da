// The gas of a 3D frame as rays of light meet it: how much it takes, how brightly it glows, how it is lit by the lamp.
// Lengths are in cells; light is linear, red, green and blue.
#pragma once

#include <vector>

#include "spindrift/frame.h"
#include "spindrift/scene.h"

namespace spindrift {

using LightF = Vec<float, 3>;

inline LightF times(const LightF& a, const LightF& b) { return {{a[0] * b[0], a[1] * b[1], a[2] * b[2]}}; }

class SmokeVolume {
 public:
  SmokeVolume(const Scene& scene, const CellFrame& cells, float slant_x, float slant_z);

  // What the gas does to light along one cell of its way.
  struct Optics {
    float extinction = 0.0f;  // by smoke: the share it takes of light that passes, for thin smoke
    LightF emission{};        // of hot soot, and of fuel that burns
  };
  Optics optics(const Vec3d& x) const;
  Optics optics(int i, int j, int k) const;  // of a cell

  float light(const Vec3d& x) const { return sample(light_, x); }  // share of the lamp's
  bool is_empty(const Vec3d& x) const;                             // and so is all within a few cells
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

}  // namespace spindrift
