// Facts about broken mesh files: every fault is refused with its place.
#include <gtest/gtest.h>

#include <cstring>

#include "formats/meshes/mesh_readers.h"
#include "mesh_file_bytes.h"
#include "spindrift/files.h"
#include "unit/geometry/mesh/test_meshes.h"

namespace spindrift {
namespace {

using namespace geometry_tests;

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

TEST(MeshRefusal, an_unknown_format_and_a_folder_are_refused) {
  expect_refused("mesh.fbx", "anything", "use OBJ, PLY or STL");
  const TestFolder folder;
  std::filesystem::create_directory(folder.path("folder.obj"));
  EXPECT_FALSE(read_mesh(folder.path("folder.obj")));
}

TEST(MeshRefusal, an_empty_file_is_refused) {
  for (const char* name : {"a.obj", "a.ply", "a.stl"}) expect_refused(name, "", "empty");
  expect_refused("a.obj", "# nothing but a comment\n", "no triangles");
  expect_refused("a.ply", ply_header("ascii", 0, 0), "no triangles");
  expect_refused("a.stl", "solid nothing\nendsolid nothing\n", "no triangles");
}

TEST(MeshRefusal, a_truncated_file_is_refused) {
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

TEST(MeshRefusal, a_file_of_another_format_that_is_called_stl_is_refused_as_that) {
  std::string obj = "# a box of eight corners, drawn by hand\n";
  for (int i = 0; i < 8; ++i) obj += "v " + std::to_string(i % 2) + " 0.5 0.25\n";
  expect_refused("a.stl", obj, "does not look like an STL file: it is text");
  expect_refused("a.stl", obj.substr(0, 40), "does not look like an STL file: it is text");
  expect_refused("a.stl", "\x89PNG\r\n" + std::string(1, '\0') + obj, "does not look like an STL file, or most of it");
}

TEST(MeshRefusal, a_count_beyond_the_size_of_the_file_is_refused_without_taking_the_memory) {
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
  expect_refused("a.ply",
                 "ply\nformat ascii 1.0\nelement vertex 0\nproperty float x\nproperty float y\nproperty float z\n"
                 "element nothing 9000000000000000000\nend_header\n",
                 "no triangles");
}

TEST(MeshRefusal, an_index_out_of_range_is_refused) {
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

TEST(MeshRefusal, a_coordinate_that_is_no_finite_number_is_refused) {
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

TEST(MeshRefusal, a_mesh_with_a_hole_is_refused_with_the_place_of_the_hole) {
  TriangleMesh wrong = kBox;
  wrong.triangles.erase(wrong.triangles.begin() + 2);  // half of the top, z = 3
  expect_refused("a.obj", obj_text(wrong), "3 open edges, the first near (0.5, 1, 3)");
  wrong = kBox;
  std::swap(wrong.triangles[2][0], wrong.triangles[2][1]);
  expect_refused("a.obj", obj_text(wrong), "3 edges between triangles that face opposite ways");
}

TEST(MeshRefusal, a_strange_ply_header_is_refused_with_its_line) {
  expect_refused("a.ply", "plyx\n", "begins with 'ply'", 1);
  expect_refused("a.ply", "ply\nformat ebcdic 1.0\nend_header\n", "format", 2);
  expect_refused("a.ply", "ply\nformat ascii 1.0\nproperty float x\nend_header\n", "property", 3);
  expect_refused("a.ply", "ply\nformat ascii 1.0\nelement vertex -3\nend_header\n", "element", 3);
  expect_refused("a.ply", "ply\nformat ascii 1.0\nelement vertex 3\nproperty long x\nend_header\n", "property", 4);
  expect_refused("a.ply", "ply\nelement vertex 0\nproperty float x\nend_header\n", "no format", 4);
  expect_refused("a.ply", "ply\nformat ascii 1.0\nelement vertex 0\nproperty float x\nend_header\n", "no property 'y'");
  expect_refused("a.ply", "ply\nformat ascii 1.0\nend_header\n", "no element 'vertex'");
}

TEST(MeshRefusal, damaged_files_are_refused_or_read_but_never_crash) {
  const std::pair<const char*, std::string> files[] = {
      {"a.obj", obj_text(kBox)},   {"a.ply", text_ply(kBox)}, {"a.ply", binary_ply(kBox, false)},
      {"a.stl", binary_stl(kBox)}, {"a.stl", text_stl(kBox)},
  };
  std::mt19937 random(7);
  for (const auto& [name, bytes] : files) {
    const auto reader = name[2] == 'o'   ? &spindrift::read_obj
                        : name[2] == 'p' ? &spindrift::read_ply
                                         : &spindrift::read_stl;
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
