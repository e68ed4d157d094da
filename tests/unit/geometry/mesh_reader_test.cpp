// Facts about the mesh files: every format gives the same mesh, and every fault is refused with its place.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "geometry/mesh_readers.h"
#include "test_meshes.h"

namespace spindrift {
namespace {

const TriangleMesh kBox = box_mesh({{0.0f, 0.0f, 0.0f}}, {{1.0f, 2.0f, 3.0f}});

template <class T>
void put(std::string& bytes, T value, bool is_swapped = false) {
  char raw[sizeof value];
  std::memcpy(raw, &value, sizeof value);
  if (is_swapped) std::reverse(raw, raw + sizeof raw);
  bytes.append(raw, sizeof raw);
}

std::string ply_header(const char* format, std::size_t vertices, std::size_t faces) {
  return std::string("ply\nformat ") + format + " 1.0\ncomment made by a test\nelement vertex " + std::to_string(vertices) +
         "\nproperty float x\nproperty float y\nproperty uchar red\nproperty double z\nelement face " +
         std::to_string(faces) + "\nproperty list uchar int vertex_indices\nend_header\n";
}

std::string binary_ply(const TriangleMesh& mesh, bool is_big_endian) {
  std::string bytes = ply_header(is_big_endian ? "binary_big_endian" : "binary_little_endian", mesh.vertices.size(),
                                 mesh.triangles.size());
  for (const auto& v : mesh.vertices) {
    put(bytes, v[0], is_big_endian);
    put(bytes, v[1], is_big_endian);
    put(bytes, std::uint8_t{200});
    put(bytes, double{v[2]}, is_big_endian);
  }
  for (const auto& t : mesh.triangles) {
    put(bytes, std::uint8_t{3});
    for (const int corner : t) put(bytes, corner, is_big_endian);
  }
  return bytes;
}

std::string text_ply(const TriangleMesh& mesh) {
  std::string text = ply_header("ascii", mesh.vertices.size(), mesh.triangles.size());
  char line[128];
  for (const auto& v : mesh.vertices) {
    std::snprintf(line, sizeof line, "%g %g 200 %g\n", double{v[0]}, double{v[1]}, double{v[2]});
    text += line;
  }
  for (const auto& t : mesh.triangles) {
    std::snprintf(line, sizeof line, "3 %d %d %d\n", t[0], t[1], t[2]);
    text += line;
  }
  return text;
}

std::string binary_stl(const TriangleMesh& mesh) {
  std::string bytes = "solid, although binary";
  bytes.resize(80, ' ');
  put(bytes, static_cast<std::uint32_t>(mesh.triangles.size()));
  for (const auto& t : mesh.triangles) {
    for (int i = 0; i < 3; ++i) put(bytes, 0.0f);
    for (const int corner : t) {
      for (int i = 0; i < 3; ++i) put(bytes, mesh.vertices[static_cast<std::size_t>(corner)][i]);
    }
    put(bytes, std::uint16_t{0});
  }
  return bytes;
}

std::string text_stl(const TriangleMesh& mesh) {
  std::string text = "solid vertex of a test\n";
  char line[128];
  for (const auto& t : mesh.triangles) {
    text += " facet normal 0 0 nan\n  outer loop\n";
    for (const int corner : t) {
      const auto& v = mesh.vertices[static_cast<std::size_t>(corner)];
      std::snprintf(line, sizeof line, "   vertex %e %e %e\n", double{v[0]}, double{v[1]}, double{v[2]});
      text += line;
    }
    text += "  endloop\n endfacet\n";
  }
  return text + "endsolid vertex of a test\n";
}

Result<TriangleMesh> read_back(const std::string& name, const std::string& bytes) {
  const TestFolder folder;
  return read_mesh(folder.write(name, bytes));
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

void expect_refused(const std::string& name, const std::string& bytes, const std::string& words, int line = 0) {
  const TestFolder folder;
  const std::string file = folder.write(name, bytes);
  const auto mesh = read_mesh(file);
  ASSERT_FALSE(mesh) << words;
  EXPECT_EQ(mesh.error().code, ErrorCode::kBadInput);
  EXPECT_NE(mesh.error().message.find(words), std::string::npos) << "message: " << mesh.error().message;
  EXPECT_EQ(mesh.error().place.file, file);
  EXPECT_EQ(mesh.error().place.line, line) << mesh.error().message;
}

TEST(MeshReader, every_format_gives_the_same_mesh) {
  const std::pair<const char*, std::string> files[] = {
      {"box.obj", obj_text(kBox)},          {"text.ply", text_ply(kBox)},   {"little.ply", binary_ply(kBox, false)},
      {"big.PLY", binary_ply(kBox, true)}, {"text.stl", text_stl(kBox)},   {"binary.STL", binary_stl(kBox)},
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

TEST(MeshReader, a_missing_file_is_refused) {
  const auto mesh = read_mesh("/nowhere/at/all.obj");
  ASSERT_FALSE(mesh);
  EXPECT_EQ(mesh.error().code, ErrorCode::kBadInput);
  EXPECT_EQ(mesh.error().place.file, "/nowhere/at/all.obj");
  EXPECT_NE(mesh.error().message.find("does not exist"), std::string::npos);
}

TEST(MeshReader, an_unknown_format_and_a_folder_are_refused) {
  expect_refused("mesh.fbx", "anything", "use OBJ, PLY or STL");
  const TestFolder folder;
  std::filesystem::create_directory(folder.path("folder.obj"));
  EXPECT_FALSE(read_mesh(folder.path("folder.obj")));
}

TEST(MeshReader, an_empty_file_is_refused) {
  for (const char* name : {"a.obj", "a.ply", "a.stl"}) expect_refused(name, "", "empty");
  expect_refused("a.obj", "# nothing but a comment\n", "no triangles");
  expect_refused("a.ply", ply_header("ascii", 0, 0), "no triangles");
  expect_refused("a.stl", "solid nothing\nendsolid nothing\n", "no triangles");
}

TEST(MeshReader, a_truncated_file_is_refused) {
  expect_refused("a.obj", "v 0 0 0\nv 1 0\n", "3 numbers", 2);
  expect_refused("a.obj", "v 0 0 0\nv 1 0 0\nf 1 2\n", "at least 3 vertices", 3);
  const std::string stl = binary_stl(kBox);
  expect_refused("a.stl", stl.substr(0, stl.size() - 1), "11 of 12 triangles");
  expect_refused("a.stl", stl.substr(0, 40), "inside the header");
  const std::string text = text_stl(kBox);
  expect_refused("a.stl", text.substr(0, text.size() - 30), "truncated", 85);
  const std::string ply = binary_ply(kBox, false);
  expect_refused("a.ply", ply.substr(0, ply.size() - 1), "truncated");
  expect_refused("a.ply", ply.substr(0, ply.find("element face")), "header has no end", 9);
  const std::string text_of_ply = text_ply(kBox);
  expect_refused("a.ply", text_of_ply.substr(0, text_of_ply.size() - 4), "truncated", 31);
}

TEST(MeshReader, a_count_beyond_the_size_of_the_file_is_refused_without_taking_the_memory) {
  std::string stl = binary_stl(kBox);
  const std::uint32_t many = 0xffffffffu;
  std::memcpy(stl.data() + 80, &many, sizeof many);
  expect_refused("a.stl", stl, "of 4294967295 triangles");
  for (const char* format : {"ascii", "binary_little_endian", "binary_big_endian"}) {
    expect_refused("a.ply", ply_header(format, 9000000000000000000u, 1) + "0 0 0 0\n", "9000000000000000000",
                   format[0] == 'a' ? 12 : 0);
    expect_refused("a.ply", ply_header(format, 0, 4000000000u) + "3 0 0 0\n", "4000000000", format[0] == 'a' ? 12 : 0);
  }
  std::string list = ply_header("binary_little_endian", 0, 1);
  put(list, std::uint8_t{255});
  expect_refused("a.ply", list, "truncated");
  expect_refused("a.ply", "ply\nformat ascii 1.0\nelement vertex 0\nproperty float x\nproperty float y\nproperty float z\n"
                          "element nothing 9000000000000000000\nend_header\n", "no triangles");
}

TEST(MeshReader, an_index_out_of_range_is_refused) {
  const std::string vertices = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
  expect_refused("a.obj", vertices + "f 1 2 4\n", "vertex index 4 is out of range: the file has 3 vertices", 4);
  expect_refused("a.obj", vertices + "f 1 2 -4\n", "vertex index -4 is out of range", 4);
  expect_refused("a.obj", vertices + "f 1 2 99999999999999\n", "vertex index 99999999999999 is out of range", 4);
  expect_refused("a.obj", vertices + "f 1 2 0\n", "'0' is not a vertex index", 4);
  TriangleMesh wrong = kBox;
  wrong.triangles[3][1] = 8;
  expect_refused("a.ply", text_ply(wrong), "vertex index 8 is out of range", 23);
  expect_refused("a.ply", binary_ply(wrong, true), "vertex index 8 is out of range");
  wrong.triangles[3][1] = -1;
  expect_refused("a.ply", binary_ply(wrong, false), "vertex index -1 is out of range");
}

TEST(MeshReader, a_coordinate_that_is_no_finite_number_is_refused) {
  expect_refused("a.obj", "v 0 0 0\nv 1 nan 0\n", "'nan' is not a finite coordinate", 2);
  expect_refused("a.obj", "v 1e999 0 0\n", "'1e999' is not a finite coordinate", 1);
  expect_refused("a.obj", "v 0 0 1,5\n", "'1,5' is not a finite coordinate", 1);
  TriangleMesh wrong = kBox;
  wrong.vertices[2][1] = std::nanf("");
  expect_refused("a.ply", text_ply(wrong), "vertex 2 has a coordinate that is not finite", 14);
  expect_refused("a.ply", binary_ply(wrong, false), "vertex 2 has a coordinate that is not finite");
  expect_refused("a.stl", text_stl(wrong), "is not a finite coordinate", 5);
  wrong.vertices[2][1] = -INFINITY;
  expect_refused("a.stl", binary_stl(wrong), "triangle 1 has a coordinate that is not finite");
}

TEST(MeshReader, a_mesh_with_a_hole_is_refused_with_the_place_of_the_hole) {
  TriangleMesh wrong = kBox;
  wrong.triangles.erase(wrong.triangles.begin() + 2);  // half of the top, z = 3
  expect_refused("a.obj", obj_text(wrong), "3 open edges, the first near (0.5, 1, 3)");
  wrong = kBox;
  std::swap(wrong.triangles[2][0], wrong.triangles[2][1]);
  expect_refused("a.obj", obj_text(wrong), "3 edges between triangles that face opposite ways");
}

TEST(MeshReader, a_strange_ply_header_is_refused_with_its_line) {
  expect_refused("a.ply", "plyx\n", "does not begin with 'ply'", 1);
  expect_refused("a.ply", "ply\nformat ebcdic 1.0\nend_header\n", "format", 2);
  expect_refused("a.ply", "ply\nformat ascii 1.0\nproperty float x\nend_header\n", "property", 3);
  expect_refused("a.ply", "ply\nformat ascii 1.0\nelement vertex -3\nend_header\n", "element", 3);
  expect_refused("a.ply", "ply\nformat ascii 1.0\nelement vertex 3\nproperty long x\nend_header\n", "property", 4);
  expect_refused("a.ply", "ply\nelement vertex 0\nproperty float x\nend_header\n", "no format", 4);
  expect_refused("a.ply", "ply\nformat ascii 1.0\nelement vertex 0\nproperty float x\nend_header\n", "no property 'y'");
  expect_refused("a.ply", "ply\nformat ascii 1.0\nend_header\n", "no element 'vertex'");
}

TEST(MeshReader, damaged_files_are_refused_or_read_but_never_crash) {
  const std::pair<const char*, std::string> files[] = {
      {"a.obj", obj_text(kBox)},      {"a.ply", text_ply(kBox)}, {"a.ply", binary_ply(kBox, false)},
      {"a.stl", binary_stl(kBox)}, {"a.stl", text_stl(kBox)},
  };
  std::mt19937 random(7);
  for (const auto& [name, bytes] : files) {
    const auto reader = name[2] == 'o' ? &read_obj : name[2] == 'p' ? &read_ply : &read_stl;
    for (int trial = 0; trial < 3000; ++trial) {
      std::string damaged = bytes;
      for (unsigned n = random() % 4; n-- > 0;) damaged[random() % damaged.size()] = static_cast<char>(random());
      if (random() % 2) damaged.resize(random() % damaged.size());
      const auto mesh = reader(damaged, name);
      if (mesh) (void)check_closed(welded(*mesh), name);
    }
  }
}

}  // namespace
}  // namespace spindrift
