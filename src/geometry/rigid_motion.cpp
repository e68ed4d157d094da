// Poses and material velocities of a rigid motion. Between keyframes displacement and angles run linearly.
#include "geometry/rigid_motion.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace spindrift {

namespace {

// What the third dimension would add, a 2D solid does not do.
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
  return degrees * (std::numbers::pi / 180.0);
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
  const Vec3d angular_velocity = degrees_per_second * (std::numbers::pi / 180.0);
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

template class RigidMotion<2>;
template class RigidMotion<3>;

}  // namespace spindrift
