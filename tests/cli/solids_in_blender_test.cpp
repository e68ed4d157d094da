// Solids in Blender: every shape and every motion that a scene can have.
#include <gtest/gtest.h>

#include <filesystem>

#include "cli/other_programs.h"
#include "keys/scene_keys.h"
#include "keys/scene_words.h"

namespace spindrift::testing {
namespace {

// Prints of each solid where it is in Blender at a frame, if it is seen.
constexpr const char* kTellSolids = R"(
import bpy
scene = bpy.context.scene
def tell(frame):
    scene.frame_set(frame)
    graph = bpy.context.evaluated_depsgraph_get()
    for solid in sorted((o for o in bpy.data.objects if o.name.startswith('solid')), key=lambda o: o.name):
        if solid.hide_viewport != solid.hide_render: print('differs')
        if solid.hide_render: continue
        drawn = solid.evaluated_get(graph)
        corners = [drawn.matrix_world @ v.co for v in drawn.to_mesh().vertices]
        bounds = [(min(v[a] for v in corners), max(v[a] for v in corners)) for a in range(3)]
        print(frame, solid.name, [(round(low, 2) + 0.0, round(high, 2) + 0.0) for low, high in bounds])
)";

TEST_F(OtherPrograms, blender_import_script_brings_every_solid_its_motion_size_and_samples) {
  if (!has("blender")) GTEST_SKIP() << "Blender is not installed";
  folder_.add("tetrahedron.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
  folder_.add("solids.toml", std::string(kColoredDam) + R"(
[fluid]
color = [0.95, 0.62, 0.10]
[[solid]]
shape = "capsule"
from = [0.7, 0.2, 0.5]
to = [0.7, 0.6, 0.5]
radius = 0.1
[[solid]]
shape = "plane"
point = [0.0, 0.1, 0.0]
normal = [0.0, 1.0, 0.0]
[[solid]]
shape = "mesh"
file = "tetrahedron.obj"
scale = 0.2
rotation_degrees = [0.0, 0.0, 90.0]
offset = [0.5, 0.6, 0.1]
[[solid]]
shape = "difference"
parts = [
  {shape = "box", min = [0.6, 0.7, 0.6], max = [0.9, 0.9, 0.9]},
  {shape = "cylinder", from = [0.75, 0.5, 0.75], to = [0.75, 1.0, 0.75], radius = 0.1},
]
[[solid]]
shape = "sphere"
center = [0.8, 0.8, 0.2]
radius = 0.05
velocity = [0.0, -6.0, 0.0]
)");
  ASSERT_EQ(run_program(folder_, {"run", "solids.toml", "--out", "out", "--quiet"}).exit_code, 0);
  const std::string said = script(kBlenderImport, std::string(kTellSolids) + R"(
tell(0)
tell(2)
whole, hole = bpy.data.objects['solid.003'].data, 2 * 0.1**2 * 3.1416
print('hole', abs(sum(f.area for f in whole.polygons if abs(f.normal.y) > 0.9) - (2 * 0.3**2 - hole)) < 1e-3)
print('size', scene.render.resolution_x, scene.render.resolution_y, scene.cycles.samples)
)",
                                  "-- . --show particles --width 320 --height 200 --samples 7");
  for (const char* words :
       {"0 solid [(0.6, 0.8), (-0.6, -0.4), (0.1, 0.7)]\n",
        "0 solid.001 [(-0.05, 1.05), (-1.05, 0.05), (-0.05, 0.1)]\n",
        "0 solid.002 [(0.3, 0.5), (-0.3, -0.1), (0.6, 0.8)]\n", "0 solid.003 [(0.6, 0.9), (-0.9, -0.6), (0.7, 0.9)]\n",
        "0 solid.004 [(0.75, 0.85), (-0.25, -0.15), (0.75, 0.85)]\n",
        "2 solid.004 [(0.75, 0.85), (-0.25, -0.15), (0.55, 0.65)]\n", "hole True\n", "size 320 200 7\n"})
    EXPECT_NE(said.find(words), std::string::npos) << words << said;
}

// Surfaces by formulas and from a table, motion from a file, solids that appear and vanish, and what was done by hand.
TEST_F(OtherPrograms, blender_import_script_brings_formulas_tables_and_what_comes_and_goes) {
  if (!has("blender")) GTEST_SKIP() << "Blender is not installed";
  std::filesystem::create_directory(folder_ / "tables");
  folder_.add("tables/bed.csv", "x, y\n0.8, 0.1\n1.0, 0.3\n");
  folder_.add("tables/path.csv", "# a remark\ntime; y; rotation_y\n0; 0; 0\n0.2; 0.2; 90\n");
  folder_.add("gone.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
  folder_.add("solids.toml", std::string(kColoredDam) + R"scene(
[[solid]]
shape = "below"
surface = "0.1 + if(x^2 > 0.25, 1, 0)*(z < 0.5)*0.05"
[[solid]]
shape = "below"
file = "tables/bed.csv"
[[solid]]
shape = "implicit"
formula = "max(abs(x - 0.7) - 0.2, max(abs(y - 0.5), abs(z - 0.5)) - 0.1)"
pivot = [0.7, 0.5, 0.5]
motion_file = "tables/path.csv"
[[solid]]
shape = "mesh"
file = "gone.obj"
scale = 0.1
offset = [0.8, 0.8, 0.8]
[[solid]]
shape = "sphere"
center = [0.8, 0.8, 0.2]
radius = 0.1
end = 0.1
[[solid]]
shape = "difference"
parts = [
  {shape = "box", min = [0.1, 0.7, 0.1], max = [0.4, 0.9, 0.4]},
  {shape = "difference", parts = [
    {shape = "box", min = [0.2, 0.6, 0.0], max = [0.5, 1.0, 0.5]},
    {shape = "box", min = [0.3, 0.6, 0.0], max = [0.5, 1.0, 0.5]},
  ]},
]
start = 0.1
[[command]]
step = 0
edits = ['solid+={name = "drawn 1", shape = "sphere", center = [0.6, 0.8, 0.6], radius = 0.1, start = 0.2}',
         'solid.1.keyframes=[{time = 0.0, position = [0.0, 0.0, 0.0], rotation_degrees = [0.0, 0.0, 0.0]}]',
         'solid.1.keyframes+={time = 0.3, position = [0.0, 0.03, 0.0], rotation_degrees = [0.0, 0.0, 0.0]}']
)scene");
  expect_success(run_program(folder_, {"run", "solids.toml", "--out", "out", "--quiet", "--frames", "3", "--set",
                                       "time.fps=10", "--set", "output.pictures=false"}));
  std::filesystem::remove(folder_ / "gone.obj");
  const std::string said = script(kBlenderImport, std::string(kTellSolids) + R"(
for frame in range(4): tell(frame)
cut = bpy.data.objects['solid.004'].data
print('cut', abs(sum(f.area for f in cut.polygons if abs(f.normal.y) > 0.9) - 2 * 0.2 * 0.3) < 1e-3)
)",
                                  "-- . --show particles");
  EXPECT_NE(read_file(folder_ / "out/said.txt").find("warning: solid 4 (mesh) is left out: "), std::string::npos);
  for (const char* words : {
           "0 solid [(-0.05, 1.05), (-1.05, 0.05), (-0.08, 0.15)]\n",
           "3 solid [(-0.05, 1.05), (-1.05, 0.05), (-0.05, 0.18)]\n",
           "0 solid.001 [(-0.05, 1.05), (-1.05, 0.05), (-0.05, 0.3)]\n",
           "0 solid.002 [(0.5, 0.9), (-0.6, -0.4), (0.4, 0.6)]\n",
           "2 solid.002 [(0.6, 0.8), (-0.7, -0.3), (0.6, 0.8)]\n",
           "3 solid.002 [(0.6, 0.8), (-0.7, -0.3), (0.6, 0.8)]\n",
           "0 solid.003 [(0.7, 0.9), (-0.3, -0.1), (0.7, 0.9)]\n",
           "1 solid.003 ",
           "2 solid.004 [(0.1, 0.4), (-0.4, -0.1), (0.7, 0.9)]\n",
           "cut True\n",
           "3 solid.005 [(0.5, 0.7), (-0.7, -0.5), (0.7, 0.9)]\n",
       })
    EXPECT_NE(said.find(words), std::string::npos) << words << said;
  for (const char* words : {"2 solid.003 ", "0 solid.004", "1 solid.004", "2 solid.005", "differs"})
    EXPECT_EQ(said.find(words), std::string::npos) << words << said;
}

TEST_F(OtherPrograms, blender_import_script_moves_tanks_and_repeats_what_is_periodic) {
  if (!has("blender")) GTEST_SKIP() << "Blender is not installed";
  folder_.add("tank.toml", R"(
[domain]
size = [1.0, 1.0, 1.0]
resolution = 16
periodic = ["z"]
[time]
frames = 4
fps = 10
[frame]
pivot = [0.5, 0.0, 0.5]
keyframes = [{time = 0.0}, {time = 0.2, rotation_degrees = [0.0, 0.0, 90.0]}, {time = 0.4, position = [0.2, 0.1, 0.0]}]
[[liquid]]
shape = "box"
min = [0.0, 0.0, 0.0]
max = [0.3, 0.3, 1.0]
[[solid]]
shape = "plane"
point = [0.0, 0.9, 0.0]
normal = [0.0, -1.0, 0.0]
[[solid]]
shape = "sphere"
center = [0.5, 0.5, 1.0]
radius = 0.2
[[solid]]
shape = "box"
min = [0.6, 0.2, 0.4]
max = [0.8, 0.4, 0.6]
velocity = [0.0, 0.0, 4.0]
)");
  expect_success(run_program(folder_, {"run", "tank.toml", "--out", "out", "--quiet"}));
  const std::string said = script(kBlenderImport, std::string(kTellSolids) + R"(
for frame in (0, 1, 2, 4): tell(frame)
scene.frame_set(2)
graph = bpy.context.evaluated_depsgraph_get()
fluid = bpy.data.objects['fluid'].evaluated_get(graph).matrix_world
print('water', [round(x, 2) + 0.0 for x in fluid.col[0][:3]])
print('floor', round(bpy.data.objects['floor'].location.z, 2), 'tank' in bpy.data.objects)
)",
                                  "-- . --show particles");
  for (const char* words : {
           "0 solid [(-0.05, 1.05), (-1.05, 0.05), (0.9, 1.05)]\n",  // a plane is there once
           "0 solid.001 [(0.3, 0.7), (-1.2, -0.8), (0.3, 0.7)]\n",   // a ball in two places,
           "0 solid.002 [(0.3, 0.7), (-0.2, 0.2), (0.3, 0.7)]\n",    // which stand
           "0 solid.003 [(0.6, 0.8), (-0.6, -0.4), (0.2, 0.4)]\n",   // what moves goes around
           "2 solid.003 [(0.1, 0.3), (-0.4, -0.2), (0.1, 0.3)]\n",   // in a tank that stands on its side
           "4 solid.003 [(0.8, 1.0), (-0.2, 0.0), (0.3, 0.5)]\n",
           "water [0.0, 0.0, 1.0]\n",
           "floor -0.5 True\n",
       })
    EXPECT_NE(said.find(words), std::string::npos) << words << said;
}

