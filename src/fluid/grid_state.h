// What the states of liquid and smoke share: scene, time, tiles with their velocity, solids, pressure solver. Plain
// data.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "exec/scratch.h"
#include "geometry/motion.h"
#include "geometry/place_solids.h"
#include "geometry/solid.h"
#include "grid/domain.h"
#include "grid/field.h"
#include "grid/tile_map.h"
#include "grid/views.h"
#include "linear/pressure/pressure_solver.h"
#include "spindrift/error.h"
#include "spindrift/frame.h"
#include "spindrift/report.h"
#include "spindrift/scene.h"

namespace spindrift {

// Samples of solids on the grid: in cells, at the cell centres, and on the faces.
template <int D>
struct SolidSamples {
  CellField<float, D> distance;   // closed sides of the domain not included
  FaceField<float, D> open_area;  // share of the face; closed sides included
};

// The solids as tile kernels take them. Their shapes stay objects of the host: a kernel uses the samples on the grid
// where it can.
template <int D>
struct SolidsView {
  TilesView<D> tiles;
  Domain<D> domain;
  std::span<const Solid<D>> solids;
  bool has_moving = false;

  // SolidSamples of all solids, and of those that never move; empty without solids.
  FieldView<const float, D> distance;
  FaceViews<const float, D> open_area;
  FieldView<const float, D> static_distance;
  FaceViews<const float, D> static_open_area;

  bool empty() const { return solids.empty(); }
};

static_assert(std::is_trivially_copyable_v<SolidsView<3>>);

// When the forces of a step act, and how its change of velocity is used.
struct Kick {
  double time = 0.0;   // s; the middle of it
  double dt = 0.0;     // s; how long forces act before the projection
  double times = 1.0;  // particles take up the change so many times
  double ahead = 0.0;  // share of the field's change since the last step that takes it to the middle of this one
};

// A field of the state. The watch over rows, checkpoints, and edits of a running scene follow from it.
struct FieldInfo {
  std::string name;  // by which rows name it; empty: all rows may use it
  Lifetime life;
  std::string saved_as = {};                     // in a checkpoint; empty: the next step computes it again
  bool (*kept)(const Physics& scene) = nullptr;  // null: in every scene
  double least = 0.0;                            // of a number in a checkpoint
};

template <int D>
struct GridState {
  Physics scene;
  Domain<D> domain;

  // Time. A step leads from `time` to `time + dt`.
  double time = 0.0;
  double dt = 0.0;
  std::int64_t step = 0;
  Kick kick;  // of this step

  // Grid. All fields share the tiles.
  TileMap<D> tiles;
  FaceField<float, D> velocity;      // m/s; NaN where undefined, after extrapolate_velocity
  FaceField<std::uint8_t, D> known;  // 0 = undefined, 1 = carried by the fluid, 2... = extrapolation layer
  CellField<CellType, D> type;
  CellField<float, D>
      surface_distance;           // to the free surface, cells, up to 1; negative in the liquid. Empty: none is known
  CellField<float, D> curvature;  // of that surface, 1/cells, positive if the liquid bulges. Empty: no surface tension
  CellField<double, D> scaled_pressure;  // p dt / (density h), m/s: its difference across a face is a velocity
  double pressure_dt = 0.0;              // that dt, of the kick that the pressure is of; 0: of none yet
  std::int64_t fluid_cells = 0;

  // Solids, and their samples on the grid; empty without solids.
  std::vector<Solid<D>> solids;
  SolidSamples<D> static_solids;  // those that never move
  SolidSamples<D> all_solids;     // all of them, if some move

  // How the tank moves as a whole, and what that does in this step.
  FramePath frame_path;
  FrameStep frame;

  // The linear solver with its memory, and how it fared.
  PressureSystem<D> pressure_system;
  bool cells_changed = true;  // since the system was built: its matrix and hierarchy are of other cells
  StepReport report;
  float max_speed = 0.0f;  // of the grid after the last projection, m/s

  std::optional<Error> failure;  // set by a stage that cannot go on

  mutable Scratch scratch;  // memory that stages and measures borrow

