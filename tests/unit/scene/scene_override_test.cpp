// `--set table.key=value` wins over the file, and its mistakes are named as such.
#include <gtest/gtest.h>

#include "spindrift/scene_file.h"

namespace spindrift {
namespace {

constexpr const char* kText = R"(
[domain]
size = [2, 1]
resolution = 10
[[liquid]]
shape = "box"
min = [0, 0]
max = [1, 0.5]
[[solid]]
shape = "sphere"
center = [0.5, 0.5]
radius = 0.1
[[solid]]
shape = "sphere"
center = [1.5, 0.5]
radius = 0.1
)";

Scene with(const std::vector<std::string>& overrides) {
  const auto scene = parse_scene(kText, "scene.toml", overrides);
  EXPECT_TRUE(scene) << to_string(scene.error());
  return scene ? *scene : Scene{};
}

std::string error_with(const std::vector<std::string>& overrides) {
  const auto scene = parse_scene(kText, "scene.toml", overrides);
  return scene ? "no error" : to_string(scene.error());
}

TEST(scene_override, changes_a_key_that_is_there) { EXPECT_EQ(with({"domain.resolution=20"}).domain.resolution, 20); }

TEST(scene_override, a_cell_size_takes_the_place_of_a_resolution) {
  EXPECT_EQ(with({"domain.cell_size=0.125"}).domain.cell_size, 0.125);
}

TEST(scene_override, makes_tables_that_are_not_there) { EXPECT_EQ(with({"time.fps=24"}).time.fps, 24.0); }

TEST(scene_override, the_later_one_wins) { EXPECT_EQ(with({"time.fps=24", "time.fps=25"}).time.fps, 25.0); }

TEST(scene_override, takes_bare_words_and_quoted_texts) {
  EXPECT_EQ(with({"solver.pressure=gauss_seidel"}).solver.pressure, PressureSolver::kGaussSeidel);
  EXPECT_EQ(with({"solver.pressure=\"pcg\""}).solver.pressure, PressureSolver::kPcg);
  EXPECT_EQ(with({"title=a = b, c"}).title, "a = b, c");
}

TEST(scene_override, takes_any_toml_value) {
  EXPECT_EQ(with({"domain.size=[3, 1.5]"}).domain.size, (Vec3d{{3, 1.5, 0}}));
  EXPECT_EQ(with({"domain.open=[\"top\"]"}).domain.open, std::vector<Side>{Side::kTop});
  EXPECT_FALSE(with({" output.movie = false "}).output.movie);
}

TEST(scene_override, picks_one_table_of_several) {
  EXPECT_EQ(with({"solid.2.radius=0.2"}).solids[1].shape.radius, 0.2);
  EXPECT_EQ(with({"liquid.count=7"}).liquids[0].count, 7) << "the number may be left out if there is only one";
}

TEST(scene_override, of_several_lines_is_one_text) {
  EXPECT_EQ(error_with({"time.fps=1\nframes=2"}),
            "--set: error: 'fps' in [time] must be a number, found the text '1?frames=2'");
}

}  // namespace
}  // namespace spindrift
