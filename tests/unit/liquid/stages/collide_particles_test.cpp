// Particles against walls and solids.
#include <gtest/gtest.h>

#include <cmath>

#include "fluid/solids.h"
#include "liquid/contact/stop_at_solids.h"
#include "support/states.h"

namespace spindrift {
namespace {

using testing::add_particle;
using testing::box;
using testing::by_id;
using testing::empty_box;
using testing::kD;
using testing::make_state;
using testing::plane;
using testing::solid;
using testing::sphere;
using testing::vec;

IN_2D_AND_3D(CollideParticlesTest);

// A state with one particle, moved by `shift` as a move would, and collided.
template <int D>
testing::ParticleAt<D> collided(const Scene& scene, const Vec3d& x, const Vec3d& shift, const Vec3d& v) {
  auto state = make_state<D>(scene);
  testing::set_step(*state, 0.1);
  move_solids(*state);
  add_particle<D>(*state, VecD<D>::from(x), VecD<D>::from(v));
  sort_particles(*state);
  for (int a = 0; a < D; ++a) state->particles.position[static_cast<std::size_t>(a)][0] += static_cast<float>(shift[a]);
  collide_particles(*state);
  sort_particles(*state);
  return by_id(*state)[0];
}

TYPED_TEST(CollideParticlesTest, a_wall_takes_the_inward_velocity_and_leaves_the_rest) {
  constexpr int D = kD<TypeParam>;
  const Scene scene = empty_box(D, vec(8, 8, 8));
  const auto floor = collided<D>(scene, vec(4, 0.5, 4), vec(0, -2, 0), vec(3.25, -7, 1.5));
  EXPECT_NEAR(floor.x[1], kContactDistance, 1e-6);
  EXPECT_EQ(floor.v, VecD<D>::from(vec(3.25, 0, 1.5)));  // to the last bit
  const auto ceiling = collided<D>(scene, vec(4, 7.5, 4), vec(0, 2, 0), vec(3.25, 7, 1.5));
  EXPECT_NEAR(ceiling.x[1], 8.0 - kContactDistance, 1e-6);
  EXPECT_EQ(ceiling.v, VecD<D>::from(vec(3.25, 0, 1.5)));
  const auto corner = collided<D>(scene, vec(0.5, 0.5, 4), vec(-2, -2, 0), vec(-3.25, -7, 1.5));
  EXPECT_EQ(corner.v, VecD<D>::from(vec(0, 0, 1.5)));
}

TYPED_TEST(CollideParticlesTest, a_particle_that_leaves_a_wall_keeps_all_its_velocity) {
  constexpr int D = kD<TypeParam>;
  const auto leaving = collided<D>(empty_box(D, vec(8, 8, 8)), vec(4, 0.02, 4), vec(0, -0.02, 0), vec(1, 5, 2));
  EXPECT_EQ(leaving.v, VecD<D>::from(vec(1, 5, 2)));
}

TYPED_TEST(CollideParticlesTest, a_slanted_solid_pushes_out_along_its_normal) {
  constexpr int D = kD<TypeParam>;
  Scene scene = empty_box(D, vec(12, 12, 12));
  const Vec3d normal = vec(0.6, 0.8, 0.0);
  scene.solids = {solid(plane(vec(6, 6, 6), normal))};
  const Vec3d v = vec(2.0, -3.0, 1.0);
  const auto hit = collided<D>(scene, vec(6.3, 6.4, 6), normal * -0.9, v);
  const VecD<D> n = VecD<D>::from(normal);
  EXPECT_NEAR(dot(hit.x - VecD<D>::from(vec(6, 6, 6)), n), kContactDistance, 1e-5);
  const VecD<D> expected = VecD<D>::from(v) - n * dot(VecD<D>::from(v), n);
  for (int a = 0; a < D; ++a) EXPECT_NEAR(hit.v[a], expected[a], 1e-5);
  // Along the slope nothing was lost.
  const VecD<D> tangent = VecD<D>::from(vec(0.8, -0.6, 0.0));
  EXPECT_NEAR(dot(hit.v, tangent), dot(VecD<D>::from(v), tangent), 1e-5);
}

// Each surface of a wedge turns the velocity into the other: a particle in the tip may only go along both, or out.
TYPED_TEST(CollideParticlesTest, the_tip_of_a_wedge_takes_the_velocity_into_it) {
  constexpr int D = kD<TypeParam>;
  Scene scene = empty_box(D, vec(12, 12, 12));
  const double angle = 0.05;
  scene.solids = {solid(plane(vec(2, 0, 6), vec(std::sin(angle), -std::cos(angle), 0.0)))};  // solid above it
  const Vec3d tip = vec(2.39, 0.0102, 6);
  for (const double speed : {-100.0, 100.0}) {
    const auto caught = collided<D>(scene, tip, {}, vec(speed, speed * std::tan(angle), 1.5));
    EXPECT_NEAR(caught.v[0], std::max(speed, 0.0), 1e-3);
    EXPECT_NEAR(caught.v[1], std::max(speed, 0.0) * std::tan(angle), 1e-3);
    if constexpr (D == 3) {
      EXPECT_NEAR(caught.v[2], 1.5, 1e-6);
    }
    EXPECT_NEAR(caught.x[0], tip[0], 0.2);
  }
}

TYPED_TEST(CollideParticlesTest, a_moving_solid_gives_its_normal_velocity) {
  constexpr int D = kD<TypeParam>;
  Scene scene = empty_box(D, vec(20, 12, 12));
  scene.solids = {solid(box(vec(2, 0, 0), vec(6, 12, 12)), vec(10.0, 0.0, 0.0))};  // 1 m in the step
  const auto hit = collided<D>(scene, vec(6.5, 6, 6), {}, vec(1.0, 2.0, 3.0));
  EXPECT_NEAR(hit.x[0], 7.0 + kContactDistance, 1e-5);
  EXPECT_NEAR(hit.v[0], 10.0, 1e-5);
  for (int a = 1; a < D; ++a) EXPECT_NEAR(hit.v[a], vec(1.0, 2.0, 3.0)[a], 1e-6);
}

TYPED_TEST(CollideParticlesTest, an_open_side_lets_go_and_counts) {
  constexpr int D = kD<TypeParam>;
  Scene scene = empty_box(D, vec(8, 8, 8));
  scene.domain.open = {Side::kRight};
  auto state = make_state<D>(scene);
  for (const double x : {4.0, 7.5}) add_particle<D>(*state, VecD<D>::from(vec(x, 4, 4)));
  sort_particles(*state);
  for (float& x : state->particles.position[0]) x += 1.0f;
  collide_particles(*state);
  EXPECT_EQ(state->ledger.left, 1);
  sort_particles(*state);
  EXPECT_EQ(state->particles.count(), 1u);
}

// The path of a particle, five cells long, against a wall a sixteenth of a cell thick.
TYPED_TEST(CollideParticlesTest, no_path_crosses_a_thin_wall) {
  constexpr int D = kD<TypeParam>;
  Scene scene = empty_box(D, vec(20, 20, 20));
  scene.solids = {solid(box(vec(9.97, 0, 0), vec(10.0325, 20, 20)))};
  auto state = make_state<D>(scene);
  for (int i = 0; i < 500; ++i) {
    const double along = 0.011 * (i % 17), angle = 0.0124 * i;
    const VecD<D> from = VecD<D>::from(vec(9.955 - along, 10.0, 10.0));
    const VecD<D> to = from + VecD<D>::from(vec(std::cos(angle), std::sin(angle), std::sin(2 * angle))) * 5.0;
    const VecD<D> stopped = stop_at_solids(path_context(*state, SolidPose::kThroughStep), from, to);
    EXPECT_LT(stopped[0], 9.97) << i;
    if (to[0] > 9.97) {  // it slides on instead of sticking
      EXPECT_NEAR(std::abs(stopped[1] - from[1]), std::abs(to[1] - from[1]), 0.1);
    } else {
      for (int a = 0; a < D; ++a) EXPECT_NEAR(stopped[a], to[a], 1e-9);
    }
  }
}

TYPED_TEST(CollideParticlesTest, a_particle_inside_any_solid_comes_out) {
  constexpr int D = kD<TypeParam>;
  Scene scene = empty_box(D, vec(20, 20, 20));
  scene.solids = {solid(sphere(vec(8, 8, 8), 3.0)), solid(box(vec(2, 14, 2), vec(12, 15, 18))),
                  solid(box(vec(14, 1, 1), vec(14.5, 10, 19)))};
  for (int i = 0; i < 300; ++i) {
    auto state = make_state<D>(scene);
    VecD<D> x;
    for (int a = 0; a < D; ++a) x[a] = 0.1 + 19.8 * ((i * (7 * a + 3)) % 299) / 298.0;
    add_particle(*state, x);
    sort_particles(*state);
    collide_particles(*state);
    sort_particles(*state);
    EXPECT_GT(distance_to_solids(*state, by_id(*state)[0].x), 0.5 * kContactDistance) << i;
  }
}

}  // namespace
}  // namespace spindrift
