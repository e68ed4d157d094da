// Solids that are fast for less than a frame: sub-steps follow them, as the hint of `check` says.
#include "fluid/measure_grid.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "spindrift/scene_file.h"
#include "spindrift/simulation.h"
#include "support/scene_texts.h"

namespace spindrift {
namespace {

constexpr double kBurstSpeed = 1e4;  // m/s: a metre in 0.1 ms
constexpr int kHinted = 267;         // sub-steps in which it goes no further than 5 cells each

// A ball that goes a metre within 0.1 ms.
Result<Scene> burst_at(double begin, int max_substeps) {
  return parse_scene(fmt::format(R"([domain]
size = [2, 1]
resolution = 16
[time]
max_substeps = {}
[[liquid]]
shape = "box"
min = [0, 0]
max = [1, 0.5]
[[solid]]
shape = "sphere"
center = [1.5, 0.75]
radius = 0.2
keyframes = [{{time = {}}}, {{time = {}, position = [-1, 0]}}]
)",
                                 max_substeps, begin, begin + 1e-4),
                     "burst.toml");
}

// The farthest that the ball goes in a sub-step of the first frame, cells.
struct BurstWatcher : Observer {
  double begin = 0.0, time = 0.0, farthest = 0.0, cell = 0.0;

  void step_end(const StepReport& report) override {
    const double overlap = std::min(time + report.dt, begin + 1e-4) - std::max(time, begin);
    farthest = std::max(farthest, overlap * kBurstSpeed / cell);
    time += report.dt;
  }
};

TEST(FastestSolid, the_hint_of_the_check_keeps_a_burst_within_five_cells) {
  for (const double begin : {0.0, 0.007, 0.0165}) {
    const auto scene = burst_at(begin, kHinted);
    ASSERT_TRUE(scene) << to_string(scene.error());
    auto simulation = Simulation::create(*scene, 1);
    ASSERT_TRUE(simulation);
    BurstWatcher watcher;
    watcher.begin = begin;
    watcher.cell = scene->domain.cell();
    const auto frame = simulation->advance_frame(&watcher);
    ASSERT_TRUE(frame) << to_string(frame.error());
    EXPECT_LE(watcher.farthest, 5.0) << "at " << begin << " s, " << frame->substeps << " sub-steps";
    if (begin > 0.016) {
      EXPECT_GE(frame->substeps, 260) << "the frame's last moment";
    }
    const auto later = simulation->advance_frame();
    ASSERT_TRUE(later);
    EXPECT_LT(later->substeps, 20) << "once it has gone";
  }
}

TEST(FastestSolid, the_check_tells_what_all_frames_need_from_what_some_do) {
  const auto few = estimate(*burst_at(0.0165, 64));
  ASSERT_TRUE(few);
  EXPECT_LT(few->substeps, 10);
  EXPECT_EQ(few->most_substeps, 64);
  const std::string warnings = testing::warnings_of(*burst_at(0.0165, 64));
  EXPECT_NE(warnings.find(fmt::format("increase time.max_substeps to {} (at most 5 cells)", kHinted)),
            std::string::npos)
      << warnings;
  EXPECT_EQ(testing::warnings_of(*burst_at(0.0165, kHinted)), "");
}

}  // namespace
}  // namespace spindrift
