// A scene as plain data: what a scene file says, with every default filled in. SI units, y up.
// Vectors always have three components; a 2D scene ignores the third. Shapes, smoke's tables and those of the outputs
// have headers of their own: scene_shape.h, scene_smoke.h, scene_output.h.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "spindrift/error.h"
#include "spindrift/scene_output.h"
#include "spindrift/scene_shape.h"
#include "spindrift/scene_smoke.h"
#include "spindrift/table.h"
#include "spindrift/vec.h"

namespace spindrift {

enum class Transfer { kPic, kFlip, kApic };
enum class Kernel { kLinear, kQuadratic };
// How volume is kept and particles are spread. Classic: as in the small programs that the scenes seed_* rebuild.
enum class Method { kStandard, kClassic };
enum class PressureSolver { kGaussSeidel, kPcg, kMultigrid };
enum class FreeSurface { kCells, kLevelSet };
enum class StepOrder { kProjectThenMove, kMoveThenProject };
enum class Stepping { kEuler, kLeapfrog };
enum class Integrator { kEuler, kRk2, kRk3, kRk4 };
enum class Packing { kRegular, kJittered, kHexagonal };
enum class Filling { kLattice, kVolume };
enum class Column { kId, kAge, kColor };

struct DomainSettings {
  Vec3d size{{1.0, 1.0, 1.0}};
  int dimension = 3;                // from the number of entries in `size`
  int resolution = 64;              // cells along the longest side
  std::optional<double> cell_size;  // overrides resolution
  std::vector<Side> open;           // sides that let the fluid leave; all others are walls
  std::vector<Axis> periodic;       // axes along which the domain repeats itself

  double cell() const;        // edge length of a cell, metres
  Vec<int, 3> cells() const;  // number of cells along each axis (1 for z in 2D)
  bool is_open(Side side) const;
  bool is_periodic(Axis axis) const;
};

struct TimeSettings {
  double fps = 60.0;
  int frames = 120;
  int substeps = 0;       // sub-steps of equal length in a frame; 0 = adaptive by cfl
  double cfl = 1.0;       // cells the fastest particle may cross in an adaptive sub-step
  int max_substeps = 64;  // per frame, when adaptive
};

// As a screen shows it (sRGB), 0 to 1.
struct Color {
  double red = 1.0, green = 1.0, blue = 1.0;
  bool operator==(const Color&) const = default;
};

struct FluidSettings {
  double density = 1000.0;
  double viscosity = 0.0;        // Pa s; of liquids and sources that do not give their own
  double surface_tension = 0.0;  // N/m
  Walls walls = Walls::kNoSlip;  // how viscous liquid meets walls and solids; liquid without viscosity slides
  double friction = 0.0;         // of walls and solids: shear stress over density and square speed beside them
  double roughness = 0.0;        // m; > 0: the friction of a rough bed with grains of that size, in its place
  std::optional<Color> color;    // of white light through a tenth of the domain; default: water's
};

struct GravityKeyframe {
  double time = 0.0;
  Vec3d gravity{};
};

struct ForceSettings {
  Vec3d gravity{{0.0, -9.81, 0.0}};
  std::vector<GravityKeyframe> gravity_keyframes;    // takes its place
  std::string gravity_file;                          // so does this: CSV, relative to the scene file
  std::shared_ptr<const NumberTable> gravity_table;  // what it holds: columns time, x, y[, z]

