// Forces on the grid: gravity and the force fields.
#include <gtest/gtest.h>

#include <algorithm>

#include "fluid/force_field.h"
#include "support/states.h"

namespace spindrift {
namespace {

using testing::box;
using testing::empty_box;
using testing::for_each_cell;
using testing::kD;
using testing::liquid;
using testing::make_state;
using testing::set_velocities;
using testing::vec;

IN_2D_AND_3D(ApplyForcesTest);

template <int D>
Scene falling_block() {
  Scene scene = empty_box(D, vec(12, 12, 12));
  scene.forces.gravity = vec(1.0, -10.0, 2.0);
  scene.liquids = {liquid(box(vec(3, 3, 3), vec(8, 9, 7)))};
  return scene;
}

// The copy for FLIP is the transferred velocity; forces and pressure change the velocity, not the copy.
TYPED_TEST(ApplyForcesTest, the_copy_for_flip_is_taken_before_gravity_and_before_the_projection) {
  constexpr int D = kD<TypeParam>;
  auto state = make_state<D>(falling_block<D>());
  set_velocities(*state, [](const VecD<D>& x) { return x * 0.3; });
  classify_cells(*state);
  transfer_particles_to_grid(*state);
  std::array<std::vector<float>, D> transferred;
  for (std::size_t a = 0; a < D; ++a) {
    const auto size = (static_cast<std::size_t>(state->tiles.count()) + 1) * Tile<D>::kCells;
    transferred[a].assign(state->velocity[a].tile(0), state->velocity[a].tile(0) + size);
    EXPECT_TRUE(std::equal(transferred[a].begin(), transferred[a].end(), state->transferred_velocity[a].tile(0)));
  }
  apply_forces(*state);
  constrain_velocity(*state);
  project_pressure(*state);
  int changed = 0;
  for_each_cell(*state, [&](const VecI<D>&, int tile, int c) {
    for (std::size_t a = 0; a < D; ++a) {
      if (!state->known[a].tile(tile)[c]) continue;
      const float before = transferred[a][static_cast<std::size_t>(tile * Tile<D>::kCells + c)];
      EXPECT_EQ(state->velocity_change[a].tile(tile)[c], state->velocity[a].tile(tile)[c] - before);
      changed += state->velocity_change[a].tile(tile)[c] != 0.0f;
    }
  });
  EXPECT_GT(changed, 50);
}

TYPED_TEST(ApplyForcesTest, gravity_scales_with_the_step) {
  constexpr int D = kD<TypeParam>;
  for (const double dt : {0.001, 0.01, 0.25}) {
    auto state = make_state<D>(falling_block<D>());
    testing::set_step(*state, dt);
    transfer_particles_to_grid(*state);
    apply_forces(*state);
    for_each_cell(*state, [&](const VecI<D>&, int tile, int c) {
      for (int a = 0; a < D; ++a)
        if (state->known[static_cast<std::size_t>(a)].tile(tile)[c]) {
          EXPECT_FLOAT_EQ(state->velocity[static_cast<std::size_t>(a)].tile(tile)[c],
                          static_cast<float>(dt * vec(1.0, -10.0, 2.0)[a]));
        }
    });
  }
}

TYPED_TEST(ApplyForcesTest, fields_act_within_their_time_span_only) {
  constexpr int D = kD<TypeParam>;
  Scene scene = falling_block<D>();
  scene.forces.gravity = {};
  ForceFieldSettings wind;
  wind.acceleration = vec(3.0, 0.0);
  wind.start = 1.0;
  wind.end = 2.0;
  scene.force_fields = {wind};
  for (const double time : {0.0, 1.0, 1.5, 2.0}) {
    auto state = make_state<D>(scene);
    state->time = time;
    transfer_particles_to_grid(*state);
    apply_forces(*state);
    const double expected = time >= 1.0 && time < 2.0 ? 3.0 * state->dt : 0.0;
    for_each_cell(*state, [&](const VecI<D>&, int tile, int c) {
      if (state->known[0].tile(tile)[c]) {
        EXPECT_FLOAT_EQ(state->velocity[0].tile(tile)[c], static_cast<float>(expected));
      }
    });
  }
}

TEST(ForceField, a_point_pulls_towards_its_centre_and_fades_to_zero) {
  ForceFieldSettings field;
  field.kind = ForceFieldSettings::Kind::kPoint;
  field.center = vec(1.0, 1.0, 1.0);
  field.strength = 4.0;
  field.radius = 2.0;
  EXPECT_DOUBLE_EQ(acceleration(Domain<3>{}, field, vec(2.0, 1.0, 1.0))[0], -2.0);
  EXPECT_EQ(acceleration(Domain<3>{}, field, vec(1.0, 1.0, 1.0)), Vec3d{});
  EXPECT_EQ(acceleration(Domain<3>{}, field, vec(3.5, 1.0, 1.0)), Vec3d{});
  EXPECT_NEAR(length(acceleration(Domain<3>{}, field, vec(2.999, 1.0, 1.0))), 0.0, 0.01);
}

TEST(ForceField, pulls_across_a_periodic_side) {
  Scene scene = testing::empty_box(3, vec(16, 16, 16));
  scene.domain.periodic = {Axis::kX};
  ForceFieldSettings field;
  field.kind = ForceFieldSettings::Kind::kPoint;
  field.center = vec(15.5, 8.0, 8.0);
  field.strength = 4.0;
  field.radius = 2.0;
  EXPECT_DOUBLE_EQ(acceleration(Domain<3>(scene.domain), field, vec(0.5, 8.0, 8.0))[0], -2.0);
}

TEST(ForceField, a_vortex_turns_around_its_axis) {
  ForceFieldSettings field;
  field.kind = ForceFieldSettings::Kind::kVortex;
  field.axis = vec(0.0, 0.0, 2.0);
  field.strength = 4.0;
  field.radius = 2.0;
  const Vec3d a = acceleration(Domain<3>{}, field, vec(1.0, 0.0, 0.7));
  EXPECT_NEAR(a[0], 0.0, 1e-12);
  EXPECT_NEAR(a[1], 2.0, 1e-12);
  EXPECT_NEAR(a[2], 0.0, 1e-12);
}

}  // namespace
}  // namespace spindrift
