// Regions of space as signed distances: negative inside, positive outside, in metres.
#pragma once

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "spindrift/error.h"
#include "spindrift/scene.h"
#include "spindrift/vec.h"

namespace spindrift {

template <int D>
struct Box {
  VecD<D> low = VecD<D>::filled(-std::numeric_limits<double>::infinity());
  VecD<D> high = VecD<D>::filled(std::numeric_limits<double>::infinity());

  // Whether a point, or some point of another box, lies in the box widened by `margin`.
  bool contains(const VecD<D>& x, double margin = 0.0) const { return meets({x, x}, margin); }
  bool meets(const Box& other, double margin = 0.0) const {
    bool is_near = true;
    for (int a = 0; a < D; ++a) is_near &= other.high[a] >= low[a] - margin && other.low[a] <= high[a] + margin;
    return is_near;
  }
};

template <int D>
class Shape {
 public:
  virtual ~Shape() = default;
  virtual double distance(const VecD<D>& x) const = 0;
  virtual Box<D> bounds() const = 0;  // contains every point with distance <= 0; may be infinite

  // Unit vector of steepest ascent of the distance, by central differences of width `step` where a shape has no
  // formula.
  virtual VecD<D> normal(const VecD<D>& x, double step) const;
};

template <int D>
using ShapePtr = std::shared_ptr<const Shape<D>>;
template <int D>
using Parts = std::vector<ShapePtr<D>>;

// At least one part.
template <int D>
ShapePtr<D> union_of(Parts<D> parts);

// Builds the shape a scene describes. Mesh files are looked up relative to `scene_file`.
template <int D>
Result<ShapePtr<D>> make_shape(const ShapeSettings& settings, const std::string& scene_file);

}  // namespace spindrift
