#include "picture/liquid_surface.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

#include "base/simd.h"
#include "grid/kernel.h"
#include "particles/packing.h"
#include "surface/surface_level.h"

namespace spindrift {
namespace {

// Deviation of the bell over which a particle is spread, in particle spacings.
constexpr double kDeviation = 1.2;
constexpr double kNodesPerSpacing = 1.0;
constexpr double kLeastNode = 1.0;        // pixels from node to node
constexpr float kLeastShareSeen = 1e-4f;  // of liquid; further out there is no surface
constexpr float kOutsideLevel = -4.0f;    // there

// The bell is a quadratic B-spline from particles to nodes, a filter along each axis, and a B-spline from nodes to
// pixels.
constexpr double kSplineVariance = 0.25, kNodeVariance = kDeviation * kDeviation * kNodesPerSpacing * kNodesPerSpacing;
constexpr int kFilterReach = 4;
constexpr int kMarginNodes = kFilterReach + 2;  // beyond the domain's sides: they hold the images of particles

// Weighted sums over particles at nodes: their place, in nodes (x, y), a spare, and the weight; or their tint and the
// weight again.
using NodeSums = std::vector<Float4>;

// Sides of the domain repeat the liquid: a wall mirrors it, a periodic side continues it.
struct SideImages {
  std::array<double, 3> at{};
  int count = 0;
};

SideImages images_along(double x, double extent, double reach, bool is_periodic) {
  SideImages images;
  const auto add = [&](double image) { images.at[static_cast<std::size_t>(images.count++)] = image; };
  add(x);
  if (x < reach) add(is_periodic ? x + extent : -x);
  if (x > extent - reach) add(is_periodic ? x - extent : 2.0 * extent - x);
  return images;
}

// The three nodes around a place along an axis, and their weights.
struct NodesAround {
  std::size_t first;
  float weight[3];
};

// All lengths in spacings of particles, or in pixels where pixels are wider.
class LiquidField {
 public:
  LiquidField(const Scene& scene, const View& view, const ParticleFrame& particles, const std::vector<float>& tints);

  double unit() const { return unit_; }  // metres
  int columns() const { return columns_; }
  int rows() const { return rows_; }
  const NodeSums& places() const { return places_; }
  const NodeSums& tints() const { return tints_; }  // empty without tints
  VecD<2> place(int column, int row) const {
    return {{(column - kMarginNodes) / per_metre_, (row - kMarginNodes) / per_metre_}};
  }
  double node(double metres) const { return metres * per_metre_ + kMarginNodes; }
  NodesAround around(double metres) const {
    const auto nearest = static_cast<std::size_t>(node(metres) + 0.5);
    NodesAround nodes{nearest - 1, {}};
    QuadraticKernel::weights_around(static_cast<float>(node(metres) - static_cast<double>(nearest)), nodes.weight);
    return nodes;
  }
  // A row of nodes at the height of a place.
  void row_at(const NodeSums& sums, const NodesAround& y, NodeSums& row) const {
    const Float4* low = &sums[y.first * static_cast<std::size_t>(columns_)];
    const Float4 *middle = low + columns_, *high = middle + columns_;
    for (std::size_t i = 0; i < row.size(); ++i)
      row[i] = low[i] * splat4(y.weight[0]) + middle[i] * splat4(y.weight[1]) + high[i] * splat4(y.weight[2]);
  }

 private:
  void add(const VecD<2>& at, const Float4* tint);
  void widen(NodeSums& sums) const;

