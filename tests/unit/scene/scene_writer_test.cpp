// A scene written as text reads back to the same scene.
#include <gtest/gtest.h>

#include <filesystem>

#include "keys/scene_difference.h"
#include "keys/scene_node.h"
#include "scene/scene_text.h"
#include "spindrift/scene_file.h"

namespace spindrift {
namespace {

void expect_round_trip(const Scene& scene) {
  const auto again = parse_scene(*scene_to_toml(scene), scene.file);
  ASSERT_TRUE(again) << to_string(again.error()) << "\n" << *scene_to_toml(scene);
  EXPECT_EQ(scene_lines(*again), scene_lines(scene));
  EXPECT_EQ(again->dimension(), scene.dimension());
  EXPECT_EQ(again->domain.cells(), scene.domain.cells());
  EXPECT_EQ(*scene_to_toml(*again), *scene_to_toml(scene));
  const auto from_lines = parse_scene_lines(scene_lines(scene), scene.file);
  ASSERT_TRUE(from_lines) << to_string(from_lines.error()) << "\n" << scene_lines(scene);
  EXPECT_EQ(scene_lines(*from_lines), scene_lines(scene));
}

constexpr const char* kFlat = R"(
title = "tab\t, quote \", delete \u007f, \u00fc, line\nbreak"
[domain]
size = [0.1, 0.30000000000000004]
open = ["top"]
[particles]
columns = []
[[liquid]]
shape = "difference"
parts = [{shape = "box", min = [0, 0], max = [0.1, 0.1]}, {shape = "plane", point = [0, 0], normal = [1e-7, 1]}]
[[solid]]
shape = "capsule"
from = [0, 0]
to = [0.1, 0]
radius = 0.01
pivot = [0.05, 0]
keyframes = [{time = 0}, {time = 1, position = [0.1, 0], rotation_degrees = 45}]
[[drain]]
shape = "sphere"
center = [0, 0]
radius = 0.01
start = 1
[[force]]
kind = "vortex"
center = [0, 0]
strength = 2
)";

TEST(scene_writer, a_2d_scene_reads_back) {
  const auto scene = parse_scene(kFlat, "scene.toml");
  ASSERT_TRUE(scene) << to_string(scene.error());
  expect_round_trip(*scene);
}

TEST(scene_writer, a_3d_scene_reads_back) {
  const auto scene = parse_scene(R"(
[domain]
size = [1, 2, 3]
cell_size = 0.125
[solver]
pressure = "gauss_seidel"
[[source]]
shape = "cylinder"
from = [0, 1, 0]
to = [0, 2, 0]
radius = 0.2
rate = 0.5
end = 4
[[solid]]
shape = "box"
min = [0, 0, 0]
max = [1, 1, 1]
pivot = [0.5, 0.5, 0.5]
velocity = [0, 1, 0]
angular_velocity_degrees = [0, 0, 90]
[[force]]
kind = "vortex"
center = [0, 0, 0]
axis = [1, 1, 1]
strength = -2
)",
                                 "scene.toml");
  ASSERT_TRUE(scene) << to_string(scene.error());
  expect_round_trip(*scene);
}

TEST(scene_writer, the_place_of_a_mesh_reads_back) {
  const auto scene = parse_scene(
      "[domain]\nsize = [1, 2, 3]\n[[liquid]]\nshape = \"mesh\"\nfile = \"a.stl\"\nscale = 0.001\n"
      "rotation_degrees = [-90, 0, 12.5]\noffset = [1, 2, 3]\n",
      "scene.toml");
  ASSERT_TRUE(scene) << to_string(scene.error());
  EXPECT_EQ(scene->liquids[0].shape.rotation_degrees, (Vec3d{{-90, 0, 12.5}}));
  EXPECT_NE(scene_to_toml(*scene)->find("rotation_degrees = [-90.0, 0.0, 12.5]"), std::string::npos);
  expect_round_trip(*scene);
}

TEST(scene_writer, every_shipped_scene_reads_back) {
  for (const auto& entry : std::filesystem::directory_iterator(SPINDRIFT_SOURCE_DIR "/scenes")) {
    if (!entry.is_regular_file()) continue;
    SCOPED_TRACE(entry.path().string());
    const auto scene = read_scene(entry.path().string());
    ASSERT_TRUE(scene) << to_string(scene.error());
    expect_round_trip(*scene);
  }
}

// Else an edit of what they follow from would not reach them any more.
TEST(scene_writer, what_follows_from_other_keys_is_a_comment) {
  const auto scene = parse_scene(kFlat, "scene.toml");
  ASSERT_TRUE(scene);
  const std::string text = *scene_to_toml(*scene);
  EXPECT_NE(text.find("\n# viscosity = 0.0, which follows from other keys\n"), std::string::npos) << text;
  const auto again = parse_scene(text, "scene.toml", {"fluid.viscosity=5", "solver.method=classic"});
  ASSERT_TRUE(again) << to_string(again.error());
  EXPECT_EQ(again->liquids[0].viscosity, std::nullopt);
  EXPECT_TRUE(again->uses_push_apart());
  EXPECT_FALSE(again->uses_level_set());
}

TEST(scene_writer, resolved_gives_every_liquid_its_viscosity_and_all_smoke_its_temperature) {
  Scene scene;
  scene.fluid.viscosity = 3.0;
  scene.liquids.resize(2);
  scene.liquids[1].viscosity = 5.0;
  scene.sources.resize(1);
  scene.gas.ambient_temperature = 280.0;
  scene.smokes.resize(1);
  scene.smoke_sources.resize(1);
  const Scene full = resolved(scene);
  EXPECT_EQ(full.liquids[0].viscosity, 3.0);
  EXPECT_EQ(full.liquids[1].viscosity, 5.0);
  EXPECT_EQ(full.sources[0].viscosity, 3.0);
  EXPECT_EQ(full.smokes[0].temperature, 280.0);
  EXPECT_EQ(full.smoke_sources[0].temperature, 280.0);
}

TEST(scene_writer, json_is_one_object_with_a_line_for_each_key) {
  Scene scene;
  scene.domain.dimension = 2;
  scene.title = "a \"b\"";
  const std::string text = json_of(scene, 2);
  EXPECT_EQ(text.substr(0, 131),
            "{\n"
            "    \"title\": \"a \\\"b\\\"\",\n"
            "    \"domain\": {\n"
            "      \"size\": [1.0, 1.0],\n"
            "      \"resolution\": 64,\n"
            "      \"open\": [],\n"
            "      \"periodic\": []\n");
  EXPECT_EQ(text.substr(text.size() - 4), "\n  }");
}

}  // namespace
}  // namespace spindrift
