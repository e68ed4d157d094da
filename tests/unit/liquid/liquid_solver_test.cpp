// The frame loop: sub-steps, clock, observers.
#include "liquid/liquid_solver.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/states.h"

namespace spindrift {
namespace {

using testing::kD;
using testing::make_solver;
using testing::vec;

IN_2D_AND_3D(LiquidSolverTest);

struct Recorder : Observer {
  std::vector<double> steps;
  std::vector<std::string> stages;
  int open = 0, stop_after = 1000;
  void stage_begin(std::string_view name) override {
    ++open;
    stages.emplace_back(name);
  }
  void stage_end(std::string_view name, double seconds) override {
    --open;
    EXPECT_EQ(stages.back(), name);
    EXPECT_GE(seconds, 0.0);
  }
  void step_end(const StepReport& report) override { steps.push_back(report.dt); }
  bool should_stop() override { return static_cast<int>(steps.size()) >= stop_after; }
};

TYPED_TEST(LiquidSolverTest, fixed_sub_steps_divide_the_frame) {
  constexpr int D = kD<TypeParam>;
  Scene scene = testing::dam_break(D, 10);
  scene.time.fps = 24.0;
  scene.time.substeps = 3;
  auto solver = make_solver<D>(scene);
  Recorder recorder;
  const auto report = solver->advance_frame(&recorder);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->substeps, 3);
  EXPECT_EQ(report->frame, 1);
  ASSERT_EQ(recorder.steps.size(), 3u);
  for (const double dt : recorder.steps) EXPECT_DOUBLE_EQ(dt, 1.0 / 72.0);
  EXPECT_DOUBLE_EQ(report->time, 1.0 / 24.0);
}

// Water in uniform flight: its speed does not change, so neither may the sub-steps.
TYPED_TEST(LiquidSolverTest, adaptive_sub_steps_are_equal_within_a_frame) {
  constexpr int D = kD<TypeParam>;
  Scene scene = testing::empty_box(D, vec(60, 20, 20));
  scene.liquids = {testing::liquid(testing::sphere(vec(8, 10, 10), 3.0), vec(17.3, 0.0, 0.0))};
  scene.time.fps = 5.0;
  scene.time.substeps = 0;
  auto solver = make_solver<D>(scene);
  for (int frame = 0; frame < 5; ++frame) {
    Recorder recorder;
    const auto report = solver->advance_frame(&recorder);
    ASSERT_TRUE(report);
    EXPECT_EQ(report->substeps, 4);  // 17.3 cells per second, 3.46 cells per frame, at most one per sub-step
    for (const double dt : recorder.steps) EXPECT_NEAR(dt, 0.05, 1e-9);
  }
}

// While the water gains speed the rest of the frame is shared out anew, but never with a tiny step at its end.
TYPED_TEST(LiquidSolverTest, adaptive_sub_steps_keep_to_the_cfl_number_and_leave_no_tiny_sub_step) {
  constexpr int D = kD<TypeParam>;
  Scene scene = testing::dam_break(D, 12);
  scene.time.fps = 4.0;
  scene.time.substeps = 0;
  scene.time.max_substeps = 1000;
  auto solver = make_solver<D>(scene);
  struct CflRecorder : Recorder {
    LiquidSolver<D>* solver = nullptr;
    void stage_begin(std::string_view name) override {
      if (name != "sort particles") return;
      limits.push_back(cfl_step(solver->state()));
    }
    void stage_end(std::string_view, double) override {}
    std::vector<double> limits;
  };
  for (int frame = 0; frame < 6; ++frame) {
    CflRecorder recorder;
    recorder.solver = solver.get();
    const auto report = solver->advance_frame(&recorder);
    ASSERT_TRUE(report);
    ASSERT_EQ(recorder.limits.size(), recorder.steps.size());
    double sum = 0.0;
    for (std::size_t i = 0; i < recorder.steps.size(); ++i) {
      EXPECT_LE(recorder.steps[i], recorder.limits[i] * (1.0 + 1e-6));
      if (i > 0) {
        EXPECT_GT(recorder.steps[i], 0.5 * std::min(recorder.limits[i], recorder.steps[i - 1]));
      }
      sum += recorder.steps[i];
    }
    EXPECT_NEAR(sum, 0.25, 1e-9);
    EXPECT_DOUBLE_EQ(report->time, 0.25 * (frame + 1));
  }
}

TYPED_TEST(LiquidSolverTest, at_most_the_allowed_number_of_sub_steps_is_taken) {
  constexpr int D = kD<TypeParam>;
  Scene scene = testing::dam_break(D, 12);
  scene.time.fps = 1.0;
  scene.time.substeps = 0;
  scene.time.max_substeps = 7;
  auto solver = make_solver<D>(scene);
  const auto report = solver->advance_frame(nullptr);
  ASSERT_TRUE(report);
  EXPECT_LE(report->substeps, 7);
}

TYPED_TEST(LiquidSolverTest, observers_see_every_row_in_order) {
  constexpr int D = kD<TypeParam>;
  const Scene scene = testing::dam_break(D, 8);
  auto solver = make_solver<D>(scene);
  Recorder recorder;
  ASSERT_TRUE(solver->advance_step(0.01, &recorder));
  EXPECT_EQ(recorder.stages, *stage_names(scene));
  EXPECT_EQ(recorder.open, 0);
}

TYPED_TEST(LiquidSolverTest, an_observer_can_stop_a_frame_between_sub_steps) {
  constexpr int D = kD<TypeParam>;
  Scene scene = testing::dam_break(D, 8);
  scene.time.substeps = 5;
  auto solver = make_solver<D>(scene);
  Recorder recorder;
  recorder.stop_after = 2;
  const auto report = solver->advance_frame(&recorder);
  ASSERT_TRUE(report);
  EXPECT_TRUE(report->interrupted);
  EXPECT_EQ(report->substeps, 2);
  EXPECT_EQ(report->frame, 0);
}

TYPED_TEST(LiquidSolverTest, a_failure_names_its_stage) {
  constexpr int D = kD<TypeParam>;
  auto solver = make_solver<D>(testing::dam_break(D, 8));
  solver->state().particles.position[0][0] = std::numeric_limits<float>::quiet_NaN();
  const auto step = solver->advance_step(0.01, nullptr);
  ASSERT_FALSE(step);
  EXPECT_EQ(step.error().code, ErrorCode::kRunFailed);
  EXPECT_NE(step.error().message.find("sort particles"), std::string::npos) << step.error().message;
}

}  // namespace
}  // namespace spindrift
