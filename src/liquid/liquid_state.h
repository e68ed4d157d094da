// The state of a liquid in one plain struct. Stages borrow it; no other object owns memory.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
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
  std::vector<double> owed;     // by source: particles due by the rate and not emitted yet
  std::vector<double> refused;  // by source: particles due by the rate and given up, for lack of space
  std::vector<Drain<D>> drains;

  ViscositySystem<D> viscosity_system;  // empty without viscosity

  // Layers of cells beyond the liquid in which the coming motion may read the velocity.
  int extrapolation_layers() const;

  // The fields by the names that rows have for them, one line each; see FieldInfo. Rows also name drains, which never
  // change, and the solvers' own memory.
  template <class State, class Visit>
  static void describe_fields(State& s, Visit&& visit);
};

template <int D>
template <class State, class Visit>
void LiquidState<D>::describe_fields(State& s, Visit&& visit) {
  using enum Lifetime;
  const auto density = [](const Physics& scene) { return scene.uses_density(); };
  const auto leapfrog = [](const Physics& scene) { return scene.uses_leapfrog(); };
  const auto viscous_leapfrog = [](const Physics& scene) { return scene.uses_leapfrog() && scene.is_viscous(); };
  const auto detaches = [](const Physics& scene) { return scene.detaches_cells(); };
  const auto projects = [](const Physics& scene) { return scene.uses_density_projection(); };
  const auto drifts = [](const Physics& scene) { return scene.uses_density_projection() || scene.uses_leapfrog(); };
  constexpr double kTiny = std::numeric_limits<double>::min();  // any positive number
  describe_grid_fields(s, visit);
  describe_columns(s.particles, [&](const ColumnInfo& info, auto& column) {
    visit(FieldInfo{std::string("particles.") + info.name, info.life, info.life == kState ? info.name : ""}, column);
  });
  // clang-format off
  visit(FieldInfo{"particles.cell_begin",     kState, "cell_begin"}, s.particles.cell_begin);
  visit(FieldInfo{"particles.next_id",        kState, "next_id"}, s.particles.next_id);
  visit(FieldInfo{"particles_per_cell",       kState, "particles_per_cell", nullptr, kTiny}, s.particles_per_cell);
  visit(FieldInfo{"rest_density",             kState, "rest_density", nullptr, kTiny}, s.rest_density);
  visit(FieldInfo{"velocity",                 kStep,  "face_velocity"}, s.velocity);  // saved for pictures, like type
  visit(FieldInfo{"type",                     kStep,  "cell_type"}, s.type);
  visit(FieldInfo{"transferred_velocity",     kStep}, s.transferred_velocity);
  visit(FieldInfo{"velocity_change",          kStep}, s.velocity_change);
  visit(FieldInfo{"last_velocity",            kState, "face_last_velocity", leapfrog}, s.last_velocity);
  visit(FieldInfo{"last_acceleration",        kState, "face_last_acceleration", leapfrog}, s.last_acceleration);
  visit(FieldInfo{"acceleration_before_last", kState, "face_acceleration_before_last", leapfrog}, s.acceleration_before_last);
  visit(FieldInfo{"density",                  kStep,  "cell_density", density}, s.density);
  visit(FieldInfo{"drift",                    kStep,  "", drifts}, s.drift);
  visit(FieldInfo{"drift_pressure",           kState, "", projects}, s.drift_pressure);  // a first guess for the next
  visit(FieldInfo{"viscous_change",           kStep,  "", viscous_leapfrog}, s.viscous_change);
  visit(FieldInfo{"viscosity_system.change",  kStep}, s.viscosity_system.change);
  visit(FieldInfo{"detached",                 kState, "cell_detached", detaches}, s.detached);
  visit(FieldInfo{"slot_speed_limit",         kState}, s.slot_speed_limit);
  visit(FieldInfo{"solid_path.parts",         kState}, s.solid_path.parts);
  visit(FieldInfo{"solid_path.poses",         kState}, s.solid_path.poses);
  visit(FieldInfo{"kick_memory.dt",           kState, "last_dt"}, s.kick_memory.dt);
  visit(FieldInfo{"kick_memory.velocity_time", kState, "last_velocity_time"}, s.kick_memory.velocity_time);
  visit(FieldInfo{"sources.owed",             kState, "source_owed"}, s.owed);
  visit(FieldInfo{"sources.refused",          kState, "source_refused"}, s.refused);
  visit(FieldInfo{"ledger.seeded",            kState, "ledger_seeded"}, s.ledger.seeded);
  visit(FieldInfo{"ledger.emitted",           kState, "ledger_emitted"}, s.ledger.emitted);
  visit(FieldInfo{"ledger.drained",           kState, "ledger_drained"}, s.ledger.drained);
  visit(FieldInfo{"ledger.left",              kState, "ledger_left"}, s.ledger.left);
  visit(FieldInfo{"ledger.seeded_volume",     kState, "ledger_seeded_volume"}, s.ledger.seeded_volume);
  // clang-format on
}

// A state with the scene's shapes at time 0, but without particles.
template <int D>
Result<std::unique_ptr<LiquidState<D>>> make_dry_state(const Physics& scene);

// A state with the scene's liquid in it, sorted, at time 0.
template <int D>
Result<std::unique_ptr<LiquidState<D>>> make_liquid_state(const Physics& scene);

}  // namespace spindrift
