// Advection point by point through the tile map: for steps longer than a cell, for integrators other than the midpoint
// rule, and for cubic interpolation.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "fluid/runge_kutta.h"
#include "grid/domain.h"
#include "grid/kernel.h"
#include "grid/sample.h"
#include "spindrift/scene.h"

namespace spindrift {

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
  sample.value = std::clamp(sample.value, sample.low, sample.high);  // rounding stays inside, too
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
