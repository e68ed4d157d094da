// Everything a liquid is made of, in one plain struct. Stages borrow it; nobody else owns memory.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "geometry/solid.h"
#include "grid/domain.h"
#include "grid/field.h"
#include "grid/tile_map.h"
#include "linear/pressure_solver.h"
#include "particles/particle_set.h"
#include "particles/particle_sorter.h"
#include "spindrift/error.h"
#include "spindrift/frame.h"
#include "spindrift/report.h"
#include "spindrift/scene.h"

namespace spindrift {

// Bookkeeping of what has entered and left, in particles.
struct ParticleLedger {
  std::int64_t seeded = 0;
  std::int64_t emitted = 0;
  std::int64_t drained = 0;
  std::int64_t left = 0;  // through open sides
};

template <int D>
struct Source {
  std::shared_ptr<const Shape<D>> shape;
  SourceSettings settings;
  double owed = 0.0;  // particles that the rate has earned but that were not emitted yet
};

template <int D>
struct Drain {
  std::shared_ptr<const Shape<D>> shape;
  DrainSettings settings;
};

template <int D>
struct LiquidState {
  Scene scene;
  Domain<D> domain;

  // Time. A step leads from `time` to `time + dt`.
  double time = 0.0;
  double dt = 0.0;
  std::int64_t step = 0;

  // Particles.
  ParticleSet<D> particles;
  ParticleSorter<D> sorter;
  ParticleLedger ledger;
  double particles_per_cell = 0.0;  // of liquid at rest, from the seeding
  double rest_density = 0.0;        // see measure_rest_density; particles per cell

  // Grid. All fields share the tiles.
  TileMap<D> tiles;
  FaceField<float, D> velocity;         // m/s; NaN where undefined, after extrapolate_velocity
  FaceField<float, D> velocity_change;  // transfer: face weights; then the saved velocity; in the end new minus saved
  FaceField<std::uint8_t, D> known;     // 0 = undefined, 1 = carried by particles, 2... = extrapolation layer
  CellField<CellType, D> type;
  CellField<float, D> density;          // splatted particles per cell; empty unless the scene needs it
  CellField<float, D> pressure;         // times dt / (density h): a velocity
  CellField<float, D> static_distance;  // to solids that never move: cells, at the centre, walls not included
  CellField<float, D> moving_distance;  // the same to all solids, if some move
  std::int64_t fluid_cells = 0;

  // Solids and what comes and goes.
  std::vector<Solid<D>> solids;
  std::vector<Source<D>> sources;
  std::vector<Drain<D>> drains;

  // The linear solver with its memory, and how it fared.
  PressureSystem<D> pressure_system;
  StepReport report;
  float max_speed = 0.0f;               // of the grid after the last projection, m/s

  std::optional<Error> failure;         // set by a stage that cannot go on

  // Cells of velocity beyond the liquid that the coming motion may read.
  int extrapolation_layers() const;
  bool has_moving_solids() const;
  const CellField<float, D>& solid_distance() const { return has_moving_solids() ? moving_distance : static_distance; }
};

// A state with the scene's liquid in it, sorted, at time 0.
template <int D>
Result<std::unique_ptr<LiquidState<D>>> make_liquid_state(const Scene& scene);

}  // namespace spindrift
