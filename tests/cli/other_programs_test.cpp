// What a run writes opens in other programs, where they are installed.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "cli/program.h"
#include "formats/vdb/vdb.h"
#include "scene/scene_shape_keys.h"
#include "scene/scene_words.h"
#include "spindrift/files.h"
#include "support/file_readers.h"
#include "support/temporary_folder.h"

namespace spindrift::testing {
namespace {

constexpr const char* kColoredDam = R"(
[domain]
size = [1.0, 1.0, 1.0]
resolution = 12
[time]
frames = 2
[particles]
columns = ["id", "age", "color"]
[[liquid]]
shape = "box"
min = [0.0, 0.0, 0.0]
max = [0.5, 0.5, 1.0]
)";

constexpr const char* kSmoke = R"(
[domain]
size = [1.0, 1.0, 1.0]
resolution = 12
[time]
frames = 2
[output]
volumes = ["vdb"]
pictures = false
[[smoke]]
shape = "sphere"
center = [0.5, 0.3, 0.5]
radius = 0.2
temperature = 400.0
[[solid]]
shape = "box"
min = [0.4, 0.7, 0.4]
max = [0.6, 0.8, 0.6]
)";

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

const std::string kBlenderImport =
    "blender --background --factory-startup --python-exit-code 1 --python " SPINDRIFT_SOURCE_DIR
    "/tools/blender_import.py --python";

class OtherPrograms : public ::testing::Test {
 protected:
  void run(const std::string& out, std::vector<std::string> options) {
    folder_.add("dam.toml", kColoredDam);
    options.insert(options.begin(), {"run", "dam.toml", "--out", out, "--quiet"});
    const Outcome outcome = run_program(folder_, options);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  }
  // What a script prints between the words "begin" and "end" when `program` runs it in the run's folder.
  std::string script(const std::string& program, const std::string& text, const std::string& arguments = "") {
    folder_.add("out/script.py", "print('begin')\n" + text + "print('end')\n");
    const std::string command =
        "cd " + (folder_ / "out") + " && " + program + " script.py " + arguments + " > said.txt 2>&1";
    [[maybe_unused]] const int ignored = std::system(command.c_str());
    const std::string said = read_file(folder_ / "out/said.txt");
    const std::size_t begin = said.find("begin\n"), end = said.rfind("end\n");
    if (begin == std::string::npos || end == std::string::npos) return "failed: " + said;
    return said.substr(begin + 6, end - begin - 6);
  }
  static bool has(const std::string& program) {
    return std::system(("command -v " + program + " > /dev/null 2>&1").c_str()) == 0;
  }

  TemporaryFolder folder_;
};

TEST_F(OtherPrograms, blender_opens_meshes_particles_and_volumes) {
  if (!has("blender")) GTEST_SKIP() << "Blender is not installed";
  if (!has_openvdb()) GTEST_SKIP() << "built without OpenVDB";
  run("out", {"--set", "surface.write=\"ply\"", "--set", "output.volumes=[\"vdb\"]", "--set",
              "output.formats=[\"ply\", \"vdb\"]"});
  run("out/obj", {"--set", "surface.write=\"obj\""});
  const std::string said = script("blender --background --factory-startup --python", R"(
import bpy, os
def count(path):
    if path.endswith('.obj'): bpy.ops.wm.obj_import(filepath=path)
    elif 'ply_import' in dir(bpy.ops.wm): bpy.ops.wm.ply_import(filepath=path)
    else: bpy.ops.import_mesh.ply(filepath=path)  # before Blender 4
    mesh = bpy.context.selected_objects[0].data
    print(path, len(mesh.vertices) > 500, len(mesh.polygons) > 500)
run = os.getcwd()
for name in ('particles/frame_0002.ply', 'surface/frame_0002.ply', 'obj/surface/frame_0002.obj'):
    bpy.ops.object.select_all(action='DESELECT')
    count(name)
for name in ('volumes', 'particles'):
    volume = bpy.data.volumes.new('v')
    volume.filepath = f'{run}/{name}/frame_0002.vdb'
    print(volume.grids.load(), sorted((grid.name, grid.data_type) for grid in volume.grids))
)");
  EXPECT_NE(said.find("particles/frame_0002.ply True False\n"), std::string::npos) << said;
  EXPECT_NE(said.find("surface/frame_0002.ply True True\n"), std::string::npos) << said;
  EXPECT_NE(said.find("obj/surface/frame_0002.obj True True\n"), std::string::npos) << said;
  EXPECT_NE(said.find("True [('density', 'FLOAT'), ('pressure', 'FLOAT'), ('surface', 'FLOAT'), ('velocity', "
                      "'VECTOR_FLOAT')]\n"),
            std::string::npos)
      << said;
  EXPECT_NE(said.find("True [('particles', 'POINTS')]\n"), std::string::npos) << said;  // which it does not draw
}

