// The words that stand for enumerations in scene files, each with its meaning.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "spindrift/scene.h"

namespace spindrift {

template <class Enum>
struct Word {
  std::string_view word;
  Enum value;
  std::string_view meaning;
  std::string_view synonyms = "";  // what other programs call it, with blanks between them
};

// The words of an enumeration.
template <class Enum>
inline constexpr int kWords = 0;

template <>
inline constexpr Word<Transfer> kWords<Transfer>[] = {
    {"pic", Transfer::kPic, "particles take the grid's velocity: damped"},
    {"flip", Transfer::kFlip, "particles take the grid's change of velocity, blended with PIC by `flip`"},
    {"apic", Transfer::kApic, "particles carry an affine velocity field: conserves angular momentum"},
};

template <>
inline constexpr Word<Kernel> kWords<Kernel>[] = {
    {"linear", Kernel::kLinear, "hat function over one cell"},
    {"quadratic", Kernel::kQuadratic, "B-spline over one and a half cells: smoother, slower"},
};
template <>
inline constexpr Word<Method> kWords<Method>[] = {
    {"standard", Method::kStandard,
     "a projection evens out the density, particles are resampled, walls push but do not pull"},
    {"classic", Method::kClassic,
     "as in the small programs that the scenes `seed_*` rebuild: a density term, particles pushed apart, Gauss-Seidel"},
};
template <>
inline constexpr Word<PressureSolver> kWords<PressureSolver>[] = {
    {"gauss_seidel", PressureSolver::kGaussSeidel, "sweeps with over-relaxation, a fixed number or to a tolerance",
     "gs sor"},
    {"pcg", PressureSolver::kPcg, "conjugate gradients with an MIC(0) preconditioner, to a tolerance", "cg"},
    {"multigrid", PressureSolver::kMultigrid, "conjugate gradients with a multigrid preconditioner, to a tolerance",
     "mg"},
};
template <>
inline constexpr Word<FreeSurface> kWords<FreeSurface>[] = {
    {"cells", FreeSurface::kCells,
     "a cell is liquid if it holds a particle; a tilted surface is a staircase and never rests"},
    {"level_set", FreeSurface::kLevelSet, "where the density of particles falls to one half; it lies between cells"},
};
template <>
inline constexpr Word<StepOrder> kWords<StepOrder>[] = {
    {"project_then_move", StepOrder::kProjectThenMove,
     "forces, projection, then particles move through the projected field"},
    {"move_then_project", StepOrder::kMoveThenProject,
     "particles fall first, so still water sinks; for comparison only"},
};
template <>
inline constexpr Word<Stepping> kWords<Stepping>[] = {
    {"euler", Stepping::kEuler, "forces for the whole step, then motion: symplectic, first order"},
    {"leapfrog", Stepping::kLeapfrog,
     "half of the forces before and half after the motion: second order, preserves vortices"},
};
template <>
inline constexpr Word<Integrator> kWords<Integrator>[] = {
    {"euler", Integrator::kEuler, "first order"},
    {"rk2", Integrator::kRk2, "second order, midpoint"},
    {"rk3", Integrator::kRk3, "third order"},
    {"rk4", Integrator::kRk4, "fourth order"},
};
template <>
inline constexpr Word<Packing> kWords<Packing>[] = {
    {"regular", Packing::kRegular,
     "a lattice in each cell if `per_cell` is a square (in 3D a cube), else evenly spread points"},
    {"jittered", Packing::kJittered, "as regular, with each point moved at random within its share of the cell"},
    {"hexagonal", Packing::kHexagonal, "closest packing of balls of `radius`"},
};
template <>
inline constexpr Word<Filling> kWords<Filling>[] = {
    {"lattice", Filling::kLattice,
     "every point of the packing inside the shape; the volume may be off by half a layer"},
    {"volume", Filling::kVolume, "in each cell that the boundary cuts, in proportion to the volume inside"},
};
template <>
inline constexpr Word<Side> kWords<Side>[] = {
    {"left", Side::kLeft, "low x"},
    {"right", Side::kRight, "high x"},
    {"bottom", Side::kBottom, "low y", "down floor"},
    {"top", Side::kTop, "high y", "up ceiling lid"},
    {"back", Side::kBack, "low z"},
    {"front", Side::kFront, "high z"},
};
template <>
inline constexpr Word<Axis> kWords<Axis>[] = {
    {"x", Axis::kX, "from left to right"},
    {"y", Axis::kY, "from bottom to top"},
    {"z", Axis::kZ, "from back to front; 3D scenes only"},
};
template <>
inline constexpr Word<ColorBy> kWords<ColorBy>[] = {
    {"water", ColorBy::kWater,
     "the liquid's own colour; with style = \"particles\" lighter where fast, white where thin"},
    {"speed", ColorBy::kSpeed, "slow to fast", "velocity"},
    {"density", ColorBy::kDensity, "0 to twice the rest density"},
    {"pressure", ColorBy::kPressure, "zero to the range"},
    {"vorticity", ColorBy::kVorticity, "clockwise to counter-clockwise"},
    {"smoke", ColorBy::kSmoke, "smoke lit from above, glowing where hot; smoke scenes only, and their default"},
    {"temperature", ColorBy::kTemperature, "ambient to hottest; smoke scenes only"},
    {"type", ColorBy::kType, "which cells the solver treats as liquid (or gas), air and solid"},
};
template <>
inline constexpr Word<Column> kWords<Column>[] = {
    {"id", Column::kId, "a number that stays with the particle"},
    {"age", Column::kAge, "seconds since it was created"},
    {"color", Column::kColor, "red, green, blue"},
};
template <>
inline constexpr Word<ParticleFormat> kWords<ParticleFormat>[] = {
    {"ply", ParticleFormat::kPly,
     "binary PLY: for `render`, scripts and MeshLab; Blender reads positions, ParaView colours too"},
    {"vtp", ParticleFormat::kVtp, "VTK for ParaView and VisIt, with every column", "vtk"},
    {"vdb", ParticleFormat::kVdb,
     "OpenVDB points, in builds with OpenVDB: positions to 1/65535 of a cell; Blender loads but does not draw them",
     "openvdb"},
};
template <>
inline constexpr Word<VolumeFormat> kWords<VolumeFormat>[] = {
    {"vti", VolumeFormat::kVti, "VTK: cell type, density, pressure, velocity", "vtk"},
    {"vdb", VolumeFormat::kVdb, "OpenVDB: level set of the surface (3D), velocity, pressure, density of the wet cells",
     "openvdb"},
    {"raw", VolumeFormat::kRaw, "plain arrays of numbers, with a JSON file that describes them"},
};
template <>
inline constexpr Word<SurfaceFormat> kWords<SurfaceFormat>[] = {
    {"none", SurfaceFormat::kNone, "no files"},
    {"ply", SurfaceFormat::kPly, "binary PLY: small, with velocities and columns"},
    {"obj", SurfaceFormat::kObj, "text that every program reads, positions only"},
};
template <>
inline constexpr Word<RenderStyle> kWords<RenderStyle>[] = {
    {"water", RenderStyle::kWater, "the liquid's surface; in 3D with refraction, reflection and shadow"},
    {"particles", RenderStyle::kParticles, "every particle: in 3D a ball coloured by speed, in 2D a disc"},
};
template <>
inline constexpr Word<ProbeSettings::Kind> kWords<ProbeSettings::Kind>[] = {
    {"point", ProbeSettings::Kind::kPoint, "pressure and velocity at a point"},
    {"height", ProbeSettings::Kind::kHeight, "height of the topmost surface of the liquid on a vertical line"},
    {"depth", ProbeSettings::Kind::kDepth, "length of a line inside the liquid, like a wave gauge"},
    {"front", ProbeSettings::Kind::kFront, "how far the liquid has advanced along an axis"},
    {"pressure", ProbeSettings::Kind::kPressure, "pressure at a point, or its mean over a disc or a box"},
    {"velocity", ProbeSettings::Kind::kVelocity, "velocity at a point, or its mean over the fluid in a box"},
    {"force", ProbeSettings::Kind::kForce, "force of the pressure on a solid"},
    {"torque", ProbeSettings::Kind::kTorque, "torque of the pressure on a solid"},
    {"volume", ProbeSettings::Kind::kVolume, "volume of liquid, or amount of smoke, in a box"},
    {"flux", ProbeSettings::Kind::kFlux, "flow rate through a plane perpendicular to an axis"},
    {"surface", ProbeSettings::Kind::kSurface, "heights and depths along a line at given times, in a table of its own"},
    {"energy", ProbeSettings::Kind::kEnergy, "energy of the whole fluid, by kind"},
};
template <>
inline constexpr Word<RegionSettings::Kind> kWords<RegionSettings::Kind>[] = {
    {"box", RegionSettings::Kind::kBox, "particles and cells in a box"},
    {"slice", RegionSettings::Kind::kSlice, "a layer of cells perpendicular to an axis"},
    {"column", RegionSettings::Kind::kColumn, "a line of cells along an axis, over time"},
};
template <>
inline constexpr Word<SliceFormat> kWords<SliceFormat>[] = {
    {"csv", SliceFormat::kCsv, "one table with a row for each cell and time"},
    {"vti", SliceFormat::kVti, "VTK, one file per frame", "vtk"},
};
template <>
inline constexpr Word<Direction> kWords<Direction>[] = {
    {"+x", Direction::kPlusX, "to the right"}, {"-x", Direction::kMinusX, "to the left"},
    {"+y", Direction::kPlusY, "up"},           {"-y", Direction::kMinusY, "down"},
    {"+z", Direction::kPlusZ, "to the front"}, {"-z", Direction::kMinusZ, "to the back"},
};
template <>
inline constexpr Word<ShapeSettings::Kind> kWords<ShapeSettings::Kind>[] = {
    {"box", ShapeSettings::Kind::kBox, "a box along the axes; in 2D a rectangle",
     "rectangle rect square cube cuboid block aabb"},
    {"sphere", ShapeSettings::Kind::kSphere, "a ball; in 2D a disk", "circle disk disc ball"},
    {"capsule", ShapeSettings::Kind::kCapsule, "all points within `radius` of a line segment", "pill line"},
    {"cylinder", ShapeSettings::Kind::kCylinder, "a cylinder with flat ends; in 2D a rectangle at any angle",
     "pipe tube rod"},
    {"plane", ShapeSettings::Kind::kPlane, "everything behind a plane", "halfspace half_space ground"},
    {"wave", ShapeSettings::Kind::kWave, "everything below a cosine along x"},
    {"below", ShapeSettings::Kind::kBelow, "everything below a surface given by a formula or a table"},
    {"implicit", ShapeSettings::Kind::kImplicit, "everywhere a formula is negative"},
    {"union", ShapeSettings::Kind::kUnion, "all parts together", "combine group"},
    {"difference", ShapeSettings::Kind::kDifference, "the first part without the others", "subtract subtraction minus"},
    {"mesh", ShapeSettings::Kind::kMesh, "the inside of a closed triangle mesh; 3D scenes only",
     "stl obj model triangles"},
};
template <>
inline constexpr Word<ForceFieldSettings::Kind> kWords<ForceFieldSettings::Kind>[] = {
    {"uniform", ForceFieldSettings::Kind::kUniform, "equal everywhere"},
    {"push", ForceFieldSettings::Kind::kPush, "one direction, strongest at a point"},
    {"point", ForceFieldSettings::Kind::kPoint, "towards a point, or away from it"},
    {"vortex", ForceFieldSettings::Kind::kVortex, "around an axis"},
};

template <>
inline constexpr Word<Advection> kWords<Advection>[] = {
    {"semi_lagrangian", Advection::kSemiLagrangian, "traces back along the flow: stable, blurry"},
    {"maccormack", Advection::kMacCormack,
     "semi-Lagrangian with an error correction, limited to neighbouring values: sharp"},
    {"bfecc", Advection::kBfecc, "corrects the values before it moves them, limited to neighbouring values"},
    {"cubic", Advection::kCubic, "semi-Lagrangian with monotone cubic interpolation"},
};
template <>
inline constexpr Word<Walls> kWords<Walls>[] = {
    {"slip", Walls::kSlip, "the fluid slides along walls and solids"},
    {"no_slip", Walls::kNoSlip, "the fluid sticks to walls and solids; acts through `viscosity`"},
};
template <>
inline constexpr Word<SmokeTiles> kWords<SmokeTiles>[] = {
    {"auto", SmokeTiles::kAuto, "near_smoke if a side is open, else all"},
    {"all", SmokeTiles::kAll, "the whole domain is computed"},
    {"near_smoke", SmokeTiles::kNearSmoke, "only tiles near smoke; the rest is open air at rest"},
};
template <>
inline constexpr Word<StartFlow> kWords<StartFlow>[] = {
    {"still", StartFlow::kStill, "the wind, and the velocity of each `[[smoke]]`"},
    {"taylor_green", StartFlow::kTaylorGreen, "one cell of the Taylor-Green vortex of speed 1, fitted to the domain"},
};

template <class Enum>
constexpr auto words_of(Enum) {
  return std::span(kWords<Enum>);
}
template <class Enum>
std::string_view word_of(Enum value) {
  for (const auto& word : words_of(value)) {
    if (word.value == value) return word.word;
  }
  return "";
}

// What type a key's value has: a word for programs (key_list.h) and some for the manual.
struct ValueType {
  std::string_view kind, text;
};

inline ValueType type_of(bool) { return {"truth", "true/false"}; }
inline ValueType type_of(int) { return {"integer", "integer"}; }
inline ValueType type_of(std::int64_t) { return {"integer", "integer"}; }
inline ValueType type_of(double) { return {"number", "number"}; }
inline ValueType type_of(const std::string&) { return {"text", "text"}; }
inline ValueType type_of(const Vec3d&) { return {"vector", "vector"}; }
inline ValueType type_of(const StartVelocity&) { return {"vector", "vector of numbers or formulas"}; }
inline ValueType type_of(const Color&) { return {"vector", "3 numbers"}; }
inline ValueType type_of(const std::vector<std::string>&) { return {"words", "list of texts"}; }
inline ValueType type_of(const std::vector<double>&) { return {"words", "list of numbers"}; }
template <class Enum>
  requires std::is_enum_v<Enum>
ValueType type_of(Enum) {
  return {"word", "word"};
}
template <class Enum>
ValueType type_of(const std::vector<Enum>&) {
  return {"words", "list of words"};
}
template <class T>
ValueType type_of(const std::optional<T>&) {
  return type_of(T{});
}

}  // namespace spindrift
