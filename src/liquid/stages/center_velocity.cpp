// Leapfrog only (kick.h): takes the projected field u from the beginning of the step to its middle.
//   particles    get u - u~ for the half of the kick behind them, and the acceleration h for the half ahead:
//                  change = u - u~ + (f - 1) tau h
//   their path   leads through u(t_n + dt / 2) = u_n + s (u_n - u_{n-1}), free of divergence because both are. It
//                  differs from the velocity u + (f - 1) tau h of particles there by u . grad u, their own motion: the
//                  difference is added to the drift.
//
// Extrapolate only persistent accelerations; an impact must not be extrapolated, else water that falls on a floor would
// bounce. So a = (u - u~) / tau is clamped to a band around the last step's (in the first step, around the forces). The
// band's half-width is the size of that acceleration, plus the forces, plus kSteady of the speed over tau. The field is
// extrapolated with the square of the share that the clamp keeps.
//
// The extrapolation must not oscillate. Where walls and surface determine the flow, a step needs a mean acceleration A
// and finds a_{n+1} = 2 A - h_n: with h = a, an excess in one step is missing in the next. A mean of two
// steps would be half a step late, and waves would grow. A share of the second difference is not late,
//   h_n = a_n - kSwing (a_n - 2 a_{n-1} + a_{n-2}),
// and the oscillation decays: l^3 + (1 - kSwing) l^2 + 2 kSwing l - kSwing = 0 has |l| <= 0.58 (least, 0.57, at 0.058).
// Nor should it start. In the first step only the forces are known, not the acceleration that turns the flow. The
// second step finds that part for two half kicks, and continues with the mean of both.
#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "fluid/force_field.h"
#include "grid/for_each_tile.h"
#include "liquid/liquid_step.h"

namespace spindrift {

namespace {

constexpr float kSteady = 0.05f;     // share of the speed that smooth flow changes in a kick at the grid's scale
constexpr float kSwing = 1.0f / 16;  // share of the second difference; 1/4 damps to 0.91 a step only

inline bool is_number(float value) { return value == value; }  // undefined is NaN

// An acceleration clamped to around +- reach, and the share of its distance from `around` that is kept.
struct PersistentAcceleration {
  float acceleration, share;
};
inline PersistentAcceleration persistent_part(float acceleration, float around, float reach) {
  const float beyond = acceleration - around, kept = std::clamp(beyond, -reach, reach);
  return {around + kept, kept == beyond ? 1.0f : kept / beyond};
}

template <int D>
struct CenteredFlow {
  FaceViews<float, D> velocity, change, drift, last, last_acceleration, acceleration_before_last;
  FaceViews<const float, D> viscous;  // change by viscosity; may be empty
  FaceViews<const std::uint8_t, D> known;
};
static_assert(std::is_trivially_copyable_v<CenteredFlow<3>>);

// The numbers of a step.
struct Centering {
  float per_tau;   // 1/s
  float more;      // s; extrapolated time
  float ahead;     // see Kick
  float strength;  // m/s^2 of the forces
  Vec3d gravity;
};

template <int D>
void center_tile(const CenteredFlow<D>& flow, const Centering& step, int tile) {
  constexpr float kUndefined = std::numeric_limits<float>::quiet_NaN();
  for (int a = 0; a < D; ++a) {
    const auto force = static_cast<float>(step.gravity[a]);
    float* u = flow.velocity[a].tile(tile);
    float* change = flow.change[a].tile(tile);
    float* drift = flow.drift[a].tile(tile);
    float* last = flow.last[a].tile(tile);
    float* last_acceleration = flow.last_acceleration[a].tile(tile);
    float* acceleration_before_last = flow.acceleration_before_last[a].tile(tile);
    const std::uint8_t* known = flow.known[a].tile(tile);
    const float* viscous = flow.viscous.empty() ? nullptr : flow.viscous[a].tile(tile);
    for (int c = 0; c < Tile<D>::kCells; ++c) {
      if (known[c] == 0) {
        last[c] = last_acceleration[c] = acceleration_before_last[c] = kUndefined;
        continue;
      }
      // Viscosity has acted for the whole time already; extrapolated it would not damp.
      const float acceleration = step.per_tau * (viscous ? change[c] - viscous[c] : change[c]);
      const float band = step.strength + kSteady * step.per_tau * std::max(std::abs(u[c]), std::abs(u[c] - change[c]));
      const float around = is_number(last_acceleration[c]) ? last_acceleration[c] : force;
      const float before = last_acceleration[c], earlier = acceleration_before_last[c];
      PersistentAcceleration persistent = persistent_part(acceleration, around, std::abs(around) + band);
      if (is_number(before) && !is_number(earlier)) persistent.acceleration = 0.5f * (before + persistent.acceleration);
      const float swing = persistent.acceleration - 2.0f * before + earlier;
      const float onward = persistent.acceleration - (is_number(swing) ? kSwing * swing : 0.0f);
      const float since = u[c] - last[c], extrapolated = step.more * onward;
      last[c] = u[c];
      acceleration_before_last[c] = before;
      last_acceleration[c] = persistent.acceleration;
      change[c] += extrapolated;
      u[c] += extrapolated;
      if (is_number(since)) drift[c] += step.ahead * persistent.share * persistent.share * since - extrapolated;
    }
  }
}

}  // namespace

template <int D>
void center_velocity(LiquidState<D>& state) {
  const auto tau = static_cast<float>(state.kick.dt);
  const Vec3d gravity = gravity_of_step(state);
  const Centering step{static_cast<float>(1.0 / state.kick.dt), static_cast<float>(state.kick.times - 1.0) * tau,
                       static_cast<float>(state.kick.ahead),
                       static_cast<float>(length(gravity) + strongest_field(state.scene, state.time)), gravity};
  const CenteredFlow<D> flow{
      state.velocity,          state.velocity_change,          state.drift,          state.last_velocity,
      state.last_acceleration, state.acceleration_before_last, state.viscous_change, state.known};
  for_each_tile("center velocity", state.tiles, [&](int tile) { center_tile(flow, step, tile); }, 8);
}

template void center_velocity<2>(LiquidState<2>&);
template void center_velocity<3>(LiquidState<3>&);

}  // namespace spindrift
