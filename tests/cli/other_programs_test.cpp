// What a run writes opens in other programs, where they are installed.
#include <gtest/gtest.h>

#include <filesystem>

#include "cli/other_programs.h"
#include "formats/vdb/vdb.h"
#include "spindrift/files.h"

namespace spindrift::testing {
namespace {

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
  expect_contains(said, "particles/frame_0002.ply True False\n");
  expect_contains(said, "surface/frame_0002.ply True True\n");
  expect_contains(said, "obj/surface/frame_0002.obj True True\n");
  expect_contains(said,
                  "True [('density', 'FLOAT'), ('pressure', 'FLOAT'), ('surface', 'FLOAT'), ('velocity', "
                  "'VECTOR_FLOAT')]\n");
  expect_contains(said, "True [('particles', 'POINTS')]\n");  // which it does not draw
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
  expect_contains(said, "0 4 50.0\n");
  expect_contains(said, "triangles True True True True\n");
  expect_contains(said, "closed True valid True\n");
  expect_contains(said, "up True True True\n");
  expect_contains(said, "water ['Sun', 'camera', 'floor', 'fluid'] camera\n");
}

TEST_F(OtherPrograms, blender_import_script_follows_the_volumes_of_smoke) {
  if (!has("blender")) GTEST_SKIP() << "Blender is not installed";
  if (!has_openvdb()) GTEST_SKIP() << "built without OpenVDB";
  folder_.add("smoke.toml", kSmoke);
  expect_success(run_program(folder_, {"run", "smoke.toml", "--out", "out", "--quiet"}));
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
  expect_contains(said, "frame_0001.vdb True True\nframe_0002.vdb True True\n");
  expect_contains(said, "smoke ['Sun', 'camera', 'floor', 'fluid', 'solid']\n");
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
  expect_contains(said, "frame frame_0001.vdb 0\nframe frame_0002.vdb 0\n");
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
  expect_contains(said, "points True 0 ['age', 'color', 'density', 'id', 'speed', 'velocity']\n");
  expect_contains(said, "moving True True True\n");
  expect_contains(said, "ids True\n");
  expect_contains(said, " NODES particles\n");
}

TEST_F(OtherPrograms, blender_import_script_says_what_is_missing) {
  if (!has("blender")) GTEST_SKIP() << "Blender is not installed";
  run("out", {"--set", "output.particles=false"});
  const std::string said = script(kBlenderImport, "", "-- .");
  expect_contains(said, "surface.write = \"ply\"");
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
  expect_contains(said, "particles.pvd True 1 3 ['age', 'color', 'density', 'id', 'velocity']\n");
  expect_contains(said, "volumes.pvd True 1728 3 ['density', 'pressure', 'type', 'velocity']\n");
  expect_contains(said, "surface/frame_0002.ply True ");
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
