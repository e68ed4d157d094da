#include "formats/meshes/mesh_files.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "formats/meshes/mesh_readers.h"
#include "run/info/file_info.h"
#include "spindrift/files.h"
#include "support/file_readers.h"
#include "support/surfaces.h"
#include "support/temporary_folder.h"

namespace spindrift {
namespace {

using namespace testing;

SurfaceMesh pool_surface(int dimension) {
  const Scene scene = empty_box(dimension, vec(6, 6, 6));
  ParticleFrame pool = lattice(scene, 0.2, [](const Vec3d& x) { return x[1] < 3.0; });
  pool.columns.push_back({"age", "s", FrameColumn::Kind::kNumber, 1, std::vector<float>(pool.count(), 0.5f)});
  pool.columns.push_back({"color", "", FrameColumn::Kind::kColor, 3, std::vector<float>(3 * pool.count(), 0.25f)});
  return surface_of(scene, pool);
}

TEST(MeshFiles, ply_and_obj_read_back_as_the_same_closed_mesh) {
  const TemporaryFolder folder;
  const SurfaceMesh mesh = pool_surface(3);
  const std::string ply = folder.path() + "/mesh.ply", obj = folder.path() + "/mesh.obj";
  ASSERT_TRUE(write_mesh_ply(ply, mesh));
  ASSERT_TRUE(write_mesh_obj(obj, mesh));
  for (const std::string& file : {ply, obj}) {
    const auto read = read_mesh(file);  // refuses meshes with holes
    ASSERT_TRUE(read) << read.error().message;
    const TriangleMesh& triangles = (*read)->triangles();
    ASSERT_EQ(triangles.triangles.size(), mesh.faces());
    ASSERT_EQ(triangles.vertices.size(), mesh.vertices());
    for (std::size_t v = 0; v < mesh.vertices(); ++v)
      for (int a = 0; a < 3; ++a)
        EXPECT_EQ(triangles.vertices[v][a], mesh.position[3 * v + static_cast<std::size_t>(a)]);
  }
}

// A mesh whose columns differ from vertex to vertex.
SurfaceMesh colorful_surface(int dimension) {
  SurfaceMesh mesh = pool_surface(dimension);
  for (std::size_t v = 0; v < mesh.vertices(); ++v) {
    mesh.columns[0].values[v] = random_unit(5 * v);
    for (std::size_t a = 0; a < 3; ++a) {
      mesh.velocity[3 * v + a] = random_unit(5 * v + 1) - 0.5f * static_cast<float>(a);
      mesh.columns[1].values[3 * v + a] = 1.25f * random_unit(5 * v + 2 + a) - 0.125f;  // also outside of 0..1
    }
  }
  return mesh;
}

TEST(MeshFiles, another_reader_finds_every_value_of_a_ply_file) {
  for (const int dimension : {2, 3}) {
    const TemporaryFolder folder;
    const SurfaceMesh mesh = colorful_surface(dimension);
    ASSERT_GT(mesh.faces(), 4u);
    ASSERT_TRUE(write_mesh_ply(folder / "mesh.ply", mesh));
    const PlyFile file = testing::read_ply(folder / "mesh.ply");
    ASSERT_EQ(file.count, mesh.vertices());
    constexpr const char* kColumnNames[3][3] = {{"x", "y", "z"}, {"vx", "vy", "vz"}, {"red", "green", "blue"}};
    for (std::size_t v = 0; v < mesh.vertices(); ++v) {
      for (std::size_t a = 0; a < 3; ++a) {
        EXPECT_EQ(file.columns.at(kColumnNames[0][a])[v], double{mesh.position[3 * v + a]});
        EXPECT_EQ(file.columns.at(kColumnNames[1][a])[v], double{mesh.velocity[3 * v + a]});
        const double level = 255.0 * std::clamp(double{mesh.columns.values("color")[3 * v + a]}, 0.0, 1.0);
        EXPECT_NEAR(file.columns.at(kColumnNames[2][a])[v], level, 0.5001);
      }
      EXPECT_EQ(file.columns.at("age")[v], double{mesh.columns.values("age")[v]});
    }
    for (std::size_t f = 0; f < mesh.faces(); ++f) {
      const std::uint32_t* corners = &mesh.corners[static_cast<std::size_t>(dimension) * f];
      if (dimension == 3) {
        EXPECT_EQ(file.faces.at(f), std::vector<int>(corners, corners + 3));
      } else {
        EXPECT_EQ(file.columns.at("vertex1")[f], corners[0]);
        EXPECT_EQ(file.columns.at("vertex2")[f], corners[1]);
      }
    }
  }
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

TEST(MeshFiles, info_refuses_an_obj_file_that_was_cut_anywhere) {
  for (const int dimension : {2, 3}) {
    const TemporaryFolder folder;
    ASSERT_TRUE(write_mesh_obj(folder / "a.obj", pool_surface(dimension)));
    ASSERT_TRUE(file_info(folder / "a.obj"));
    const std::string whole = read_file(folder / "a.obj");
    for (std::size_t cut = 1; cut < 400; ++cut) {
      folder.add("b.obj", whole.substr(0, whole.size() - cut));
      EXPECT_FALSE(file_info(folder / "b.obj")) << dimension << "D, without the last " << cut;
    }
    const std::size_t face = whole.find(dimension == 2 ? "\nl " : "\nf ");
    folder.add("c.obj", whole.substr(0, face) + whole.substr(whole.find('\n', face + 1)));
    EXPECT_FALSE(file_info(folder / "c.obj")) << "a face is missing";
  }
}

}  // namespace
}  // namespace spindrift
