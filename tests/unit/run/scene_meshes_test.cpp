#include "run/scene_meshes.h"

#include <gtest/gtest.h>

#include "formats/files/checksum.h"
#include "spindrift/scene_file.h"
#include "support/temporary_folder.h"

namespace spindrift {
namespace {

using testing::TemporaryFolder;

const std::string kPyramid = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";

TEST(SceneMeshes, a_checksum_is_that_of_the_bytes_that_were_read) {
  const TemporaryFolder folder;
  folder.add("pyramid.obj", kPyramid);
  folder.add("scene.toml",
             "[domain]\nsize = [2, 2, 2]\nresolution = 8\n[[liquid]]\nshape = \"mesh\"\nfile = \"pyramid.obj\"\n");
  const auto scene = read_scene(folder / "scene.toml");
  ASSERT_TRUE(scene) << scene.error().message;
  folder.add("pyramid.obj", kPyramid + "# written between reading and summing\n");
  const auto sums = mesh_checksums(*scene);
  ASSERT_TRUE(sums) << sums.error().message;
  EXPECT_EQ(*sums, MeshSums{checksum(kPyramid)});
}

}  // namespace
}  // namespace spindrift
