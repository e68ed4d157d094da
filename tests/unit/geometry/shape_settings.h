// Settings of each kind of shape, and the shape made of them.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "geometry/shape.h"

namespace spindrift::geometry_tests {

using ShapeKind = ShapeSettings::Kind;

inline ShapeSettings box_settings(const Vec3d& low, const Vec3d& high) {
  ShapeSettings settings;
  settings.kind = ShapeKind::kBox;
  settings.min = low;
  settings.max = high;
  return settings;
}

inline ShapeSettings sphere_settings(const Vec3d& center, double radius) {
  ShapeSettings settings;
  settings.kind = ShapeKind::kSphere;
  settings.center = center;
  settings.radius = radius;
  return settings;
}

inline ShapeSettings rod_settings(ShapeKind kind, const Vec3d& from, const Vec3d& to, double radius) {
  ShapeSettings settings;
  settings.kind = kind;
  settings.from = from;
  settings.to = to;
  settings.radius = radius;
  return settings;
}

inline ShapeSettings plane_settings(const Vec3d& point, const Vec3d& normal) {
  ShapeSettings settings;
  settings.kind = ShapeKind::kPlane;
  settings.point = point;
  settings.normal = normal;
  return settings;
}

inline ShapeSettings wave_settings(double level, double amplitude, double wavelength, double crest) {
  ShapeSettings settings;
  settings.kind = ShapeKind::kWave;
  settings.level = level;
  settings.amplitude = amplitude;
  settings.wavelength = wavelength;
  settings.crest = crest;
  return settings;
}

inline ShapeSettings below_settings(const std::string& surface) {
  ShapeSettings settings;
  settings.kind = ShapeKind::kBelow;
  settings.surface = surface;
  return settings;
}

// Below a line through points (x, y).
inline ShapeSettings below_line_settings(std::vector<double> points) {
  ShapeSettings settings;
  settings.kind = ShapeKind::kBelow;
  settings.file = "line.csv";
  settings.table = std::make_shared<const NumberTable>(
      NumberTable{.file = "line.csv", .names = {"x", "y"}, .numbers = std::move(points), .lines = {}});
  return settings;
}

inline ShapeSettings implicit_settings(const std::string& formula) {
  ShapeSettings settings;
  settings.kind = ShapeKind::kImplicit;
  settings.formula = formula;
  return settings;
}

inline ShapeSettings combination_settings(ShapeKind kind, std::vector<ShapeSettings> parts) {
  ShapeSettings settings;
  settings.kind = kind;
  settings.parts = std::move(parts);
  return settings;
}

template <int D>
std::shared_ptr<const Shape<D>> made(const ShapeSettings& settings) {
  auto shape = make_shape<D>(settings, "scene.toml");
  EXPECT_TRUE(shape) << (shape ? "" : shape.error().message);
  return *shape;
}

}  // namespace spindrift::geometry_tests
