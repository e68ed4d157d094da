// Scene files bring the meshes that they name.
#include <gtest/gtest.h>

#include <filesystem>

#include "spindrift/scene_file.h"
#include "unit/formats/meshes/mesh_file_bytes.h"
#include "unit/geometry/mesh/test_meshes.h"

namespace spindrift {
namespace {

using namespace geometry_tests;

const std::string kSceneWithMeshes =
    "[domain]\nsize = [1, 1, 1]\n[[solid]]\nshape = \"mesh\"\nfile = \"meshes/box.obj\"\n"
    "[[solid]]\nshape = \"union\"\nparts = [{shape = \"mesh\", file = \"meshes/box.obj\", scale = 2.0}]\n"
    "[[liquid]]\nshape = \"box\"\nmin = [0, 0, 0]\nmax = [1, 0.5, 1]\n";

TEST(ReadScene, meshes_are_found_beside_the_scene_and_read_once) {
  const TestFolder folder;
  std::filesystem::create_directory(folder.path("meshes"));
  folder.write("meshes/box.obj", obj_text(kBox));
  const auto scene = read_scene(folder.write("scene.toml", kSceneWithMeshes));
  ASSERT_TRUE(scene) << to_string(scene.error());
  ASSERT_TRUE(scene->solids[0].shape.mesh);
  EXPECT_EQ(scene->solids[0].shape.mesh->triangles().triangles.size(), 12u);
  EXPECT_EQ(scene->solids[0].shape.mesh, scene->solids[1].shape.parts[0].mesh);
}

TEST(ReadScene, a_missing_mesh_is_reported_at_the_key_that_names_it) {
  const TestFolder folder;
  const std::string file = folder.write("scene.toml", kSceneWithMeshes);
  EXPECT_EQ(to_string(read_scene(file).error()), file + ":5:8: error: there is no mesh file '" +
                                                     folder.path("meshes/box.obj") +
                                                     "'; paths count from the scene's folder");
  std::filesystem::create_directories(folder.path("meshes/box.obj"));
  EXPECT_EQ(to_string(read_scene(file).error()),
            file + ":5:8: error: '" + folder.path("meshes/box.obj") + "' is a folder, and no mesh file");
}

TEST(ReadScene, what_is_no_scene_says_what_it_is) {
  const TestFolder folder;
  const std::string scene = folder.write("scene.toml", kSceneWithMeshes), mesh = folder.write("part.stl", "solid x\n");
  const std::string run = std::filesystem::path(scene).parent_path().string();
  EXPECT_EQ(to_string(read_scene(run).error()),
            run + ": error: this is a folder, not a scene file; its scene is " + scene);
  EXPECT_EQ(to_string(read_scene(mesh).error()).find(mesh + ": error: this is a mesh, not a scene file"), 0u);
}

}  // namespace
}  // namespace spindrift
