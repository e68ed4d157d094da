// Everything a liquid is made of, in one plain struct. Stages borrow it; no other object owns memory.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "fluid/grid_state.h"
#include "linear/viscosity/viscosity_solver.h"
#include "liquid/transfer/particle_weights.h"
#include "particles/particle_set.h"
#include "particles/particle_sorter.h"

namespace spindrift {

// Bookkeeping of what has entered and left, in particles.
struct ParticleLedger {
  std::int64_t seeded = 0;
  std::int64_t emitted = 0;
  std::int64_t drained = 0;
  std::int64_t left = 0;       // through open sides
  double seeded_volume = 0.0;  // of what was seeded, as it measured at the start, m^3; 0: not measured

  std::int64_t present() const { return seeded + emitted - drained - left; }
};

template <int D>
struct Source {
  std::shared_ptr<const Shape<D>> shape;  // one for all: what it emits beyond a periodic side is taken to the other
  SourceSettings settings;
  double owed = 0.0;     // particles due by the rate that were not emitted yet
  double refused = 0.0;  // particles due by the rate that will never be: there was no room
};

template <int D>
struct Drain {
  std::shared_ptr<const Shape<D>> shape;
  DrainSettings settings;
};

// A SolidPath as tile kernels take it.
template <int D>
struct SolidPathView {
  int parts;
  double farthest;
  std::size_t solids;
  std::span<const Solid<D>> poses;

  std::span<const Solid<D>> part(int i) const { return poses.subspan(i * solids, solids); }
};

// The solids at the ends of equal parts of a step, so short that each turns little within one; those that stand, too.
template <int D>
struct SolidPath {
  int parts = 1;
  // How far any surface of a solid is from where it is at the end of the step, at most, at any time of it; in cells.
  double farthest = 0.0;
  std::size_t solids = 0;
  std::vector<Solid<D>> poses;  // all solids of the first part, then of the second, ...; and those of longer paths

  SolidPathView<D> view() const { return {parts, farthest, solids, poses}; }
  std::span<const Solid<D>> part(int i) const { return view().part(i); }
  void set_part(int i, const std::vector<Solid<D>>& now) {  // one after the other
    solids = now.size();
    if (poses.size() < (i + 1) * solids)
      poses.insert(poses.end(), now.begin(), now.end());
    else
      std::copy(now.begin(), now.end(), poses.begin() + i * solids);
  }
};

// What the kick of a step needs to know of the one before; see kick.h.
struct KickMemory {
  double dt = 0.0;             // s; length of that step; 0: there was none
  double velocity_time = 0.0;  // s; the time that its projected velocity is of
};

template <int D>
struct LiquidState : GridState<D> {
  // Particles.
  ParticleSet<D> particles;
  ParticleSorter<D> sorter;
  Buffer<AxisWeights<D>> weights;  // of the particles, from the transfer to the grid to the one back; empty if computed
  ParticleLedger ledger;
  double particles_per_cell = 0.0;  // of liquid at rest, from the seeding
  double rest_density = 0.0;        // see measure_rest_density; particles per cell

  SolidPath<D> solid_path;                // of this step
  std::optional<float> slot_speed_limit;  // m/s; what flow_in_gaps.h held the flow to in this step, if it had to
  KickMemory kick_memory;

  // Grid.
  FaceField<float, D> transferred_velocity;  // m/s, as the particles gave it; until project_pressure
  FaceField<float, D> velocity_change;       // m/s, since the transfer from the particles
  FaceField<float, D>
      last_velocity;  // m/s, as projected by the step before; NaN where undefined, empty unless leapfrog
  FaceField<float, D> last_acceleration;         // m/s^2, likewise
  FaceField<float, D> acceleration_before_last;  // m/s^2, of the step before that
  CellField<float, D> density;                   // splatted particles per cell; empty unless the scene needs it
  FaceField<float, D> drift;                     // m/s; by how much the way of particles differs from their velocity
  CellField<double, D> drift_pressure;           // whose gradient it is
  FaceField<float, D> viscous_change;            // m/s, by viscosity in this step; empty unless leapfrog needs it
  CellField<std::uint8_t, D>
      detached;  // 1: only a pull could hold the cell's liquid to a wall; see find_detached_cells

  // What comes and goes.
  std::vector<Source<D>> sources;
  std::vector<Drain<D>> drains;

  ViscositySystem<D> viscosity_system;  // empty without viscosity

  // Cells of velocity beyond the liquid that the coming motion may read.
  int extrapolation_layers() const;
};

// A state with the scene's shapes at time 0, but without particles.
template <int D>
Result<std::unique_ptr<LiquidState<D>>> make_dry_state(const Physics& scene);

// A state with the scene's liquid in it, sorted, at time 0.
template <int D>
Result<std::unique_ptr<LiquidState<D>>> make_liquid_state(const Physics& scene);

}  // namespace spindrift
