// What follows from a scene's settings, and how errors read.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "settings/start_flow.h"
#include "spindrift/error.h"
#include "spindrift/scene.h"

namespace spindrift {
namespace {

TEST(scene_settings, the_longest_side_has_as_many_cells_as_the_resolution) {
  DomainSettings domain;
  domain.size = {{1.0, 4.0, 2.0}};
  domain.resolution = 8;
  EXPECT_EQ(domain.cell(), 0.5);
  EXPECT_EQ(domain.cells(), (Vec<int, 3>{{2, 8, 4}}));
}

TEST(scene_settings, a_2d_domain_is_one_cell_deep_and_ignores_its_third_size) {
  DomainSettings domain;
  domain.size = {{2.0, 1.0, 50.0}};
  domain.dimension = 2;
  domain.resolution = 10;
  EXPECT_EQ(domain.cells(), (Vec<int, 3>{{10, 5, 1}}));
}

TEST(scene_settings, the_cell_size_takes_the_place_of_the_resolution) {
  DomainSettings domain;
  domain.size = {{1.0, 0.301, 0.001}};
  domain.cell_size = 0.1;
  EXPECT_EQ(domain.cells(), (Vec<int, 3>{{10, 3, 1}})) << "rounded, at least one";
  domain.cell_size = 1e-300;
  EXPECT_EQ(domain.cells()[0], 1 << 30) << "capped";
}

TEST(scene_settings, pushing_apart_comes_with_the_classic_method) {
  Scene scene;
  EXPECT_FALSE(scene.uses_push_apart());
  scene.solver.method = Method::kClassic;
  EXPECT_TRUE(scene.uses_push_apart());
  scene.drift.push_apart = false;
  EXPECT_FALSE(scene.uses_push_apart());
}

TEST(scene_settings, the_surface_is_a_level_set_with_either_method) {
  Scene scene;
  EXPECT_TRUE(scene.uses_level_set());
  scene.solver.method = Method::kClassic;
  EXPECT_TRUE(scene.uses_level_set());
  scene.solver.free_surface = FreeSurface::kCells;
  EXPECT_FALSE(scene.uses_level_set());
}

TEST(scene_settings, the_classic_method_solves_by_fifty_sweeps_of_gauss_seidel_unless_others_are_chosen) {
  Scene scene;
  EXPECT_EQ(scene.pressure_solver(), PressureSolver::kMultigrid);
  EXPECT_EQ(scene.sweeps(), std::nullopt);
  scene.solver.method = Method::kClassic;
  EXPECT_EQ(scene.pressure_solver(), PressureSolver::kGaussSeidel);
  EXPECT_EQ(scene.sweeps(), 50);
  scene.solver.pressure = PressureSolver::kPcg;
  scene.solver.sweeps = 5;
  EXPECT_EQ(scene.pressure_solver(), PressureSolver::kPcg);
  EXPECT_EQ(scene.sweeps(), 5);
}

TEST(scene_settings, surface_tension_limits_the_step_by_its_shortest_wave) {
  Scene scene;
  EXPECT_EQ(scene.capillary_step(), std::numeric_limits<double>::infinity());
  scene.domain.cell_size = 0.001;
  scene.fluid.surface_tension = 0.072;
  EXPECT_NEAR(scene.capillary_step(), 1.05e-3, 1e-5);  // sqrt(1000 1e-9 / (4 pi 0.072))
  scene.solver.free_surface = FreeSurface::kCells;
  EXPECT_FALSE(scene.uses_surface_tension());
}

TEST(scene_settings, resampling_comes_with_the_standard_method) {
  Scene scene;
  EXPECT_TRUE(scene.uses_resampling());
  scene.fluid.viscosity = 1.0;  // has its own surface, but the same care for volume
  EXPECT_FALSE(scene.uses_level_set());
  EXPECT_TRUE(scene.uses_resampling());
  EXPECT_TRUE(scene.uses_density_projection());
  scene.fluid.viscosity = 0.0;
  scene.solver.method = Method::kClassic;
  EXPECT_FALSE(scene.uses_resampling());
  scene.drift.resample = true;
  EXPECT_TRUE(scene.uses_resampling());
}

TEST(scene_settings, a_fresh_lattice_does_not_push_itself_apart) {
  Scene scene;
  EXPECT_DOUBLE_EQ(scene.separation_cells(), 0.45);
  scene.domain.dimension = 2;
  scene.particles.per_cell = 9;
  EXPECT_DOUBLE_EQ(scene.separation_cells(), 0.3);
  scene.particles.packing = Packing::kHexagonal;
  EXPECT_DOUBLE_EQ(scene.separation_cells(), 0.6);
  scene.drift.separation = 0.2;
  EXPECT_DOUBLE_EQ(scene.separation_cells(), 0.2);
}

TEST(scene_settings, a_liquid_with_a_colour_of_its_own_makes_all_particles_carry_theirs) {
  Scene scene;
  scene.liquids.resize(1);
  scene.sources.resize(1);
  scene.fluid.color = Color{0.9, 0.6, 0.1};
  scene.liquids[0].color = scene.fluid.color;  // not another one
  EXPECT_FALSE(scene.has_own_colors());
  EXPECT_FALSE(scene.has_column(Column::kColor));
  scene.sources[0].color = Color{0.1, 0.2, 0.3};
  EXPECT_TRUE(scene.has_own_colors());
  EXPECT_TRUE(scene.has_column(Column::kColor));
  EXPECT_FALSE(scene.has_foam_colors());
  scene.particles.columns = {Column::kColor};
  EXPECT_FALSE(scene.has_foam_colors()) << "a column has one meaning";
  scene.sources.clear();
  EXPECT_TRUE(scene.has_foam_colors());
}

TEST(scene_settings, errors_read_like_a_compilers) {
  EXPECT_EQ(to_string(Error{.message = "m", .place = {"f", 12, 7}}), "f:12:7: error: m");
  EXPECT_EQ(to_string(Error{.message = "m", .place = {"f", 12, 0}}), "f:12: error: m");
  EXPECT_EQ(to_string(Error{.message = "m", .place = {.file = "f"}}), "f: error: m");
  EXPECT_EQ(to_string(Error{.message = "m"}), "error: m");
}

TEST(fall_speed, is_most_of_what_a_fall_through_the_domain_reaches) {
  Scene scene;
  scene.domain.dimension = 2;
  scene.domain.size = {{3.0, 2.0, 0.0}};
  scene.forces.gravity = {{0.0, -10.0, 0.0}};
  EXPECT_DOUBLE_EQ(fall_energy(scene), 20.0);
  EXPECT_DOUBLE_EQ(*fall_speed(scene), 0.6 * std::sqrt(40.0));
  scene.forces.gravity = {};
  EXPECT_FALSE(fall_speed(scene));
}

}  // namespace
}  // namespace spindrift
