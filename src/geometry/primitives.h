// The primitive shapes, each with its exact signed distance. One formula serves two and three dimensions: a sphere is a
// disc in 2D, a capsule a stadium, a cylinder an oriented rectangle.
#pragma once

#include "geometry/shape.h"

namespace spindrift {

template <int D>
class BoxShape final : public Shape<D> {
 public:
  BoxShape(const VecD<D>& low, const VecD<D>& high) : center_((low + high) * 0.5), half_((high - low) * 0.5) {}
  double distance(const VecD<D>& x) const override;
  Box<D> bounds() const override { return {center_ - half_, center_ + half_}; }

 private:
  VecD<D> center_, half_;
};

template <int D>
class SphereShape final : public Shape<D> {
 public:
  SphereShape(const VecD<D>& center, double radius) : center_(center), radius_(radius) {}
  double distance(const VecD<D>& x) const override { return length(x - center_) - radius_; }
  Box<D> bounds() const override;

 private:
  VecD<D> center_;
  double radius_;
};

// All points within `radius` of a segment.
template <int D>
class CapsuleShape final : public Shape<D> {
 public:
  CapsuleShape(const VecD<D>& from, const VecD<D>& to, double radius);
  double distance(const VecD<D>& x) const override;
  Box<D> bounds() const override;

 private:
  VecD<D> from_, to_, along_;  // along_ / |to - from|^2: turns a dot product into a fraction of the segment
  double radius_;
};

// Finite, with flat ends at `from` and `to`.
template <int D>
class CylinderShape final : public Shape<D> {
 public:
  CylinderShape(const VecD<D>& from, const VecD<D>& to, double radius);
  double distance(const VecD<D>& x) const override;
  Box<D> bounds() const override;

 private:
  VecD<D> center_, axis_;  // axis_ has length 1
  double half_length_, radius_;
};

// The half space the normal points away from.
template <int D>
class PlaneShape final : public Shape<D> {
 public:
  PlaneShape(const VecD<D>& point, const VecD<D>& normal) : point_(point), normal_(normal / length(normal)) {}
  double distance(const VecD<D>& x) const override { return dot(x - point_, normal_); }
  VecD<D> normal(const VecD<D>&, double) const override { return normal_; }
  Box<D> bounds() const override;

 private:
  VecD<D> point_, normal_;
};

// Everything below a cosine along x. The distance is the height over the surface, scaled so that it is never too long.
template <int D>
class WaveShape final : public Shape<D> {
 public:
  WaveShape(double level, double amplitude, double wavelength, double crest);
  double distance(const VecD<D>& x) const override;
  Box<D> bounds() const override;

 private:
  double level_, amplitude_, wave_number_, crest_;
};

}  // namespace spindrift
