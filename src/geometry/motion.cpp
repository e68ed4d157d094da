// Rotations by Rodrigues' formula. Between keyframes of a solid, displacement and angles are linear in time.
#include "geometry/motion.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/math.h"
#include "geometry/motion.h"

namespace spindrift {

namespace {

constexpr double kRadians = std::numbers::pi / 180.0;
constexpr Vec3d kAxisX{{1.0, 0.0, 0.0}}, kAxisY{{0.0, 1.0, 0.0}}, kAxisZ{{0.0, 0.0, 1.0}};

template <int D>
Vec3d allowed_rotation(const Vec3d& degrees) {
  return D == 3 ? degrees : Vec3d{{0.0, 0.0, degrees[2]}};
}

template <int D>
Keyframe allowed_key(Keyframe key) {
  key.position = Vec3d::from(VecD<D>::from(key.position));
  key.rotation_degrees = allowed_rotation<D>(key.rotation_degrees);
  return key;
}

bool is_same_pose(const Keyframe& a, const Keyframe& b) {
  return a.position == b.position && a.rotation_degrees == b.rotation_degrees;
}

}  // namespace

Matrix<3> cross_product_matrix(const Vec3d& v) {
  return {{{Vec3d{{0.0, -v[2], v[1]}}, Vec3d{{v[2], 0.0, -v[0]}}, Vec3d{{-v[1], v[0], 0.0}}}}};
}

Matrix<3> rotation_about(const Vec3d& axis, double angle_degrees) {
  const double size = length(axis);
  if (size == 0.0) return Matrix<3>::identity();
  const Vec3d unit = axis / size;
  const double angle = angle_degrees * kRadians;
  const double cosine = math::cos(angle), sine = math::sin(angle);
  Matrix<3> rotation = cross_product_matrix(unit * sine);
  for (int i = 0; i < 3; ++i) {
    rotation.rows[i] += unit * (unit[i] * (1.0 - cosine));
    rotation.rows[i][i] += cosine;
  }
  return rotation;
}

Matrix<3> rotation_from_angles(const Vec3d& degrees) {
  return rotation_about(kAxisZ, degrees[2]) * rotation_about(kAxisY, degrees[1]) * rotation_about(kAxisX, degrees[0]);
}

Vec3d angular_velocity_from_angles(const Vec3d& degrees, const Vec3d& rates) {
  const Matrix<3> turn_z = rotation_about(kAxisZ, degrees[2]);
  const Matrix<3> turn_zy = turn_z * rotation_about(kAxisY, degrees[1]);
  return kAxisZ * rates[2] + turn_z * (kAxisY * rates[1]) + turn_zy * (kAxisX * rates[0]);
}

template <int D>
RigidMotion<D>::RigidMotion(const SolidSettings& settings)
    : pivot_(VecD<D>::from(settings.pivot)),
      velocity_(VecD<D>::from(settings.velocity)),
      angular_velocity_degrees_(allowed_rotation<D>(settings.angular_velocity_degrees)) {
  for (const Keyframe& key : settings.path()) keyframes_.push_back(allowed_key<D>(key));
  std::stable_sort(keyframes_.begin(), keyframes_.end(),
                   [](const Keyframe& a, const Keyframe& b) { return a.time < b.time; });
  if (keyframes_.empty()) {
    is_moving_ = velocity_ != VecD<D>{} || angular_velocity_degrees_ != Vec3d{};
  } else {
    for (const Keyframe& key : keyframes_) is_moving_ = is_moving_ || !is_same_pose(key, keyframes_.front());
  }
}

template <int D>
std::size_t RigidMotion<D>::next_key(double time) const {
  const auto next = std::upper_bound(keyframes_.begin(), keyframes_.end(), time,
                                     [](double t, const Keyframe& key) { return t < key.time; });
  return static_cast<std::size_t>(next - keyframes_.begin());
}

template <int D>
Keyframe RigidMotion<D>::key_at(double time) const {
  if (keyframes_.empty()) return {time, Vec3d::from(velocity_ * time), angular_velocity_degrees_ * time};
  const std::size_t next = next_key(time);
  if (next == 0 || next == keyframes_.size()) {
    const Keyframe& end = next == 0 ? keyframes_.front() : keyframes_.back();
    return {time, end.position, end.rotation_degrees};
  }
  const Keyframe &a = keyframes_[next - 1], &b = keyframes_[next];
  const double fraction = (time - a.time) / (b.time - a.time);
  // Written as a + (b - a) s so that between equal keys the result is that key to the last bit.
  return {time, a.position + (b.position - a.position) * fraction,
          a.rotation_degrees + (b.rotation_degrees - a.rotation_degrees) * fraction};
}

template <int D>
Pose<D> RigidMotion<D>::pose(double time) const {
  if (keyframes_.empty()) {
    const double turned = length(angular_velocity_degrees_) * time;
    return {Matrix<D>::block_of(rotation_about(angular_velocity_degrees_, turned)), pivot_ + velocity_ * time};
  }
  const Keyframe key = key_at(time);
  return {Matrix<D>::block_of(rotation_from_angles(key.rotation_degrees)), pivot_ + VecD<D>::from(key.position)};
}

template <int D>
Pose<D> RigidMotion<D>::pose_before(double time, double dt) const {
  return dt > 0.0 && jumps_within(time - dt, time) ? pose(time) : pose(time - dt);
}

template <int D>
MaterialVelocity<D> RigidMotion<D>::velocity(double time, double dt) const {
  if (!is_moving_) return {};
  if (dt <= 0.0) return velocity_now(time);
  if (jumps_within(time - dt, time)) return {};
  const Pose<D> before = pose(time - dt), now = pose(time);
  MaterialVelocity<D> result;
  result.drift = (now.place - before.place) / dt;
  // A point now at r from the pivot came from W r with W = before * now^T, so it moved by (1 - W) r. Equal rotations
  // are set apart because W would be the identity only up to rounding.
  if (now.rotation != before.rotation) {
    const Matrix<D> back = before.rotation * transposed(now.rotation);
    for (int i = 0; i < D; ++i) result.spin.rows[i] = (Matrix<D>::identity().rows[i] - back.rows[i]) / dt;
  }
  return result;
}

template <int D>
double RigidMotion<D>::turning(double time, double dt) const {
  double degrees = keyframes_.empty() ? length(angular_velocity_degrees_) * dt : 0.0;
  for (std::size_t i = 1; i < keyframes_.size(); ++i) {
    const Keyframe &a = keyframes_[i - 1], &b = keyframes_[i];
    const double overlap = std::min(b.time, time) - std::max(a.time, time - dt);
    if (overlap <= 0.0) continue;
    const Vec3d angles = (b.rotation_degrees - a.rotation_degrees) * (overlap / (b.time - a.time));
    degrees += std::abs(angles[0]) + std::abs(angles[1]) + std::abs(angles[2]);
  }
  return degrees * kRadians;
}

template <int D>
MaterialVelocity<D> RigidMotion<D>::velocity_now(double time) const {
  VecD<D> drift = velocity_;
  Vec3d degrees_per_second = angular_velocity_degrees_;
  if (!keyframes_.empty()) {
    const std::size_t next = next_key(time);
    if (next == 0 || next == keyframes_.size()) return {};
    const Keyframe &a = keyframes_[next - 1], &b = keyframes_[next];
    const double duration = b.time - a.time;
    drift = VecD<D>::from((b.position - a.position) / duration);
    degrees_per_second = angular_velocity_from_angles(key_at(time).rotation_degrees,
                                                      (b.rotation_degrees - a.rotation_degrees) / duration);
  }
  const Vec3d angular_velocity = degrees_per_second * kRadians;
  return {drift, Matrix<D>::block_of(cross_product_matrix(angular_velocity))};
}

template <int D>
bool RigidMotion<D>::jumps_within(double begin, double end) const {
  for (std::size_t i = 1; i < keyframes_.size(); ++i) {
    const Keyframe &a = keyframes_[i - 1], &b = keyframes_[i];
    if (a.time == b.time && begin < a.time && a.time <= end && !is_same_pose(a, b)) return true;
  }
  return false;
}

FramePath::FramePath(const FrameSettings& settings, int dimension) : pivot_(settings.pivot) {
  for (const Keyframe& key : settings.path()) {
    Key& own = keys_.emplace_back();
    own.time = key.time;
    for (std::size_t a = 0; a < 3; ++a) {
      const bool exists = dimension == 3 || a < 2, turns = dimension == 3 || a == 2;
      own.value[a] = exists ? key.position.at[a] : 0.0;
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
    // At the ends the parabola continues; two keyframes give a uniform motion. A motion that begins later begins at
    // rest.
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

// Accelerations are means over the step, so that the velocity is exact at its end.
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

template class RigidMotion<2>;
template class RigidMotion<3>;

}  // namespace spindrift