  double unit_, per_metre_;  // nodes per metre
  float weight_;             // of a particle: the nodes' worth of liquid
  int columns_, rows_;
  NodeSums places_, tints_;
};

Float4 sum_at(const NodeSums& row, const NodesAround& x) {
  const Float4* node = &row[x.first];
  return node[0] * splat4(x.weight[0]) + node[1] * splat4(x.weight[1]) + node[2] * splat4(x.weight[2]);
}

LiquidField::LiquidField(const Scene& scene, const View& view, const ParticleFrame& particles,
                         const std::vector<float>& tints) {
  const double spacing = scene.domain.cell() / std::sqrt(packed_particles_per_cell<2>(scene));
  unit_ = std::max(spacing, kNodesPerSpacing * kLeastNode / view.scale_x);
  per_metre_ = kNodesPerSpacing / unit_;
  weight_ = static_cast<float>(spacing * spacing * per_metre_ * per_metre_);
  const Vec3d extent = Vec3d::from(scene.domain.cells()) * scene.domain.cell();
  columns_ = static_cast<int>(std::ceil(extent[0] * per_metre_)) + 2 * kMarginNodes + 1;
  rows_ = static_cast<int>(std::ceil(extent[1] * per_metre_)) + 2 * kMarginNodes + 1;
  places_.resize(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_));
  if (!tints.empty()) tints_.resize(places_.size());
  const double reach = (kMarginNodes - 1) / per_metre_;
  for (std::size_t p = 0; p < particles.count(); ++p) {
    std::array<SideImages, 2> images;
    for (int a = 0; a < 2; ++a)
      images[a] = images_along(static_cast<double>(particles.position[3 * p + a]), extent[a], reach,
                               scene.domain.is_periodic(static_cast<Axis>(a)));
    const Float4 tint = tints.empty() ? Float4{} : Float4{tints[3 * p], tints[3 * p + 1], tints[3 * p + 2], 1.0f};
    for (int j = 0; j < images[1].count; ++j)
      for (int i = 0; i < images[0].count; ++i)
        add({{images[0].at[i], images[1].at[j]}}, tints.empty() ? nullptr : &tint);
  }
  widen(places_);
  if (!tints.empty()) widen(tints_);
}

void LiquidField::add(const VecD<2>& at, const Float4* tint) {
  const double gx = node(at[0]), gy = node(at[1]);
  if (!(gx >= 1.0 && gy >= 1.0 && gx < columns_ - 2.0 && gy < rows_ - 2.0)) return;  // outside, or not a number
  const NodesAround x = around(at[0]), y = around(at[1]);
  const Float4 place{static_cast<float>(gx), static_cast<float>(gy), 0.0f, 1.0f};
  for (std::size_t b = 0; b < 3; ++b)
    for (std::size_t a = 0; a < 3; ++a) {
      const std::size_t n = (y.first + b) * static_cast<std::size_t>(columns_) + x.first + a;
      const Float4 weight = splat4(weight_ * x.weight[a] * y.weight[b]);
      places_[n] += weight * place;
      if (tint) tints_[n] += weight * *tint;
    }
}

void LiquidField::widen(NodeSums& sums) const {
  std::array<Float4, kFilterReach + 1> taps;
  float total = 0.0f;
  for (int k = 0; k <= kFilterReach; ++k) {
    const auto tap = static_cast<float>(std::exp(-0.5 * k * k / (kNodeVariance - 2.0 * kSplineVariance)));
    taps[k] = splat4(tap);
    total += k == 0 ? tap : 2.0f * tap;
  }
  for (Float4& tap : taps) tap /= splat4(total);
  const auto filter = [&](const NodeSums& in, std::ptrdiff_t step, NodeSums& out) {
    const std::ptrdiff_t edge = kFilterReach * step, count = static_cast<std::ptrdiff_t>(in.size());
    for (std::ptrdiff_t n = edge; n < count - edge; ++n) {
      Float4 sum = taps[0] * in[n];
      for (int k = 1; k <= kFilterReach; ++k) sum += taps[k] * (in[n - k * step] + in[n + k * step]);
      out[n] = sum;
    }
  };
  NodeSums between(sums.size());
  filter(sums, 1, between);
  filter(between, columns_, sums);
}

float smooth_step(float low, float high, float x) {
  const float t = std::clamp((x - low) / (high - low), 0.0f, 1.0f);
  return t * t * (3.0f - 2.0f * t);
}

double distance_to_solids(const std::vector<Solid<2>>& solids, const VecD<2>& x, double within) {
  double nearest = within;
  for (const Solid<2>& solid : solids)
    if (solid.exists() && solid.bounds().contains(x, within)) nearest = std::min(nearest, solid.distance(x));
  return nearest;
}

// The level of each pixel: positive in the liquid, zero at its surface.
class LevelImage {
 public:
  LevelImage(int width, int height)
      : width_(width), height_(height), values_(static_cast<std::size_t>(width) * height) {}

