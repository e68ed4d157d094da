// Settings that do nothing in their scene: keyframes beyond the end of the run, and keys that no other setting lets
// anything read.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "scene/scene_words.h"
#include "settings/outputs.h"
#include "sim/estimate.h"

namespace spindrift {

namespace {

// Of a motion, or of gravity that changes.
struct Schedule {
  std::string begin, end;  // what begins or ends, with the verb
  std::string rests;       // what comes of it if it begins too late
  double first = 0.0, last = 0.0;
};

void look_at_schedule(const Scene& scene, const Schedule& of, std::vector<std::string>& mistakes) {
  constexpr double kFar = 10.0;  // some of it may well come after a run that is a trial
  const double run = scene.time.frames / scene.time.fps;
  if (of.first >= run) {
    mistakes.push_back(fmt::format("{} at {:g} s, when the run ({:g} s) is over, so {}; times are in seconds", of.begin,
                                   of.first, run, of.rests));
  } else if (of.last > kFar * run) {
    mistakes.push_back(
        fmt::format("{} at {:g} s, more than {:g} times the length of the run ({:g} s); times are in seconds", of.end,
                    of.last, kFar, run));
  }
}

Schedule schedule_of(const std::string& of, bool is_file, const std::string& rests, double first, double last) {
  const std::string subject = is_file ? "the motion_file of " + of : "the keyframes of " + of;
  return {subject + (is_file ? " begins" : " begin"), subject + (is_file ? " ends" : " end"), rests, first, last};
}

bool are_alike(const std::vector<Keyframe>& keys) {
  return std::all_of(keys.begin(), keys.end(), [&](const Keyframe& key) {
    return key.position == keys.front().position && key.rotation_degrees == keys.front().rotation_degrees;
  });
}

void look_at_paths_of_solids(const Scene& scene, std::vector<std::string>& mistakes) {
  for (std::size_t i = 0; i < scene.solids.size(); ++i) {
    const SolidSettings& solid = scene.solids[i];
    const std::vector<Keyframe> keys = solid.path();
    if (are_alike(keys)) continue;  // which check_shapes tells
    look_at_schedule(scene,
                     schedule_of(fmt::format("solid {}", i + 1), solid.motion_table != nullptr, "it does not move",
                                 keys.front().time, keys.back().time),
                     mistakes);
  }
}

void look_at_path_of_tank(const Scene& scene, std::vector<std::string>& mistakes) {
  const std::vector<Keyframe> keys = scene.frame.path();
  if (keys.empty()) return;
  if (!are_alike(keys)) {
    look_at_schedule(scene,
                     schedule_of("[frame]", scene.frame.motion_table != nullptr, "the tank does not move",
                                 keys.front().time, keys.back().time),
                     mistakes);
  } else if (keys.front().rotation_degrees == Vec3d{}) {  // else the tank is tilted, and stays so
    mistakes.push_back("[frame] has keyframes and the tank does not move: all of them put it in the same place");
  }
}

void look_at_gravity_in_time(const Scene& scene, std::vector<std::string>& mistakes) {
  const ForceSettings& forces = scene.forces;
  const NumberTable* table = forces.gravity_table.get();
  std::vector<double> times;
  for (const GravityKeyframe& key : forces.gravity_keyframes) times.push_back(key.time);
  for (int row = 0; table && row < table->rows(); ++row) times.push_back(table->at(row, table->find("time")));
  if (times.empty()) return;
  const std::string key = table ? "forces.gravity_file" : "forces.gravity_keyframes";
  look_at_schedule(scene,
                   {key + (table ? " begins" : " begin"), key + (table ? " ends" : " end"), "gravity does not change",
                    times.front(), times.back()},
                   mistakes);
  // Gravity that changes may well begin with it, as where a tank is tilted by hand.
  const bool is_among_them =
      std::any_of(times.begin(), times.end(), [&](double time) { return forces.gravity_at(time) == forces.gravity; });
  if (!is_among_them && forces.gravity != ForceSettings{}.gravity)
    mistakes.push_back(
        fmt::format("forces.gravity moves nothing: {} its place; leave it out", key + (table ? " takes" : " take")));
}

// Notes keys that are not as by default, and without effect.
class IdleKeys {
 public:
  explicit IdleKeys(std::vector<std::string>& mistakes) : mistakes_(mistakes) {}

  template <class T>
  void look_at(const char* key, const T& value, const T& usual, const std::string& why) {
    if (!(value == usual)) mistakes_.push_back(fmt::format("{} has no effect: {}", key, why));
  }