  bool has_moving_solids() const {
    return std::any_of(solids.begin(), solids.end(), [](const Solid<D>& solid) { return solid.is_moving(); });
  }
  const SolidSamples<D>& solid_samples() const { return has_moving_solids() ? all_solids : static_solids; }
  const CellField<float, D>& solid_distance() const { return solid_samples().distance; }
  PressureCells<D> pressure_cells() const { return {type, FaceViews<const float, D>(open_area()), surface_distance}; }
  const FaceField<float, D>* open_area() const { return solids.empty() ? nullptr : &solid_samples().open_area; }
  SolidsView<D> solids_view() const {
    SolidsView<D> view{tiles, domain, solids, has_moving_solids(), {}, {}, {}, {}};
    if (solids.empty()) return view;
    view.distance = solid_samples().distance;
    view.open_area = solid_samples().open_area;
    view.static_distance = static_solids.distance;
    view.static_open_area = static_solids.open_area;
    return view;
  }
};

// The fields of GridState, one line each, as in describe_columns; tiles first, since the others must fit them.
// Velocity and type are left to the fluids: a liquid computes them in every step.
template <class State, class Visit>
void describe_grid_fields(State& s, Visit&& visit) {
  using enum Lifetime;
  const auto level_set = [](const Physics& scene) { return scene.uses_level_set(); };
  const auto tension = [](const Physics& scene) { return scene.uses_surface_tension(); };
  // clang-format off
  visit(FieldInfo{"",                             kState, "time"}, s.time);
  visit(FieldInfo{"",                             kState, "dt"}, s.dt);
  visit(FieldInfo{"",                             kState, "step"}, s.step);
  visit(FieldInfo{"tiles",                        kState, "tiles"}, s.tiles);
  visit(FieldInfo{"known",                        kStep}, s.known);
  visit(FieldInfo{"surface_distance",             kStep,  "cell_surface_distance", level_set}, s.surface_distance);
  visit(FieldInfo{"curvature",                    kStep,  "", tension}, s.curvature);
  visit(FieldInfo{"scaled_pressure",              kState, "cell_pressure"}, s.scaled_pressure);  // the next first guess
  visit(FieldInfo{"scaled_pressure.dt",           kState, "pressure_dt"}, s.pressure_dt);
  visit(FieldInfo{"fluid_cells",                  kState, "fluid_cells"}, s.fluid_cells);
  visit(FieldInfo{"max_speed",                    kState, "max_speed"}, s.max_speed);
  visit(FieldInfo{"solids",                       kState}, s.solids);
  visit(FieldInfo{"solid_samples.fixed_distance", kState}, s.static_solids.distance);
  visit(FieldInfo{"solid_samples.fixed_area",     kState}, s.static_solids.open_area);
  visit(FieldInfo{"solid_samples.distance",       kState}, s.all_solids.distance);
  visit(FieldInfo{"solid_samples.area",           kState}, s.all_solids.open_area);
  visit(FieldInfo{"frame.pivot",                  kState}, s.frame.pivot);
  visit(FieldInfo{"frame.gravity",                kState}, s.frame.gravity);
  visit(FieldInfo{"frame.spin",                   kState}, s.frame.spin);
  visit(FieldInfo{"frame.spin_up",                kState}, s.frame.spin_up);
  visit(FieldInfo{"pressure_system.rhs",          kState}, s.pressure_system.rhs);
  visit(FieldInfo{"pressure_system.diagonal",     kState}, s.pressure_system.diagonal);
  visit(FieldInfo{"pressure_system.coupling",     kState}, s.pressure_system.coupling);
  visit(FieldInfo{"cells_changed",                kState}, s.cells_changed);
  // clang-format on
}

// Domain, empty tiles, and the solids at their place of time 0.
template <int D>
Status set_up_grid(const Physics& scene, GridState<D>& state);

// Replaces the solids, posed at the state's time, and samples them on the grid.
template <int D>
void replace_solids(GridState<D>& state, std::vector<Solid<D>> solids);

enum class Images { kToo, kNone };

// Appends {shape, settings} for each of `all`, and for its images.
template <int D, class Settings, class Placed>
Status place_shapes(const std::vector<Settings>& all, const GridState<D>& state, std::vector<Placed>& placed,
                    Images images = Images::kToo) {
  for (const Settings& settings : all) {
    auto shape = make_shape<D>(settings.shape, state.scene.file);
    if (!shape) return shape.error();
    constexpr double kSeen = 2.0;  // cells outside of the domain
    for (const VecD<D>& by : find_images(state.domain, (*shape)->bounds(), kSeen)) {
      placed.push_back({make_image<D>(*shape, by), settings});
      if (images == Images::kNone) break;  // the first is the shape itself
    }
  }
  return Done{};
}

}  // namespace spindrift
