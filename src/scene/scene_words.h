// The words that stand for enumerations in scene files, each with its meaning.
#pragma once

#include <span>
#include <string_view>

#include "spindrift/scene.h"

namespace spindrift {

template <class Enum>
struct Word {
  std::string_view word;
  Enum value;
  std::string_view meaning;
};

inline constexpr Word<Transfer> kTransferWords[] = {
    {"pic", Transfer::kPic, "particles take the grid's velocity: calm, but syrupy"},
    {"flip", Transfer::kFlip, "particles take the grid's change of velocity, blended with pic by `flip`"},
    {"apic", Transfer::kApic, "particles carry an affine velocity field: keeps angular momentum"},
};
inline constexpr Word<Weights> kWeightsWords[] = {
    {"computed", Weights::kComputed, "anew for each transfer: faster"},
    {"cached", Weights::kCached, "once, and kept for the transfer back; 80 bytes per particle in 2D, 120 in 3D"},
};

inline constexpr Word<Kernel> kKernelWords[] = {
    {"linear", Kernel::kLinear, "hat function over one cell"},
    {"quadratic", Kernel::kQuadratic, "B-spline over one and a half cells: smoother, slower"},
};
inline constexpr Word<PressureSolver> kPressureWords[] = {
    {"gauss_seidel", PressureSolver::kGaussSeidel, "a fixed number of sweeps with over-relaxation"},
    {"pcg", PressureSolver::kPcg, "conjugate gradients with an MIC(0) preconditioner, to a tolerance"},
    {"multigrid", PressureSolver::kMultigrid, "conjugate gradients with a multigrid preconditioner, to a tolerance"},
};
inline constexpr Word<FreeSurface> kFreeSurfaceWords[] = {
    {"cells", FreeSurface::kCells,
     "a cell is liquid if it holds a particle; the surface in steps of cells: a tilted one never rests"},
    {"level_set", FreeSurface::kLevelSet, "where the density of particles falls to one half, between cells"},
};
inline constexpr Word<StepOrder> kOrderWords[] = {
    {"project_then_move", StepOrder::kProjectThenMove, "forces, projection, then particles move through that field"},
    {"move_then_project", StepOrder::kMoveThenProject, "particles fall first: still water sinks; for comparison only"},
};
inline constexpr Word<Stepping> kSteppingWords[] = {
    {"euler", Stepping::kEuler, "forces for the whole step, then particles move: symplectic, first order"},
    {"leapfrog", Stepping::kLeapfrog, "kick, move, kick: second order; keeps vortices"},
};
inline constexpr Word<Integrator> kIntegratorWords[] = {
    {"euler", Integrator::kEuler, "first order"},
    {"rk2", Integrator::kRk2, "second order, midpoint"},
    {"rk3", Integrator::kRk3, "third order"},
    {"rk4", Integrator::kRk4, "fourth order"},
};
inline constexpr Word<Packing> kPackingWords[] = {
    {"regular", Packing::kRegular,
     "a lattice in each cell if `per_cell` is a square (in 3D a cube), else an even spread"},
    {"jittered", Packing::kJittered, "the same, each point moved at random within its share of the cell"},
    {"hexagonal", Packing::kHexagonal, "closest packing of balls of `radius`"},
};
inline constexpr Word<Filling> kFillingWords[] = {
    {"lattice", Filling::kLattice,
     "every place of the packing that lies in the shape: its volume may be off by half a layer"},
    {"volume", Filling::kVolume, "in each cell that the shape cuts, as many as its share of the cell asks for"},
};
inline constexpr Word<Side> kSideWords[] = {
    {"left", Side::kLeft, "low x"}, {"right", Side::kRight, "high x"}, {"bottom", Side::kBottom, "low y"},
    {"top", Side::kTop, "high y"},  {"back", Side::kBack, "low z"},    {"front", Side::kFront, "high z"},
};
inline constexpr Word<Axis> kAxisWords[] = {
    {"x", Axis::kX, "from left to right"},
    {"y", Axis::kY, "from bottom to top"},
    {"z", Axis::kZ, "from back to front; 3D scenes only"},
};
inline constexpr Word<DensityMode> kDensityWords[] = {
    {"smooth", DensityMode::kSmooth, "each particle counts in the cells around it, by interpolation"},
    {"coarse", DensityMode::kCoarse, "each particle counts in its own cell"},
};
inline constexpr Word<ColorBy> kColorWords[] = {
    {"water", ColorBy::kWater, "blue, white where the water is thin"},
    {"speed", ColorBy::kSpeed, "slow to fast"},
    {"density", ColorBy::kDensity, "empty to twice the rest density"},
    {"pressure", ColorBy::kPressure, "zero to the range"},
    {"vorticity", ColorBy::kVorticity, "clockwise to counter-clockwise turning"},
    {"smoke", ColorBy::kSmoke, "smoke lit from above, glowing where it is hot; smoke scenes only, and their default"},
    {"temperature", ColorBy::kTemperature, "ambient to hottest; smoke scenes only"},
    {"type", ColorBy::kType, "which cells the solver takes for liquid (or gas), air and solid"},
};
inline constexpr Word<Column> kColumnWords[] = {
    {"id", Column::kId, "a number that stays with the particle"},
    {"age", Column::kAge, "seconds since it was made"},
    {"color", Column::kColor, "red, green, blue"},
};
inline constexpr Word<ParticleFormat> kParticleFormatWords[] = {
    {"ply", ParticleFormat::kPly,
     "binary PLY: for `render`, scripts, MeshLab; Blender takes the positions, ParaView the colours too"},
    {"vtp", ParticleFormat::kVtp, "VTK: ParaView, VisIt, with every column"},
    {"vdb", ParticleFormat::kVdb,
     "OpenVDB points, if the program was built with OpenVDB: positions to 1/65535 of a cell; Blender loads but does "
     "not "
     "draw them"},
};
inline constexpr Word<VolumeFormat> kVolumeFormatWords[] = {
    {"vti", VolumeFormat::kVti, "VTK: cell type, density, pressure, velocity"},
    {"vdb", VolumeFormat::kVdb, "OpenVDB: level set of the surface (3D), velocity, pressure, density of the wet cells"},
    {"raw", VolumeFormat::kRaw, "numbers as they lie in memory, beside a JSON file that says what they are"},
};
inline constexpr Word<SurfaceFormat> kSurfaceWords[] = {
    {"none", SurfaceFormat::kNone, "no files"},
    {"ply", SurfaceFormat::kPly, "binary PLY: small, with velocities and columns"},
    {"obj", SurfaceFormat::kObj, "text that every program reads, with positions only"},
};
inline constexpr Word<RenderStyle> kRenderWords[] = {
    {"water", RenderStyle::kWater, "the surface, with refraction, reflection and shadow"},
    {"particles", RenderStyle::kParticles, "every particle as a ball coloured by its speed: quick"},
};
inline constexpr Word<ProbeSettings::Kind> kProbeWords[] = {
    {"point", ProbeSettings::Kind::kPoint, "pressure and velocity at a point"},
    {"height", ProbeSettings::Kind::kHeight, "height of the topmost surface of the liquid on a vertical line"},
    {"depth", ProbeSettings::Kind::kDepth, "length of a line that lies in the liquid, as a wave gauge reads it"},
    {"front", ProbeSettings::Kind::kFront, "how far the liquid has come along an axis"},
    {"pressure", ProbeSettings::Kind::kPressure, "pressure at a point, or its mean over a disc or a box"},
    {"velocity", ProbeSettings::Kind::kVelocity, "velocity at a point, or its mean over the fluid in a box"},
    {"force", ProbeSettings::Kind::kForce, "what the pressure does to a solid"},
    {"torque", ProbeSettings::Kind::kTorque, "how the pressure turns a solid"},
    {"volume", ProbeSettings::Kind::kVolume, "liquid, or smoke, in a box"},
    {"flux", ProbeSettings::Kind::kFlux, "fluid that passes a plane across an axis"},
    {"surface", ProbeSettings::Kind::kSurface, "heights and depths along a line at some times, in a table of its own"},
    {"energy", ProbeSettings::Kind::kEnergy, "energy of all the fluid, by kind"},
};
inline constexpr Word<RegionSettings::Kind> kRegionWords[] = {
    {"box", RegionSettings::Kind::kBox, "particles and cells in a box"},
    {"slice", RegionSettings::Kind::kSlice, "a layer of cells across an axis"},
    {"column", RegionSettings::Kind::kColumn, "a line of cells along an axis, over time"},
};
inline constexpr Word<SliceFormat> kSliceWords[] = {
    {"csv", SliceFormat::kCsv, "one table, a line for each cell and time"},
    {"vti", SliceFormat::kVti, "VTK, a file for each frame"},
};
inline constexpr Word<Direction> kDirectionWords[] = {
    {"+x", Direction::kPlusX, "to the right"}, {"-x", Direction::kMinusX, "to the left"},
    {"+y", Direction::kPlusY, "up"},           {"-y", Direction::kMinusY, "down"},
    {"+z", Direction::kPlusZ, "to the front"}, {"-z", Direction::kMinusZ, "to the back"},
};
inline constexpr Word<ShapeSettings::Kind> kShapeWords[] = {
    {"box", ShapeSettings::Kind::kBox, "a box along the axes; in 2D a rectangle"},
    {"sphere", ShapeSettings::Kind::kSphere, "a ball; in 2D a disk"},
    {"capsule", ShapeSettings::Kind::kCapsule, "all points within `radius` of a line from one point to another"},
    {"cylinder", ShapeSettings::Kind::kCylinder, "a cylinder with flat ends; in 2D a rectangle at any angle"},
    {"plane", ShapeSettings::Kind::kPlane, "everything behind a plane"},
    {"wave", ShapeSettings::Kind::kWave, "everything below a cosine along x"},
    {"below", ShapeSettings::Kind::kBelow, "everything below a surface by a formula, or from a table"},
    {"implicit", ShapeSettings::Kind::kImplicit, "everywhere that a formula is negative"},
    {"union", ShapeSettings::Kind::kUnion, "all parts together"},
    {"difference", ShapeSettings::Kind::kDifference, "the first part without the others"},
    {"mesh", ShapeSettings::Kind::kMesh, "the inside of a closed triangle mesh; 3D scenes only"},
};
inline constexpr Word<ForceFieldSettings::Kind> kForceWords[] = {
    {"uniform", ForceFieldSettings::Kind::kUniform, "the same everywhere"},
    {"push", ForceFieldSettings::Kind::kPush, "the same direction everywhere, strongest at a point"},
    {"point", ForceFieldSettings::Kind::kPoint, "towards a point, or away from it"},
    {"vortex", ForceFieldSettings::Kind::kVortex, "around an axis"},
};

inline constexpr Word<Advection> kAdvectionWords[] = {
    {"semi_lagrangian", Advection::kSemiLagrangian, "values arrive from where the flow comes from: stable, blurry"},
    {"maccormack", Advection::kMacCormack, "the same, corrected by going back, kept within the values around: sharp"},
    {"bfecc", Advection::kBfecc, "corrects the values before it moves them, kept within the values around"},
    {"cubic", Advection::kCubic, "semi-Lagrangian with monotone cubic interpolation"},
};
inline constexpr Word<Walls> kWallWords[] = {
    {"slip", Walls::kSlip, "the fluid slides along walls and solids"},
    {"no_slip", Walls::kNoSlip, "the fluid sticks to walls and solids; felt through `viscosity`"},
};
inline constexpr Word<SmokeTiles> kSmokeTileWords[] = {
    {"auto", SmokeTiles::kAuto, "near_smoke if a side is open, else all"},
    {"all", SmokeTiles::kAll, "the whole domain is computed"},
    {"near_smoke", SmokeTiles::kNearSmoke, "only the tiles near smoke exist, the rest is open air at rest"},
};
inline constexpr Word<StartFlow> kStartFlowWords[] = {
    {"still", StartFlow::kStill, "the wind, and the velocity of each [[smoke]]"},
    {"taylor_green", StartFlow::kTaylorGreen, "one cell of the Taylor-Green vortex of speed 1, fitted to the domain"},
};

// The words of an enumeration, found by its type.
inline std::span<const Word<Advection>> words_of(Advection) { return kAdvectionWords; }
inline std::span<const Word<Walls>> words_of(Walls) { return kWallWords; }
inline std::span<const Word<SmokeTiles>> words_of(SmokeTiles) { return kSmokeTileWords; }
inline std::span<const Word<StartFlow>> words_of(StartFlow) { return kStartFlowWords; }
inline std::span<const Word<Transfer>> words_of(Transfer) { return kTransferWords; }
inline std::span<const Word<Kernel>> words_of(Kernel) { return kKernelWords; }
inline std::span<const Word<Weights>> words_of(Weights) { return kWeightsWords; }
inline std::span<const Word<PressureSolver>> words_of(PressureSolver) { return kPressureWords; }
inline std::span<const Word<FreeSurface>> words_of(FreeSurface) { return kFreeSurfaceWords; }
inline std::span<const Word<StepOrder>> words_of(StepOrder) { return kOrderWords; }
inline std::span<const Word<Stepping>> words_of(Stepping) { return kSteppingWords; }
inline std::span<const Word<Integrator>> words_of(Integrator) { return kIntegratorWords; }
inline std::span<const Word<Packing>> words_of(Packing) { return kPackingWords; }
inline std::span<const Word<Filling>> words_of(Filling) { return kFillingWords; }
inline std::span<const Word<Side>> words_of(Side) { return kSideWords; }
inline std::span<const Word<Axis>> words_of(Axis) { return kAxisWords; }
inline std::span<const Word<Direction>> words_of(Direction) { return kDirectionWords; }
inline std::span<const Word<DensityMode>> words_of(DensityMode) { return kDensityWords; }
inline std::span<const Word<ColorBy>> words_of(ColorBy) { return kColorWords; }
inline std::span<const Word<Column>> words_of(Column) { return kColumnWords; }
inline std::span<const Word<ParticleFormat>> words_of(ParticleFormat) { return kParticleFormatWords; }
inline std::span<const Word<VolumeFormat>> words_of(VolumeFormat) { return kVolumeFormatWords; }
inline std::span<const Word<SurfaceFormat>> words_of(SurfaceFormat) { return kSurfaceWords; }
inline std::span<const Word<RenderStyle>> words_of(RenderStyle) { return kRenderWords; }
inline std::span<const Word<ProbeSettings::Kind>> words_of(ProbeSettings::Kind) { return kProbeWords; }
inline std::span<const Word<RegionSettings::Kind>> words_of(RegionSettings::Kind) { return kRegionWords; }
inline std::span<const Word<SliceFormat>> words_of(SliceFormat) { return kSliceWords; }
inline std::span<const Word<ShapeSettings::Kind>> words_of(ShapeSettings::Kind) { return kShapeWords; }
inline std::span<const Word<ForceFieldSettings::Kind>> words_of(ForceFieldSettings::Kind) { return kForceWords; }

template <class Enum>
std::string_view word_of(Enum value) {
  for (const auto& word : words_of(value)) {
    if (word.value == value) return word.word;
  }
  return "";
}

}  // namespace spindrift
