// VTK files, read back by the program's reader; ParaView reads them in cli/other_programs_test.cpp.
#include "formats/vtk/vtk.h"

#include <gtest/gtest.h>

#include <cstring>

#include "base/hash.h"
#include "formats/vtk/read_vtk.h"
#include "run/info/file_info.h"
#include "spindrift/files.h"
#include "support/frames.h"
#include "support/temporary_folder.h"

namespace spindrift {
namespace {

using testing::read_file;
using testing::TemporaryFolder;

std::vector<double> as_doubles(const auto& values) { return {values.begin(), values.end()}; }

// The numbers of an array, components one after the other.
std::vector<double> numbers(const VtkContent& content, const std::string& name) {
  std::vector<double> all;
  for (const VtkArray& array : content.arrays)
    for (std::size_t i = 0; array.name == name && i < array.size(); ++i) all.push_back(array.value(i));
  return all;
}

TEST(Vtk, particles_come_back_with_every_column) {
  const TemporaryFolder folder;
  for (const std::size_t count : {std::size_t{1}, std::size_t{1000}, std::size_t{60000}}) {
    const ParticleFrame frame = testing::random_particles(count);
    ASSERT_TRUE(write_vtp(folder / "a.vtp", frame));
    const auto file = read_vtk(read_file(folder / "a.vtp"), "a.vtp");
    ASSERT_TRUE(file) << file.error().message;
    EXPECT_EQ(file->points, static_cast<std::int64_t>(count));
    EXPECT_EQ(file->time, 1.5);
    EXPECT_EQ(numbers(*file, "Points"), as_doubles(frame.position));
    EXPECT_EQ(numbers(*file, "velocity"), as_doubles(frame.velocity));
    EXPECT_EQ(numbers(*file, "color"), as_doubles(frame.columns.values("color")));
    EXPECT_EQ(numbers(*file, "id"), as_doubles(frame.columns.integers("id")));
    EXPECT_EQ(numbers(*file, "age"), as_doubles(frame.columns.values("age")));
    EXPECT_EQ(numbers(*file, "density"), as_doubles(frame.columns.values("density")));
    EXPECT_EQ(file->arrays.at(0).components, 3);
    EXPECT_EQ(numbers(*file, "connectivity").size(), count);
    EXPECT_EQ(numbers(*file, "connectivity").back(), static_cast<double>(count - 1));
    EXPECT_EQ(numbers(*file, "offsets"), std::vector<double>{static_cast<double>(count)});
  }
}

TEST(Vtk, cells_come_back_in_2d_and_3d) {
  const TemporaryFolder folder;
  for (const Vec<int, 3>& size : {Vec<int, 3>{{8, 6, 1}}, Vec<int, 3>{{5, 6, 7}}}) {
    const CellFrame frame = testing::half_full_cells(size, 0.25);
    ASSERT_TRUE(write_vti(folder / "a.vti", frame));
    const auto file = read_vtk(read_file(folder / "a.vti"), "a.vti");
    ASSERT_TRUE(file) << file.error().message;
    EXPECT_EQ(file->extent, (std::array<int, 6>{0, size[0], 0, size[1], 0, size[2]}));
    EXPECT_EQ(file->spacing, Vec3d::filled(0.25));
    EXPECT_EQ(numbers(*file, "pressure"), as_doubles(frame.pressure));
    EXPECT_EQ(numbers(*file, "density"), as_doubles(frame.density));
    EXPECT_EQ(numbers(*file, "velocity"), as_doubles(frame.velocity));
    EXPECT_EQ(numbers(*file, "type").front(), 2.0);
  }
}

// What VTK's own readers look for, apart from the program's.
TEST(Vtk, text_and_blocks_are_those_of_the_format) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_vtp(folder / "a.vtp", testing::random_particles(1)));
  const std::string bytes = read_file(folder / "a.vtp");
  const std::string compressor = has_zlib() ? " compressor=\"vtkZLibDataCompressor\"" : "";
  EXPECT_TRUE(
      bytes.starts_with("<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" "
                        "byte_order=\"LittleEndian\" header_type=\"UInt64\"" +
                        compressor + ">\n<PolyData>\n"));
  EXPECT_NE(bytes.find("<Piece NumberOfPoints=\"1\" NumberOfVerts=\"1\" "), std::string::npos);
  std::array<std::uint64_t, 3> numbers{};
  std::memcpy(numbers.data(), bytes.data() + bytes.find("\n_") + 2, sizeof numbers);
  EXPECT_EQ(numbers[0], has_zlib() ? 1u : 12u) << "blocks of the first array, or its bytes";
  if (has_zlib()) {
    EXPECT_EQ(numbers[2], 12u) << "bytes of its last block";
  }
}

TEST(Vtk, cut_and_damaged_files_are_refused_without_a_crash) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_vtp(folder / "a.vtp", testing::random_particles(20)));
  const std::string bytes = read_file(folder / "a.vtp");
  for (std::size_t length = 0; length < bytes.size(); ++length)
    EXPECT_FALSE(read_vtk(std::string_view(bytes).substr(0, length), "a.vtp")) << length;
  if (!has_zlib()) return;
  // zlib has a checksum for every block. What is not covered, the length of blocks where there is only one, changes
  // nothing.
  const auto whole = read_vtk(bytes, "a.vtp");
  ASSERT_TRUE(whole);
  const std::size_t begin = bytes.find("\n_") + 2;
  for (std::size_t bit = 0; bit < 8 * (bytes.size() - begin); ++bit) {
    const std::size_t i = begin + bit / 8;
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ (1 << bit % 8));
    const auto read = read_vtk(damaged, "a.vtp");
    for (std::size_t k = 0; read && k < whole->arrays.size(); ++k)
      EXPECT_EQ(read->arrays[k].bytes, whole->arrays[k].bytes) << i;
  }
}

}  // namespace
}  // namespace spindrift
