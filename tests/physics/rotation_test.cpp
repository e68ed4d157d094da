// What a round trip between particles and grid does to turning water: theory against the transfers.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/states.h"

namespace spindrift {
namespace {

using testing::change_nothing;
using testing::empty_box;
using testing::for_each_particle;
using testing::kD;
using testing::liquid;
using testing::make_state;
using testing::set_velocities;
using testing::sphere;
using testing::vec;
using testing::velocity_of;

IN_2D_AND_3D(Rotation);

const Vec3d kDiscCenter = vec(12, 12, 12);
constexpr double kDiscRadius = 8.0;

template <int D>
Scene disc(Transfer transfer, Kernel kernel, double flip, double cell_size = 1.0) {
  Scene scene = empty_box(D, vec(24, 24, 24), cell_size);
  scene.particles.packing = Packing::kJittered;
  scene.solver.transfer = transfer;
  scene.solver.kernel = kernel;
  scene.solver.flip = flip;
  scene.solver.calm_speed = 0.0;
  scene.liquids = {liquid(sphere(kDiscCenter * cell_size, kDiscRadius * cell_size))};
  return scene;
}

// One radian per second about the z axis.
template <int D>
VecD<D> turning(const VecD<D>& x, double cell_size = 1.0) {
  VecD<D> u;
  u[0] = -(x[1] - kDiscCenter[1] * cell_size);
  u[1] = x[0] - kDiscCenter[0] * cell_size;
  return u;
}

template <int D>
void round_trip(LiquidState<D>& state) {
  testing::transfer_and_extend(state);
  change_nothing(state);
  transfer_grid_to_particles(state);
}

// Sum of x cross v about the centre. With `affine` also what the affine velocities turn about the particles themselves:
// D_b c_ab (e_b cross e_a), where D is the variance of the weights, h^2 / 4 for quadratic ones and f (1 - f) h^2 for
// linear ones [Jiang2015, sec. 5].
template <int D>
Vec3d angular_momentum(const LiquidState<D>& state, bool affine) {
  Vec3d sum;
  const double h = state.domain.h;
  for_each_particle(state, [&](std::uint32_t p, const VecD<D>& x) {
    sum += cross(Vec3d::from(x) - Vec3d::from(VecD<D>::from(kDiscCenter * h)), Vec3d::from(velocity_of(state, p)));
    if (!affine) return;
    for (int a = 0; a < D; ++a)
      for (int b = 0; b < D; ++b) {
        if (a == b) continue;
        const double from_centre = x[b] / h - 0.5, f = from_centre - std::floor(from_centre);
        const double variance = state.scene.solver.kernel == Kernel::kQuadratic ? 0.25 : f * (1.0 - f);
        Vec3d ea, eb;
        ea[a] = eb[b] = 1.0;
        sum += cross(eb, ea) *
               (variance * h * h * static_cast<double>(state.particles.affine[static_cast<std::size_t>(a * D + b)][p]));
      }
  });
  return sum;
}

TYPED_TEST(Rotation, apic_keeps_a_rigid_rotation_as_it_is) {
  constexpr int D = kD<TypeParam>;
  for (const Kernel kernel : {Kernel::kLinear, Kernel::kQuadratic}) {
    auto state = make_state<D>(disc<D>(Transfer::kApic, kernel, 0.0));
    set_velocities(*state, [](const VecD<D>& x) { return turning(x); });
    for (float& c : state->particles.affine[1]) c = -1.0f;  // du_x / dy
    for (float& c : state->particles.affine[D]) c = 1.0f;   // du_y / dx
    for (int i = 0; i < 50; ++i) round_trip(*state);
    for_each_particle(*state, [&](std::uint32_t p, const VecD<D>& x) {
      for (int a = 0; a < D; ++a) EXPECT_NEAR(velocity_of(*state, p)[a], turning(x)[a], 2e-4);
    });
  }
}

TYPED_TEST(Rotation, flip_keeps_a_rigid_rotation_to_the_last_bit) {
  constexpr int D = kD<TypeParam>;
  auto state = make_state<D>(disc<D>(Transfer::kFlip, Kernel::kLinear, 1.0));
  set_velocities(*state, [](const VecD<D>& x) { return turning(x); });
  const auto before = testing::by_id(*state);
  for (int i = 0; i < 50; ++i) round_trip(*state);
  const auto after = testing::by_id(*state);
  for (std::size_t i = 0; i < before.size(); ++i) EXPECT_EQ(before[i].v, after[i].v);
}

// Any velocities whatever, and particles that move between the transfers: with quadratic weights nothing is lost.
TYPED_TEST(Rotation, apic_keeps_angular_momentum_with_quadratic_weights) {
  constexpr int D = kD<TypeParam>;
  Scene scene = disc<D>(Transfer::kApic, Kernel::kQuadratic, 0.0, 0.5);
  scene.solver.integrator = Integrator::kEuler;
  auto state = make_state<D>(scene);
  set_velocities(*state, [](const VecD<D>& x) {
    VecD<D> v = turning(x, 0.5);
    for (int a = 0; a < D; ++a) v[a] += std::sin(7.0 * x[(a + 1) % D]) + 0.5 * std::cos(3.0 * x[a]);
    return v;
  });
  const Vec3d before = angular_momentum(*state, true);
  testing::set_step(*state, 0.02);
  for (int i = 0; i < 20; ++i) {
    round_trip(*state);
    move_particles(*state);
    sort_particles(*state);
  }
  const Vec3d after = angular_momentum(*state, true);
  for (int a = D == 2 ? 2 : 0; a < 3; ++a) EXPECT_NEAR(after[a], before[a], 2e-5 * length(before));
}

// With linear weights the variance depends on the place, so it holds across a round trip, but not across a move.
TYPED_TEST(Rotation, apic_keeps_angular_momentum_across_a_round_trip_with_linear_weights) {
  constexpr int D = kD<TypeParam>;
  auto state = make_state<D>(disc<D>(Transfer::kApic, Kernel::kLinear, 0.0));
  set_velocities(*state, [](const VecD<D>& x) {
    VecD<D> v = turning(x);
    for (int a = 0; a < D; ++a) v[a] += std::sin(3.0 * x[(a + 1) % D]);
    return v;
  });
  const Vec3d before = angular_momentum(*state, true);
  for (int i = 0; i < 20; ++i) round_trip(*state);
  const Vec3d after = angular_momentum(*state, true);
  for (int a = D == 2 ? 2 : 0; a < 3; ++a) EXPECT_NEAR(after[a], before[a], 2e-5 * length(before));
}

// PIC drops the rotation of a particle's own share of the grid: the variance of the weights times the vorticity,
// 2 h^2 / 6 per particle for linear and 2 h^2 / 4 for quadratic weights. For a disc (ball) of radius R with mean square
// distance R^2 / 2 (2 R^2 / 5) from the axis, that is a share of each round trip.
TYPED_TEST(Rotation, pic_loses_angular_momentum_at_the_predicted_rate) {
  constexpr int D = kD<TypeParam>;
  for (const Kernel kernel : {Kernel::kLinear, Kernel::kQuadratic})
    for (const double flip : {0.0, 0.5}) {
      auto state = make_state<D>(disc<D>(Transfer::kFlip, kernel, flip));
      set_velocities(*state, [](const VecD<D>& x) { return turning(x); });
      const double before = angular_momentum(*state, false)[2];
      round_trip(*state);
      const double lost = 1.0 - angular_momentum(*state, false)[2] / before;
      const double variance = kernel == Kernel::kQuadratic ? 1.0 / 4.0 : 1.0 / 6.0;
      const double square_distance = (D == 2 ? 0.5 : 0.4) * kDiscRadius * kDiscRadius;
      const double predicted = (1.0 - flip) * 2.0 * variance / square_distance;
      EXPECT_NEAR(lost, predicted, 0.08 * predicted);  // the rim of the disc is not rigid on the grid
    }
}

// A shear wave loses (1 - alpha) k^2 h^2 / 6 per round trip: a viscosity of (1 - alpha) h^2 / (6 dt).
TYPED_TEST(Rotation, blend_acts_as_the_predicted_viscosity) {
  constexpr int D = kD<TypeParam>;
  const int wave = 16;  // cells
  const double k = 2.0 * std::numbers::pi / wave;
  for (const double flip : {0.0, 0.5, 0.9, 0.99}) {
    Scene scene = empty_box(D, vec(2, 3 * wave, 2));
    scene.particles.per_cell = power(8, D);  // many, so that sums over particles are integrals
    scene.solver.flip = flip;
    scene.solver.calm_speed = 0.0;
    scene.liquids = {liquid(testing::box({}, vec(2, 3 * wave, 2)))};
    auto state = make_state<D>(scene);
    auto amplitude = [&] {  // over the middle wave, away from floor and ceiling
      double sum = 0.0, count = 0.0;
      for_each_particle(*state, [&](std::uint32_t p, const VecD<D>& x) {
        if (x[1] < wave || x[1] > 2 * wave) return;
        sum += 2.0 * velocity_of(*state, p)[0] * std::sin(k * x[1]);
        count += 1.0;
      });
      return sum / count;
    };
    set_velocities(*state, [&](const VecD<D>& x) {
      VecD<D> v;
      v[0] = std::sin(k * x[1]);
      return v;
    });
    const double before = amplitude();
    const int trips = 4;
    for (int i = 0; i < trips; ++i) round_trip(*state);
    const double rate = -std::log(amplitude() / before) / trips;
    EXPECT_NEAR(rate, (1.0 - flip) * k * k / 6.0, 0.05 * (1.0 - flip) * k * k / 6.0) << flip;
  }
}

TYPED_TEST(Rotation, more_pic_means_more_loss) {
  constexpr int D = kD<TypeParam>;
  double last = 0.0;
  for (const double flip : {0.0, 0.5, 0.9, 1.0}) {
    Scene scene = empty_box(D, vec(16, 16, 4));
    scene.solver.flip = flip;
    scene.liquids = {liquid(testing::box({}, vec(16, 16, 4)))};
    auto solver = testing::make_solver<D>(scene);
    set_velocities(solver->state(), [](const VecD<D>& x) {
      const double k = std::numbers::pi / 16.0;
      VecD<D> v;
      v[0] = 10.0 * std::sin(k * x[0]) * std::cos(k * x[1]);
      v[1] = -10.0 * std::cos(k * x[0]) * std::sin(k * x[1]);
      return v;
    });
    testing::advance(*solver, 40);
    const double left = solver->measure_now().kinetic_energy;
    EXPECT_GT(left, 1.02 * last) << flip;
    last = left;
  }
}

}  // namespace
}  // namespace spindrift
