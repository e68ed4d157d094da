// What `check` says of shapes that lie in the wrong place or have the wrong size, and of solids that are too fast.
#include <gtest/gtest.h>

#include <string>

#include "spindrift/check.h"
#include "spindrift/scene_file.h"
#include "support/scene_texts.h"
#include "unit/geometry/mesh/test_meshes.h"

namespace spindrift {
namespace {

using testing::warnings_of;

// Every file is a box of the same size.
Scene scene_with_box_meshes(const std::string& rest, const Vec<float, 3>& low, const Vec<float, 3>& high) {
  const auto boxes = [&](const std::string& path) { return Mesh::create(geometry_tests::box_mesh(low, high), path); };
  const std::string pool = "[[liquid]]\nshape = \"box\"\nmin = [0, 0, 0]\nmax = [1, 0.2, 1]\n";
  const auto scene = parse_scene("[domain]\nsize = [1, 1, 1]\nresolution = 16\n[time]\nframes = 60\n" + pool + rest,
                                 "scene.toml", {}, boxes);
  EXPECT_TRUE(scene) << to_string(scene.error());
  return scene ? *scene : Scene{};
}

std::string warnings_2d(const std::string& rest) {
  const auto scene = parse_scene(
      "[domain]\nsize = [2, 1]\nresolution = 64\n[[liquid]]\nshape = \"box\"\nmin = [0, 0]\nmax = [1, 0.5]\n" + rest,
      "scene.toml");
  EXPECT_TRUE(scene) << to_string(scene.error());
  return scene ? warnings_of(*scene) : "";
}

const std::string kMesh = "shape = \"mesh\"\nfile = \"part.stl\"\n";

TEST(ShapeMistakes, a_mesh_in_millimetres_outside_of_the_domain) {
  const Vec<float, 3> low{{200, 0, 200}}, high{{400, 100, 300}};
  EXPECT_EQ(warnings_of(scene_with_box_meshes("[[solid]]\n" + kMesh, low, high)),
            "solid 1: the mesh 'part.stl' lies outside the domain: x 200 to 400, y 0 to 100, z 200 to 300 m; use scale "
            "= 0.001\n");
  EXPECT_EQ(warnings_of(scene_with_box_meshes("[[solid]]\n" + kMesh + "scale = 0.001\n", low, high)), "");
}

TEST(ShapeMistakes, a_mesh_in_millimetres_around_the_domain) {
  const Vec<float, 3> low{{-100, -100, -100}}, high{{300, 100, 300}};
  EXPECT_EQ(warnings_of(scene_with_box_meshes("[[drain]]\n" + kMesh, low, high)),
            "drain 1: the mesh 'part.stl' is 400 times as large as the domain: x -100 to 300, y -100 to 100, z -100 to "
            "300 m; use scale = 0.001\n");
}

TEST(ShapeMistakes, a_mesh_smaller_than_a_cell_and_one_that_fits) {
  const Vec<float, 3> low{{0, 0, 0}}, high{{0.5, 0.5, 0.5}};
  EXPECT_EQ(warnings_of(scene_with_box_meshes("[[solid]]\n" + kMesh + "scale = 0.001\n", low, high)),
            "solid 1: the mesh 'part.stl' is smaller than a cell (0.0625 m): x 0 to 0.0005, y 0 to 0.0005, z 0 to "
            "0.0005 m; use scale = 1\n");
  EXPECT_EQ(warnings_of(scene_with_box_meshes("[[solid]]\n" + kMesh, low, high)), "");
}

TEST(ShapeMistakes, a_round_number_where_no_unit_fits) {
  const Vec<float, 3> low{{0, 0, 0}}, high{{30000, 100, 100}};
  const std::string said = warnings_of(scene_with_box_meshes("[[solid]]\n" + kMesh, low, high));
  EXPECT_NE(said.find("; use scale = 2e-05"), std::string::npos) << said;
}

TEST(ShapeMistakes, an_offset_that_no_scale_mends) {
  const Vec<float, 3> low{{0, 0, 0}}, high{{0.5, 0.5, 0.5}};
  const std::string said =
      warnings_of(scene_with_box_meshes("[[solid]]\n" + kMesh + "offset = [5, 0, 0]\n", low, high));
  EXPECT_NE(said.find("x 5 to 5.5, y 0 to 0.5, z 0 to 0.5 m; check 'scale' and 'offset'\n"), std::string::npos) << said;
}

TEST(ShapeMistakes, liquids_and_sources_of_meshes_outside_are_refused) {
  const Vec<float, 3> low{{200, 0, 200}}, high{{400, 100, 300}};
  for (const std::string table : {"liquid", "source"})
    EXPECT_EQ(warnings_of(scene_with_box_meshes("[[" + table + "]]\n" + kMesh, low, high)),
              "scene.toml:10:1: error: this " + table +
                  ": the mesh 'part.stl' lies outside the domain: x 200 to 400, y 0 to 100, z 200 to 300 m; use scale "
                  "= 0.001");
}

TEST(ShapeMistakes, meshes_among_parts_and_of_smoke_are_looked_at) {
  const Vec<float, 3> low{{200, 0, 200}}, high{{400, 100, 300}};
  const std::string part = "{shape = \"mesh\", file = \"part.stl\"}";
  const std::string ball = "{shape = \"sphere\", center = [0.5, 0.5, 0.5], radius = 0.1}";
  const std::string said = warnings_of(
      scene_with_box_meshes("[[solid]]\nshape = \"union\"\nparts = [" + ball + ", " + part + "]\n", low, high));
  EXPECT_EQ(said.find("solid 1: the mesh 'part.stl' lies outside the domain"), 0u) << said;

  const auto boxes = [&](const std::string& path) { return Mesh::create(geometry_tests::box_mesh(low, high), path); };
  const auto smoke =
      parse_scene("[domain]\nsize = [1, 1, 1]\nresolution = 16\n[[smoke_source]]\n" + kMesh, "scene.toml", {}, boxes);
  ASSERT_TRUE(smoke) << to_string(smoke.error());
  const std::string of_smoke = warnings_of(*smoke);
  EXPECT_EQ(of_smoke.find("smoke source 1: the mesh 'part.stl' lies outside the domain"), 0u) << of_smoke;
}

TEST(ShapeMistakes, check_lists_the_meshes) {
  const auto checked = check_scene(scene_with_box_meshes(
      "[[solid]]\n" + kMesh + "rotation_degrees = [0, 0, 90]\noffset = [1, 0, 0]\n", {{0, 0, 0}}, {{0.5, 0.25, 0.5}}));
  ASSERT_TRUE(checked) << to_string(checked.error());
  const std::pair<std::string, std::string> row{
      "mesh", "part.stl (solid 1): 12 triangles, x 0.75 to 1, y 0 to 0.5, z 0 to 0.5 m"};
  EXPECT_NE(std::find(checked->rows.begin(), checked->rows.end(), row), checked->rows.end());
}

TEST(ShapeMistakes, solids_of_every_shape_outside) {
  EXPECT_EQ(warnings_2d("[[solid]]\nshape = \"capsule\"\nfrom = [3, 0]\nto = [4, 0]\nradius = 0.1\n"),
            "solid 1 lies outside the domain\n");
  EXPECT_EQ(warnings_2d("[[drain]]\nshape = \"cylinder\"\nfrom = [3, 0]\nto = [4, 0]\nradius = 0.1\n"),
            "drain 1 lies outside the domain\n");
  const std::string ball = "[[solid]]\nshape = \"sphere\"\ncenter = [3, 0.5]\nradius = 0.1\n";
  EXPECT_EQ(warnings_2d(ball + "velocity = [1, 0]\n"), "solid 1 never enters the domain\n");
  EXPECT_EQ(warnings_2d(ball + "velocity = [-1, 0]\n"), "");
}

TEST(ShapeMistakes, a_liquid_in_a_mesh_that_is_far_too_large) {
  const std::string said =
      warnings_of(scene_with_box_meshes("[[solid]]\n" + kMesh, {{-100, -100, -100}}, {{300, 100, 300}}));
  EXPECT_EQ(
      said.find("scene.toml:6:1: error: all of this liquid lies inside of a solid; solid 1: the mesh 'part.stl' is "
                "400 times as large as the domain"),
      0u)
      << said;
}

TEST(ShapeMistakes, keyframes_that_move_nothing) {
  const std::string ball = "[[solid]]\nshape = \"sphere\"\ncenter = [1.5, 0.5]\nradius = 0.1\n";
  EXPECT_EQ(warnings_2d(ball + "keyframes = [{time = 1, position = [0.1, 0]}]\n"),
            "solid 1 has keyframes, but all of them put it in the same place\n");
}

TEST(ShapeMistakes, a_drain_that_takes_everything) {
  EXPECT_EQ(warnings_2d("[[drain]]\nshape = \"box\"\nmin = [-1, -1]\nmax = [3, 2]\n"),
            "drain 1 covers the whole domain and removes all liquid\n");
}

TEST(ShapeMistakes, a_liquid_without_room_for_a_particle) {
  EXPECT_EQ(warnings_2d("[[liquid]]\nshape = \"sphere\"\ncenter = [1.5, 0.75]\nradius = 1e-4\n"),
            "liquid 2 is too small for a single particle\n");
}

const std::string kBall = "[[solid]]\nshape = \"sphere\"\ncenter = [1.5, 0.75]\nradius = 0.1\n";

TEST(SolidMotions, count_in_the_estimate_of_sub_steps) {
  const auto substeps = [](const std::string& rest) {
    const auto scene = parse_scene(
        "[domain]\nsize = [2, 1]\nresolution = 64\n[[liquid]]\nshape = \"box\"\nmin = [0, 0]\nmax = [1, 0.5]\n" +
            kBall + rest,
        "scene.toml");
    return scene ? estimate(*scene)->most_substeps : 0;
  };
  const double cell = 2.0 / 64;
  EXPECT_LT(substeps("velocity = [-0.1, 0]\n"), 10) << "the liquid's own";
  EXPECT_EQ(substeps("velocity = [-30, 0]\n"), static_cast<int>(std::ceil(30 / (60 * cell))));
  EXPECT_EQ(substeps("keyframes = [{time = 0}, {time = 0.1, position = [0, -3]}]\n"),
            static_cast<int>(std::ceil(30 / (60 * cell))));
  EXPECT_EQ(substeps("velocity = [-1e5, 0]\n"), 64) << "time.max_substeps";
  EXPECT_GT(substeps("pivot = [0.5, 0.5]\nangular_velocity_degrees = 1800\n"), 15) << "a metre from its pivot";
}

TEST(SolidMotions, that_outrun_the_grid_are_warned_of) {
  EXPECT_EQ(
      warnings_2d(kBall + "keyframes = [{time = 0}, {time = 1}, {time = 1.0001, position = [-1, 0]}]\n"),
      "solid 1 moves at 1e+04 m/s between its keyframes 2 and 3 (1 s to 1.0001 s), 83.3 cells in a time step, too fast "
      "for the liquid to follow; increase time.max_substeps to 1067 (at most 5 cells) or slow the solid down\n");
  const std::string rounded = kBall + "keyframes = [{time = 0.02}, {time = 0.0201, position = [-1, 0]}]\n";
  EXPECT_NE(warnings_2d(rounded + "[time]\nfps = 64\n").find("increase time.max_substeps to 1000 (at most 5 cells)"),
            std::string::npos);
  EXPECT_EQ(warnings_2d(rounded + "[time]\nfps = 64\nmax_substeps = 1000\n"), "");
  EXPECT_EQ(warnings_2d(kBall + "velocity = [-1e4, 0]\n[time]\nsubsteps = 2\n").find("solid 1 moves at 1e+04 m/s, "),
            0u)
      << warnings_2d(kBall + "velocity = [-1e4, 0]\n[time]\nsubsteps = 2\n");
  EXPECT_EQ(warnings_2d(kBall + "keyframes = [{time = 0}, {time = 1}, {time = 1, position = [-1, 0]}]\n"), "")
      << "a jump";
  EXPECT_EQ(warnings_2d(kBall + "keyframes = [{time = 0}, {time = 10}, {time = 10.001, position = [-1, 0]}]\n"), "")
      << "after the end of the run";
}

}  // namespace
}  // namespace spindrift