// Collects the names of keys.
struct KeyNames {
  std::vector<std::string> names;
  template <class T>
  void value(const SceneKey& key, const T&) {
    names.emplace_back(key.name);
  }
  template <class T>
  void rotation(const SceneKey& key, const T& member) {
    value(key, member);
  }
  template <class T>
  void kind(const SceneKey& key, const T& member) {
    value(key, member);
  }
  template <class T>
  void tables(const SceneKey& key, const T& member) {
    value(key, member);
  }
  void shape(const ShapeSettings&) {}
};

TEST(BlenderImport, knows_every_shape_and_every_key_of_solids) {
  const std::string text = read_file(SPINDRIFT_SOURCE_DIR "/tools/blender_import.py");
  const std::size_t begin = text.find("\nMAKERS = {");
  ASSERT_NE(begin, std::string::npos);
  const std::string makers = text.substr(begin, text.find('}', begin) - begin);
  KeyNames keys;
  for (const auto& word : words_of(ShapeSettings::Kind{})) {
    EXPECT_NE(makers.find('"' + std::string(word.word) + "\": "), std::string::npos) << word.word << " has no maker";
    ShapeSettings shape;
    shape.kind = word.value;
    describe(shape, keys);
  }
  SolidSettings solid;
  describe(solid, keys);
  Keyframe keyframe;
  describe(keyframe, keys);
  FrameSettings tank;
  describe(tank, keys);
  EXPECT_GT(keys.names.size(), 30u);
  for (const std::string& key : keys.names)
    EXPECT_TRUE(key == "name" || text.find('"' + key + '"') != std::string::npos) << key << " is not read";
}

}  // namespace
}  // namespace spindrift::testing
