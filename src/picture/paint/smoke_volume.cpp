#include "picture/paint/smoke_volume.h"

#include <algorithm>
#include <cmath>

#include "grid/frames.h"
#include "picture/paint/black_body.h"
#include "picture/paint/smoke_light.h"

namespace spindrift {
namespace {

// Optical depth of smoke of density 1 across the domain's longest side: a plume a tenth as wide is opaque.
constexpr float kDepthOfDomain = 40.0f;
// Soot glows by Kirchhoff's law as strongly as it absorbs; this is the light of soot too thick to see through, at the
// temperature where a flame's brightness is measured. Above 1, so that the heart of a flame is overexposed, as in
// photographs.
constexpr float kFlameLight = 7.0f;
// The blue of a flame's foot, where fuel burns that has made no soot yet: faint beside the soot's light.
constexpr LightF kBlueFlame{{0.002f, 0.006f, 0.018f}};
// Air beyond an open side is not computed, so the gas fades out before it: over this share of the height at the top,
// where plumes leave, and of the width at the sides.
constexpr double kFadeTop = 0.25, kFadeSide = 0.04;
constexpr float kLeastSmoke = 1e-3f;  // what no picture shows

float smooth_step(double x) {
  const auto t = static_cast<float>(std::clamp(x, 0.0, 1.0));
  return t * t * (3.0f - 2.0f * t);
}

}  // namespace

SmokeVolume::SmokeVolume(const Scene& scene, const CellFrame& cells, float slant_x, float slant_z)
    : cells_(cells), ignition_(static_cast<float>(scene.fire.ignition_temperature)) {
  const int longest = std::max({cells.cells[0], cells.cells[1], cells.cells[2]});
  depth_ = kDepthOfDomain / static_cast<float>(longest);
  light_ = light_in_cells(cells, depth_, slant_x, slant_z);
  for (int side = 0; side < 6; ++side) is_open_[side] = scene.domain.is_open(static_cast<Side>(side));
  for (int a = 0; a < 3; ++a) blocks_[a] = (cells.cells[a] + kBlock - 1) / kBlock;
  busy_.assign(cell_count(blocks_), 0);
  for (int k = 0; k < cells.cells[2]; ++k)
    for (int j = 0; j < cells.cells[1]; ++j)
      for (int i = 0; i < cells.cells[0]; ++i) {
        const std::size_t c = index(i, j, k);
        const bool has_fuel = !cells.fuel.empty() && cells.fuel[c] > kLeastSmoke;
        if (cells.density[c] < kLeastSmoke && !has_fuel) continue;
        // Interpolation reaches into the neighbours.
        for (int n = 0; n < 27; ++n) mark(i + n % 3 - 1, j + n / 3 % 3 - 1, k + n / 9 - 1);
      }
}

SmokeVolume::Optics SmokeVolume::optics_of(float smoke, float kelvin, float fuel, float share) const {
  Optics result;
  result.extinction = depth_ * std::max(0.0f, smoke) * share;
  if (kelvin <= kLeastGlowing) return result;
  result.emission = black_body_light(kelvin) * (kFlameLight * result.extinction);
  if (fuel > 0.0f && kelvin > ignition_) result.emission += kBlueFlame * (depth_ * fuel * share);
  return result;
}

SmokeVolume::Optics SmokeVolume::optics(const Vec3d& x) const {
  return optics_of(sample(cells_.density, x), sample(cells_.temperature, x),
                   cells_.fuel.empty() ? 0.0f : sample(cells_.fuel, x), share_at(x));
}

SmokeVolume::Optics SmokeVolume::optics(int i, int j, int k) const {
  const std::size_t c = index(i, j, k);
  return optics_of(cells_.density[c], cells_.temperature[c], cells_.fuel.empty() ? 0.0f : cells_.fuel[c],
                   share_at({{i + 0.5, j + 0.5, k + 0.5}}));
}

bool SmokeVolume::is_empty(const Vec3d& x) const {
  int b[3];
  for (int a = 0; a < 3; ++a) b[a] = std::clamp(static_cast<int>(x[a]) / kBlock, 0, blocks_[a] - 1);
  return !busy_[block(b[0], b[1], b[2])];
}

// How much of the gas is shown, by its distance to open sides.
float SmokeVolume::share_at(const Vec3d& x) const {
  float share = 1.0f;
  for (int a = 0; a < 3; ++a) {
    const double at = x[a] / cells_.cells[a];
    if (is_open_[2 * a]) share *= smooth_step(at / kFadeSide);
    if (is_open_[2 * a + 1]) share *= smooth_step((1.0 - at) / (a == 1 ? kFadeTop : kFadeSide));
  }
  return share;
}

std::size_t SmokeVolume::index(int i, int j, int k) const { return cell_number(cells_.cells, i, j, k); }

std::size_t SmokeVolume::block(int i, int j, int k) const { return cell_number(blocks_, i, j, k); }

void SmokeVolume::mark(int i, int j, int k) {
  i = std::clamp(i, 0, cells_.cells[0] - 1);
  j = std::clamp(j, 0, cells_.cells[1] - 1);
  k = std::clamp(k, 0, cells_.cells[2] - 1);
  busy_[block(i / kBlock, j / kBlock, k / kBlock)] = 1;
}

// Linear between the centres of cells.
float SmokeVolume::sample(const std::vector<float>& field, const Vec3d& x) const {
  int low[3], high[3];
  float f[3];
  for (int a = 0; a < 3; ++a) {
    const double g = std::clamp(x[a] - 0.5, 0.0, cells_.cells[a] - 1.0);
    low[a] = static_cast<int>(g);
    high[a] = std::min(low[a] + 1, cells_.cells[a] - 1);
    f[a] = static_cast<float>(g - low[a]);
  }
  auto row = [&](int j, int k) {
    return field[index(low[0], j, k)] * (1.0f - f[0]) + field[index(high[0], j, k)] * f[0];
  };
  const float front = row(low[1], low[2]) * (1.0f - f[1]) + row(high[1], low[2]) * f[1];
  const float back = row(low[1], high[2]) * (1.0f - f[1]) + row(high[1], high[2]) * f[1];
  return front * (1.0f - f[2]) + back * f[2];
}

}  // namespace spindrift
