// Formulas and tables in scenes: read, refused with their place, written, edited.
#include <gtest/gtest.h>

#include "spindrift/scene_file.h"

namespace spindrift {
namespace {

const std::string kDomain = "[domain]\nsize = [2, 1]\n";
const std::string kBall = "[[solid]]\nshape = 'sphere'\ncenter = [1, 0.5]\nradius = 0.1\n";
const std::string kPool = "[[liquid]]\nshape = 'box'\nmin = [0, 0]\nmax = [2, 0.5]\n";

TableSource table_of(NumberTable table) {
  return [table](const std::string& path) -> Result<std::shared_ptr<const NumberTable>> {
    if (path != table.file) return Error{.message = "there is no table '" + path + "'"};
    return std::make_shared<const NumberTable>(table);
  };
}

NumberTable roll() {
  return {.file = "roll.csv", .names = {"time", "rotation"}, .numbers = {0, 0, 1, 4, 2, -4}, .lines = {2, 3, 5}};
}

Scene read_with(const std::string& text, const TableSource& tables = {}) {
  auto scene = parse_scene(text, "scene.toml", {}, {{}, tables});
  EXPECT_TRUE(scene) << to_string(scene.error());
  return scene ? *scene : Scene{};
}

std::string refusal_of(const std::string& text, const TableSource& tables = {}) {
  const auto scene = parse_scene(text, "scene.toml", {}, {{}, tables});
  EXPECT_FALSE(scene) << text;
  return scene ? "" : to_string(scene.error());
}

std::string written(const Scene& scene) {
  auto text = scene_to_toml(scene);
  EXPECT_TRUE(text);
  return text ? *text : "";
}

TEST(scene_formulas, a_velocity_is_of_numbers_formulas_or_both) {
  const Scene scene = read_with(kDomain + kPool + "velocity = ['sin(x)*cos(y)', -2]\n");
  const StartVelocity& velocity = scene.liquids[0].velocity;
  EXPECT_EQ(velocity.formulas[0], "sin(x)*cos(y)");
  EXPECT_EQ(velocity.formulas[1], "");
  EXPECT_EQ(velocity.value[1], -2.0);
  EXPECT_FALSE(velocity.is_uniform());
  EXPECT_TRUE(read_with(kDomain + kPool + "velocity = [1, -2]\n").liquids[0].velocity.is_uniform());
}

TEST(scene_formulas, are_written_and_read_back) {
  const Scene scene = read_with(kDomain +
                                "[[liquid]]\nshape = 'below'\nsurface = '0.5 + 0.05*cos(pi*x)'\nvelocity = ['-y', "
                                "'x']\n[[solid]]\nshape = 'implicit'\nformula = '(x - 1)^2 + y^2 - 0.01'\n");
  const Scene again = read_with(written(scene));
  EXPECT_EQ(again.liquids[0].velocity, scene.liquids[0].velocity);
  EXPECT_EQ(again.liquids[0].shape.surface, "0.5 + 0.05*cos(pi*x)");
  EXPECT_EQ(again.solids[0].shape.formula, "(x - 1)^2 + y^2 - 0.01");
  EXPECT_EQ(written(again), written(scene));
}

TEST(scene_formulas, can_be_set_and_edited) {
  const Scene scene = read_with(kDomain + kPool);
  const auto edited = edit_scene(scene, {"liquid.1.velocity=[\"x\", 0]"});
  ASSERT_TRUE(edited) << to_string(edited.error());
  EXPECT_EQ(edited->liquids[0].velocity.formulas[0], "x");
}

TEST(scene_formulas, that_are_wrong_are_refused_with_place_column_and_nearest_name) {
  EXPECT_EQ(
      refusal_of(kDomain + kPool + "velocity = ['sn(x)', 0]\n"),
      "scene.toml:7:13: error: 'velocity' in [[liquid]] is not a valid formula: unknown function 'sn'; did you mean "
      "'sin'?, in column 1 of \"sn(x)\"");
  EXPECT_NE(refusal_of(kDomain + kPool + "velocity = ['z', 0]\n").find("there are x, y, pi, e"), std::string::npos);
  EXPECT_NE(refusal_of(kDomain + kPool + "velocity = ['x']\n").find("a list of 2 numbers or formulas"),
            std::string::npos);
  EXPECT_NE(refusal_of(kDomain + kPool + "velocity = ['x', 1e9]\n").find("must be between"), std::string::npos);
  EXPECT_EQ(refusal_of(kDomain + "[[liquid]]\nshape = 'below'\nsurface = '0.5 +'\n"),
            "scene.toml:5:11: error: 'surface' is not a valid formula: the formula ends where a value should follow, "
            "in column 6 of \"0.5 +\"");
  EXPECT_NE(refusal_of(kDomain + "[[liquid]]\nshape = 'below'\nsurface = 'y'\n").find("there are x, pi, e"),
            std::string::npos);
  EXPECT_NE(refusal_of(kDomain + "[[liquid]]\nshape = 'below'\n").find("needs either a formula 'surface'"),
            std::string::npos);
}

TEST(scene_tables, move_solids_and_gravity) {
  const std::string text = kDomain + kPool + kBall + "pivot = [1, 0]\nmotion_file = 'roll.csv'\n";
  const Scene scene = read_with(text, table_of(roll()));
  ASSERT_EQ(scene.solids[0].path().size(), 3u);
  EXPECT_EQ(scene.solids[0].path()[2].time, 2.0);
  EXPECT_EQ(scene.solids[0].path()[2].rotation_degrees[2], -4.0);
  EXPECT_TRUE(scene.solids[0].moves());

  NumberTable shaken{.file = "shake.csv", .names = {"y", "time", "x"}, .numbers = {-9, 0, 0, -7, 2, 4}, .lines = {}};
  const Scene tilted = read_with(kDomain + "[forces]\ngravity_file = 'shake.csv'\n" + kPool, table_of(shaken));
  EXPECT_EQ(tilted.forces.gravity_at(-1.0), (Vec3d{{0, -9, 0}}));
  EXPECT_EQ(tilted.forces.gravity_at(1.5), (Vec3d{{3, -7.5, 0}}));
  EXPECT_EQ(tilted.forces.gravity_at(5.0), (Vec3d{{4, -7, 0}}));
  EXPECT_DOUBLE_EQ(tilted.forces.strongest_gravity(), 9.0);
}

TEST(scene_tables, are_kept_by_edits_and_named_in_what_is_written) {
  const Scene scene =
      read_with(kDomain + kPool + kBall + "pivot = [1, 0]\nmotion_file = 'roll.csv'\n", table_of(roll()));
  const auto edited = edit_scene(scene, {"solid.1.radius=0.2"});
  ASSERT_TRUE(edited) << to_string(edited.error());
  EXPECT_EQ(edited->solids[0].motion_table, scene.solids[0].motion_table);
  EXPECT_NE(written(*edited).find("motion_file = \"roll.csv\""), std::string::npos);
}

TEST(scene_tables, that_do_not_fit_are_refused_with_file_and_line) {
  const auto error_with = [](const NumberTable& table) {
    return refusal_of(kDomain + kPool + kBall + "pivot = [1, 0]\nmotion_file = 'roll.csv'\n", table_of(table));
  };
  NumberTable table = roll();
  table.numbers[4] = 0.5;
  EXPECT_EQ(error_with(table), "roll.csv:5: error: rows must be in order of time, found 0.5 after 1");
  EXPECT_NE(
      refusal_of(kDomain + kPool + kBall + "motion_file = 'roll.csv'\n", table_of(roll())).find("missing key 'pivot'"),
      std::string::npos);
  table = roll();
  table.names[1] = "rotatoin";
  EXPECT_EQ(error_with(table), "roll.csv: error: unknown column 'rotatoin'; did you mean 'rotation'?");
  table.names = {"t", "rotation"};
  EXPECT_NE(error_with(table).find("unknown column 't'"), std::string::npos);
  table.names = {"x", "rotation"};
  EXPECT_NE(error_with(table).find("missing column 'time'"), std::string::npos);
  EXPECT_NE(refusal_of(kDomain + kPool + kBall + "pivot = [1, 0]\nmotion_file = 'rol.csv'\n", table_of(roll()))
                .find("scene.toml:12:15: error: there is no table 'rol.csv'"),
            std::string::npos);
}

TEST(scene_tables, and_other_ways_to_move_exclude_each_other) {
  const std::string solid = kBall + "pivot = [1, 0]\n";
  EXPECT_NE(refusal_of(kDomain + kPool + solid + "motion_file = 'a'\nvelocity = [1, 0]\n").find("not both"),
            std::string::npos);
  EXPECT_NE(refusal_of(kDomain + kPool + solid + "motion_file = 'a'\nkeyframes = [{time = 0}]\n").find("not both"),
            std::string::npos);
  EXPECT_NE(
      refusal_of(kDomain + "[forces]\ngravity_file = 'a'\ngravity_keyframes = [{time = 0, gravity = [0, 1]}]\n" + kPool)
          .find("not both"),
      std::string::npos);
}

}  // namespace
}  // namespace spindrift
