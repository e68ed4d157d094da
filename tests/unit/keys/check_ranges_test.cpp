// A scene made in code is held to the ranges that a file is held to.
#include "keys/check_ranges.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "spindrift/simulation.h"
#include "spindrift/surface.h"
#include "support/scenes.h"

namespace spindrift {
namespace {

using namespace testing;

std::string refusal_of(const std::function<void(Scene&)>& spoil, int dimension = 2) {
  Scene scene = dam_break(dimension, 8);
  spoil(scene);
  EXPECT_FALSE(SurfaceMesher::create(scene));
  const auto simulation = Simulation::create(scene);
  return simulation ? "" : simulation.error().message;
}

TEST(CheckRanges, name_the_key_and_its_range) {
  const auto without_cells = [](Scene& scene) {
    scene.domain.cell_size.reset();
    scene.domain.resolution = 0;
  };
  EXPECT_EQ(refusal_of(without_cells), "'domain.resolution' must be between 1 and 65536, found 0");
  EXPECT_EQ(refusal_of([](Scene& scene) { scene.time.fps = std::nan(""); }),
            "'time.fps' must be between 0.001 and 1000000, found nan");
  EXPECT_EQ(refusal_of([](Scene& scene) { scene.liquids[0].shape = sphere(vec(4, 4), -1.0); }),
            "'liquid.radius' must be between 1e-09 and 10000000, found -1");
}

TEST(CheckRanges, know_a_scene_in_2d_that_was_not_said_to_be_one) {
  EXPECT_EQ(refusal_of([](Scene& scene) {
              scene.domain.dimension = 3;
              scene.domain.size[2] = 0.0;
            }),
            "'domain.size' must be between 1e-06 and 1000000, found 0; set domain.dimension = 2 for a 2D scene");
}

TEST(CheckRanges, hold_what_changes_with_time_to_its_order) {
  EXPECT_EQ(refusal_of([](Scene& scene) {
              scene.solids = {solid(box(vec(5, 0), vec(6, 1)))};
              scene.solids[0].keyframes = {{.time = 0.0}, {.time = 2.0}, {.time = 1.0}};
            }),
            "'solid.keyframes': keyframes must be in order of time, found 1 after 2");
  EXPECT_EQ(refusal_of([](Scene& scene) { scene.frame.keyframes = {{.time = 1.0}, {.time = 0.5}}; }),
            "'frame.keyframes': keyframes must be in order of time, found 0.5 after 1");
  EXPECT_EQ(refusal_of([](Scene& scene) { scene.forces.gravity_keyframes = {{.time = 1.0}, {.time = 0.5}}; }),
            "'forces.gravity_keyframes': keyframes must be in order of time, found 0.5 after 1");
  EXPECT_EQ(refusal_of([](Scene& scene) { scene.commands = {{5, {"solver.flip=1"}}, {2, {"solver.flip=0"}}}; }),
            "'command': commands must be in order of 'step', found 2 after 5");
}

TEST(CheckRanges, hold_probes_of_ones_own_to_what_those_of_a_file_are_held_to) {
  const Scene scene = dam_break(2, 8);
  const auto refusal = [&](ProbeSettings::Kind kind, const std::function<void(ProbeSettings&)>& set) {
    ProbeSettings probe;
    probe.kind = kind;
    set(probe);
    const Status checked = check_probes({probe}, scene);
    return checked ? "" : checked.error().message;
  };
  using Kind = ProbeSettings::Kind;
  EXPECT_EQ(refusal(Kind::kPoint, [](ProbeSettings& probe) { probe.position = vec(0.1, 0.1); }), "");
  EXPECT_EQ(refusal(Kind::kPoint, [](ProbeSettings&) {}), "'probe.position' is missing: where");
  EXPECT_EQ(refusal(Kind::kForce, [](ProbeSettings&) {}), "'probe.solid' is missing: its `name`");
  EXPECT_EQ(refusal(Kind::kForce, [](ProbeSettings& probe) { probe.solid = "nobody"; }),
            "no [[solid]] has the name 'nobody'; give the solid a 'name'");
  EXPECT_NE(refusal(Kind::kPressure, [](ProbeSettings& probe) { probe.position = vec(1e5, 0.1); })
                .find("this probe lies outside the domain"),
            std::string::npos);
}

TEST(CheckRanges, hold_tables_made_in_code_to_what_files_are_held_to) {
  const auto refusal = [](std::vector<std::string> names, std::vector<double> numbers) {
    Scene scene = testing::dam_break(2, 8);
    scene.forces.gravity_table = std::make_shared<NumberTable>(NumberTable{"", names, numbers, {}});
    const Status checked = check_ranges(scene);
    return checked ? "" : checked.error().message;
  };
  EXPECT_EQ(refusal({"time", "x", "y"}, {0.0, 0.0, -1.0}), "");
  EXPECT_NE(refusal({"t", "gx", "gy"}, {0.0, 0.0, -1.0}), "");
  EXPECT_NE(refusal({"time", "x", "y"}, {0.0, 0.0, -1.0, 1.0}).find("a number for each column"), std::string::npos);
  EXPECT_NE(refusal({"time", "x", "y"}, {0.0, std::nan(""), -1.0}), "");
}

TEST(CheckRanges, know_no_other_dimensions_and_no_endless_grids) {
  EXPECT_EQ(refusal_of([](Scene& scene) { scene.domain.dimension = 4; }), "'domain.dimension' must be 2 or 3, found 4");
  EXPECT_NE(refusal_of([](Scene& scene) { scene.domain.cell_size = 1e-9; }), "");
  EXPECT_NE(refusal_of([](Scene& scene) { scene.domain.size[1] = -1.0; }), "");
  EXPECT_NE(refusal_of([](Scene& scene) { scene.domain.periodic = {Axis::kZ}; }), "");
}

TEST(CheckRanges, leave_out_what_a_2d_scene_does_not_use) {
  const auto spoil = [](Scene& scene) { scene.domain.size[2] = scene.forces.gravity[2] = std::nan(""); };
  Scene scene = dam_break(2, 8);
  spoil(scene);
  EXPECT_TRUE(check_ranges(scene));
  EXPECT_NE(refusal_of(spoil, 3), "");
}

}  // namespace
}  // namespace spindrift