 private:
  std::vector<std::string>& mistakes_;
};

void look_at_keys_of_solver(const Scene& scene, IdleKeys& idle) {
  const SolverSettings &solver = scene.solver, usual;
  const std::string of = fmt::format("solver.pressure = \"{}\" does not read it", word_of(solver.pressure));
  if (solver.pressure != PressureSolver::kGaussSeidel) {
    idle.look_at("solver.sweeps", solver.sweeps, usual.sweeps, of);
    idle.look_at("solver.over_relaxation", solver.over_relaxation, usual.over_relaxation, of);
  } else if (!scene.is_viscous()) {  // which reads both
    idle.look_at("solver.tolerance", solver.tolerance, usual.tolerance, of);
    idle.look_at("solver.max_iterations", solver.max_iterations, usual.max_iterations, of);
  }
  if (scene.is_smoke() || solver.transfer == Transfer::kFlip) return;
  const std::string blend = fmt::format("solver.transfer = \"{}\" has no blend", word_of(solver.transfer));
  idle.look_at("solver.flip", solver.flip, usual.flip, blend);
  idle.look_at("solver.flip_reference_dt", solver.flip_reference_dt, usual.flip_reference_dt, blend);
}

void look_at_keys_of_drift(const Scene& scene, IdleKeys& idle) {
  const DriftSettings &drift = scene.drift, usual;
  if (!scene.uses_push_apart()) {
    idle.look_at("drift.separation", drift.separation, usual.separation, "drift.push_apart is false");
    idle.look_at("drift.push_iterations", drift.push_iterations, usual.push_iterations, "drift.push_apart is false");
  }
  if (!scene.uses_density_term())
    idle.look_at("drift.stiffness", drift.stiffness, usual.stiffness, "drift.density_term is false");
  if (!scene.uses_density_projection())
    idle.look_at("drift.tolerance", drift.tolerance, usual.tolerance, "drift.projection is not used");
}

void look_at_keys_of_particles(const Scene& scene, IdleKeys& idle) {
  if (scene.particles.packing != Packing::kHexagonal)
    idle.look_at(
        "particles.radius", scene.particles.radius, ParticleSettings{}.radius,
        fmt::format("particles.packing = \"{}\" goes by particles.per_cell", word_of(scene.particles.packing)));
}

// Of 3D scenes `render` makes pictures at any time, from the surface.
void look_at_keys_of_surface(const Scene& scene, IdleKeys& idle) {
  const SurfaceSettings &surface = scene.surface, usual;
  if (scene.dimension() == 3 || makes_surface(scene)) return;
  const std::string why = "nothing is made from the surface; surface.write would";
  idle.look_at("surface.resolution", surface.resolution, usual.resolution, why);
  idle.look_at("surface.radius", surface.radius, usual.radius, why);
  idle.look_at("surface.smoothing", surface.smoothing, usual.smoothing, why);
}

void look_at_keys_of_volumes(const Scene& scene, IdleKeys& idle) {
  const OutputSettings &output = scene.output, usual;
  if (!output.volumes.empty()) return;
  const std::string why = "output.volumes names no format, so no volumes are written";
  idle.look_at("output.volumes_every", output.volumes_every, usual.volumes_every, why);
  idle.look_at("output.volumes_rate", output.volumes_rate, usual.volumes_rate, why);
}

// What glows and radiates is hot, with fuel or without.
void look_at_keys_of_fire(const Scene& scene, IdleKeys& idle) {
  const FireSettings &fire = scene.fire, usual;
  if (scene.has_fuel()) return;
  const std::string why = "nothing has fuel; give the smoke or its source some";
  idle.look_at("fire.ignition_temperature", fire.ignition_temperature, usual.ignition_temperature, why);
  idle.look_at("fire.burn_rate", fire.burn_rate, usual.burn_rate, why);
  idle.look_at("fire.heat", fire.heat, usual.heat, why);
  idle.look_at("fire.soot", fire.soot, usual.soot, why);
  idle.look_at("fire.expansion", fire.expansion, usual.expansion, why);
  idle.look_at("fire.air", fire.air, usual.air, why);
}

}  // namespace

void warn_of_idle_settings(const Scene& scene, std::vector<std::string>& mistakes) {
  look_at_paths_of_solids(scene, mistakes);
  look_at_path_of_tank(scene, mistakes);
  look_at_gravity_in_time(scene, mistakes);
  IdleKeys idle(mistakes);
  look_at_keys_of_solver(scene, idle);
  look_at_keys_of_volumes(scene, idle);
  if (scene.is_smoke()) {
    look_at_keys_of_fire(scene, idle);
  } else {
    look_at_keys_of_drift(scene, idle);
    look_at_keys_of_particles(scene, idle);
    look_at_keys_of_surface(scene, idle);
  }
}

}  // namespace spindrift
