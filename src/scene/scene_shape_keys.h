// Every key of what a scene may hold many of: [[liquid]], [[solid]], [[source]], [[drain]], [[force]], and of the
// shapes they have. See scene_key.h for what a visitor is.
#pragma once

#include "scene/scene_key.h"
#include "scene/scene_keys.h"
#include "scene/scene_probe_keys.h"
#include "scene/scene_region_keys.h"
#include "scene/scene_smoke_keys.h"
#include "spindrift/scene.h"

namespace spindrift {

template <class Visitor>
void describe(ShapeSettings& s, Visitor& v) {
  using Kind = ShapeSettings::Kind;
  v.kind(required(plain("shape", "which region of space")), s.kind);
  const SceneKey radius = required({"radius", "m", kLengths, "radius"});
  switch (s.kind) {
    case Kind::kBox:
      v.value(required({"min", "m", kPositions, "lowest corner"}), s.min);
      v.value(required({"max", "m", kPositions, "highest corner"}), s.max);
      break;
    case Kind::kSphere:
      v.value(required({"center", "m", kPositions, "centre"}), s.center);
      v.value(radius, s.radius);
      break;
    case Kind::kCapsule:
    case Kind::kCylinder:
      v.value(required({"from", "m", kPositions, "one end of the axis"}), s.from);
      v.value(required({"to", "m", kPositions, "the other end"}), s.to);
      v.value(radius, s.radius);
      break;
    case Kind::kPlane:
      v.value(required({"point", "m", kPositions, "a point on the plane"}), s.point);
      v.value(required({"normal", kNoUnit, kDirections, "any length; the shape is on the side it points away from"}),
              s.normal);
      break;
    case Kind::kWave:
      v.value(required({"level", "m", kPositions, "mean height"}), s.level);
      v.value(required({"amplitude", "m", kPositions, "of the crests above the level"}), s.amplitude);
      v.value(required({"wavelength", "m", kLengths, "along x"}), s.wavelength);
      v.value({"crest", "m", kPositions, "x of a crest"}, s.crest);
      break;
    case Kind::kBelow:
      v.value(plain("surface", "height y of the surface: a [formula](#formulas) of x, in 3D of x and z", "none"),
              s.surface);
      v.value(plain("file", "or a CSV file with columns x and y, relative to the scene file; level beyond its ends",
                    "none"),
              s.file);
      break;
    case Kind::kImplicit:
      v.value(required(plain("formula", "negative inside: a [formula](#formulas) of the place")), s.formula);
      break;
    case Kind::kUnion:
    case Kind::kDifference:
      v.tables(required(plain("parts", "shapes, each written as `{shape = \"...\", ...}`")), s.parts);
      break;
    case Kind::kMesh:
      v.value(required(plain("file", "OBJ, PLY or STL, relative to the scene file")), s.file);
      v.value({"scale", kNoUnit, between(1e-9, 1e9), "metres for a unit of the file"}, s.scale);
      v.value(only_in_3d({"rotation_degrees", "degrees", kAngles,
                          "turn after scaling: about x, then y, then z, through the origin of the file"}),
              s.rotation_degrees);
      v.value(only_in_3d({"offset", "m", kPositions, "added after scaling and turning"}), s.offset);
      break;
  }
}

template <class Visitor>
void describe(LiquidSettings& s, Visitor& v) {
  v.shape(s.shape);
  v.value({"velocity", "m/s", kSpeeds, "at the start; numbers, or [formulas](#formulas) of the place"}, s.velocity);
  v.value({"viscosity", "Pa s", kAmounts, "of this liquid", "`fluid.viscosity`"}, s.viscosity);
  v.value({"color", kNoUnit, between(0, 1), "red, green, blue of this liquid; its particles keep it", "`fluid.color`"},
          s.color);
  v.value({"count", "particles", between(1, 2e9), "exactly so many, row by row from the shape's lower left corner",
           "fill the shape"},
          s.count);
  v.value({"spacing", "cells", between(0.01, 100), "between neighbours, from the shape's lower left corner on",
           "from the packing"},
          s.spacing);
}

template <class Visitor>
void describe(Keyframe& s, Visitor& v) {
  v.value(required({"time", "s", at_least(0), "when"}), s.time);
  v.value({"position", "m", kPositions, "displacement from the shape's place in the scene"}, s.position);
  v.rotation({"rotation_degrees", "degrees", kAngles, "turn about the pivot"}, s.rotation_degrees);
}

template <class Visitor>
void describe(SolidSettings& s, Visitor& v) {
  v.value(plain("name", "by which probes know it"), s.name);
  v.shape(s.shape);
  v.value({"velocity", "m/s", kSpeeds, "constant motion"}, s.velocity);
  v.rotation({"angular_velocity_degrees", "degrees/s", kSpeeds, "constant turning about the pivot"},
             s.angular_velocity_degrees);
  v.value({"pivot", "m", kPositions, "the point a turning solid turns about; must be given if it turns"}, s.pivot);
  v.tables(plain("keyframes", "motion from place to place, in place of constant motion"), s.keyframes);
  v.value(plain("motion_file",
                "the same from a CSV file: columns time, x, y[, z] and rotation (in 3D rotation_x, rotation_y, "
                "rotation_z) in degrees; those that are missing are 0",
                "none"),
          s.motion_file);
  v.value({"start", "s", at_least(0), "when it appears"}, s.start);
  v.value({"end", "s", at_least(0), "when it vanishes", "never"}, s.end);
}

template <class Visitor>
void describe(FrameSettings& s, Visitor& v) {
  v.value({"pivot", "m", kPositions, "the point of the tank that it turns about"}, s.pivot);
  v.tables(plain("keyframes", "how it moves and turns: `position` and `rotation_degrees` as those of a solid"),
           s.keyframes);
  v.value(plain("motion_file", "the same from a CSV file, as that of a solid", "none"), s.motion_file);
}

template <class Visitor>
void describe(SourceSettings& s, Visitor& v) {
  v.shape(s.shape);
  v.value({"velocity", "m/s", kSpeeds, "of new particles"}, s.velocity);
  v.value({"viscosity", "Pa s", kAmounts, "of new particles", "`fluid.viscosity`"}, s.viscosity);
  v.value({"color", kNoUnit, between(0, 1), "red, green, blue of new particles, which keep it", "`fluid.color`"},
          s.color);
  v.value(
      {"rate", "m^3/s", between(0, 1e9), "liquid to add where there is room (m^2/s in 2D); 0 = keep the shape full"},
      s.rate);
  v.value({"start", "s", at_least(0), "when it opens"}, s.start);
  v.value({"end", "s", at_least(0), "when it closes", "never"}, s.end);
}

template <class Visitor>
void describe(DrainSettings& s, Visitor& v) {
  v.shape(s.shape);
  v.value({"start", "s", at_least(0), "when it opens"}, s.start);
  v.value({"end", "s", at_least(0), "when it closes", "never"}, s.end);
}

template <class Visitor>
void describe(ForceFieldSettings& s, Visitor& v) {
  using Kind = ForceFieldSettings::Kind;
  v.kind(required(plain("kind", "which field")), s.kind);
  if (s.kind == Kind::kUniform) {
    v.value(required({"acceleration", "m/s^2", kAccelerations, "added to gravity"}), s.acceleration);
  } else if (s.kind == Kind::kPush) {
    v.value(required({"acceleration", "m/s^2", kAccelerations, "at the centre, added to gravity"}), s.acceleration);
    v.value(required({"center", "m", kPositions, "centre"}), s.center);
    v.value(required({"radius", "m", kLengths, "fades linearly to zero at this distance"}), s.radius);
  } else {
    v.value(required({"center", "m", kPositions, "centre"}), s.center);
    if (s.kind == Kind::kVortex) {
      v.value(only_in_3d({"axis", kNoUnit, kDirections, "any length; in 2D the axis points out of the plane"}), s.axis);
    }
    v.value(required({"strength", "m/s^2", kAccelerations,
                      s.kind == Kind::kPoint ? "acceleration towards the centre; negative = away from it"
                                             : "acceleration around the axis"}),
            s.strength);
    v.value({"radius", "m", kLengths, "fades linearly to zero at this distance"}, s.radius);
  }
  v.value({"start", "s", at_least(0), "when it begins"}, s.start);
  v.value({"end", "s", at_least(0), "when it ends", "never"}, s.end);
}

template <class Visitor>
void describe(Command& s, Visitor& v) {
  v.value(required({"step", kNoUnit, between(0, 9e15), "before which sub-step of the run, the first being 0"}), s.step);
  v.value(required(plain("edits", "as `--set` takes them, and `table+={...}` to add to a list")), s.edits);
}

// The whole scene. [domain] comes first: its size says how many entries every vector has.
template <class Visitor>
void describe(Scene& s, Visitor& v) {
  v.value(plain("title", "one line on what it shows"), s.title);
  v.table(fixed(required(plain("domain", "The box everything happens in."))), s.domain);
  v.table(plain("time", "How long, and in which steps."), s.time);
  v.table(plain("fluid", "The liquid's properties."), s.fluid);
  v.table(plain("forces", "What acts everywhere."), s.forces);
  v.table(plain("frame",
                "A tank that is shaken or rolled as a whole. The scene is what is seen from the tank: its walls and "
                "solids stand, velocities are relative to it, and gravity turns; its acceleration and its turning act "
                "on the fluid as forces. Through its keyframes it moves smoothly, and stands where two that follow "
                "each other are alike; before the first and after the last it stands. `time.cfl` counts what it does."),
          s.frame);
  v.table(fixed(plain("particles", "How the liquid is sampled.")), s.particles);
  v.table(plain("solver", "How a time step is computed."), s.solver);
  v.table(plain("drift", "What keeps particles from crowding, apart from the projection itself."), s.drift);
  v.table(plain("output", "What a run writes."), s.output);
  v.table(plain("checkpoint",
                "What `run --resume` goes on from. Ctrl-C always writes one; so does the end of a run, unless both "
                "`every_` keys are 0."),
          s.checkpoint);
  v.table(plain("surface", "The mesh of the liquid's surface."), s.surface);
  v.table(plain("render", "Pictures of 3D scenes, by `spindrift render` or during a run."), s.render);
  v.tables(fixed(plain("liquid", "Where there is liquid at the start. Where shapes overlap, the first one counts.")),
           s.liquids);
  v.tables(plain("solid", "Obstacles, standing or moving."), s.solids);
  v.tables(plain("source", "Where liquid comes in."), s.sources);
  v.tables(plain("drain", "Where liquid is taken out."), s.drains);
  v.tables(plain("force", "Accelerations besides gravity."), s.force_fields);
  v.tables(plain("probe", "What is measured, and written to probes.csv: after every frame, or at `output.probe_rate`."),
           s.probes);
  v.tables(plain("region", "A part of the domain with files of its own, and their own times."), s.regions);
  v.table(plain("gas", "The air of a smoke scene: its forces, and how its motion is computed."), s.gas);
  v.table(plain("fire", "How the fuel of a smoke scene burns."), s.fire);
  v.tables(fixed(plain("smoke", "Where there is smoke at the start. Makes the scene a smoke scene.")), s.smokes);
  v.tables(plain("smoke_source", "Where smoke comes in. Makes the scene a smoke scene."), s.smoke_sources);
  v.tables(plain("command", "What was done by hand while the scene ran. Makes the scene a recording."), s.commands);
}

}  // namespace spindrift