  Vec3d gravity_at(double time) const;  // linear between keyframes; of two at the same time the later one counts
  double strongest_gravity() const;     // at any time
};

struct ParticleSettings {
  int per_cell = 0;  // 0 = 4 in 2D, 8 in 3D
  Packing packing = Packing::kRegular;
  Filling filling = Filling::kLattice;
  double radius = 0.3;  // cells; hexagonal packing puts neighbours 2 radii apart
  std::int64_t seed = 1;
  std::vector<Column> columns{Column::kId};
};

struct SolverSettings {
  Method method = Method::kStandard;
  StepOrder order = StepOrder::kProjectThenMove;
  Stepping stepping = Stepping::kEuler;
  Transfer transfer = Transfer::kFlip;
  double flip = 0.95;        // 1 = FLIP, 0 = PIC
  double calm_speed = 0.12;  // of the speed of waves a cell long: slower liquid is calmed
  Kernel kernel = Kernel::kLinear;
  Integrator integrator = Integrator::kRk2;
  std::optional<PressureSolver> pressure;  // default: gauss_seidel with the classic method, else multigrid
  double tolerance = 1e-5;                 // relative residual at which solvers stop
  int max_iterations = 1000;               // after which they give up
  std::optional<int> sweeps;     // of gauss_seidel; default: 50 with the classic method, else to the tolerance
  double over_relaxation = 1.9;  // of gauss_seidel
  bool warm_start = true;        // the last step's pressure is the first guess
  std::optional<FreeSurface> free_surface;  // default: cells with viscosity, else level_set
};

struct DriftSettings {
  std::optional<bool>
      projection;  // moves particles from crowded cells to thin ones; default: off with the classic method, else on
  double tolerance = 0.05;  // relative residual of the projection; what is left waits for the next step
  std::optional<bool>
      density_term;        // lets crowded cells give and thin ones take; default: on with the classic method, else off
  double stiffness = 0.1;  // share of the surplus that is removed in a sub-step
  std::optional<bool> push_apart;  // default: on with the classic method, else off
  std::optional<bool>
      resample;  // evens out the number of particles per cell; default: off with the classic method, else on
  int push_iterations = 2;
  std::optional<double> separation;  // cells; default: two particle radii, or 0.9 of the lattice's spacing
};

struct LiquidSettings {
  Place place;  // of its table in the scene file, for messages
  ShapeSettings shape;
  StartVelocity velocity;
  std::optional<double> viscosity;  // Pa s; default: the fluid's
  std::optional<Color> color;       // default: the fluid's
  std::optional<int> count;         // exactly so many, row by row from the shape's lower left corner; default: fill it
  std::optional<double> spacing;    // cells between neighbours, from that corner on; default: the packing's own lattice
};

struct Keyframe {
  double time = 0.0;
  Vec3d position{};          // displacement from the shape's place in the scene
  Vec3d rotation_degrees{};  // about the pivot; only z in 2D
};

struct SolidSettings {
  std::optional<std::string> name;  // by which probes know it
  ShapeSettings shape;
  Vec3d velocity{};                  // constant motion
  Vec3d angular_velocity_degrees{};  // degrees per second about the pivot; only z in 2D
  Vec3d pivot{};
  std::vector<Keyframe> keyframes;  // replaces the constant motion
  std::string motion_file;          // so does this: CSV, relative to the scene file
  // What it holds: columns time, x, y[, z] and rotation, in 3D rotation_x, rotation_y, rotation_z, in degrees.
  std::shared_ptr<const NumberTable> motion_table;
  double start = 0.0, end = 1e30;  // s; it is there in between

  bool always_exists() const { return start <= 0.0 && end >= 1e30; }
  bool moves() const { return has_path() || velocity != Vec3d{} || angular_velocity_degrees != Vec3d{}; }
  bool has_path() const { return !keyframes.empty() || motion_table; }
  std::vector<Keyframe> path() const;  // the keyframes, or those of the table
};

// A tank that is shaken or rolled as a whole. The scene is what is seen from the tank: walls and solids stand, and what
// its motion does to the fluid acts as forces.
struct FrameSettings {
  Vec3d pivot{};                    // what it turns about, in the tank
  std::vector<Keyframe> keyframes;  // where the pivot is, and how far the tank has turned about it
  std::string motion_file;          // the same: CSV, relative to the scene file
  // What it holds: columns time, x, y[, z] and rotation, in 3D rotation_x, rotation_y, rotation_z, in degrees.
  std::shared_ptr<const NumberTable> motion_table;

