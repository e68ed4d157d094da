// Places in a scene: its sides and axes, shapes, and how fluid starts and slides there. Part of scene.h.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "spindrift/mesh.h"
#include "spindrift/table.h"
#include "spindrift/vec.h"

namespace spindrift {

enum class Side { kLeft, kRight, kBottom, kTop, kBack, kFront };  // low x, high x, low y, high y, low z, high z
enum class Axis { kX, kY, kZ };
enum class Direction { kPlusX, kMinusX, kPlusY, kMinusY, kPlusZ, kMinusZ };
enum class Walls { kSlip, kNoSlip };

// A solid region described by a signed distance: a primitive, a combination of parts, or a triangle mesh.
struct ShapeSettings {
  enum class Kind { kBox, kSphere, kCapsule, kCylinder, kPlane, kWave, kBelow, kImplicit, kUnion, kDifference, kMesh };
  Kind kind = Kind::kBox;
  Vec3d min{}, max{};       // box
  Vec3d center{};           // sphere
  double radius = 0.0;      // sphere, capsule, cylinder
  Vec3d from{}, to{};       // capsule, cylinder: the ends of the axis
  Vec3d point{}, normal{};  // plane: the shape lies on the side the normal points away from
  double level = 0.0, amplitude = 0.0, wavelength = 1.0,
         crest = 0.0;                        // wave: y < level + amplitude cos(2 pi (x - crest) / wavelength)
  std::string surface;                       // below: a formula of x, in 3D of x and z; y is less
  std::string formula;                       // implicit: of x, y and z, negative inside
  std::shared_ptr<const NumberTable> table;  // below: in place of the formula, what `file` holds: columns x and y
  std::vector<ShapeSettings> parts;          // union; difference = the first part without the others
  std::string file;                          // mesh: OBJ, PLY or STL; below: CSV; relative to the scene file
  double scale = 1.0;                        // mesh
  Vec3d rotation_degrees{};                  // mesh: about x, then y, then z through the file's origin, after scaling
  Vec3d offset{};                            // mesh: added after that, metres
  std::shared_ptr<const Mesh> mesh;          // mesh: what `file` holds; see scene_file.h
};

// How fluid moves at the start: with one velocity everywhere, or by formulas of the place x, y, z in metres, such as
// `sin(x)*cos(y)`; see docs/scene-format.md.
struct StartVelocity {
  Vec3d value{};                        // m/s
  std::array<std::string, 3> formulas;  // of single components, in place of their value; empty: the value counts

  StartVelocity() = default;
  StartVelocity(const Vec3d& everywhere) : value(everywhere) {}  // NOLINT: implicit by design
  bool is_uniform() const { return formulas[0].empty() && formulas[1].empty() && formulas[2].empty(); }
  bool operator==(const StartVelocity&) const = default;
};

}  // namespace spindrift
