// Scenes are found by path or by name, and the shipped ones are what their comments say.
#include "run/scene_library.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "spindrift/scene_file.h"

namespace spindrift {
namespace {

const std::string kFolder = std::string(SPINDRIFT_SOURCE_DIR) + "/scenes";

class scene_library : public ::testing::Test {
 protected:
  void SetUp() override { setenv("SPINDRIFT_SCENES", kFolder.c_str(), 1); }
  void TearDown() override { unsetenv("SPINDRIFT_SCENES"); }
};

Scene shipped(const std::string& name, const std::vector<std::string>& overrides = {}) {
  const auto scene = read_scene(kFolder + "/" + name + ".toml", overrides);
  EXPECT_TRUE(scene) << to_string(scene.error());
  return scene ? *scene : Scene{};
}

// Lattice points (i + 1/2) spacing between min and max.
int points_along(double min, double max, double spacing) {
  int count = 0;
  for (int i = 0; (i + 0.5) * spacing < max; ++i) count += (i + 0.5) * spacing >= min;
  return count;
}

TEST_F(scene_library, a_folder_of_the_same_name_does_not_hide_a_scene) {
  const auto before = std::filesystem::current_path();
  const auto folder = std::filesystem::temp_directory_path() / "spindrift_scene_library_test";
  std::filesystem::create_directories(folder / "dam_break_2d");
  std::filesystem::current_path(folder);
  const auto path = find_scene("dam_break_2d");
  std::filesystem::current_path(before);
  std::filesystem::remove_all(folder);
  ASSERT_TRUE(path);
  EXPECT_EQ(*path, kFolder + "/dam_break_2d.toml");
}

TEST_F(scene_library, an_unknown_name_gets_the_nearest) {
  const auto path = find_scene("dam_brake_2d");
  ASSERT_FALSE(path);
  EXPECT_EQ(path.error().code, ErrorCode::kBadInput);
  EXPECT_EQ(to_string(path.error()),
            "dam_brake_2d: error: there is no scene and no file of this name; did you mean 'dam_break_2d'?");
  EXPECT_EQ(to_string(find_scene("x/y.toml").error()), "x/y.toml: error: there is no such file");
  EXPECT_EQ(to_string(find_scene("x/dam_brake_2d.tml").error()),
            "x/dam_brake_2d.tml: error: there is no such file; did you mean 'dam_break_2d'?");
}

TEST_F(scene_library, a_misspelt_file_gets_the_nearest_of_its_folder) {
  const auto folder = std::filesystem::temp_directory_path() / "spindrift_scene_library_files_test";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "my_fountain.toml") << "\n";
  const std::string wrong = (folder / "my_fontain.tml").string(), right = (folder / "my_fountain.toml").string();
  const auto path = find_scene(wrong);
  std::filesystem::remove_all(folder);
  ASSERT_FALSE(path);
  EXPECT_EQ(to_string(path.error()), wrong + ": error: there is no such file; did you mean '" + right + "'?");
}

TEST_F(scene_library, dam_break_3d_has_the_particles_of_the_measured_case) {
  for (const auto& [resolution, particles] : {std::pair{64, 502656}, std::pair{128, 4021248}}) {
    const Scene scene = shipped("dam_break_3d", {"domain.resolution=" + std::to_string(resolution)});
    const ShapeSettings& box = scene.liquids.front().shape;
    const double spacing = scene.domain.cell() / 2.0;
    int count = 1;
    for (int axis = 0; axis < 3; ++axis) count *= points_along(box.min[axis], box.max[axis], spacing);
    EXPECT_EQ(count, particles);
    EXPECT_DOUBLE_EQ(scene.time.fps * scene.time.substeps, 240.0);
    EXPECT_EQ(scene.domain.cells(), (Vec<int, 3>::filled(resolution)));
  }
}

TEST_F(scene_library, the_seeds_have_their_grids) {
  EXPECT_EQ(shipped("seed_muller").domain.cells(), (Vec<int, 3>{{178, 99, 1}}));
  EXPECT_EQ(shipped("seed_muller_still").domain.cells(), (Vec<int, 3>{{178, 99, 1}}));
  EXPECT_EQ(shipped("seed_wave_fluid").domain.cells(), (Vec<int, 3>{{18, 10, 18}}));
  EXPECT_EQ(shipped("seed_marten_dam").domain.cells(), (Vec<int, 3>{{40, 30, 1}}));
  EXPECT_EQ(shipped("seed_marten_droplet", {"domain.size=[16, 12]"}).domain.cells(), (Vec<int, 3>{{80, 60, 1}}));
  EXPECT_EQ(shipped("seed_pendant").domain.cells(), (Vec<int, 3>{{139, 99, 1}}));
}

// Rows and columns of a liquid whose lattice starts at its lower left corner.
std::pair<int, int> lattice_of(const Scene& scene, const LiquidSettings& liquid) {
  const double spacing = *liquid.spacing * scene.domain.cell();
  return {points_along(0.0, liquid.shape.max[0] - liquid.shape.min[0], spacing),
          points_along(0.0, liquid.shape.max[1] - liquid.shape.min[1], spacing)};
}

TEST_F(scene_library, marten_counts_come_out_in_whole_rows) {
  struct Case {
    std::vector<std::string> overrides;
    int particles, columns, rows;
  };
  const std::vector<std::string> large{"domain.size=[16, 12]", "liquid.max=[3.333333, 11.92]"};
  for (const Case& c : {Case{{}, 10000, 100, 100}, Case{{"liquid.count=5000", "liquid.min=[0, 4.25]"}, 5000, 100, 50},
                        Case{{large[0], large[1], "liquid.min=[0, 8.583333]"}, 10000, 100, 100},
                        Case{{large[0], large[1], "liquid.min=[0, 10.25]", "liquid.count=5000"}, 5000, 100, 50}}) {
    const Scene scene = shipped("seed_marten_dam", c.overrides);
    EXPECT_EQ(scene.liquids.front().count, c.particles);
    EXPECT_EQ(lattice_of(scene, scene.liquids.front()), std::pair(c.columns, c.rows));
    EXPECT_NEAR(scene.domain.size[1] - scene.liquids.front().shape.max[1], 0.1, 0.021) << "half a cell under the lid";
  }
}

TEST_F(scene_library, marten_droplets_come_out_in_whole_rows) {
  const std::string tank = "domain.size=[16, 12]";
  const std::vector<std::vector<std::string>> variants = {
      {},
      {"liquid.1.count=49", "liquid.1.min=[3.825, 5.475]", "liquid.1.max=[4.175, 5.83]", "liquid.2.count=4860",
       "liquid.2.spacing=0.2469"},
      {tank, "liquid.1.min=[7.75, 11.325]", "liquid.1.max=[8.25, 11.83]", "liquid.2.max=[16, 3]",
       "liquid.2.spacing=0.3492"},
      {tank, "liquid.1.count=49", "liquid.1.min=[7.825, 11.475]", "liquid.1.max=[8.175, 11.83]", "liquid.2.count=4860",
       "liquid.2.max=[16, 3]", "liquid.2.spacing=0.4938"}};
  for (std::size_t i = 0; i < variants.size(); ++i) {
    const Scene scene = shipped("seed_marten_droplet", variants[i]);
    const bool is_small = i % 2 == 1;
    EXPECT_EQ(lattice_of(scene, scene.liquids[0]), (is_small ? std::pair(7, 7) : std::pair(10, 10)));
    const auto [columns, rows] = lattice_of(scene, scene.liquids[1]);
    EXPECT_EQ(columns, is_small ? 162 : 229);
    EXPECT_GE(rows, is_small ? 30 : 42);
    EXPECT_EQ(*scene.liquids[0].count + *scene.liquids[1].count, is_small ? 4909 : 9718);
  }
}

TEST_F(scene_library, mullers_rows_are_as_long_as_his) {
  for (const auto& [name, columns] : {std::pair{"seed_muller", 174}, std::pair{"seed_muller_still", 294}}) {
    const Scene scene = shipped(name);
    const LiquidSettings& liquid = scene.liquids.front();
    const double radius = scene.particles.radius * scene.domain.cell();
    EXPECT_NEAR(radius, 0.009, 1e-6);
    const double width = liquid.shape.max[0];
    EXPECT_EQ(std::floor((width - radius) / (2 * radius)) + 1, columns) << "even rows start a radius from the wall";
    EXPECT_EQ(std::floor((width - 2 * radius) / (2 * radius)) + 1, columns) << "odd rows another radius on";
    EXPECT_EQ(liquid.count.value() % columns, 0);
  }
}

}  // namespace
}  // namespace spindrift
