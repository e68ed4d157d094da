// Every key of the lists of tables: [[liquid]], [[solid]], [[source]], [[drain]], [[force]], [[smoke]],
// [[smoke_source]],
// [[probe]], [[region]], [[command]], and of the shapes in them. See scene_key.h for what a visitor is.
#pragma once

#include "keys/scene_key.h"
#include "spindrift/scene.h"

namespace spindrift {

// Keys of several tables.
constexpr SceneKey min_key(std::string_view meaning = "lowest corner", std::string_view fallback = "") {
  return {"min", "m", kPositions, meaning, fallback, also("low lower")};
}
constexpr SceneKey max_key(std::string_view fallback = "") {
  return {"max", "m", kPositions, "highest corner", fallback, also("high upper")};
}
constexpr SceneKey from_key(std::string_view meaning) { return {"from", "m", kPositions, meaning, also("start")}; }
inline constexpr SceneKey kToKey = {"to", "m", kPositions, "the other end", also("end")};
inline constexpr SceneKey kCenterKey = {"center", "m", kPositions, "centre",
                                        kRequired | also("centre position pos origin")};
constexpr SceneKey radius_key(std::string_view meaning, std::string_view fallback = "") {
  return {"radius", "m", kLengths, meaning, fallback, also("diameter")};
}
constexpr SceneKey position_key(std::string_view meaning) {
  return {"position", "m", kPositions, meaning, also("offset translate translation")};
}
constexpr SceneKey file_key(std::string_view meaning, std::string_view fallback = "") {
  return plain("file", meaning, fallback, also("path filename"));
}
constexpr SceneKey velocity_key(std::string_view meaning, std::string_view fallback = "") {
  return {"velocity", "m/s", kSpeeds, meaning, fallback, also("speed")};
}
constexpr SceneKey color_key(std::string_view meaning) {
  return {"color", kNoUnit, between(0, 1), meaning, "`fluid.color`", also("colour")};
}
constexpr SceneKey rotation_key(std::string_view meaning) {
  return {"rotation_degrees", "degrees", kAngles, meaning, also("rotation rotate angle")};
}

// From when to when a table counts.
template <class Settings, class Visitor>
void describe_span(Settings& s, Visitor& v) {
  v.value({"start", "s", at_least(0), "time from which it acts", also("begin")}, s.start);
  v.value({"end", "s", at_least(0), "time until which it acts", "never", also("stop")}, s.end);
}

template <class Visitor>
void describe(ShapeSettings& s, Visitor& v) {
  using Kind = ShapeSettings::Kind;
  v.kind(plain("shape", "which region of space", kRequired), s.kind);
  switch (s.kind) {
    case Kind::kBox:
      v.value(min_key() | kRequired, s.min);
      v.value(max_key() | kRequired, s.max);
      break;
    case Kind::kSphere:
      v.value(kCenterKey, s.center);
      v.value(radius_key("radius") | kRequired, s.radius);
      break;
    case Kind::kCapsule:
    case Kind::kCylinder:
      v.value(from_key("one end of the axis") | kRequired, s.from);
      v.value(kToKey | kRequired, s.to);
      v.value(radius_key("radius") | kRequired, s.radius);
      break;
    case Kind::kPlane:
      v.value({"point", "m", kPositions, "a point on the plane", kRequired}, s.point);
      v.value({"normal", kNoUnit, kDirections, "points away from the shape; any length", kRequired}, s.normal);
      break;
    case Kind::kWave:
      v.value({"level", "m", kPositions, "mean height", kRequired}, s.level);
      v.value({"amplitude", "m", kPositions, "height of the crests above the level", kRequired}, s.amplitude);
      v.value({"wavelength", "m", kLengths, "along x", kRequired}, s.wavelength);
      v.value({"crest", "m", kPositions, "x of a crest"}, s.crest);
      break;
    case Kind::kBelow:
      v.value(plain("surface", "height y of the surface: a [formula](#formulas) of x, in 3D of x and z", "none"),
              s.surface);
      v.value(
          file_key("or a CSV file with columns x and y, relative to the scene file; constant beyond its ends", "none"),
          s.file);
      break;
    case Kind::kImplicit:
      v.value(plain("formula", "a [formula](#formulas) of position, negative inside", kRequired), s.formula);
      break;
    case Kind::kUnion:
    case Kind::kDifference:
      v.tables(plain("parts", "shapes, each written as `{shape = \"...\", ...}`", kRequired), s.parts);
      break;
    case Kind::kMesh:
      v.value(file_key("OBJ, PLY or STL, relative to the scene file") | kRequired, s.file);
      v.value({"scale", kNoUnit, between(1e-9, 1e9), "metres per unit of the file"}, s.scale);
      v.value(rotation_key("rotation after scaling: about x, then y, then z, through the origin of the file") | kIn3d,
              s.rotation_degrees);
      v.value({"offset", "m", kPositions, "added after scaling and rotation",
               kIn3d | also("translate translation position")},
              s.offset);
      break;
  }
}

template <class Visitor>
void describe(LiquidSettings& s, Visitor& v) {
  v.shape(s.shape);
  v.value(velocity_key("at the start; numbers, or [formulas](#formulas) of position"), s.velocity);
  v.value({"viscosity", "Pa s", kAmounts, "of this liquid", "`fluid.viscosity`", also("mu")}, s.viscosity);
  v.value(color_key("red, green and blue of this liquid, which its particles keep"), s.color);
  v.value({"count", "particles", between(1, 2e9), "number of particles, row by row from the shape's lowest corner",
           "fill the shape"},
          s.count);
  v.value({"spacing", "cells", between(0.01, 100), "between neighbouring particles, from the shape's lowest corner",
           "from the packing"},
          s.spacing);
}

template <class Visitor>
void describe(Keyframe& s, Visitor& v) {
  v.value({"time", "s", at_least(0), "time of the keyframe", kRequired}, s.time);
  v.value(position_key("displacement from the shape's place in the scene"), s.position);
  v.rotation(rotation_key("rotation about the pivot"), s.rotation_degrees);
}

template <class Visitor>
void describe(SolidSettings& s, Visitor& v) {
  v.value(plain("name", "name used to refer to this solid from probes"), s.name);
  v.shape(s.shape);
  v.value(velocity_key("constant velocity"), s.velocity);
  v.rotation({"angular_velocity_degrees", "degrees/s", kSpeeds, "constant rotation about the pivot",
              also("angular_velocity spin")},
             s.angular_velocity_degrees);
  v.value({"pivot", "m", kPositions, "centre of rotation; required if the solid rotates"}, s.pivot);
  v.tables(plain("keyframes", "motion between keyframes, in place of constant motion"), s.keyframes);
  v.value(plain("motion_file",
                "these keyframes as a CSV file: columns time, x, y[, z] and rotation (in 3D rotation_x, rotation_y, "
                "rotation_z) in degrees; missing columns are 0",
                "none"),
          s.motion_file);
  v.value({"start", "s", at_least(0), "time at which it appears", also("begin")}, s.start);
  v.value({"end", "s", at_least(0), "time at which it disappears", "never", also("stop")}, s.end);
}

template <class Visitor>
void describe(SourceSettings& s, Visitor& v) {
  v.shape(s.shape);
  v.value(velocity_key("of new particles"), s.velocity);
  v.value({"viscosity", "Pa s", kAmounts, "of new particles", "`fluid.viscosity`", also("mu")}, s.viscosity);
  v.value(color_key("red, green and blue of new particles, which keep it"), s.color);
  v.value(
      {"rate", "m^3/s", between(0, 1e9), "volume of liquid to add per second (m^2/s in 2D); 0: keep the shape full"},
      s.rate);
  describe_span(s, v);
}

template <class Visitor>
void describe(DrainSettings& s, Visitor& v) {
  v.shape(s.shape);
  describe_span(s, v);
}

template <class Visitor>
void describe(ForceFieldSettings& s, Visitor& v) {
  using Kind = ForceFieldSettings::Kind;
  const SceneKey acceleration{"acceleration", "m/s^2", kAccelerations, "added to gravity"};
  const SceneKey radius = radius_key("the force falls linearly to zero at this distance");
  v.kind(plain("kind", "which field", kRequired), s.kind);
  if (s.kind == Kind::kUniform) {
    v.value(acceleration | kRequired, s.acceleration);
  } else if (s.kind == Kind::kPush) {
    v.value({"acceleration", "m/s^2", kAccelerations, "at the centre, added to gravity", kRequired}, s.acceleration);
    v.value(kCenterKey, s.center);
    v.value(radius | kRequired, s.radius);
  } else {
    v.value(kCenterKey, s.center);
    if (s.kind == Kind::kVortex)
      v.value({"axis", kNoUnit, kDirections, "any length; in 2D the axis is perpendicular to the plane", kIn3d},
              s.axis);
    v.value({"strength", "m/s^2", kAccelerations,
             s.kind == Kind::kPoint ? "acceleration towards the centre; negative: away from it"
                                    : "acceleration around the axis",
             kRequired},
            s.strength);
    v.value(radius, s.radius);
  }
  describe_span(s, v);
}

// What the gas in a shape contains.
template <class Settings, class Visitor>
void describe_contents(Settings& s, Visitor& v) {
  v.shape(s.shape);
  v.value({"density", kNoUnit, kAmounts, "of the smoke; 1 is thick", also("rho")}, s.density);
  v.value({"temperature", "K", kAmounts, "of the gas", "ambient"}, s.temperature);
  v.value({"fuel", kNoUnit, kAmounts, "share of the gas that can burn"}, s.fuel);
}

template <class Visitor>
void describe(SmokeSettings& s, Visitor& v) {
  describe_contents(s, v);
  v.value(velocity_key("at the start, added to the wind; numbers, or [formulas](#formulas) of position"), s.velocity);
}

template <class Visitor>
void describe(SmokeSourceSettings& s, Visitor& v) {
  describe_contents(s, v);
  v.value(velocity_key("of the gas inside", "not changed"), s.velocity);
  v.value({"rate", "1/s", kAmounts, "rate at which the gas inside approaches these values; 0: at once"}, s.rate);
  v.value({"noise", kNoUnit, between(0, 1),
           "share of its smoke, heat and fuel that varies in patches: breaks symmetry, makes flames flicker"},
          s.noise);
  v.value({"noise_size", "m", kLengths, "of a patch", "a quarter of the shape's longest side"}, s.noise_size);
  v.value({"noise_time", "s", between(1e-6, 1e6), "lifetime of a patch"}, s.noise_time);
  describe_span(s, v);
}

// A box, of which a side may have no length.
template <class Visitor>
void describe_box(ProbeSettings& s, Visitor& v, std::string_view meaning, std::string_view fallback) {
  v.value(min_key(meaning, fallback), s.min);
  v.value(max_key(fallback), s.max);
}

template <class Visitor>
void describe(ProbeSettings& s, Visitor& v) {
  using Kind = ProbeSettings::Kind;
  const SceneKey on =
      plain("on", "`name` of the solid that it moves with; its position is that at the start", "at rest");
  v.kind(plain("kind", "what is measured", kRequired), s.kind);
  v.value(plain("name", "of its columns", kRequired), s.name);
  switch (s.kind) {
    case Kind::kPoint:
      v.value(position_key("where") | kRequired, s.position);
      v.value(on, s.on);
      break;
    case Kind::kHeight:
      v.value(position_key("a point on the line; y does not matter") | kRequired, s.position);
      v.value(on, s.on);
      break;
    case Kind::kDepth:
      v.value(position_key("a point on a vertical line through the domain; y does not matter"), s.position);
      v.value(from_key("in its place: one end of any line"), s.from);
      v.value(kToKey, s.to);
      v.value(on, s.on);
      break;
    case Kind::kFront:
      v.value(plain("direction", "in which the liquid advances", kRequired), s.direction);
      break;
    case Kind::kPressure:
      v.value(position_key("where, or centre of a disc"), s.position);
      v.value(radius_key("of a disc (in 2D a line); its mean counts dry places as 0", "a point"), s.radius);
      v.value({"normal", kNoUnit, kDirections, "of the disc, any length"}, s.normal);
      describe_box(s, v, "in place of a position: lowest corner of a box, which may be flat", "none");
      v.value(on, s.on);
      break;
    case Kind::kVelocity:
      v.value(position_key("where"), s.position);
      describe_box(s, v, "in its place: lowest corner of a box", "none");
      v.value(on, s.on);
      break;
    case Kind::kTorque:
      v.value({"about", "m", kPositions, "reference point of the torque", "the solid's pivot"}, s.about);
      [[fallthrough]];
    case Kind::kForce:
      v.value(plain("solid", "its `name`", kRequired), s.solid);
      break;
    case Kind::kVolume:
      describe_box(s, v, "lowest corner of the box", "the whole domain");
      break;
    case Kind::kFlux:
      v.value(plain("axis", "perpendicular to the plane", kRequired), s.axis);
      v.value({"at", "m", kPositions, "position of the plane along that axis", kRequired}, s.at);
      describe_box(s, v, "only inside a box: its lowest corner", "the whole plane");
      break;
    case Kind::kSurface:
      v.value(from_key("one end of the line; y does not matter") | kRequired, s.from);
      v.value(kToKey | kRequired, s.to);
      v.value({"points", kNoUnit, between(2, 1e5), "along the line, ends included"}, s.points);
      v.value({"times", "s", at_least(0), "times; each is read at the first time step at or after it", "every frame"},
              s.times);
      break;
    case Kind::kEnergy:
      break;
  }
}

template <class Visitor>
void describe(RegionSettings& s, Visitor& v) {
  using Kind = RegionSettings::Kind;
  v.kind(plain("kind", "which part of the domain", kRequired), s.kind);
  v.value(plain("name", "of its files", kRequired), s.name);
  switch (s.kind) {
    case Kind::kBox:
      v.value(min_key() | kRequired, s.min);
      v.value(max_key() | kRequired, s.max);
      v.value(plain("particles", "write the particles inside, in these formats", "none"), s.particles);
      v.value(plain("volumes", "write the cells that the box touches, in these formats: vti or raw", "none"),
              s.volumes);
      break;
    case Kind::kSlice:
      v.value(plain("axis", "perpendicular to the slice", kRequired), s.axis);
      v.value({"at", "m", kPositions, "position of the layer of cells along that axis", kRequired}, s.at);
      v.value(plain("format", "of its files"), s.format);
      break;
    case Kind::kColumn:
      v.value(position_key("a point in the column") | kRequired, s.position);
      v.value(plain("axis", "along which it crosses the domain"), s.axis);
      break;
  }
  v.value({"every", "frames", between(1, 1e6), "write it every n-th frame"}, s.every);
  v.value({"rate", "1/s", between(0, 1e9),
           "files, or rows of a table, per second of simulated time, in place of `every`; 0: by frames"},
          s.rate);
}

template <class Visitor>
void describe(Command& s, Visitor& v) {
  v.value(
      {"step", kNoUnit, between(0, 9e15), "number of the time step before which it is made; the first is 0", kRequired},
      s.step);
  v.value(plain("edits", "as for `--set`, and `table+={...}` to append to a list", kRequired), s.edits);
}

}  // namespace spindrift
