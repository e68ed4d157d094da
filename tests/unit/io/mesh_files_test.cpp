#include "io/mesh_files.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "geometry/mesh_readers.h"
#include "support/surfaces.h"
#include "support/temporary_folder.h"

namespace spindrift {
namespace {

using namespace testing;

SurfaceMesh pool_surface(int dimension) {
  const Scene scene = empty_box(dimension, vec(6, 6, 6));
  ParticleFrame pool = lattice(scene, 0.2, [](const Vec3d& x) { return x[1] < 3.0; });
  pool.age.assign(pool.count(), 0.5f);
  pool.color.assign(3 * pool.count(), 0.25f);
  return surface_of(scene, pool);
}

TEST(MeshFiles, ply_and_obj_read_back_as_the_same_closed_mesh) {
  const TemporaryFolder folder;
  const SurfaceMesh mesh = pool_surface(3);
  const std::string ply = folder.path() + "/mesh.ply", obj = folder.path() + "/mesh.obj";
  ASSERT_TRUE(write_mesh_ply(ply, mesh));
  ASSERT_TRUE(write_mesh_obj(obj, mesh));
  for (const std::string& file : {ply, obj}) {
    const Result<TriangleMesh> read = read_mesh(file);  // refuses meshes with holes
    ASSERT_TRUE(read) << read.error().message;
    ASSERT_EQ(read->triangles.size(), mesh.faces());
    ASSERT_EQ(read->vertices.size(), mesh.vertices());
    for (std::size_t v = 0; v < mesh.vertices(); ++v)
      for (int a = 0; a < 3; ++a) EXPECT_EQ(read->vertices[v][a], mesh.position[3 * v + static_cast<std::size_t>(a)]);
  }
}

TEST(MeshFiles, a_ply_file_has_velocities_and_columns) {
  const TemporaryFolder folder;
  const std::string file = folder.path() + "/mesh.ply";
  ASSERT_TRUE(write_mesh_ply(file, pool_surface(3)));
  std::ifstream in(file, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  for (const char* property : {"property float vx", "property float age", "property uchar red", "element face"})
    EXPECT_NE(text.str().find(property), std::string::npos) << property;
}

TEST(MeshFiles, an_outline_is_written_as_edges) {
  const TemporaryFolder folder;
  const SurfaceMesh mesh = pool_surface(2);
  const std::string obj = folder.path() + "/outline.obj", ply = folder.path() + "/outline.ply";
  ASSERT_TRUE(write_mesh_obj(obj, mesh));
  ASSERT_TRUE(write_mesh_ply(ply, mesh));
  std::ifstream in(obj);
  std::size_t points = 0, lines = 0;
  for (std::string line; std::getline(in, line);) {
    points += line.starts_with("v ");
    lines += line.starts_with("l ");
  }
  EXPECT_EQ(points, mesh.vertices());
  EXPECT_EQ(lines, mesh.faces());
}

TEST(MeshFiles, a_folder_that_is_not_there_is_an_error) {
  EXPECT_FALSE(write_mesh_ply("/nowhere/mesh.ply", pool_surface(3)));
}

}  // namespace
}  // namespace spindrift
