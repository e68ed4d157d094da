// Every key of [[region]]. See scene_key.h for what a visitor is.
#pragma once

#include "scene/scene_key.h"
#include "spindrift/scene.h"

namespace spindrift {

template <class Visitor>
void describe(RegionSettings& s, Visitor& v) {
  using Kind = RegionSettings::Kind;
  v.kind(required(plain("kind", "which part of the domain")), s.kind);
  v.value(required(plain("name", "of its files")), s.name);
  switch (s.kind) {
    case Kind::kBox:
      v.value(required({"min", "m", kPositions, "the lowest corner"}), s.min);
      v.value(required({"max", "m", kPositions, "the highest corner"}), s.max);
      v.value(plain("particles", "write the particles in it, in these formats", "none"), s.particles);
      v.value(plain("volumes", "write the cells that it touches, in these formats: vti or raw", "none"), s.volumes);
      break;
    case Kind::kSlice:
      v.value(required(plain("axis", "across which the slice lies")), s.axis);
      v.value(required({"at", "m", kPositions, "its place along that axis: the layer of cells there"}), s.at);
      v.value(plain("format", "of its files"), s.format);
      break;
    case Kind::kColumn:
      v.value(required({"position", "m", kPositions, "a point of it: the cells there"}), s.position);
      v.value(plain("axis", "along which it runs through the domain"), s.axis);
      break;
  }
  v.value({"every", "frames", between(1, 1e6), "write it every n-th frame"}, s.every);
  v.value({"rate", "1/s", between(0, 1e9),
           "in place of `every`, so often in a second: a table at the first sub-step at or after each time, files at "
           "the first frame; 0 = by frames"},
          s.rate);
}

}  // namespace spindrift
