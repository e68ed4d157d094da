// Values at points near the nodes of a grid, eight at a time: the heart of semi-Lagrangian advection.
//
// In a step the flow moves by at most one cell along each axis. The point a value comes from therefore lies in one of
// the cells around the node, and linear interpolation there is a stencil of straight loads with the side chosen by the
// sign of the displacement: no gathers. Faster flows are followed point by point, see trace.h.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "base/simd.h"
#include "fluid/runge_kutta.h"
#include "grid/domain.h"
#include "grid/halo.h"
#include "grid/kernel.h"
#include "spindrift/scene.h"

namespace spindrift {

template <int D>
using AdvectionBlock = HaloBlock<float, D, 1, 1>;

// Where each row of a block comes from: the row of a tile, and the neighbour that holds its middle part. The first and
// the last value of the row lie in the neighbours beside that one.
template <int D>
struct BlockRow {
  int neighbor, cell;
};
template <int D>
constexpr auto make_block_rows() {
  using T = Tile<D>;
  constexpr int kExtent = AdvectionBlock<D>::kExtent;
  std::array<BlockRow<D>, power(kExtent, D - 1)> rows{};
  for (int r = 0; r < power(kExtent, D - 1); ++r) {
    VecI<D> offset, inside;
    for (int a = 1, rest = r; a < D; ++a, rest /= kExtent) {
      const int local = rest % kExtent - 1;
      offset[a] = local < 0 ? -1 : local >= T::kSide ? 1 : 0;
      inside[a] = local & T::kMask;
    }
    rows[r] = {T::neighbor_index(offset), T::cell_index(inside)};
  }
  return rows;
}

// As load_halo, by a table: a third of the time.
template <int D>
void load_block(const TilesView<D>& map, std::type_identity_t<FieldView<const float, D>> field, int tile,
                AdvectionBlock<D>& block) {
  using T = Tile<D>;
  static constexpr auto kRows = make_block_rows<D>();
  const auto& neighbors = map.neighbors(tile);
  float* to = block.values.data();
  for (const BlockRow<D>& row : kRows) {
    const int middle = row.neighbor;
    to[0] = field.tile(neighbors[middle - 1])[row.cell + T::kMask];
    std::memcpy(to + 1, field.tile(neighbors[middle]) + row.cell, T::kSide * sizeof(float));
    to[T::kSide + 1] = field.tile(neighbors[middle + 1])[row.cell];
    to += AdvectionBlock<D>::kExtent;
  }
}

// A displacement in cells, for eight cells of a row; every component within -1 ... 1.
template <int D>
using Displacement = std::array<Float8, D>;

inline Float8 abs8(Float8 v) { return v < splat8(0.0f) ? -v : v; }
inline Float8 min8(Float8 a, Float8 b) { return b < a ? b : a; }
inline Float8 clamp8(Float8 v, Float8 low, Float8 high) { return min8(max8(v, low), high); }

// The point may lie on either side of the node.
struct AnySide {
  static constexpr int of(int /*axis*/) { return 0; }
};

// Linear interpolation at a displacement from the node that `node` points at. Sides::of(axis) = -1 or 1 says that the
// displacement along this axis is never positive or never negative.
template <int D, class Sides, int Axis = D - 1>
Float8 interpolate(const float* node, const Displacement<D>& d) {
  if constexpr (Axis < 0) {
    return load8(node);
  } else {
    constexpr int stride = AdvectionBlock<D>::stride(Axis), side = Sides::of(Axis);
    const Float8 by = d[Axis];
    const Float8 here = interpolate<D, Sides, Axis - 1>(node, d);
    Float8 there;
    if constexpr (side != 0) {
      there = interpolate<D, Sides, Axis - 1>(node + side * stride, d);
    } else {
      const Float8 low = interpolate<D, Sides, Axis - 1>(node - stride, d);
      const Float8 high = interpolate<D, Sides, Axis - 1>(node + stride, d);
      there = by < splat8(0.0f) ? low : high;
    }
    return here + abs8(by) * (there - here);
  }
}

// The smallest and largest of the values that enter the interpolation.
struct LocalBounds {
  Float8 low, high;
};
template <int D, int Axis = D - 1>
LocalBounds local_bounds(const float* node, const Displacement<D>& d) {
  if constexpr (Axis < 0) {
    const Float8 v = load8(node);
    return {v, v};
  } else {
    constexpr int stride = AdvectionBlock<D>::stride(Axis);
    const auto is_low = d[Axis] < splat8(0.0f);
    const LocalBounds here = local_bounds<D, Axis - 1>(node, d);
    const LocalBounds low = local_bounds<D, Axis - 1>(node - stride, d);
    const LocalBounds high = local_bounds<D, Axis - 1>(node + stride, d);
    return {min8(here.low, is_low ? low.low : high.low), max8(here.high, is_low ? low.high : high.high)};
  }
}

// Where a value sits in a cell: on the face across axis Site, or at the centre (Site = D). From there a component of
// the velocity has its nodes half a cell away along two axes, on a side that never changes while |displacement| <= 1/2.
template <int D, int Site, int Component>
struct ComponentSides {
  static constexpr int of(int axis) {
    if (Site == Component) return 0;
    if (axis == Component) return 1;
    return axis == Site ? -1 : 0;
  }
};

// The velocity in and around a tile, by which values are advected: follows the flow from any row of the tile.
template <int D>
class AdvectingVelocity {
 public:
  void load(const TilesView<D>& map, const FaceViews<const float, D>& velocity, int tile, float dt_over_h) {
    cells_per_speed_ = dt_over_h;
    float fastest = 0.0f;
    for (std::size_t a = 0; a < D; ++a) {
      load_block(map, velocity[a], tile, blocks_[a]);
      for (const float u : blocks_[a].values) fastest = std::max(fastest, std::abs(u));
    }
    is_slow_ = fastest * cells_per_speed_ <= 1.0f;
  }

