// Rules between the keys of what moves or changes with time: order, one kind of motion, speed.
#include <fmt/format.h>

#include <algorithm>

#include "keys/scene_checks.h"
#include "keys/scene_key.h"

namespace spindrift {

namespace {

using Mistake = std::optional<Error>;

// Keyframes must be in order of time, and motion not too fast.
Mistake check_path(const std::vector<Keyframe>& keyframes, std::string_view what, const SceneNode& table) {
  const SceneNode* list = table.find("keyframes");
  for (std::size_t i = 1; i < keyframes.size(); ++i) {
    const Keyframe &before = keyframes[i - 1], &after = keyframes[i];
    const SceneNode& place = list ? list->children[i] : table;
    if (before.time > after.time)
      return mistake_at(place, "time", "keyframes must be in order of time, found {} after {}", after.time,
                        before.time);
    const double span = after.time - before.time;  // 0: a jump
    const double way =
        std::max(length(after.position - before.position), length(after.rotation_degrees - before.rotation_degrees));
    if (span > 0.0 && !kSpeeds.contains(way / span))
      return mistake_at(place, "time", "{} moves too fast: at most {} m/s or degrees/s are allowed, found {:.3g}", what,
                        kSpeeds.max, way / span);
  }
  return std::nullopt;
}

Mistake check_steps(const Command& command, const Command& before, const SceneNode& table) {
  if (before.step <= command.step) return std::nullopt;
  return mistake_at(table, "step", "commands must be in order of 'step', found {} after {}", command.step, before.step);
}

}  // namespace

Mistake check_keyframes(const SolidSettings& solid, const SceneNode& table) {
  if (!solid.motion_file.empty())
    return mistake_at(table, "motion_file", "give 'keyframes' or 'motion_file', not both");
  if (solid.velocity != Vec3d{} || solid.angular_velocity_degrees != Vec3d{}) {
    return mistake_at(table, "keyframes", "give 'keyframes' or a constant velocity, not both");
  }
  return check_path(solid.keyframes, "the solid", table);
}

Mistake check_settings(const ForceSettings& forces, const SceneNode& table, const Scene&) {
  const SceneNode* list = table.find("gravity_keyframes");
  if (!forces.gravity_keyframes.empty() && !forces.gravity_file.empty())
    return mistake_at(table, "gravity_file", "give 'gravity_keyframes' or 'gravity_file', not both");
  for (std::size_t i = 1; i < forces.gravity_keyframes.size(); ++i) {
    const double before = forces.gravity_keyframes[i - 1].time, after = forces.gravity_keyframes[i].time;
    if (before > after)
      return mistake_at(list ? list->children[i] : table, "time",
                        "keyframes must be in order of time, found {} after {}", after, before);
  }
  return std::nullopt;
}

Mistake check_settings(const FrameSettings& frame, const SceneNode& table, const Scene&) {
  if (!frame.keyframes.empty() && !frame.motion_file.empty())
    return mistake_at(table, "motion_file", "give 'keyframes' or 'motion_file', not both");
  if (auto mistake = check_path(frame.keyframes, "the tank", table)) return mistake;
  const SceneNode* list = table.find("keyframes");
  for (std::size_t i = 1; i < frame.keyframes.size(); ++i)
    if (frame.keyframes[i - 1].time == frame.keyframes[i].time)
      return mistake_at(list ? list->children[i] : table, "time",
                        "the tank cannot jump: two keyframes have the time {}", frame.keyframes[i].time);
  return std::nullopt;
}

// `scene` holds the commands before this one.
Mistake check_settings(const Command& command, const SceneNode& table, const Scene& scene) {
  const std::size_t before = scene.commands.size() - 1;
  return before == 0 ? std::nullopt : check_steps(command, scene.commands[before - 1], table);
}

Mistake check_order(const Scene& scene) {
  const SceneNode nowhere;
  const auto about = [](const char* key, Mistake mistake) {
    if (mistake) mistake->message = fmt::format("'{}': {}", key, mistake->message);
    return mistake;
  };
  for (const SolidSettings& solid : scene.solids)
    if (!solid.keyframes.empty())
      if (auto mistake = about("solid.keyframes", check_keyframes(solid, nowhere))) return mistake;
  if (auto mistake = about("frame.keyframes", check_settings(scene.frame, nowhere, scene))) return mistake;
  if (auto mistake = about("forces.gravity_keyframes", check_settings(scene.forces, nowhere, scene))) return mistake;
  for (std::size_t i = 1; i < scene.commands.size(); ++i)
    if (auto mistake = about("command", check_steps(scene.commands[i], scene.commands[i - 1], nowhere))) return mistake;
  return std::nullopt;
}

}  // namespace spindrift
