// The state of a liquid in one plain struct. Stages borrow it; no other object owns memory.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "fluid/grid_state.h"
#include "linear/viscosity/viscosity_solver.h"
#include "particles/particle_set.h"
#include "particles/particle_sorter.h"

namespace spindrift {

// Numbers of particles that have entered and left.
struct ParticleLedger {
  std::int64_t seeded = 0;
  std::int64_t emitted = 0;
  std::int64_t drained = 0;
  std::int64_t left = 0;       // through open sides
  double seeded_volume = 0.0;  // of the seeded liquid, measured at the start, m^3; 0: not measured

  std::int64_t present() const { return seeded + emitted - drained - left; }
};

template <int D>
struct Source {
  std::shared_ptr<const Shape<D>> shape;  // without images: particles emitted beyond a periodic side are wrapped
  SourceSettings settings;
  double owed = 0.0;     // particles due by the rate and not emitted yet
  double refused = 0.0;  // particles due by the rate and given up, for lack of space
};

template <int D>
struct Drain {
  std::shared_ptr<const Shape<D>> shape;
  DrainSettings settings;
};

// A view of SolidPath for tile kernels.
template <int D>
struct SolidPathView {
  int parts;
  double farthest;
  std::size_t solids;
  std::span<const Solid<D>> poses;

  std::span<const Solid<D>> part(int i) const { return poses.subspan(i * solids, solids); }
};

// All solids, including stationary ones, at the ends of equal parts of a step. Parts are short enough that each solid
// turns little within one.
template <int D>
struct SolidPath {
  int parts = 1;
  double farthest = 0.0;  // cells; largest distance of a solid's surface, at any time of the step, from its end pose
  std::size_t solids = 0;
  std::vector<Solid<D>> poses;  // all solids of the first part, then of the second, ...; may have unused parts behind

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

// The last step, for the kick of the next; see kick.h.
struct KickMemory {
  double dt = 0.0;             // s; its length; 0: there was none
  double velocity_time = 0.0;  // s; the time of its projected velocity
};

template <int D>
struct LiquidState : GridState<D> {
  // Particles.
  ParticleSet<D> particles;
  ParticleSorter<D> sorter;
  ParticleLedger ledger;
  double particles_per_cell = 0.0;  // of liquid at rest, from the seeding
  double rest_density = 0.0;        // see measure_rest_density; particles per cell

  SolidPath<D> solid_path;                // of this step
  std::optional<float> slot_speed_limit;  // m/s; set if flow_in_gaps.h limited the flow in this step
  KickMemory kick_memory;

  // Grid.
  FaceField<float, D> transferred_velocity;      // m/s, from the particles; until project_pressure
  FaceField<float, D> velocity_change;           // m/s, since the transfer from the particles
  FaceField<float, D> last_velocity;             // m/s, projected by the last step; NaN where undefined; leapfrog only
  FaceField<float, D> last_acceleration;         // m/s^2, likewise
  FaceField<float, D> acceleration_before_last;  // m/s^2, of the step before that
  CellField<float, D> density;                   // splatted particles per cell; empty unless the scene needs it
  FaceField<float, D> drift;                     // m/s; added to the velocity that moves the particles
  CellField<double, D> drift_pressure;           // its gradient is the drift
  FaceField<float, D> viscous_change;            // m/s, by viscosity in this step; empty unless leapfrog
  CellField<std::uint8_t, D> detached;           // 1: the cell has separated from a wall; see find_detached_cells

  std::vector<Source<D>> sources;
  std::vector<Drain<D>> drains;

  ViscositySystem<D> viscosity_system;  // empty without viscosity

  // Layers of cells beyond the liquid in which the coming motion may read the velocity.
  int extrapolation_layers() const;
};

// A state with the scene's shapes at time 0, but without particles.
template <int D>
Result<std::unique_ptr<LiquidState<D>>> make_dry_state(const Physics& scene);

// A state with the scene's liquid in it, sorted, at time 0.
template <int D>
Result<std::unique_ptr<LiquidState<D>>> make_liquid_state(const Physics& scene);

}  // namespace spindrift