TEST_F(OtherPrograms, blender_import_script_makes_an_animation_of_the_water) {
  if (!has("blender")) GTEST_SKIP() << "Blender is not installed";
  run("out", {"--set", "surface.write=\"ply\"", "--set", "output.every=2", "--frames", "4", "--set", "time.fps=50"});
  const std::string said = script(kBlenderImport, R"(
import bpy
scene, fluid = bpy.context.scene, bpy.data.objects['fluid']
print(scene.frame_start, scene.frame_end, scene.render.fps / scene.render.fps_base)
sizes = []
for frame in (0, 2, 3, 4):
    scene.frame_set(frame)
    sizes.append(len(fluid.data.polygons))
print('triangles', sizes[0] > 500, sizes[1] == sizes[2], sizes[1] != sizes[3], len(fluid.data.attributes['velocity'].data) > 500)
edges = {}
for face in fluid.data.polygons:
    for a, b in face.edge_keys: edges[a, b] = edges.get((a, b), 0) + 1
print('closed', set(edges.values()) == {2}, 'valid', not fluid.data.validate())
corners = [fluid.matrix_world @ v.co for v in fluid.data.vertices]
print('up', max(v.z for v in corners) < 0.6, min(v.z for v in corners) > -0.1, max(v.y for v in corners) < 0.1)
print(fluid.data.materials[0].name, sorted(o.name for o in bpy.data.objects), scene.camera.name)
)",
                                  "-- .");
  EXPECT_NE(said.find("0 4 50.0\n"), std::string::npos) << said;
  EXPECT_NE(said.find("triangles True True True True\n"), std::string::npos) << said;
  EXPECT_NE(said.find("closed True valid True\n"), std::string::npos) << said;
  EXPECT_NE(said.find("up True True True\n"), std::string::npos) << said;
  EXPECT_NE(said.find("water ['Sun', 'camera', 'floor', 'fluid'] camera\n"), std::string::npos) << said;
}