  float& at(int x, int y) { return values_[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + x]; }
  float clamped(int x, int y) const {
    return values_[static_cast<std::size_t>(std::clamp(y, 0, height_ - 1)) * static_cast<std::size_t>(width_) +
                   std::clamp(x, 0, width_ - 1)];
  }
  // Increase from pixel to pixel.
  VecF<2> slope(int x, int y) const {
    return {{0.5f * (clamped(x + 1, y) - clamped(x - 1, y)), 0.5f * (clamped(x, y + 1) - clamped(x, y - 1))}};
  }

 private:
  int width_, height_;
  std::vector<float> values_;
};

// Near a surface every pixel counts; all else is out in the air or deep inside.
enum class NodeSide : char { kOutside, kInside, kNear };
constexpr float kLeastOpen = 0.25f;  // share of open space that is divided by
constexpr float kFarLevel = 1.3f;    // beyond it, to either side, there is no surface between neighbouring nodes

class LevelMaker {
 public:
  LevelMaker(const LiquidField& field, const std::vector<Solid<2>>& solids)
      : field_(field), solids_(solids), mean_(kDeviation), reach_(2.0 * kDeviation * field.unit()) {}

  LevelImage image(const View& view, int width, int height) const;

 private:
  // Space beside a solid lacks the liquid that the solid displaces: the share is that of the open space, and the mean
  // lies as near as if the solid mirrored the liquid.
  float level(const Float4& sums, const VecD<2>& place) const {
    const float share = sums[3];
    if (share < kLeastShareSeen) return kOutsideLevel;
    constexpr float kNode = static_cast<float>(1.0 / kNodesPerSpacing);
    const float x = sums[0] / share - static_cast<float>(field_.node(place[0]));
    const float y = sums[1] / share - static_cast<float>(field_.node(place[1]));
    const float offset = kNode * std::sqrt(x * x + y * y);
    if (solids_.empty()) return mean_.level(share, offset);
    const double distance = distance_to_solids(solids_, place, reach_);
    const float solid = smooth_step(1.0f, -1.0f, static_cast<float>(distance / reach_));
    return mean_.level(share / std::max(1.0f - solid, kLeastOpen), offset * std::max(1.0f - 2.0f * solid, 0.0f));
  }
  std::vector<NodeSide> sides() const;

  const LiquidField& field_;
  const std::vector<Solid<2>>& solids_;
  MeanDistance<2> mean_;
  double reach_;  // of a solid's share, metres
};

std::vector<NodeSide> LevelMaker::sides() const {
  const auto columns = static_cast<std::size_t>(field_.columns());
  std::vector<float> levels(field_.places().size());
  for (int j = 0; j < field_.rows(); ++j)
    for (int i = 0; i < field_.columns(); ++i) {
      const std::size_t n = static_cast<std::size_t>(j) * columns + static_cast<std::size_t>(i);
      levels[n] = level(field_.places()[n], field_.place(i, j));
    }
  std::vector<NodeSide> sides(levels.size(), NodeSide::kNear);
  for (std::size_t n = columns + 1; n + columns + 1 < levels.size(); ++n) {
    float least = levels[n], most = least;
    for (const std::size_t row : {n - columns, n, n + columns})
      for (const std::size_t m : {row - 1, row, row + 1}) {
        least = std::min(least, levels[m]);
        most = std::max(most, levels[m]);
      }
    if (most < -kFarLevel) sides[n] = NodeSide::kOutside;
    if (least > kFarLevel) sides[n] = NodeSide::kInside;
  }
  return sides;
}

LevelImage LevelMaker::image(const View& view, int width, int height) const {
  LevelImage level(width, height);
  const std::vector<NodeSide> sides = this->sides();
  NodeSums row(static_cast<std::size_t>(field_.columns()));
  std::vector<NodesAround> columns;
  for (int x = 0; x < width; ++x) columns.push_back(field_.around(view.place(x, 0)[0]));
  for (int y = 0; y < height; ++y) {
    const NodesAround up = field_.around(view.place(0, y)[1]);
    field_.row_at(field_.places(), up, row);
    const NodeSide* row_sides = &sides[(up.first + 1) * row.size()];
    for (int x = 0; x < width; ++x) {
      const NodeSide side = row_sides[columns[static_cast<std::size_t>(x)].first + 1];
      const float far = side == NodeSide::kInside ? kFarLevel : -kFarLevel;
      level.at(x, y) = side == NodeSide::kNear
                           ? this->level(sum_at(row, columns[static_cast<std::size_t>(x)]), view.place(x, y))
                           : far;
    }
  }
  return level;
}

// How deep a place lies: the mean of the liquid's share of the open space around it, near and far. Walls mirror it.
class DepthMap {
 public:
  DepthMap(const Scene& scene, const View& view, const std::vector<Solid<2>>& solids, LevelImage& level, int width,
           int height);
  // 0 at the surface and in spray, 1 in the depth. In pixels of the image.
  float at(double x, double y) const {
    const double gx = std::clamp(x / pixels_x_ - 0.5, 0.0, columns_ - 1.0);
    const double gy = std::clamp(y / pixels_y_ - 0.5, 0.0, rows_ - 1.0);
    const int i = std::min(static_cast<int>(gx), columns_ - 2), j = std::min(static_cast<int>(gy), rows_ - 2);
    const float fx = static_cast<float>(gx - i), fy = static_cast<float>(gy - j);
    const float* low = &depth_[static_cast<std::size_t>(j) * static_cast<std::size_t>(columns_) + i];
    const float* high = low + columns_;
    return std::lerp(std::lerp(low[0], low[1], fx), std::lerp(high[0], high[1], fx), fy);
  }