  const AdvectionBlock<D>& block(std::size_t component) const { return blocks_[component]; }

  // Whether no face around here crosses more than a cell in the step.
  bool is_slow() const { return is_slow_; }

  struct RowPath {
    Displacement<D> back, ahead;
  };

  // Where the gas at a row comes from and where it goes, to second order: back by the midpoint rule (not mean_velocity,
  // which would multiply rows by its weights 0 and 1); ahead by the same curvature,
  // u(x + dt/2 u) = 2 u(x) - u(x - dt/2 u) + O(dt^2).
  template <int Site>
  RowPath follow(int node) const {
    Displacement<D> here, middle;
    Displacement<D> half;
    for_each_axis([&]<int A>() {
      here[A] = Site == A ? load8(blocks_[A].values.data() + node) : sample<Site, A>(node, Displacement<D>{});
    });
    for_each_axis([&]<int A>() { half[A] = here[A] * (-kMidpoint.step[1] * cells_per_speed_); });
    for_each_axis([&]<int A>() { middle[A] = sample<Site, A>(node, half); });
    RowPath path;
    const Float8 one = splat8(1.0f);
    for_each_axis([&]<int A>() {
      path.back[A] = middle[A] * -cells_per_speed_;
      path.ahead[A] = clamp8((here[A] + here[A] - middle[A]) * cells_per_speed_, -one, one);
    });
    return path;
  }

 private:
  template <class Visit>
  static void for_each_axis(Visit&& visit) {
    visit.template operator()<0>();
    visit.template operator()<1>();
    if constexpr (D == 3) visit.template operator()<2>();
  }

  template <int Site, int Component>
  Float8 sample(int node, Displacement<D> d) const {
    using Sides = ComponentSides<D, Site, Component>;
    for (int a = 0; a < D; ++a)
      if (Sides::of(a) != 0) d[a] += 0.5f * static_cast<float>(Sides::of(a));
    return interpolate<D, Sides>(blocks_[Component].values.data() + node, d);
  }

  std::array<AdvectionBlock<D>, D> blocks_;
  float cells_per_speed_ = 0.0f;
  bool is_slow_ = false;
};

// Runs visit(index of the row's first value in a block, in a tile) for every eight cells of a tile.
template <int D, class Visit>
void for_each_eight(Visit&& visit) {
  using T = Tile<D>;
  for (int c = 0; c < T::kCells; c += 8) visit(AdvectionBlock<D>::index(T::cell_coord(c)), c);
}

// Advection point by point through the tile map: for steps longer than a cell, for integrators other than the midpoint
// rule, and for cubic interpolation.

// The flow over a step, and where it brings a point. Points count in cells from a tile's corner.
template <int D>
struct StepFlow {
  TilesView<D> map;
  FaceViews<const float, D> velocity;
  VecI<D> extent;  // of the grid, cells
  float cells_per_speed;
  Integrator integrator;