  bool moves() const { return !keyframes.empty() || motion_table; }
  std::vector<Keyframe> path() const;  // the keyframes, or those of the table
};

struct SourceSettings {
  Place place;  // of its table in the scene file, for messages
  ShapeSettings shape;
  Vec3d velocity{};
  std::optional<double> viscosity;  // Pa s; default: the fluid's
  std::optional<Color> color;       // default: the fluid's
  double rate = 0.0;                // m^3/s (m^2/s in 2D); 0 = keep the shape full
  double start = 0.0;               // s
  double end = 1e30;                // s
};

struct DrainSettings {
  ShapeSettings shape;
  double start = 0.0;
  double end = 1e30;
};

struct ForceFieldSettings {
  enum class Kind { kUniform, kPush, kPoint, kVortex };
  Kind kind = Kind::kUniform;
  Vec3d acceleration{};         // uniform, push, m/s^2
  Vec3d center{};               // push, point, vortex
  Vec3d axis{{0.0, 0.0, 1.0}};  // vortex
  double strength = 0.0;        // point: m/s^2 towards the centre (negative = away); vortex: m/s^2 around the axis
  double radius = 1.0;          // push, point, vortex: fades linearly to zero here
  double start = 0.0, end = 1e30;
};

// What a time step goes by: all of a scene that has a say in what the fluid does.
struct Physics {
  std::string file;  // where it was read from, for messages and mesh paths
  DomainSettings domain;
  TimeSettings time;
  FluidSettings fluid;
  ForceSettings forces;
  FrameSettings frame;
  ParticleSettings particles;
  SolverSettings solver;
  DriftSettings drift;
  std::vector<LiquidSettings> liquids;
  std::vector<SolidSettings> solids;
  std::vector<SourceSettings> sources;
  std::vector<DrainSettings> drains;
  std::vector<ForceFieldSettings> force_fields;
  GasSettings gas;
  FireSettings fire;
  std::vector<SmokeSettings> smokes;
  std::vector<SmokeSourceSettings> smoke_sources;

  bool is_smoke() const { return !smokes.empty() || !smoke_sources.empty(); }
  bool has_fuel() const;
  bool is_sparse() const;  // whether only the tiles near smoke exist; has a meaning for smoke only
  int dimension() const { return domain.dimension; }
  int particles_per_cell() const;
  bool is_classic() const { return solver.method == Method::kClassic; }
  PressureSolver pressure_solver() const;
  std::optional<int> sweeps() const;  // of gauss_seidel in every step; none: as many as the tolerance needs
  bool uses_level_set() const;
  bool moves_first() const { return solver.order == StepOrder::kMoveThenProject; }
  bool detaches_cells() const;  // from walls that would pull on the liquid
  bool uses_leapfrog() const;
  bool uses_surface_tension() const;
  double capillary_step() const;  // longest stable step under surface tension, s; endless without
  bool uses_density() const;      // of particles at the cell centres, for any purpose
  bool uses_density_projection() const;
  bool uses_density_term() const;
  bool uses_push_apart() const;
  bool uses_resampling() const;
  double separation_cells() const;       // distance at which particles are pushed apart
  bool has_column(Column column) const;  // asked for, or needed: liquids with colours of their own need that column
  bool is_viscous() const;
  bool has_friction() const { return fluid.friction > 0.0 || fluid.roughness > 0.0; }
  bool has_own_viscosities() const;  // some liquid or source differs from the fluid
  bool has_own_colors() const;       // the same; then a particle's colour is that of the liquid it comes from
  bool has_foam_colors() const;      // else, with the column: particles are coloured by the density around them
  Color fluid_color() const;         // of liquids and sources without one of their own
};

// What was done by hand while a scene ran, before the sub-step of that number, the first being 0. A scene with commands
// is a recording, and runs with the same bits as when it was made.
struct Command {
  std::int64_t step = 0;
  std::vector<std::string> edits;  // texts that the scene's editor understands
};

struct Scene;

// Returns the scene with all of these edits made, in order, or an error.
using SceneEditor = std::function<Result<Scene>(const Scene& scene, const std::vector<std::string>& edits)>;

// And what is written and drawn of it.
struct Scene : Physics {
  std::string title;
  OutputSettings output;
  CheckpointSettings checkpoint;
  SurfaceSettings surface;
  RenderSettings render;
  std::vector<ProbeSettings> probes;
  std::vector<RegionSettings> regions;
  std::vector<Command> commands;  // in the order of their steps
  SceneEditor editor;             // for commands and Simulation::edit; scenes that are read have text_editor()
};

}  // namespace spindrift