 private:
  using Share = std::array<float, 2>;  // of the texel: liquid, and open
  std::vector<Share> blurred(const std::vector<Share>& from, double deviation, const std::array<bool, 2>& wraps) const;

  int columns_, rows_;
  double pixels_x_, pixels_y_;  // of a texel
  std::vector<float> depth_;
};

// In the shorter side of the domain.
constexpr double kNearBlur = 0.03, kFarBlur = 0.13;
constexpr int kDepthTexels = 48, kMostDepthTexels = 512;
constexpr float kNearDepth = 0.35f;  // share of the near blur in the depth

DepthMap::DepthMap(const Scene& scene, const View& view, const std::vector<Solid<2>>& solids, LevelImage& level,
                   int width, int height) {
  const double texel =
      std::max(1.0 * std::min(width, height) / kDepthTexels, 1.0 * std::max(width, height) / kMostDepthTexels);
  columns_ = std::max(2, static_cast<int>(std::lround(width / texel)));
  rows_ = std::max(2, static_cast<int>(std::lround(height / texel)));
  pixels_x_ = 1.0 * width / columns_;
  pixels_y_ = 1.0 * height / rows_;
  std::vector<Share> share(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_));
  constexpr int kSamples = 3;  // along each side of a texel
  const double size = texel / view.scale_x;
  for (int j = 0; j < rows_; ++j)
    for (int i = 0; i < columns_; ++i) {
      float liquid = 0.0f;
      for (int s = 0; s < kSamples * kSamples; ++s)
        liquid += level.clamped(static_cast<int>((i + (s % kSamples + 0.5) / kSamples) * pixels_x_),
                                static_cast<int>((j + (s / kSamples + 0.5) / kSamples) * pixels_y_)) > 0.0f;
      const VecD<2> place =
          view.place(static_cast<int>((i + 0.5) * pixels_x_), static_cast<int>((j + 0.5) * pixels_y_));
      const float open =
          std::clamp(static_cast<float>(0.5 + distance_to_solids(solids, place, size) / size), 0.001f, 1.0f);
      share[static_cast<std::size_t>(j) * static_cast<std::size_t>(columns_) + i] = {
          open * liquid / (kSamples * kSamples), open};
    }
  const std::array<bool, 2> wraps{scene.domain.is_periodic(Axis::kX), scene.domain.is_periodic(Axis::kY)};
  const std::vector<Share> near = blurred(share, kNearBlur * kDepthTexels, wraps);
  const std::vector<Share> far = blurred(share, kFarBlur * kDepthTexels, wraps);
  depth_.resize(share.size());
  for (std::size_t t = 0; t < share.size(); ++t)
    depth_[t] = kNearDepth * smooth_step(0.5f, 1.0f, near[t][0] / near[t][1]) +
                (1.0f - kNearDepth) * smooth_step(0.3f, 1.0f, far[t][0] / far[t][1]);
}

