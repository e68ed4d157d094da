#include "live/hand.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string_view>

#include "geometry/motion.h"
#include "geometry/shape.h"
#include "geometry/solid.h"
#include "keys/scene_key.h"

namespace spindrift {
namespace {

constexpr double kCrossingTime = 0.15;  // s that a hand needs at least across the domain: the grid resolves no faster
constexpr double kFlowStep = 0.5;       // share of its radius by which the hand moves before another flow starts
constexpr double kPushTime = 0.05;      // s until pushed fluid has the hand's velocity
constexpr double kShortest = 1e-6;      // s from a start to its end, at least
constexpr std::string_view kDrawn = "drawn ";  // begins the names of drawn solids; a number follows

std::string list_of(const Scene& scene, const Vec3d& v) {
  std::string text;
  for (int a = 0; a < scene.dimension(); ++a) text += (a ? ", " : "[") + number_text(v[a]);
  return text + "]";
}

double longest_side(const Scene& scene) {
  return *std::max_element(scene.domain.size.at.begin(), scene.domain.size.at.end());
}

std::string keyframe_text(const Scene& scene, const Keyframe& key) {
  const std::string turn =
      scene.dimension() == 2 ? number_text(key.rotation_degrees[2]) : list_of(scene, key.rotation_degrees);
  return fmt::format("{{time = {}, position = {}, rotation_degrees = {}}}", number_text(key.time),
                     list_of(scene, key.position), turn);
}

std::string ball_text(const Scene& scene, const Vec3d& center, double radius) {
  return fmt::format("shape = \"sphere\", center = {}, radius = {}", list_of(scene, center), number_text(radius));
}

template <int D>
Result<Vec3d> middle_of(const Scene& scene, const SolidSettings& solid) {
  const auto shape = make_shape<D>(solid.shape, scene.file);
  if (!shape) return shape.error();
  const Box<D> box = (*shape)->bounds();
  Vec3d middle{};
  for (int a = 0; a < D; ++a)
    middle[a] =
        0.5 * (std::clamp(box.low[a], 0.0, scene.domain.size[a]) + std::clamp(box.high[a], 0.0, scene.domain.size[a]));
  return middle;
}

template <int D>
Result<double> distance_of(const Scene& scene, const SolidSettings& solid, double time, const Vec3d& x) {
  const auto shape = make_shape<D>(solid.shape, scene.file);
  if (!shape) return shape.error();
  Solid<D> there(*shape, solid);
  there.move_to(time, 0.0);
  return there.distance(VecD<D>::from(x));
}

}  // namespace

Result<Vec3d> middle_at_rest(const Scene& scene, const SolidSettings& solid) {
  return scene.dimension() == 2 ? middle_of<2>(scene, solid) : middle_of<3>(scene, solid);
}

Hand::SolidGoal& Hand::goal(std::size_t solid) {
  for (SolidGoal& goal : goals_)
    if (goal.solid == solid) return goal;
  return goals_.emplace_back(SolidGoal{solid, {}, {}});
}

void Hand::let_go() {
  pour_.reset();
  drain_.reset();
  push_.reset();
}

void Hand::forget() {
  let_go();
  goals_.clear();
  gravity_.reset();
}

Result<Edits> Hand::take(const Scene& scene, double time) {
  Edits edits;
  if (Status moved = move_solids(scene, time, edits); !moved) return moved.error();
  change_gravity(scene, time, edits);
  const bool is_smoke = scene.is_smoke();
  apply_flow(scene, time, is_smoke ? "smoke_source" : "source",
             is_smoke ? scene.smoke_sources.size() : scene.sources.size(), pour_, pouring_, edits);
  if (!is_smoke) apply_flow(scene, time, "drain", scene.drains.size(), drain_, draining_, edits);
  push_fluid(scene, time, edits);
  return edits;
}

Status Hand::move_solids(const Scene& scene, double time, Edits& edits) {
  for (SolidGoal& goal : goals_) {
    if (goal.solid >= scene.solids.size() || (!goal.middle && !goal.degrees)) continue;
    SolidSettings solid = scene.solids[goal.solid];
    const std::string name = fmt::format("solid.{}", goal.solid + 1);
    solid.keyframes = solid.path();
    const bool is_own_motion = solid.motion_table || solid.keyframes.empty() || solid.keyframes.back().time > time;
    if (!solid.keyframes.empty() && solid.keyframes.back().time > time &&
        solid.keyframes.back().time <= time + 2.0 / scene.time.fps)
      continue;  // still moving to the last place
    const auto middle = middle_at_rest(scene, solid);
    if (!middle) return middle.error();
    const bool has_turned = solid.angular_velocity_degrees != Vec3d{} ||
                            std::any_of(solid.keyframes.begin(), solid.keyframes.end(),
                                        [](const Keyframe& key) { return key.rotation_degrees != Vec3d{}; });
    const Vec3d pivot = has_turned ? solid.pivot : *middle;
    const RigidMotion<3> path(solid);  // also for 2D solids: the third axis stays 0
    const Keyframe now = path.key_at(time);
    if (is_own_motion) {  // keeps its motion so far; the hand moves it from now on
      std::string keys = solid.keyframes.empty() ? keyframe_text(scene, path.key_at(0.0)) : "";
      for (const Keyframe& key : solid.keyframes)
        if (key.time < time) keys += (keys.empty() ? "" : ", ") + keyframe_text(scene, key);
      if (solid.motion_table) edits.push_back(name + ".motion_file=\"\"");
      if (solid.velocity != Vec3d{}) edits.push_back(name + ".velocity=" + list_of(scene, Vec3d{}));
      if (solid.angular_velocity_degrees != Vec3d{})
        edits.push_back(name + ".angular_velocity_degrees=" + (scene.dimension() == 2 ? "0.0" : "[0.0, 0.0, 0.0]"));
      if (!has_turned) edits.push_back(name + ".pivot=" + list_of(scene, pivot));
      edits.push_back(fmt::format("{}.keyframes=[{}]", name, keys));
    }
    const bool ends_now = !is_own_motion && solid.keyframes.back().time == time;
    if (!ends_now && (!is_own_motion || time > 0.0))
      edits.push_back(fmt::format("{}.keyframes+={}", name, keyframe_text(scene, now)));
    Keyframe target = now;
    if (goal.middle) target.position = *goal.middle - *middle;
    if (goal.degrees) target.rotation_degrees = *goal.degrees;
    const double way = length(target.position - now.position) +
                       length(target.rotation_degrees - now.rotation_degrees) / 360.0 * longest_side(scene);
    target.time = time + std::max(1.0 / scene.time.fps, way / longest_side(scene) * kCrossingTime);
    edits.push_back(fmt::format("{}.keyframes+={}", name, keyframe_text(scene, target)));
    goal.middle.reset();
    goal.degrees.reset();
  }
  return Done{};
}

void Hand::change_gravity(const Scene& scene, double time, Edits& edits) {
  const auto& keys = scene.forces.gravity_keyframes;
  if (!gravity_ || scene.forces.gravity_table || (!keys.empty() && keys.back().time > time)) return;
  const auto key = [&](double at, const Vec3d& gravity) {
    return fmt::format("forces.gravity_keyframes+={{time = {}, gravity = {}}}", number_text(at),
                       list_of(scene, gravity));
  };
  if (keys.empty() || keys.back().time < time) edits.push_back(key(time, scene.forces.gravity_at(time)));
  edits.push_back(key(time + 1.0 / scene.time.fps, *gravity_));
  gravity_.reset();
}

void Hand::apply_flow(const Scene& scene, double time, const char* table, std::size_t count,
                      const std::optional<HandAction>& action, std::optional<OpenFlow>& flow, Edits& edits) {
  const bool continues = action && flow && length(action->position - flow->position) < kFlowStep * action->radius;
  if (continues) return;
  if (flow && flow->number <= count) {
    edits.push_back(
        fmt::format("{}.{}.end={}", table, flow->number, number_text(std::max(time, flow->start + kShortest))));
    flow.reset();
  }
  if (!action) return;
  std::string keys = ball_text(scene, action->position, action->radius);
  if (table != std::string_view("drain")) keys += ", velocity = " + list_of(scene, action->velocity);
  if (scene.is_smoke()) {
    keys += ", density = " + number_text(action->density);
    if (action->temperature) keys += ", temperature = " + number_text(*action->temperature);
    if (action->fuel > 0.0) keys += ", fuel = " + number_text(action->fuel);
  } else if (action->color && table == std::string_view("source")) {
    keys += fmt::format(", color = [{}, {}, {}]", number_text((*action->color)[0]), number_text((*action->color)[1]),
                        number_text((*action->color)[2]));
  }
  edits.push_back(fmt::format("{}+={{{}, start = {}}}", table, keys, number_text(time)));
  flow = OpenFlow{count + 1, action->position, time};
}

void Hand::push_fluid(const Scene& scene, double time, Edits& edits) {
  if (!push_ || time < pushed_until_) return;
  pushed_until_ = time + 1.0 / scene.time.fps;
  edits.push_back(
      fmt::format("force+={{kind = \"push\", center = {}, radius = {}, acceleration = {}, start = {}, end = {}}}",
                  list_of(scene, push_->position), number_text(push_->radius),
                  list_of(scene, push_->velocity * (1.0 / kPushTime)), number_text(time), number_text(pushed_until_)));
  push_.reset();
}

HandAction smoke_to_pour(const Scene& scene) {
  HandAction action;
  const auto take_contents = [&](const auto& gas) {
    action.density = gas.density;
    action.temperature = gas.temperature.value_or(scene.gas.ambient_temperature);
    action.fuel = gas.fuel;
  };
  if (!scene.smoke_sources.empty())
    take_contents(scene.smoke_sources.front());
  else if (!scene.smokes.empty())
    take_contents(scene.smokes.front());
  return action;
}

bool is_drawn(const SolidSettings& solid) { return solid.name && solid.name->starts_with(kDrawn); }

Edits draw_wall(const Scene& scene, double time, const Vec3d& from, const Vec3d& to, double radius) {
  std::size_t number = 1;  // above those of all drawn solids
  for (const SolidSettings& solid : scene.solids)
    if (is_drawn(solid)) number = std::max(number, 1 + std::strtoul(solid.name->c_str() + kDrawn.size(), nullptr, 10));
  const std::string shape = length(to - from) < 1e-3 * radius
                                ? ball_text(scene, from, radius)
                                : fmt::format("shape = \"capsule\", from = {}, to = {}, radius = {}",
                                              list_of(scene, from), list_of(scene, to), number_text(radius));
  const std::string start = time > 0.0 ? ", start = " + number_text(time) : "";
  return {fmt::format("solid+={{name = \"{}{}\", {}{}}}", kDrawn, number, shape, start)};
}

Result<Edits> erase_walls(const Scene& scene, double time, const Vec3d& center, double radius) {
  Edits edits;
  for (std::size_t i = 0; i < scene.solids.size(); ++i) {
    const SolidSettings& solid = scene.solids[i];
    if (!is_drawn(solid) || solid.end <= time) continue;
    const auto distance = scene.dimension() == 2 ? distance_of<2>(scene, solid, time + kShortest, center)
                                                 : distance_of<3>(scene, solid, time + kShortest, center);
    if (!distance) return distance.error();
    if (*distance < radius)
      edits.push_back(fmt::format("solid.{}.end={}", i + 1, number_text(std::max(time, solid.start + kShortest))));
  }
  return edits;
}

}  // namespace spindrift
