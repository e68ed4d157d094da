#include "picture/smoke_volume.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "exec/parallel.h"
#include "grid/frames.h"
#include "picture/colors.h"

namespace spindrift {

std::vector<float> light_in_cells(const CellFrame& cells, float depth, float slant_x, float slant_z) {
  const int nx = cells.cells[0], ny = cells.cells[1], nz = cells.cells[2];
  auto index = [&](int i, int j, int k) { return cell_number(cells.cells, i, j, k); };
  std::vector<float> light(cells.density.size(), 1.0f);
  auto through = [&](int i, int j, int k) {
    if (i < 0 || i >= nx || k < 0 || k >= nz) return 1.0f;  // light enters from the side
    const std::size_t above = index(i, j, k);
    return cells.type[above] == CellType::kSolid ? 0.0f : light[above] * std::exp(-depth * cells.density[above]);
  };
  // Layer by layer: a cell gets the light of the four cells above that its ray passes.
  for (int j = ny - 2; j >= 0; --j)
    for (int k = 0; k < nz; ++k)
      for (int i = 0; i < nx; ++i) {
        const float x = static_cast<float>(i) - slant_x, z = static_cast<float>(k) - (nz > 1 ? slant_z : 0.0f);
        const int i0 = static_cast<int>(std::floor(x)), k0 = static_cast<int>(std::floor(z));
        const float fx = x - static_cast<float>(i0), fz = z - static_cast<float>(k0);
        float sum = (1.0f - fz) * ((1.0f - fx) * through(i0, j + 1, k0) + fx * through(i0 + 1, j + 1, k0));
        if (fz > 0.0f) sum += fz * ((1.0f - fx) * through(i0, j + 1, k0 + 1) + fx * through(i0 + 1, j + 1, k0 + 1));
        light[index(i, j, k)] = sum;
      }
  return light;
}

namespace {

// Optical depth of smoke of density 1 across the domain's longest side: a plume a tenth as wide is opaque.
constexpr float kDepthOfDomain = 40.0f;
// Soot glows by Kirchhoff's law as strongly as it absorbs; this is the light of soot too thick to see through, at the
// temperature where a flame's brightness is measured. Above 1, so that the heart of a flame is overexposed, as in
// photographs.
constexpr float kFlameLight = 7.0f;
// The blue of a flame's foot, where fuel burns that has made no soot yet: faint beside the soot's light.
constexpr Vec3f kBlueFlame{{0.002f, 0.006f, 0.018f}};
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

namespace {

// Lights along the domain's longest side: a flame becomes some ten of them. More cost time, fewer show as single lamps.
constexpr int kLightsAcross = 8;
constexpr int kNodeCells = 4;         // between the nodes at which light in the smoke is found
constexpr int kMostShadowSteps = 24;  // of a ray to a light; those that need more graze a solid
constexpr double kTouching = 0.02;    // cells: nearer to a solid, a ray has met it
constexpr float kLeastPower = 1e-4f;  // of the brightest light: dimmer ones are left out
// black_body_light compresses brightness, most for the hottest soot, which emits nearly all of a fire's light. This
// factor restores the light that reaches the surroundings.
constexpr float kShine = 3.0f;

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

// By sphere tracing.
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

Vec3f FireLight::on_surface(const Vec3d& x, const Vec3d& normal) const {
  Vec3f sum{};
  for (const Light& light : lights_) {
    const Vec3d to = light.place - x;
    const double facing = dot(to, normal), square = dot(to, to);
    if (facing <= 0.0 || is_shadowed(x, light.place)) continue;
    sum += light.power * static_cast<float>(facing / (std::sqrt(square) * (square + softness_)));
  }
  return sum * (kShine / std::numbers::pi_v<float>);
}

Vec3f FireLight::gathered_at(const Vec3d& x) const {
  Vec3f sum{};
  for (const Light& light : lights_) {
    const Vec3d to = light.place - x;
    sum += light.power * static_cast<float>(1.0 / (dot(to, to) + softness_));
  }
  return sum * (0.25f * kShine / std::numbers::pi_v<float>);
}

Vec3f FireLight::in_smoke(const Vec3d& x) const {
  if (lights_.empty()) return {};
  int low[3];
  float f[3];
  for (int a = 0; a < 3; ++a) {
    const double g = std::clamp(x[a] / kNodeCells, 0.0, nodes_[a] - 1.001);
    low[a] = static_cast<int>(g);
    f[a] = static_cast<float>(g - low[a]);
  }
  Vec3f sum{};
  for (int corner = 0; corner < 8; ++corner) {
    const int i = corner & 1, j = corner >> 1 & 1, k = corner >> 2;
    const float weight = (i ? f[0] : 1.0f - f[0]) * (j ? f[1] : 1.0f - f[1]) * (k ? f[2] : 1.0f - f[2]);
    sum += at_nodes_[cell_number(nodes_, low[0] + i, low[1] + j, low[2] + k)] * weight;
  }
  return sum;
}

}  // namespace spindrift
