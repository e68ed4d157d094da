// Every key of [[probe]]. See scene_key.h for what a visitor is.
#pragma once

#include "scene/scene_key.h"
#include "spindrift/scene.h"

namespace spindrift {

// A box, of which a side may have no length.
template <class Visitor>
void describe_box(ProbeSettings& s, Visitor& v, std::string_view meaning, std::string_view fallback) {
  v.value({"min", "m", kPositions, meaning, fallback}, s.min);
  v.value({"max", "m", kPositions, "its highest corner", fallback}, s.max);
}

template <class Visitor>
void describe(ProbeSettings& s, Visitor& v) {
  using Kind = ProbeSettings::Kind;
  v.kind(required(plain("kind", "what is measured")), s.kind);
  v.value(required(plain("name", "of its columns")), s.name);
  const SceneKey on =
      plain("on", "the `name` of the solid that it rides on; its place is that at the start", "it stands");
  switch (s.kind) {
    case Kind::kPoint:
      v.value(required({"position", "m", kPositions, "where"}), s.position);
      v.value(on, s.on);
      break;
    case Kind::kHeight:
      v.value(required({"position", "m", kPositions, "a point of the line; y does not matter"}), s.position);
      v.value(on, s.on);
      break;
    case Kind::kDepth:
      v.value({"position", "m", kPositions, "a point of a vertical line through the domain; y does not matter"},
              s.position);
      v.value({"from", "m", kPositions, "in its place: one end of any line"}, s.from);
      v.value({"to", "m", kPositions, "the other end"}, s.to);
      v.value(on, s.on);
      break;
    case Kind::kFront:
      v.value(required(plain("direction", "where the liquid runs to")), s.direction);
      break;
    case Kind::kPressure:
      v.value({"position", "m", kPositions, "where; of a disc the centre"}, s.position);
      v.value({"radius", "m", kLengths, "of a disc (in 2D a line); its mean counts what is dry as 0", "a point"},
              s.radius);
      v.value({"normal", kNoUnit, kDirections, "of the disc, any length"}, s.normal);
      describe_box(s, v, "in place of a position: the lowest corner of a box, which may be flat", "none");
      v.value(on, s.on);
      break;
    case Kind::kVelocity:
      v.value({"position", "m", kPositions, "where"}, s.position);
      describe_box(s, v, "in its place: the lowest corner of a box", "none");
      v.value(on, s.on);
      break;
    case Kind::kTorque:
      v.value({"about", "m", kPositions, "the point that the torque is about", "the solid's pivot"}, s.about);
      [[fallthrough]];
    case Kind::kForce:
      v.value(required(plain("solid", "its `name`")), s.solid);
      break;
    case Kind::kVolume:
      describe_box(s, v, "the lowest corner of the box", "the whole domain");
      break;
    case Kind::kFlux:
      v.value(required(plain("axis", "across which the plane stands")), s.axis);
      v.value(required({"at", "m", kPositions, "the place of the plane along that axis"}), s.at);
      describe_box(s, v, "only inside of a box: its lowest corner", "the whole plane");
      break;
    case Kind::kSurface:
      v.value(required({"from", "m", kPositions, "one end of the line; y does not matter"}), s.from);
      v.value(required({"to", "m", kPositions, "the other end"}), s.to);
      v.value({"points", kNoUnit, between(2, 1e5), "along the line, ends included"}, s.points);
      v.value({"times", "s", at_least(0), "when; the first sub-step at or after each counts", "every frame"}, s.times);
      break;
    case Kind::kEnergy:
      break;
  }
}

}  // namespace spindrift
