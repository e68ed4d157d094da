// What every fluid on the grid has, be it liquid or smoke: the scene, the time, the tiles with their velocity, the
// solids, the pressure solver. Plain data; the liquid's and the smoke's own state add to it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "exec/scratch.h"
#include "fluid/solids/solids_view.h"
#include "geometry/frame_path.h"
#include "geometry/solid.h"
#include "grid/domain.h"
#include "grid/field.h"
#include "grid/tile_map.h"
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

// When the forces of a step act, and how its change of velocity is used.
struct Kick {
  double time = 0.0;   // s; the middle of it
  double dt = 0.0;     // s; how long forces act before the projection
  double times = 1.0;  // particles take up the change so many times
  double ahead = 0.0;  // share of the field's change since the last step that takes it to the middle of this one
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

}  // namespace spindrift
