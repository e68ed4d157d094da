// What a run writes opens in other programs, where they are installed.
#include <gtest/gtest.h>

#include <cstdlib>

#include "cli/program.h"
#include "io/vdb.h"
#include "support/file_readers.h"
#include "support/temporary_folder.h"

namespace spindrift::testing {
namespace {

constexpr const char* kScene = R"(
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

class OtherPrograms : public ::testing::Test {
 protected:
  void run(const std::string& out, std::vector<std::string> options) {
    folder_.add("dam.toml", kScene);
    options.insert(options.begin(), {"run", "dam.toml", "--out", out, "--quiet"});
    const Outcome outcome = run_program(folder_, options);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  }
  // What a script prints between the words "begin" and "end" when `program` runs it in the run's folder.
  std::string script(const std::string& program, const std::string& text) {
    folder_.add("out/script.py", "print('begin')\n" + text + "print('end')\n");
    const std::string command = "cd " + (folder_ / "out") + " && " + program + " script.py > said.txt 2>&1";
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
  run("out", {"--set", "surface.write=\"ply\"", "--set", "output.volumes=[\"vdb\"]"});
  run("out/obj", {"--set", "surface.write=\"obj\""});
  const std::string said = script("blender --background --factory-startup --python", R"(
import bpy, os
def count(path):
    if path.endswith('.ply'): bpy.ops.import_mesh.ply(filepath=path)
    else: bpy.ops.wm.obj_import(filepath=path)
    mesh = bpy.context.selected_objects[0].data
    print(path, len(mesh.vertices) > 500, len(mesh.polygons) > 500)
run = os.getcwd()
for name in ('particles/frame_0002.ply', 'surface/frame_0002.ply', 'obj/surface/frame_0002.obj'):
    bpy.ops.object.select_all(action='DESELECT')
    count(name)
volume = bpy.data.volumes.new('v')
volume.filepath = run + '/volumes/frame_0002.vdb'
volume.grids.load()
print(sorted(grid.name for grid in volume.grids))
)");
  EXPECT_NE(said.find("particles/frame_0002.ply True False\n"), std::string::npos) << said;
  EXPECT_NE(said.find("surface/frame_0002.ply True True\n"), std::string::npos) << said;
  EXPECT_NE(said.find("obj/surface/frame_0002.obj True True\n"), std::string::npos) << said;
  EXPECT_NE(said.find("['density', 'pressure', 'surface', 'velocity']\n"), std::string::npos) << said;
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

}  // namespace
}  // namespace spindrift::testing