TEST_F(OtherPrograms, blender_import_script_follows_the_volumes_of_smoke) {
  if (!has("blender")) GTEST_SKIP() << "Blender is not installed";
  if (!has_openvdb()) GTEST_SKIP() << "built without OpenVDB";
  folder_.add("smoke.toml", kSmoke);
  const Outcome outcome = run_program(folder_, {"run", "smoke.toml", "--out", "out", "--quiet"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const std::string said = script(kBlenderImport, R"(
import bpy, os
scene, smoke = bpy.context.scene, bpy.data.objects['fluid'].data
for frame in (1, 2):
    scene.frame_set(frame)
    drawn = bpy.data.objects['fluid'].evaluated_get(bpy.context.evaluated_depsgraph_get()).data
    drawn.grids.load()
    grids = drawn.grids
    print(os.path.basename(grids.frame_filepath), 'density' in grids.keys(), 'temperature' in grids.keys())
print(smoke.materials[0].name, sorted(o.name for o in bpy.data.objects))
)",
                                  "-- .");
  EXPECT_NE(said.find("frame_0001.vdb True True\nframe_0002.vdb True True\n"), std::string::npos) << said;
  EXPECT_NE(said.find("smoke ['Sun', 'camera', 'floor', 'fluid', 'solid']\n"), std::string::npos) << said;
}

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
  const Outcome outcome = run_program(folder_, {"run", "solids.toml", "--out", "out", "--quiet", "--frames", "3",
                                                "--set", "time.fps=10", "--set", "output.pictures=false"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
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
  const Outcome outcome = run_program(folder_, {"run", "tank.toml", "--out", "out", "--quiet"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
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

TEST_F(OtherPrograms, a_saved_blender_file_of_smoke_plays_without_a_script) {
  if (!has("blender")) GTEST_SKIP() << "Blender is not installed";
  if (!has_openvdb()) GTEST_SKIP() << "built without OpenVDB";
  folder_.add("smoke.toml", kSmoke);
  ASSERT_EQ(run_program(folder_, {"run", "smoke.toml", "--out", "out", "--quiet"}).exit_code, 0);
  script(kBlenderImport, "", "-- . --save film.blend");
  const std::string said = script("blender --background --factory-startup --disable-autoexec film.blend --python", R"(
import bpy, os
smoke = bpy.data.objects['fluid'].data
for frame in (1, 2):
    bpy.context.scene.frame_set(frame)
    drawn = bpy.data.objects['fluid'].evaluated_get(bpy.context.evaluated_depsgraph_get()).data
    drawn.grids.load()
    print('frame', os.path.basename(drawn.grids.frame_filepath), len(bpy.data.texts))
)");
  EXPECT_NE(said.find("frame frame_0001.vdb 0\nframe frame_0002.vdb 0\n"), std::string::npos) << said;
}

TEST_F(OtherPrograms, blender_import_script_shows_particles_with_all_their_columns) {
  if (!has("blender")) GTEST_SKIP() << "Blender is not installed";
  run("out", {});
  const std::string said = script(kBlenderImport, R"(
import bpy
import numpy
scene, fluid = bpy.context.scene, bpy.data.objects['fluid']
scene.frame_set(2)
mesh = fluid.data
def column(name, slot, width):
    values = numpy.empty(width * len(mesh.vertices), numpy.float32)
    mesh.attributes[name].data.foreach_get(slot, values)
    return values
names = ('age', 'color', 'density', 'id', 'speed', 'velocity')
print('points', len(mesh.vertices) > 500, len(mesh.polygons), [name for name in names if name in mesh.attributes])
speed = numpy.linalg.norm(column('velocity', 'vector', 3).reshape(-1, 3), axis=1)
print('moving', speed.max() > 0.1, abs(speed - column('speed', 'value', 1)).max() < 1e-5, column('density', 'value', 1).max() > 0.9)
print('ids', len(set(column('id', 'value', 1))) == len(mesh.vertices))
drawn = fluid.evaluated_get(bpy.context.evaluated_depsgraph_get()).data
print('drawn', len(drawn.points) if hasattr(drawn, 'points') else len(drawn.vertices), fluid.modifiers[0].type, mesh.materials[0].name)
)",
                                  "-- . --show particles");
  EXPECT_NE(said.find("points True 0 ['age', 'color', 'density', 'id', 'speed', 'velocity']\n"), std::string::npos)
      << said;
  EXPECT_NE(said.find("moving True True True\n"), std::string::npos) << said;
  EXPECT_NE(said.find("ids True\n"), std::string::npos) << said;
  EXPECT_NE(said.find(" NODES particles\n"), std::string::npos) << said;
}

TEST_F(OtherPrograms, blender_import_script_says_what_is_missing) {
  if (!has("blender")) GTEST_SKIP() << "Blender is not installed";
  run("out", {"--set", "output.particles=false"});
  const std::string said = script(kBlenderImport, "", "-- .");
  EXPECT_NE(said.find("surface.write = \"ply\""), std::string::npos) << said;
}

TEST_F(OtherPrograms, paraview_opens_particles_cells_meshes_and_their_times) {
  if (!has("pvpython")) GTEST_SKIP() << "ParaView's pvpython is not installed";
  run("out",
      {"--set", "surface.write=\"ply\"", "--set", "output.formats=[\"vtp\"]", "--set", "output.volumes=[\"vti\"]"});
  const std::string said = script("pvpython --force-offscreen-rendering", R"(
from paraview.simple import *
def tell(path):
    source = OpenDataFile(path)
    source.UpdatePipeline()
    info = source.GetDataInformation()
    arrays = sorted(list(source.PointData.keys()) + list(source.CellData.keys()))
    times = len(source.TimestepValues) if hasattr(source, 'TimestepValues') else 0
    print(path, info.GetNumberOfPoints() > 500, info.GetNumberOfCells(), times, arrays)
for name in ('particles.pvd', 'volumes.pvd', 'surface/frame_0002.ply'): tell(name)
)");
  EXPECT_NE(said.find("particles.pvd True 1 3 ['age', 'color', 'density', 'id', 'velocity']\n"), std::string::npos)
      << said;
  EXPECT_NE(said.find("volumes.pvd True 1728 3 ['density', 'pressure', 'type', 'velocity']\n"), std::string::npos)
      << said;
  EXPECT_NE(said.find("surface/frame_0002.ply True "), std::string::npos) << said;
}

// The page as its script has built it.
TEST_F(OtherPrograms, a_browser_draws_the_charts_of_a_report) {
  if (!has("chromium")) GTEST_SKIP() << "Chromium is not installed";
  folder_.add("dam.toml", std::string(kColoredDam) +
                              "[[probe]]\nkind = \"point\"\nname = \"left toe\"\n"
                              "position = [0.1, 0.1, 0.5]\n");
  ASSERT_EQ(run_program(folder_, {"run", "dam.toml", "--out", "out", "--quiet"}).exit_code, 0);
  const std::string command =
      "cd " + folder_.path() +
      " && chromium --headless --no-sandbox --disable-gpu --disable-quic --no-first-run"
      " --disable-background-networking --disable-component-update --disable-sync --user-data-dir=profile"
      " --dump-dom \"file://$PWD/out/report.html\" > page.txt 2> said.txt";
  ASSERT_EQ(std::system(command.c_str()), 0) << read_file(folder_ / "said.txt");
  const std::string page = read_file(folder_ / "page.txt");
  const auto has_card = [&](const std::string& title) {
    return page.find("<h3>" + title + "</h3>") != std::string::npos;
  };
  for (const char* title : {"Energy, J", "Memory, MB", "left toe: pressure, Pa", "left toe: velocity, m/s"})
    EXPECT_TRUE(has_card(title)) << title;
  const std::size_t tiles = page.find("<h3>Tiles"), end = page.find("</svg>", tiles);
  ASSERT_NE(end, std::string::npos);
  const std::string chart = page.substr(tiles, end - tiles);
  EXPECT_NE(chart.find(">0</text>"), std::string::npos) << "a count begins at 0: " << chart;
  EXPECT_EQ(chart.find(".5</text>"), std::string::npos) << "a count has whole marks: " << chart;
}

}  // namespace
}  // namespace spindrift::testing
