// Facts about reading mesh files: every format gives the same mesh.
#include <gtest/gtest.h>

#include "formats/meshes/mesh_readers.h"
#include "mesh_file_bytes.h"
#include "spindrift/files.h"
#include "unit/geometry/mesh/test_meshes.h"

namespace spindrift {
namespace {

using namespace geometry_tests;

Result<TriangleMesh> read_back(const std::string& name, const std::string& bytes) {
  const TestFolder folder;
  const auto mesh = read_mesh(folder.write(name, bytes));
  if (!mesh) return mesh.error();
  return (*mesh)->triangles();
}

// The triangles as positions, whatever the order of the vertices.
std::vector<std::array<Vec<float, 3>, 3>> positions(const TriangleMesh& mesh) {
  std::vector<std::array<Vec<float, 3>, 3>> result;
  for (const auto& t : mesh.triangles) {
    auto& corners = result.emplace_back();
    for (std::size_t c = 0; c < 3; ++c) corners[c] = mesh.vertices[static_cast<std::size_t>(t[c])];
  }
  return result;
}

double volume(const TriangleMesh& mesh) {
  double sum = 0.0;
  for (const auto& t : positions(mesh)) {
    sum += dot(Vec3d::from(t[0]), cross(Vec3d::from(t[1]), Vec3d::from(t[2]))) / 6.0;
  }
  return sum;
}

TEST(MeshReader, every_format_gives_the_same_mesh) {
  const std::pair<const char*, std::string> files[] = {
      {"box.obj", obj_text(kBox)},         {"text.ply", text_ply(kBox)}, {"little.ply", binary_ply(kBox, false)},
      {"big.PLY", binary_ply(kBox, true)}, {"text.stl", text_stl(kBox)}, {"binary.STL", binary_stl(kBox)},
  };
  for (const auto& [name, bytes] : files) {
    const auto mesh = read_back(name, bytes);
    ASSERT_TRUE(mesh) << name << ": " << mesh.error().message;
    EXPECT_EQ(mesh->vertices.size(), 8u) << name;
    EXPECT_EQ(positions(*mesh), positions(kBox)) << name;
  }
}

TEST(MeshReader, obj_understands_polygons_slashes_negative_indices_comments_and_long_lines) {
  const std::string text =
      "# a cube of side 2\r\nmtllib none.mtl\no cube\nv -1 -1 -1 0.5 0.5 0.5\nv +1 -1 -1\nv 1 1 -1\nv -1 1 -1\n"
      "v -1 -1 1\nv 1 -1 1\nv 1 1 1\nv -1 1.0e0 1\nvn 0 0 1\nvt 0 0\ns off\nl 1 2\n"
      "f 4/1/1 3//1 2/1 1 # bottom\nf -4 -3 -2 \\\n -1\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8";
  const auto mesh = read_back("cube.obj", text);
  ASSERT_TRUE(mesh) << mesh.error().message;
  EXPECT_EQ(mesh->triangles.size(), 12u);
  EXPECT_NEAR(volume(*mesh), 8.0, 1e-12);
}

TEST(MeshReader, a_concave_face_is_cut_into_triangles_within_it) {
  // An L-shaped prism: two faces of six corners. The corner to begin with is one a fan would get wrong.
  const std::string text =
      "v 2 1 0\nv 1 1 0\nv 1 2 0\nv 0 2 0\nv 0 0 0\nv 2 0 0\nv 2 1 1\nv 1 1 1\nv 1 2 1\nv 0 2 1\nv 0 0 1\nv 2 0 1\n"
      "f 6 5 4 3 2 1\nf 7 8 9 10 11 12\nf 1 2 8 7\nf 2 3 9 8\nf 3 4 10 9\nf 4 5 11 10\nf 5 6 12 11\nf 6 1 7 12\n";
  const auto mesh = read_back("ell.obj", text);
  ASSERT_TRUE(mesh) << mesh.error().message;
  EXPECT_NEAR(volume(*mesh), 3.0, 1e-12);
  double area = 0.0;  // with triangles outside the face the area would be larger than that of the prism
  for (const auto& t : positions(*mesh)) {
    const auto a = Vec3d::from(t[0]);
    area += 0.5 * length(cross(Vec3d::from(t[1]) - a, Vec3d::from(t[2]) - a));
  }
  EXPECT_NEAR(area, 2 * 3.0 + 8.0, 1e-12);
}

TEST(MeshReader, vertices_in_the_same_place_become_one) {
  const TriangleMesh mesh = welded({{{{0, 0, 0}}, {{1, 0, 0}}, {{0, 1, 0}}, {{-0.0f, 0, 0}}, {{1, 0, 0}}, {{0, 0, 1}}},
                                    {{0, 1, 2}, {3, 5, 4}, {0, 3, 1}}});
  EXPECT_EQ(mesh.vertices.size(), 4u);
  EXPECT_EQ(mesh.triangles, (std::vector<std::array<int, 3>>{{0, 1, 2}, {0, 3, 1}}));  // the third had lost a corner
}

TEST(MeshReader, bodies_that_touch_along_an_edge_are_closed) {
  const auto pair = merged(kBox, box_mesh({{1.0f, 2.0f, 0.0f}}, {{2.0f, 3.0f, 3.0f}}));
  EXPECT_TRUE(read_back("pair.stl", binary_stl(pair)));
}

}  // namespace
}  // namespace spindrift
