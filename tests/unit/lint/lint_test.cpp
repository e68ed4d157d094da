// What `check` warns of. Most warnings are rows of warnings.tsv.
#include "lint/lint.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>

#include "spindrift/check.h"
#include "spindrift/simulation.h"
#include "support/message_table.h"
#include "support/scene_texts.h"
#include "unit/geometry/mesh/test_meshes.h"

namespace spindrift {
namespace {

using testing::MessageRow;
using testing::warnings_of;

// A file has the numbers of its name: a mesh is the box between two corners, "0 0 0 1 1 1.stl", a table a motion, or
// gravity, with keyframes at these times, "0 60.csv".
std::vector<double> numbers_in(const std::string& name) {
  std::istringstream text(name.substr(0, name.rfind('.')));
  std::vector<double> numbers;
  for (double number = 0.0; text >> number;) numbers.push_back(number);
  return numbers;
}

Result<std::shared_ptr<const Mesh>> box_mesh(const std::string& name) {
  std::vector<float> x;
  for (const double number : numbers_in(name)) x.push_back(static_cast<float>(number));
  return Mesh::create(geometry_tests::box_mesh({{x[0], x[1], x[2]}}, {{x[3], x[4], x[5]}}), name);
}

Result<std::shared_ptr<const NumberTable>> motion(const std::string& name) {
  NumberTable table{name, {"time", "x", "y"}, {}, {}};
  for (const double time : numbers_in(name)) table.numbers.insert(table.numbers.end(), {time, 1e-3 * time, 0.0});
  return std::make_shared<const NumberTable>(table);
}

Scene scene_of(const std::string& text, const std::vector<std::string>& overrides = {}) {
  const auto scene = parse_scene(text, "scene.toml", overrides, {box_mesh, motion});
  EXPECT_TRUE(scene) << to_string(scene.error());
  return scene ? *scene : Scene{};
}

TEST(Lint, warns_as_the_table_says) {
  for (const MessageRow& row : testing::read_message_table("tests/unit/lint/warnings.tsv")) {
    std::string found = warnings_of(scene_of(row.text, row.overrides));
    if (found.ends_with('\n')) found.pop_back();
    for (std::size_t end = 0; (end = found.find('\n')) != std::string::npos;) found.replace(end, 1, " | ");
    EXPECT_TRUE(row.matches(found)) << row.place << ": " << found;
  }
}

const std::string kTank =
    "[domain]\nsize = [2, 1]\nresolution = 32\n[[liquid]]\nshape = \"box\"\nmin = [0, 0]\nmax = [1, 0.5]\n";

// A tilt begins with the gravity that there is, and may end after the run.
TEST(Lint, a_tank_tilted_by_hand_has_no_idle_gravity) {
  const Scene recording = scene_of(kTank +
                                   "[forces]\ngravity = [0, -5]\n[[command]]\nstep = 3\nedits = ["
                                   "\"forces.gravity_keyframes+={time = 1.99, gravity = [0.0, -5.0]}\","
                                   "\"forces.gravity_keyframes+={time = 2.01, gravity = [1.0, -5.0]}\"]\n");
  const auto played = played_scene(recording);
  ASSERT_TRUE(played) << to_string(played.error());
  EXPECT_EQ(warnings_of(recording), "");
  EXPECT_EQ(warnings_of(*played), "");
}

TEST(Lint, check_lists_the_meshes) {
  const auto checked = check_scene(
      scene_of("[domain]\nsize = [1, 1, 1]\nresolution = 16\n[[liquid]]\nshape = \"box\"\nmin = [0, 0, 0]\nmax = [1, "
               "0.2, 1]\n[[solid]]\nshape = \"mesh\"\nfile = \"0 0 0 0.5 0.25 0.5.stl\"\nrotation_degrees = [0, 0, "
               "90]\noffset = [1, 0, 0]\n"));
  ASSERT_TRUE(checked) << to_string(checked.error());
  const std::pair<std::string, std::string> row{
      "mesh", "0 0 0 0.5 0.25 0.5.stl (solid 1): 12 triangles, x 0.75 to 1, y 0 to 0.5, z 0 to 0.5 m"};
  EXPECT_NE(std::find(checked->rows.begin(), checked->rows.end(), row), checked->rows.end());
}

TEST(SolidMotions, count_in_the_estimate_of_sub_steps) {
  const auto substeps = [](const std::string& rest) {
    const auto found = estimate(
        scene_of("[domain]\nsize = [2, 1]\nresolution = 64\n[[liquid]]\nshape = \"box\"\nmin = [0, 0]\nmax = [1, 0.5]\n"
                 "[[solid]]\nshape = \"sphere\"\ncenter = [1.5, 0.75]\nradius = 0.1\n" +
                 rest));
    return found ? found->most_substeps : 0;
  };
  const double cell = 2.0 / 64;
  EXPECT_LT(substeps("velocity = [-0.1, 0]\n"), 10) << "the liquid's own";
  EXPECT_EQ(substeps("velocity = [-30, 0]\n"), static_cast<int>(std::ceil(30 / (60 * cell))));
  EXPECT_EQ(substeps("keyframes = [{time = 0}, {time = 0.1, position = [0, -3]}]\n"),
            static_cast<int>(std::ceil(30 / (60 * cell))));
  EXPECT_EQ(substeps("velocity = [-1e5, 0]\n"), 64) << "time.max_substeps";
  EXPECT_GT(substeps("pivot = [0.5, 0.5]\nangular_velocity_degrees = 1800\n"), 15) << "a metre from its pivot";
}

}  // namespace
}  // namespace spindrift