std::vector<DepthMap::Share> DepthMap::blurred(const std::vector<Share>& from, double deviation,
                                               const std::array<bool, 2>& wraps) const {
  const int reach = static_cast<int>(std::ceil(2.5 * deviation));
  std::vector<float> taps;
  for (int k = -reach; k <= reach; ++k)
    taps.push_back(static_cast<float>(std::exp(-0.5 * k * k / (deviation * deviation))));
  const auto folded = [](int i, int count, bool is_wrapped) {
    const int period = is_wrapped ? count : 2 * count;
    i = (i % period + period) % period;
    return i < count ? i : 2 * count - 1 - i;
  };
  const auto pass = [&](const std::vector<Share>& in, int axis) {
    const int count = axis == 0 ? columns_ : rows_, lines = axis == 0 ? rows_ : columns_;
    const std::size_t step = axis == 0 ? 1 : static_cast<std::size_t>(columns_),
                      next = axis == 0 ? static_cast<std::size_t>(columns_) : 1;
    std::vector<std::size_t> place;
    for (int i = -reach; i < count + reach; ++i)
      place.push_back(step * static_cast<std::size_t>(folded(i, count, wraps[axis])));
    std::vector<Share> out(in.size());
    for (int line = 0; line < lines; ++line)
      for (int i = 0; i < count; ++i) {
        Share sum{};
        for (std::size_t k = 0; k < taps.size(); ++k) {
          const Share& other = in[next * static_cast<std::size_t>(line) + place[static_cast<std::size_t>(i) + k]];
          sum[0] += taps[k] * other[0];
          sum[1] += taps[k] * other[1];
        }
        out[next * static_cast<std::size_t>(line) + step * static_cast<std::size_t>(i)] = sum;
      }
    return out;
  };
  return pass(pass(from, 0), 1);
}

}  // namespace

void draw_liquid_surface(Image& image, const View& view, const Scene& scene, const ColorScale& scale,
                         const std::vector<Solid<2>>& solids, const ParticleFrame& particles, const CellFrame& cells) {
  const LiquidTints tints(scene, scale, particles, cells);
  const LiquidField field(scene, view, particles, tints.of_particles());
  LevelImage level = LevelMaker(field, solids).image(view, image.width, image.height);
  const DepthMap depth(scene, view, solids, level, image.width, image.height);
  constexpr double kRimWidth = 2.4, kRimBase = 960.0;  // pixels, in a picture of this width
  const float rim_width = static_cast<float>(kRimWidth * std::max(0.8, image.width / kRimBase));
  const float least_slope = static_cast<float>(0.3 / (view.scale_x * field.unit()));
  NodeSums row(static_cast<std::size_t>(field.columns()), Float4{});
  for (int y = 0; y < image.height; ++y) {
    if (!field.tints().empty()) field.row_at(field.tints(), field.around(view.place(0, y)[1]), row);
    for (int x = 0; x < image.width; ++x) {
      const float value = level.at(x, y);
      if (value <= -1.0f) continue;
      float cover = 1.0f, rim = 0.0f;
      if (value < kFarLevel) {
        const VecF<2> slope = level.slope(x, y);
        const float steepness = std::max(std::sqrt(slope[0] * slope[0] + slope[1] * slope[1]), least_slope);
        const float inside = value / steepness;  // pixels
        cover = std::clamp(inside + 0.5f, 0.0f, 1.0f);
        if (cover == 0.0f) continue;
        const float up = std::clamp(slope[1] / steepness, 0.0f, 1.0f);
        rim = (1.0f - smooth_step(0.3f * rim_width, rim_width, inside)) * (0.35f + 0.5f * up);
      }
      const Float4 sums = sum_at(row, field.around(view.place(x, y)[0]));
      const Float4 mean = sums / splat4(std::max(sums[3], 1e-12f));
      Rgb& pixel = image.at(x, y);
      pixel = mix_colors(pixel, tints.color({mean[0], mean[1], mean[2]}, depth.at(x + 0.5, y + 0.5), rim), cover);
    }
  }
}

}  // namespace spindrift
