#include "validate/case_scene.h"
#include "scene/scene_text.h"

#include <gtest/gtest.h>

#include "keys/scene_node.h"

namespace spindrift {
namespace {

constexpr const char* kCase = R"toml(
title = "A case"
source = "a test"
sizes = [8, 16]

[constants]
g = "2*half"
half = 4.9
h = 0.5

[quick]
set = {h = 0.25}

[[variant]]
name = "deep"
set = {h = 0.75}

[scene.domain]
size = [1.0, 1.0]
resolution = "= n"

[scene.forces]
gravity = [0.0, "= -g"]

[[scene.liquid]]
shape = "box"
min = [0.0, 0.0]
max = [1.0, "= h"]

[[scene.probe]]
kind = "point"
name = "at {h}"
position = [0.5, "= h/2"]

[[score]]
name = "nothing"
value = 1
)toml";

Case read_case_text(const std::string& text) {
  const auto tree = parse_toml(text, "case.toml");
  EXPECT_TRUE(tree);
  auto read = read_case_tree(*tree, "case", "case.toml");
  EXPECT_TRUE(read) << (read ? "" : to_string(read.error()));
  return *read;
}

SharedSettings apic_for_liquids() {
  const auto tree =
      parse_toml("[liquid.solver]\ntransfer = \"apic\"\n[smoke.gas]\nreflection = true\n", "settings.toml");
  const auto settings = read_shared_settings(*tree);
  EXPECT_TRUE(settings) << (settings ? "" : to_string(settings.error()));
  return *settings;
}

TEST(CaseScene, has_its_formulas_evaluated_and_the_settings_of_its_kind) {
  const Case owner = read_case_text(kCase);
  CaseConstants constants(owner, {.variant = 0, .size = 16});
  const auto scene = scene_of_run(owner, apic_for_liquids(), constants);
  ASSERT_TRUE(scene) << to_string(scene.error());
  EXPECT_EQ(scene->domain.resolution, 16);
  EXPECT_EQ(scene->forces.gravity[1], -9.8);
  EXPECT_EQ(scene->liquids[0].shape.max[1], 0.75);
  EXPECT_EQ(scene->probes[0].name, "at (0.75)");
  EXPECT_EQ(scene->solver.transfer, Transfer::kApic);
  EXPECT_FALSE(scene->output.particles || scene->output.pictures || scene->output.movie);
}

TEST(CaseScene, a_formula_within_rounding_of_a_whole_number_is_whole) {
  std::string text = kCase;
  const std::string formula = "= n";
  text.replace(text.find(formula), formula.size(), "= 0.1*3*n/0.3");
  const Case owner = read_case_text(text);
  int rounded = 0;
  for (int size = 3; size < 100; ++size) {
    CaseConstants constants(owner, {.variant = 0, .size = size});
    const auto scene = scene_of_run(owner, apic_for_liquids(), constants);
    ASSERT_TRUE(scene) << to_string(scene.error());
    EXPECT_EQ(scene->domain.resolution, size);
    rounded += 0.1 * 3 * size / 0.3 != size;
  }
  EXPECT_GT(rounded, 0);
}

TEST(CaseScene, quick_constants_win_over_those_of_the_variant) {
  const Case owner = read_case_text(kCase);
  CaseConstants constants(owner, {.variant = 0, .size = 8, .is_quick = true});
  const auto h = constants.value("h", {});
  ASSERT_TRUE(h);
  EXPECT_EQ(*h, 0.25);
}

TEST(CaseScene, settings_have_only_solver_keys) {
  const auto tree = parse_toml("[liquid.fluid]\ndensity = 900\n", "settings.toml");
  const auto settings = read_shared_settings(*tree);
  ASSERT_FALSE(settings);
  EXPECT_EQ(to_string(settings.error()).find("settings.toml:2:1: error: 'fluid.density' says what happens"), 0u)
      << to_string(settings.error());
}

TEST(CaseScene, merging_joins_tables_and_replaces_lists) {
  const auto under = parse_toml("a = 1\nb = [1, 2]\n[t]\nx = 1\ny = 2\n", "under");
  const auto over = parse_toml("b = [3]\n[t]\ny = 5\n", "over");
  const SceneNode both = merged(*under, *over);
  EXPECT_EQ(both.find("a")->integer, 1);
  ASSERT_EQ(both.find("b")->children.size(), 1u);
  EXPECT_EQ(both.find("t")->find("x")->integer, 1);
  EXPECT_EQ(both.find("t")->find("y")->integer, 5);
}

}  // namespace
}  // namespace spindrift
