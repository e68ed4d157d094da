// Grid to particles, and the two meanings of the blend.
#include <gtest/gtest.h>

#include "support/states.h"

namespace spindrift {
namespace {

using testing::change_nothing;
using testing::empty_box;
using testing::for_each_particle;
using testing::kD;
using testing::linear_field;
using testing::liquid;
using testing::make_state;
using testing::set_grid_velocity;
using testing::set_velocities;
using testing::sphere;
using testing::vec;
using testing::velocity_of;

IN_2D_AND_3D(TransferGridToParticlesTest);

template <int D>
Scene blob(Transfer transfer, double flip) {
  Scene scene = empty_box(D, vec(20, 24, 18));
  scene.particles.packing = Packing::kJittered;
  scene.solver.transfer = transfer;
  scene.solver.flip = flip;
  scene.solver.calm_speed = 0.0;
  scene.liquids = {liquid(sphere(vec(9, 12, 9), 5.0))};
  return scene;
}

TYPED_TEST(TransferGridToParticlesTest, a_linear_field_is_read_to_rounding) {
  constexpr int D = kD<TypeParam>;
  for (const Kernel kernel : {Kernel::kLinear, Kernel::kQuadratic})
    for (const Transfer transfer : {Transfer::kPic, Transfer::kApic}) {
      Scene scene = blob<D>(transfer, 0.0);
      scene.solver.kernel = kernel;
      auto state = make_state<D>(scene);
      set_grid_velocity(*state, linear_field<D>);
      transfer_grid_to_particles(*state);
      for_each_particle(*state, [&](std::uint32_t p, const VecD<D>& x) {
        for (int a = 0; a < D; ++a) EXPECT_NEAR(velocity_of(*state, p)[a], linear_field(x)[a], 1e-4);
        if (transfer != Transfer::kApic) return;
        for (int a = 0; a < D; ++a)
          for (int b = 0; b < D; ++b)
            EXPECT_NEAR(static_cast<double>(state->particles.affine[static_cast<std::size_t>(a * D + b)][p]),
                        1.0 + a - 2.0 * b, 1e-3);
      });
    }
}

TYPED_TEST(TransferGridToParticlesTest, pic_assigns_whatever_the_particle_had_before) {
  constexpr int D = kD<TypeParam>;
  auto state = make_state<D>(blob<D>(Transfer::kPic, 0.7));  // the share of FLIP has no meaning for PIC
  set_velocities(*state, [](const VecD<D>&) { return VecD<D>::filled(100.0); });
  set_grid_velocity(*state, [](const VecD<D>&) { return VecD<D>::filled(2.0); });
  transfer_grid_to_particles(*state);
  for_each_particle(*state, [&](std::uint32_t p, const VecD<D>&) {
    for (int a = 0; a < D; ++a) EXPECT_NEAR(velocity_of(*state, p)[a], 2.0, 1e-6);
  });
}

TYPED_TEST(TransferGridToParticlesTest, flip_one_keeps_the_particles_own_velocity_and_zero_takes_the_grids) {
  constexpr int D = kD<TypeParam>;
  for (const double flip : {0.0, 0.25, 0.95, 1.0}) {
    auto state = make_state<D>(blob<D>(Transfer::kFlip, flip));
    set_velocities(*state, [](const VecD<D>&) { return VecD<D>::filled(8.0); });
    set_grid_velocity(*state, [](const VecD<D>&) { return VecD<D>::filled(2.0); });
    transfer_grid_to_particles(*state);
    for_each_particle(*state, [&](std::uint32_t p, const VecD<D>&) {
      for (int a = 0; a < D; ++a) EXPECT_NEAR(velocity_of(*state, p)[a], flip * 8.0 + (1.0 - flip) * 2.0, 1e-5);
    });
  }
}

TYPED_TEST(TransferGridToParticlesTest, flip_adds_the_change_of_the_grid) {
  constexpr int D = kD<TypeParam>;
  auto state = make_state<D>(blob<D>(Transfer::kFlip, 1.0));
  set_velocities(*state, [](const VecD<D>&) { return VecD<D>::filled(8.0); });
  set_grid_velocity(*state, [](const VecD<D>&) { return VecD<D>::filled(2.0); });
  for (auto& change : state->velocity_change) change.fill(-0.5f);
  transfer_grid_to_particles(*state);
  for_each_particle(*state, [&](std::uint32_t p, const VecD<D>&) {
    for (int a = 0; a < D; ++a) EXPECT_NEAR(velocity_of(*state, p)[a], 7.5, 1e-5);
  });
}

// At the calm speed half of FLIP is left after the time that the shortest waves take to cross a cell, in however many
// steps; far above it all, far below none.
TYPED_TEST(TransferGridToParticlesTest, pic_takes_over_in_liquid_that_hardly_moves) {
  constexpr int D = kD<TypeParam>;
  Scene scene = blob<D>(Transfer::kFlip, 1.0);
  scene.solver.calm_speed = 0.05;
  scene.forces.gravity = vec(0, -9, 0);
  for (const auto& [ratio, share] : {std::pair{0.01, 0.0}, {1.0, 0.5}, {100.0, 1.0}})
    for (const int steps : {1, 4}) {
      auto state = make_state<D>(scene);
      const double wave = 3.0 * std::sqrt(state->domain.h);
      testing::set_step(*state, state->domain.h / wave / steps);
      state->max_speed = static_cast<float>(ratio * 0.05 * wave);
      set_velocities(*state, [](const VecD<D>&) { return VecD<D>::filled(8.0); });
      set_grid_velocity(*state, [](const VecD<D>&) { return VecD<D>::filled(2.0); });
      for (int i = 0; i < steps; ++i) transfer_grid_to_particles(*state);
      for_each_particle(*state, [&, kept = share](std::uint32_t p, const VecD<D>&) {
        for (int a = 0; a < D; ++a) EXPECT_NEAR(velocity_of(*state, p)[a], 2.0 + kept * 6.0, 1e-3);
      });
    }
}

// The same for the affine part of APIC, but all of it, to the last bit, in liquid as fast as its shortest waves: what
// flows keeps its angular momentum.
TYPED_TEST(TransferGridToParticlesTest, pic_takes_over_from_apic_too_but_not_in_what_flows) {
  constexpr int D = kD<TypeParam>;
  const auto affine = [](double calm_speed, double speed) {  // in terms of the shortest waves
    Scene scene = blob<D>(Transfer::kApic, 0.0);
    scene.solver.calm_speed = calm_speed;
    scene.forces.gravity = vec(0, -9, 0);
    auto state = make_state<D>(scene);
    const double wave = 3.0 * std::sqrt(state->domain.h);
    testing::set_step(*state, state->domain.h / wave);
    state->max_speed = static_cast<float>(speed * wave);
    set_grid_velocity(*state, linear_field<D>);
    transfer_grid_to_particles(*state);
    return state->particles.affine;
  };
  const auto whole = affine(0.0, 0.0);
  EXPECT_EQ(affine(0.05, 1.01), whole);
  for (const auto& [speed, share] : {std::pair{0.0, 0.0f}, {0.05, 0.5f}}) {
    const auto calmed = affine(0.05, speed);
    for (std::size_t i = 0; i < whole.size(); ++i)
      for (std::size_t p = 0; p < whole[i].size(); ++p) ASSERT_NEAR(calmed[i][p], share * whole[i][p], 1e-3f);
  }
}

// Both ways: a constant and a linear field survive the round trip.
TYPED_TEST(TransferGridToParticlesTest, a_linear_field_survives_the_affine_round_trip) {
  constexpr int D = kD<TypeParam>;
  for (const Kernel kernel : {Kernel::kLinear, Kernel::kQuadratic}) {
    Scene scene = blob<D>(Transfer::kApic, 0.0);
    scene.solver.kernel = kernel;
    auto state = make_state<D>(scene);
    set_grid_velocity(*state, linear_field<D>);
    transfer_grid_to_particles(*state);
    for (int i = 0; i < 10; ++i) {
      transfer_particles_to_grid(*state);
      change_nothing(*state);
      transfer_grid_to_particles(*state);
    }
    for_each_particle(*state, [&](std::uint32_t p, const VecD<D>& x) {
      for (int a = 0; a < D; ++a) EXPECT_NEAR(velocity_of(*state, p)[a], linear_field(x)[a], 2e-3);
    });
  }
}

TYPED_TEST(TransferGridToParticlesTest, a_constant_field_survives_the_round_trip_of_every_transfer) {
  constexpr int D = kD<TypeParam>;
  for (const Kernel kernel : {Kernel::kLinear, Kernel::kQuadratic})
    for (const Transfer transfer : {Transfer::kPic, Transfer::kFlip, Transfer::kApic}) {
      Scene scene = blob<D>(transfer, 0.95);
      scene.solver.kernel = kernel;
      auto state = make_state<D>(scene);
      const VecD<D> u = VecD<D>::from(vec(1.5, -2.25, 0.75));
      set_velocities(*state, [&](const VecD<D>&) { return u; });
      for (int i = 0; i < 10; ++i) {
        transfer_particles_to_grid(*state);
        change_nothing(*state);
        transfer_grid_to_particles(*state);
      }
      for_each_particle(*state, [&](std::uint32_t p, const VecD<D>&) {
        for (int a = 0; a < D; ++a) EXPECT_NEAR(velocity_of(*state, p)[a], u[a], 3e-5);
      });
    }
}

}  // namespace
}  // namespace spindrift
