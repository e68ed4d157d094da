#include "geometry/frame_path.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace spindrift {

namespace {

constexpr double kRadians = std::numbers::pi / 180.0;

}  // namespace

FramePath::FramePath(const FrameSettings& settings, int dimension) : pivot_(settings.pivot) {
  for (const Keyframe& key : settings.path()) {
    Key& own = keys_.emplace_back();
    own.time = key.time;
    for (std::size_t a = 0; a < 3; ++a) {
      const bool is_there = dimension == 3 || a < 2, turns = dimension == 3 || a == 2;
      own.value[a] = is_there ? key.position.at[a] : 0.0;
      own.value[3 + a] = turns ? key.rotation_degrees.at[a] : 0.0;
    }
  }
  find_slopes(!settings.motion_table);
}

void FramePath::find_slopes(bool holds) {
  const std::size_t count = keys_.size();
  const auto rate = [&](std::size_t i, std::size_t n) {  // from key i to the next
    return (keys_[i + 1].value[n] - keys_[i].value[n]) / (keys_[i + 1].time - keys_[i].time);
  };
  for (std::size_t n = 0; n < Numbers{}.size() && count > 1; ++n) {
    for (std::size_t i = 1; i + 1 < count; ++i) {
      const double before = rate(i - 1, n), after = rate(i, n);
      const double of_before = keys_[i + 1].time - keys_[i].time, of_after = keys_[i].time - keys_[i - 1].time;
      const bool stands = holds && (before == 0.0 || after == 0.0);
      keys_[i].slope[n] = stands ? 0.0 : (before * of_before + after * of_after) / (of_before + of_after);
    }
    // At the ends the parabola goes on; between two keyframes the motion is even. Who begins later began to move then.
    Key &first = keys_.front(), &last = keys_.back();
    const double begin = rate(0, n), end = rate(count - 2, n);
    const bool begins_at_rest = holds && (first.time > 0.0 || begin == 0.0);
    first.slope[n] = begins_at_rest ? 0.0 : count == 2 ? begin : 2.0 * begin - keys_[1].slope[n];
    last.slope[n] = holds && end == 0.0 ? 0.0 : count == 2 ? end : 2.0 * end - keys_[count - 2].slope[n];
  }
}

FramePath::Motion FramePath::at(double time) const {
  if (keys_.empty()) return {};
  const auto next =
      std::upper_bound(keys_.begin(), keys_.end(), time, [](double t, const Key& key) { return t < key.time; });
  Numbers value{}, slope{};
  if (next == keys_.begin() || next == keys_.end()) {
    value = next == keys_.begin() ? keys_.front().value : keys_.back().value;
  } else {
    const Key &a = *(next - 1), &b = *next;
    const double span = b.time - a.time, s = (time - a.time) / span;
    for (std::size_t n = 0; n < value.size(); ++n) {  // Hermite's cubic and its derivative
      const double way = b.value[n] - a.value[n], begin = a.slope[n] * span, end = b.slope[n] * span;
      const double square = 3.0 * way - 2.0 * begin - end, cube = begin + end - 2.0 * way;
      value[n] = a.value[n] + s * (begin + s * (square + s * cube));
      slope[n] = (begin + s * (2.0 * square + s * 3.0 * cube)) / span;
    }
  }
  const Vec3d degrees{{value[3], value[4], value[5]}}, rates{{slope[3], slope[4], slope[5]}};
  Motion motion;
  motion.position = {{value[0], value[1], value[2]}};
  motion.velocity = {{slope[0], slope[1], slope[2]}};
  motion.rotation = rotation_from_angles(degrees);
  motion.angular_velocity = transposed(motion.rotation) * (angular_velocity_from_angles(degrees, rates) * kRadians);
  return motion;
}

// Accelerations are means over the step, so that no part of a velocity is lost, however it changes within.
FrameStep::FrameStep(const FramePath& path, const Vec3d& gravity_of_world, double time, double dt)
    : pivot(path.pivot()) {
  const FramePath::Motion middle = path.at(time + 0.5 * dt);
  spin = middle.angular_velocity;
  Vec3d acceleration;
  if (dt > 0.0) {
    const FramePath::Motion begin = path.at(time), end = path.at(time + dt);
    acceleration = (end.velocity - begin.velocity) / dt;
    spin_up = (end.angular_velocity - begin.angular_velocity) / dt;
  }
  gravity = transposed(middle.rotation) * (gravity_of_world - acceleration);
}

Matrix<3> FrameStep::coriolis_turn(double dt) const {
  return rotation_about(spin, -2.0 * length(spin) * dt / kRadians);
}

double FrameStep::strongest(double reach, const Vec3d& gravity_at_rest) const {
  const double beside = std::abs(length(gravity) - length(gravity_at_rest));
  return beside + (dot(spin, spin) + length(spin_up)) * reach;
}

}  // namespace spindrift