  // The nearest point whose velocity can be interpolated: the nodes of all components around it lie in the grid.
  VecF<D> inside(int tile, VecF<D> at) const {
    const VecI<D> first = map.first_cell(tile);
    for (int a = 0; a < D; ++a)
      if (!map.is_periodic[a])
        at[a] =
            std::clamp(at[a], static_cast<float>(-first[a]) + 0.5f, static_cast<float>(extent[a] - first[a]) - 1.5f);
    return at;
  }
  VecF<D> speed(int tile, const VecF<D>& at) const {
    return sample_velocity<D, LinearKernel>(map, velocity, tile, inside(tile, at));
  }
  // Where the gas at a point is a step later (sign = 1), or was a step before (sign = -1).
  VecF<D> follow(int tile, const VecF<D>& at, float sign) const {
    const float step = sign * cells_per_speed;
    const VecF<D> mean = with_method(integrator, [&](const auto& method) {
      return mean_velocity(method, at, speed(tile, at), step,
                           [&](const VecF<D>& x, const VecF<D>&) { return speed(tile, x); });
    });
    return inside(tile, at + mean * step);
  }
};

// The node below a point and the share of the way to the next, along each axis.
template <int D>
struct NodePlace {
  VecI<D> base;
  VecF<D> share;

  // Site: which face the values sit on; D = the centres.
  NodePlace(const VecF<D>& at, int site) {
    for (int a = 0; a < D; ++a) {
      const float g = a == site ? at[a] : at[a] - 0.5f, floor_g = std::floor(g);
      base[a] = static_cast<int>(floor_g);
      share[a] = g - floor_g;
    }
  }
};

template <int D>
float node_value(const TilesView<D>& map, const FieldView<const float, D>& field, int tile, const VecI<D>& node) {
  using T = Tile<D>;
  VecI<D> coord = map.coord(tile), local;
  for (int a = 0; a < D; ++a) {
    coord[a] += node[a] >> T::kLog2;
    local[a] = node[a] & T::kMask;
  }
  return field.tile(map.find(coord))[T::cell_index(local)];
}

struct PointSample {
  float value, low, high;  // interpolated, and the range of the values that entered
};

// Linear interpolation at a point between the values that value_of(node) gives.
template <int D, class ValueOf>
PointSample sample_nodes(const VecF<D>& at, int site, ValueOf&& value_of) {
  const NodePlace<D> place(at, site);
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  PointSample sample{0.0f, kInfinity, -kInfinity};
  for (int n = 0; n < (1 << D); ++n) {
    VecI<D> node = place.base;
    float weight = 1.0f;
    for (int a = 0; a < D; ++a) {
      const int up = (n >> a) & 1;
      node[a] += up;
      weight *= up ? place.share[a] : 1.0f - place.share[a];
    }
    const float v = value_of(node);
    sample.value += weight * v;
    sample.low = std::min(sample.low, v);
    sample.high = std::max(sample.high, v);
  }
  sample.value = std::clamp(sample.value, sample.low, sample.high);  // also after rounding
  return sample;
}
template <int D>
PointSample sample_linear(const TilesView<D>& map, const FieldView<const float, D>& field, int tile, const VecF<D>& at,
                          int site) {
  return sample_nodes(at, site, [&](const VecI<D>& node) { return node_value(map, field, tile, node); });
}

// Cubic Hermite interpolation between v[1] and v[2] whose slopes are cut so that it never overshoots [Fedkiw2001].
inline float monotone_cubic(const float (&v)[4], float t) {
  const float rise = v[2] - v[1];
  float s1 = 0.5f * (v[2] - v[0]), s2 = 0.5f * (v[3] - v[1]);
  if (s1 * rise <= 0.0f) s1 = 0.0f;
  if (s2 * rise <= 0.0f) s2 = 0.0f;
  const float a3 = s1 + s2 - 2.0f * rise, a2 = 3.0f * rise - 2.0f * s1 - s2;
  return std::clamp(((a3 * t + a2) * t + s1) * t + v[1], std::min(v[1], v[2]), std::max(v[1], v[2]));
}

template <int D, int Axis = D - 1>
float sample_cubic(const TilesView<D>& map, const FieldView<const float, D>& field, int tile, const NodePlace<D>& place,
                   VecI<D> node) {
  if constexpr (Axis < 0) {
    return node_value(map, field, tile, node);
  } else {
    float v[4];
    for (int i = 0; i < 4; ++i) {
      node[Axis] = place.base[Axis] + i - 1;
      v[i] = sample_cubic<D, Axis - 1>(map, field, tile, place, node);
    }
    return monotone_cubic(v, place.share[Axis]);
  }
}

}  // namespace spindrift
