// Shapes made of shapes: the union and the difference of parts, and a shape in another place.
#pragma once

#include <memory>
#include <vector>

#include "geometry/shape.h"

namespace spindrift {

template <int D>
using Parts = std::vector<std::shared_ptr<const Shape<D>>>;

// min of the parts: exact outside; inside, where parts overlap, no deeper than the truth.
template <int D>
class UnionShape final : public Shape<D> {
 public:
  explicit UnionShape(Parts<D> parts) : parts_(std::move(parts)) {}
  double distance(const VecD<D>& x) const override;
  Box<D> bounds() const override;

 private:
  Parts<D> parts_;  // at least one
};

// The first part without the others: max(d0, -d1, -d2, ...). The sign is right everywhere; the size is exact beside a
// smooth piece of surface and too small in the shadow of an edge cut by two parts.
template <int D>
class DifferenceShape final : public Shape<D> {
 public:
  explicit DifferenceShape(Parts<D> parts) : parts_(std::move(parts)) {}
  double distance(const VecD<D>& x) const override;
  Box<D> bounds() const override { return parts_.front()->bounds(); }

 private:
  Parts<D> parts_;  // at least one
};

template <int D>
class ShiftedShape final : public Shape<D> {
 public:
  ShiftedShape(std::shared_ptr<const Shape<D>> shape, const VecD<D>& by) : shape_(std::move(shape)), by_(by) {}
  double distance(const VecD<D>& x) const override { return shape_->distance(x - by_); }
  VecD<D> normal(const VecD<D>& x, double step) const override { return shape_->normal(x - by_, step); }
  Box<D> bounds() const override {
    const Box<D> box = shape_->bounds();
    return {box.low + by_, box.high + by_};
  }

 private:
  std::shared_ptr<const Shape<D>> shape_;
  VecD<D> by_;
};

}  // namespace spindrift
