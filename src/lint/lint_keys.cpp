// Keys and keyframes without effect, and numbers that are rarely meant.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "keys/key_list.h"
#include "lint/rules.h"

namespace spindrift {

namespace {

// Times of a motion, or of gravity.
struct Schedule {
  std::string begin, end;  // what begins or ends, with the verb
  std::string rests;       // consequence if it begins too late
  double first = 0.0, last = 0.0;
};

void warn_of_schedule(const Scene& scene, const Schedule& of, Warnings& warnings) {
  constexpr double kFar = 10.0;  // trial runs end early
  const double run = scene.time.frames / scene.time.fps;
  if (of.first >= run) {
    warnings.push_back(fmt::format("{} at {:g} s, after the end of the run ({:g} s), so {}; times are in seconds",
                                   of.begin, of.first, run, of.rests));
  } else if (of.last > kFar * run) {
    warnings.push_back(
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

void warn_of_paths_of_solids(const Scene& scene, Warnings& warnings) {
  for (std::size_t i = 0; i < scene.solids.size(); ++i) {
    const SolidSettings& solid = scene.solids[i];
    const std::vector<Keyframe> keys = solid.path();
    if (are_alike(keys)) continue;  // lint_shapes reports these
    warn_of_schedule(scene,
                     schedule_of(fmt::format("solid {}", i + 1), solid.motion_table != nullptr, "it does not move",
                                 keys.front().time, keys.back().time),
                     warnings);
  }
}

void warn_of_path_of_tank(const Scene& scene, Warnings& warnings) {
  const std::vector<Keyframe> keys = scene.frame.path();
  if (keys.empty()) return;
  if (!are_alike(keys)) {
    warn_of_schedule(scene,
                     schedule_of("[frame]", scene.frame.motion_table != nullptr, "the tank does not move",
                                 keys.front().time, keys.back().time),
                     warnings);
  } else if (keys.front().rotation_degrees == Vec3d{}) {  // otherwise the tank is tilted
    warnings.push_back("[frame] has keyframes, but all of them put the tank in the same place");
  }
}

void warn_of_gravity_in_time(const Scene& scene, Warnings& warnings) {
  const ForceSettings& forces = scene.forces;
  const NumberTable* table = forces.gravity_table.get();
  std::vector<double> times;
  for (const GravityKeyframe& key : forces.gravity_keyframes) times.push_back(key.time);
  for (int row = 0; table && row < table->rows(); ++row) times.push_back(table->at(row, table->find("time")));
  if (times.empty()) return;
  const std::string key = table ? "forces.gravity_file" : "forces.gravity_keyframes";
  warn_of_schedule(scene,
                   {key + (table ? " begins" : " begin"), key + (table ? " ends" : " end"), "gravity does not change",
                    times.front(), times.back()},
                   warnings);
  // A tank tilted by hand begins with the constant gravity.
  const bool is_among_them =
      std::any_of(times.begin(), times.end(), [&](double time) { return forces.gravity_at(time) == forces.gravity; });
  if (!is_among_them && forces.gravity != ForceSettings{}.gravity)
    warnings.push_back(
        fmt::format("forces.gravity has no effect: {} its place; remove it", key + (table ? " takes" : " take")));
}

}  // namespace

void lint_idle_settings(const Scene& scene, Warnings& warnings) {
  warn_of_paths_of_solids(scene, warnings);
  warn_of_path_of_tank(scene, warnings);
  warn_of_gravity_in_time(scene, warnings);
  for (const KeyEntry& one : list_keys(scene))
    if (const Condition* const needed = one.key.condition; needed && !one.is_default && !needed->holds(scene))
      warnings.push_back(fmt::format("{} has no effect without {}", one.path, needed->text));
}

void lint_numbers(const Scene& scene, Warnings& warnings) {
  for (const KeyEntry& one : list_keys(scene)) {
    if (one.key.condition && !one.key.condition->holds(scene)) continue;
    double number = one.value.is_number() ? std::abs(one.value.number) : 0.0;
    for (const SceneNode& item : one.value.children) number = std::max(number, std::abs(item.number));
    if (number == 0.0 || one.key.usual.contains(number)) continue;  // zero stands for none, or for a default
    warnings.push_back(fmt::format("{} = {}{}{} is unusual, expected {}: {}", one.path, to_inline_toml(one.value),
                                   one.key.unit.empty() ? "" : " ", one.key.unit, one.key.usual.text(),
                                   one.key.usual_hint));
  }
}

}  // namespace spindrift
