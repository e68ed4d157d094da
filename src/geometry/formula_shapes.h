// Shapes by formulas and by tables: what lies below a surface y = f(x, z), and where a function is negative.
#pragma once

#include <vector>

#include "base/expression.h"
#include "geometry/shape.h"
#include "spindrift/table.h"

namespace spindrift {

// Everything below y = surface(x), in 3D surface(x, z). The distance is the height over the surface, g, over the length
// of the slope that the surface has within g: exact for planes, and at the surface of anything smooth.
template <int D>
class BelowShape final : public Shape<D> {
 public:
  explicit BelowShape(Expression surface) : surface_(std::move(surface)) {}
  double distance(const VecD<D>& x) const override;
  Box<D> bounds() const override { return {}; }

 private:
  double height(const VecD<D>& x) const;
  Expression surface_;
};

// Everything below a line through the points of a table, which goes on level at both ends; in 3D the same along z. With
// its exact distance.
template <int D>
class BelowLineShape final : public Shape<D> {
 public:
  explicit BelowLineShape(const NumberTable& table);
  double distance(const VecD<D>& x) const override;
  Box<D> bounds() const override;

 private:
  std::vector<VecD<2>> points_;
};

// Everywhere that a function of the place is negative. The distance is its value over its slope: right at the surface,
// a guess far from it.
template <int D>
class ImplicitShape final : public Shape<D> {
 public:
  explicit ImplicitShape(Expression function) : function_(std::move(function)) {}
  double distance(const VecD<D>& x) const override;
  Box<D> bounds() const override { return {}; }

 private:
  Expression function_;
};

}  // namespace spindrift
