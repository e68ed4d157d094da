// What follows from a scene's settings.
#include "spindrift/scene.h"

#include <gtest/gtest.h>

namespace spindrift {
namespace {

TEST(DomainSettings, longest_side_gets_the_resolution) {  // R33
  DomainSettings domain;
  domain.size = {{2.0, 0.5, 1.0}};
  domain.resolution = 64;
  EXPECT_DOUBLE_EQ(domain.cell(), 2.0 / 64);
  EXPECT_EQ(domain.cells(), (Vec<int, 3>{{64, 16, 32}}));
}

TEST(DomainSettings, cell_size_overrides_the_resolution) {  // R33
  DomainSettings domain;
  domain.size = {{2.0, 0.5, 1.0}};
  domain.resolution = 64;
  domain.cell_size = 0.25;
  EXPECT_EQ(domain.cells(), (Vec<int, 3>{{8, 2, 4}}));
}

TEST(DomainSettings, a_2d_domain_is_one_cell_deep) {
  DomainSettings domain;
  domain.dimension = 2;
  domain.size = {{1.0, 2.0, 50.0}};
  domain.resolution = 10;
  EXPECT_EQ(domain.cells(), (Vec<int, 3>{{5, 10, 1}}));
}

TEST(DomainSettings, only_named_sides_are_open) {
  DomainSettings domain;
  domain.open = {Side::kTop};
  EXPECT_TRUE(domain.is_open(Side::kTop));
  EXPECT_FALSE(domain.is_open(Side::kBottom));
}

TEST(Scene, push_apart_is_on_with_gauss_seidel_and_off_with_pcg) {
  Scene scene;
  scene.solver.pressure = PressureSolver::kPcg;
  EXPECT_FALSE(scene.uses_push_apart());
  scene.solver.pressure = PressureSolver::kGaussSeidel;
  EXPECT_TRUE(scene.uses_push_apart());
  scene.drift.push_apart = false;
  EXPECT_FALSE(scene.uses_push_apart());
}

TEST(Scene, particles_at_their_seeding_distance_do_not_push_each_other) {
  Scene scene;
  scene.domain.dimension = 2;
  EXPECT_EQ(scene.particles_per_cell(), 4);
  EXPECT_LT(scene.separation_cells(), 0.5);
  scene.domain.dimension = 3;
  EXPECT_EQ(scene.particles_per_cell(), 8);
  EXPECT_LT(scene.separation_cells(), 0.5);
  scene.particles.packing = Packing::kHexagonal;
  scene.particles.radius = 0.3;
  EXPECT_DOUBLE_EQ(scene.separation_cells(), 0.6);
}

}  // namespace
}  // namespace spindrift
