// The rows of a step.
#include "liquid/liquid_step.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/scenes.h"

namespace spindrift {
namespace {

using testing::box;
using testing::vec;

bool has_row(const Scene& scene, const std::string& name) { return std::ranges::count(*stage_names(scene), name) == 1; }

TEST(LiquidStep, rows_with_nothing_to_do_are_left_out) {
  Scene scene = testing::still_pool(2, 8, 4);
  for (const char* name : {"move solids", "turn velocity", "emit particles", "drain particles", "push particles apart",
                           "apply friction", "color particles"})
    EXPECT_FALSE(has_row(scene, name)) << name;
  scene.solids = {testing::solid(box(vec(1, 1), vec(2, 2)))};
  scene.sources.emplace_back().shape = box(vec(1, 6), vec(2, 7));
  scene.drains.emplace_back().shape = box(vec(6, 1), vec(7, 2));
  scene.drift.push_apart = true;
  scene.particles.columns = {Column::kAge};
  scene.frame.keyframes = {{1.0, {}, {}}};
  scene.fluid.roughness = 0.01;
  for (const char* name : {"move solids", "turn velocity", "emit particles", "drain particles", "push particles apart",
                           "apply friction", "color particles"})
    EXPECT_TRUE(has_row(scene, name)) << name;
}

TEST(LiquidStep, viscosity_acts_on_constrained_faces_before_the_pressure_and_only_if_some_liquid_has_any) {
  Scene scene = testing::still_pool(2, 8, 4);
  EXPECT_FALSE(has_row(scene, "apply viscosity"));
  scene.liquids[0].viscosity = 1.0;
  const auto names = *stage_names(scene);
  const auto row = std::ranges::find(names, "apply viscosity");
  ASSERT_NE(row, names.end());
  EXPECT_EQ(*(row - 1), "balance forces");
  EXPECT_EQ(*(row - 2), "constrain velocity");
  EXPECT_EQ(*(row + 1), "project pressure");
  scene.liquids[0].viscosity = 0.0;
  EXPECT_FALSE(has_row(scene, "apply viscosity"));
  scene.fluid.viscosity = 1.0;
  EXPECT_TRUE(has_row(scene, "apply viscosity"));
}

TEST(LiquidStep, particles_move_after_the_projection_unless_the_other_order_is_asked_for) {
  Scene scene = testing::still_pool(3, 8, 4);
  auto place = [&](const char* name) {
    const auto names = *stage_names(scene);
    return std::ranges::find(names, name) - names.begin();
  };
  EXPECT_LT(place("apply forces"), place("project pressure"));
  EXPECT_LT(place("project pressure"), place("move particles"));
  EXPECT_LT(place("move particles"), place("collide particles"));
  scene.solver.order = StepOrder::kMoveThenProject;
  EXPECT_LT(place("accelerate particles"), place("move particles freely"));
  EXPECT_LT(place("move particles freely"), place("project pressure"));
}

TEST(LiquidStep, the_linear_solver_does_not_change_the_rows_and_the_classic_method_does) {
  for (const StepOrder order : {StepOrder::kProjectThenMove, StepOrder::kMoveThenProject})
    for (const Stepping stepping : {Stepping::kEuler, Stepping::kLeapfrog})
      for (const Method method : {Method::kStandard, Method::kClassic}) {
        Scene scene = testing::still_pool(2, 8, 4);
        scene.solver.order = order;
        scene.solver.stepping = stepping;
        scene.solver.method = method;
        const auto rows = *stage_names(scene);
        for (const auto solver : {PressureSolver::kMultigrid, PressureSolver::kPcg, PressureSolver::kGaussSeidel}) {
          scene.solver.pressure = solver;
          EXPECT_EQ(*stage_names(scene), rows);
          EXPECT_EQ(scene.uses_resampling(), method == Method::kStandard);
          EXPECT_EQ(scene.detaches_cells(), method == Method::kStandard && order == StepOrder::kProjectThenMove);
        }
      }
  Scene classic = testing::still_pool(2, 8, 4);
  classic.solver.method = Method::kClassic;
  EXPECT_EQ(*stage_names(classic),
            (std::vector<std::string>{"sort particles", "push particles apart", "classify cells",
                                      "transfer particles to grid", "extend density", "find surface", "apply forces",
                                      "constrain velocity", "project pressure", "extrapolate velocity",
                                      "transfer grid to particles", "move particles", "collide particles"}));
}

TEST(LiquidStep, both_dimensions_run_the_same_rows) {
  EXPECT_EQ(*stage_names(testing::still_pool(2, 8, 4)), *stage_names(testing::still_pool(3, 8, 4)));
}

}  // namespace
}  // namespace spindrift
