#include "picture/paint/fire_light.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "exec/parallel.h"
#include "grid/frames.h"

namespace spindrift {
namespace {

// Lights along the domain's longest side: a flame becomes some ten of them. More cost time, fewer show as single lamps.
constexpr int kLightsAcross = 8;
constexpr int kNodeCells = 4;         // between the nodes at which light in the smoke is found
constexpr int kMostShadowSteps = 24;  // of a ray to a light; those that need more graze a solid
constexpr double kTouching = 0.02;    // cells: nearer to a solid, a ray has met it
constexpr float kLeastPower = 1e-4f;  // of the brightest light: dimmer ones are left out
// Brightness is shown compressed (black_body.h), most of all that of the hottest soot, which gives off nearly all of a
// fire's light: what arrives around it would be too dim without this factor.
constexpr float kShine = 3.0f;
constexpr float kPi = std::numbers::pi_v<float>;

}  // namespace

FireLight::FireLight(const SmokeVolume& volume, const std::vector<Solid<3>>& solids, double h)
    : solids_(solids), h_(h) {
  const Vec<int, 3> cells = volume.cells();
  const int side = std::max(1, (std::max({cells[0], cells[1], cells[2]}) + kLightsAcross - 1) / kLightsAcross);
  softness_ = 0.25 * side * side;
  Vec<int, 3> blocks;
  for (int a = 0; a < 3; ++a) blocks[a] = (cells[a] + side - 1) / side;
  std::vector<Light> found(cell_count(blocks));
  parallel_for("gather light of fire", found.size(), [&](std::size_t b) {
    const Vec<int, 3> first{{static_cast<int>(b % blocks[0]) * side, static_cast<int>(b / blocks[0] % blocks[1]) * side,
                             static_cast<int>(b / blocks[0] / blocks[1]) * side}};
    Light light;
    double weight = 0.0;
    float depth = 0.0f;
    for (int k = first[2]; k < std::min(first[2] + side, cells[2]); ++k)
      for (int j = first[1]; j < std::min(first[1] + side, cells[1]); ++j)
        for (int i = first[0]; i < std::min(first[0] + side, cells[0]); ++i) {
          if (volume.is_empty({{i + 0.5, j + 0.5, k + 0.5}})) continue;
          const SmokeVolume::Optics gas = volume.optics(i, j, k);
          const float bright = gas.emission[0] + gas.emission[1] + gas.emission[2];
          light.power += gas.emission;
          light.place += Vec3d{{i + 0.5, j + 0.5, k + 0.5}} * static_cast<double>(bright);
          weight += static_cast<double>(bright);
          depth += bright * gas.extinction;
        }
    if (weight == 0.0) return;
    light.place = light.place / weight;
    // Thick soot hides the light of its own depth: the mean way out is half the width of the block.
    depth = 0.5f * static_cast<float>(side) * depth / static_cast<float>(weight);
    if (depth > 1e-3f) light.power = light.power * ((1.0f - std::exp(-depth)) / depth);
    found[b] = light;
  });
  float most = 0.0f;
  for (const Light& light : found) most = std::max(most, light.power[0]);
  for (const Light& light : found)
    if (light.power[0] > kLeastPower * most) lights_.push_back(light);
  if (lights_.empty()) return;
  for (int a = 0; a < 3; ++a) nodes_[a] = cells[a] / kNodeCells + 2;
  at_nodes_.resize(cell_count(nodes_));
  parallel_for(
      "light smoke by fire", at_nodes_.size(),
      [&](std::size_t n) {
        const Vec<int, 3> node{{static_cast<int>(n % nodes_[0]), static_cast<int>(n / nodes_[0] % nodes_[1]),
                                static_cast<int>(n / nodes_[0] / nodes_[1])}};
        at_nodes_[n] = gathered_at(Vec3d::from(node) * (1.0 * kNodeCells));
      },
      256);
}

// By a march as far as the distances to the solids allow.
bool FireLight::is_shadowed(const Vec3d& from, const Vec3d& towards) const {
  if (solids_.empty()) return false;
  const double end = length(towards - from);
  const Vec3d along = (towards - from) / end;
  double t = 0.0;
  for (int step = 0; step < kMostShadowSteps && t < end; ++step) {
    double nearest = 1e300;
    for (const Solid<3>& solid : solids_) nearest = std::min(nearest, solid.distance((from + along * t) * h_));
    if (nearest < kTouching * h_) return true;
    t += nearest / h_;
  }
  return false;
}

LightF FireLight::on_surface(const Vec3d& x, const Vec3d& normal) const {
  LightF sum{};
  for (const Light& light : lights_) {
    const Vec3d to = light.place - x;
    const double facing = dot(to, normal), square = dot(to, to);
    if (facing <= 0.0 || is_shadowed(x, light.place)) continue;
    sum += light.power * static_cast<float>(facing / (std::sqrt(square) * (square + softness_)));
  }
  return sum * (kShine / kPi);
}

LightF FireLight::gathered_at(const Vec3d& x) const {
  LightF sum{};
  for (const Light& light : lights_) {
    const Vec3d to = light.place - x;
    sum += light.power * static_cast<float>(1.0 / (dot(to, to) + softness_));
  }
  return sum * (0.25f * kShine / kPi);
}

LightF FireLight::in_smoke(const Vec3d& x) const {
  if (lights_.empty()) return {};
  int low[3];
  float f[3];
  for (int a = 0; a < 3; ++a) {
    const double g = std::clamp(x[a] / kNodeCells, 0.0, nodes_[a] - 1.001);
    low[a] = static_cast<int>(g);
    f[a] = static_cast<float>(g - low[a]);
  }
  LightF sum{};
  for (int corner = 0; corner < 8; ++corner) {
    const int i = corner & 1, j = corner >> 1 & 1, k = corner >> 2;
    const float weight = (i ? f[0] : 1.0f - f[0]) * (j ? f[1] : 1.0f - f[1]) * (k ? f[2] : 1.0f - f[2]);
    sum += at_nodes_[cell_number(nodes_, low[0] + i, low[1] + j, low[2] + k)] * weight;
  }
  return sum;
}

}  // namespace spindrift
