// A scene made in code is held to the ranges that a file is held to.
#include "scene/check_ranges.h"

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

TEST(CheckRanges, take_what_scenes_have) {
  EXPECT_TRUE(check_ranges(dam_break(2, 8)));
  EXPECT_TRUE(check_ranges(dam_break(3, 8)));
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

TEST(CheckRanges, hold_tables_made_in_code_to_what_files_are_held_to) {
  const auto refusal = [](std::vector<std::string> names, std::vector<double> numbers) {
    Scene scene = testing::dam_break(2, 8);
    scene.forces.gravity_table = std::make_shared<NumberTable>(NumberTable{"", names, numbers, {}});
    const Status checked = check_ranges(scene);
    return checked ? "" : checked.error().message;
  };
  EXPECT_EQ(refusal({"time", "x", "y"}, {0.0, 0.0, -1.0}), "");
  EXPECT_NE(refusal({"t", "gx", "gy"}, {0.0, 0.0, -1.0}), "");
  EXPECT_NE(refusal({"time", "x", "y"}, {0.0, 0.0, -1.0, 1.0}).find("as many numbers"), std::string::npos);
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
