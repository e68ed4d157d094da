// Simulation::advance_step beside the sub-steps of frames.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "spindrift/simulation.h"
#include "support/scenes.h"

namespace spindrift {
namespace {

using testing::box;
using testing::kD;
using testing::simulate;
using testing::vec;

IN_2D_AND_3D(StepByHand);

// Steps of one's own length count as time: what is left of the frame that they lead to is for advance_frame.
TYPED_TEST(StepByHand, frames_go_on_from_where_steps_by_hand_lead) {
  for (const int substeps : {0, 2}) {
    Scene scene = testing::empty_box(kD<TypeParam>, vec(8, 20, 8), 0.1);
    scene.time.fps = 60.0;
    scene.time.substeps = substeps;
    scene.forces.gravity = vec(0.0, -9.81);
    scene.liquids = {testing::liquid(box(vec(0.2, 1.4, 0.2), vec(0.6, 1.8, 0.6)))};  // falls, and touches nothing
    Simulation simulation = simulate(scene);
    const FrameReport start = *simulation.measure();
    ASSERT_TRUE(simulation.advance_step(0.003));
    EXPECT_EQ(simulation.frame(), 0);
    const auto first = simulation.advance_frame();
    ASSERT_TRUE(first);
    EXPECT_EQ(first->frame, 1);
    EXPECT_NEAR(simulation.time(), 1.0 / 60.0, 1e-12);
    ASSERT_TRUE(simulation.advance_step(0.05));  // three frames long
    EXPECT_EQ(simulation.frame(), 4);
    EXPECT_NEAR(simulation.time(), 4.0 / 60.0, 1e-12);
    ASSERT_TRUE(simulation.advance_step(0.05 + 0.001));
    EXPECT_EQ(simulation.frame(), 7);
    auto resumed = Simulation::resume(scene, *simulation.save());
    ASSERT_TRUE(resumed);
    for (Simulation* one : {&simulation, &*resumed}) {
      const auto report = one->advance_frame();
      ASSERT_TRUE(report);
      EXPECT_EQ(report->frame, 8);
      EXPECT_NEAR(one->time(), 8.0 / 60.0, 1e-12);
      const double fallen = start.center_of_mass[1] - report->center_of_mass[1];
      EXPECT_NEAR(fallen, 0.5 * 9.81 * one->time() * one->time(), 2e-3) << substeps;
    }
  }
}

TYPED_TEST(StepByHand, has_a_length_that_can_be_simulated) {
  Simulation simulation = simulate(testing::dam_break(kD<TypeParam>, 8));
  for (const double dt : {0.0, -1.0, 1e9, std::nan(""), std::numeric_limits<double>::infinity()}) {
    const auto step = simulation.advance_step(dt);
    ASSERT_FALSE(step) << dt;
    EXPECT_EQ(step.error().code, ErrorCode::kBadInput);
  }
  EXPECT_TRUE(simulation.advance_step(0.001)) << "a refusal leaves the simulation as it was";
}

// Who watches a step cannot use the simulation meanwhile, and is told so; afterwards it is as good as before.
class Meddler : public Observer {
 public:
  explicit Meddler(Simulation& simulation) : simulation_(simulation) {}
  void stage_begin(std::string_view) override { message = simulation_.measure().error().message; }
  std::string message;

 private:
  Simulation& simulation_;
};

TYPED_TEST(StepByHand, cannot_be_looked_at_from_inside) {
  Simulation simulation = simulate(testing::dam_break(kD<TypeParam>, 8));
  Meddler meddler(simulation);
  ASSERT_TRUE(simulation.advance_substep(&meddler));
  EXPECT_EQ(meddler.message, "in use: another call, by an observer or on another thread, has not returned");
  EXPECT_TRUE(simulation.measure());
}

}  // namespace
}  // namespace spindrift
