// VTK files, read back by a reader of the tests' own and by the program's.
#include "formats/vtk/vtk.h"

#include <gtest/gtest.h>

#include "base/hash.h"
#include "formats/vtk/read_vtk.h"
#include "run/info/file_info.h"
#include "spindrift/files.h"
#include "support/frames.h"
#include "support/temporary_folder.h"
#include "support/vtk_reader.h"

namespace spindrift {
namespace {

using testing::read_file;
using testing::TemporaryFolder;

std::vector<double> as_doubles(const auto& values) { return {values.begin(), values.end()}; }

TEST(Vtk, particles_come_back_with_every_column) {
  const TemporaryFolder folder;
  for (const std::size_t count : {std::size_t{1}, std::size_t{1000}, std::size_t{60000}}) {
    const ParticleFrame frame = testing::random_particles(count);
    ASSERT_TRUE(write_vtp(folder / "a.vtp", frame));
    const auto file = testing::read_vtk_file(folder / "a.vtp");
    EXPECT_EQ(testing::attribute(file.text, "Piece", "NumberOfPoints"), std::to_string(count));
    EXPECT_EQ(file.columns.at("Points"), as_doubles(frame.position));
    EXPECT_EQ(file.columns.at("velocity"), as_doubles(frame.velocity));
    EXPECT_EQ(file.columns.at("color"), as_doubles(frame.columns.values("color")));
    EXPECT_EQ(file.columns.at("id"), as_doubles(frame.columns.integers("id")));
    EXPECT_EQ(file.columns.at("age"), as_doubles(frame.columns.values("age")));
    EXPECT_EQ(file.columns.at("density"), as_doubles(frame.columns.values("density")));
    EXPECT_EQ(file.components.at("velocity"), 3);
    EXPECT_EQ(file.columns.at("connectivity").size(), count);
    EXPECT_EQ(file.columns.at("connectivity").back(), static_cast<double>(count - 1));
    EXPECT_EQ(file.columns.at("offsets"), std::vector<double>{static_cast<double>(count)});
    const auto own = read_vtk(read_file(folder / "a.vtp"), "a.vtp");
    ASSERT_TRUE(own) << own.error().message;
    EXPECT_EQ(own->points, static_cast<std::int64_t>(count));
    EXPECT_EQ(own->time, 1.5);
  }
}

TEST(Vtk, cells_come_back_in_2d_and_3d) {
  const TemporaryFolder folder;
  for (const Vec<int, 3>& size : {Vec<int, 3>{{8, 6, 1}}, Vec<int, 3>{{5, 6, 7}}}) {
    const CellFrame frame = testing::half_full_cells(size, 0.25);
    ASSERT_TRUE(write_vti(folder / "a.vti", frame));
    const auto file = testing::read_vtk_file(folder / "a.vti");
    EXPECT_EQ(testing::attribute(file.text, "ImageData", "WholeExtent"),
              "0 " + std::to_string(size[0]) + " 0 " + std::to_string(size[1]) + " 0 " + std::to_string(size[2]));
    EXPECT_EQ(testing::attribute(file.text, "ImageData", "Spacing"), "0.25 0.25 0.25");
    EXPECT_EQ(file.columns.at("pressure"), as_doubles(frame.pressure));
    EXPECT_EQ(file.columns.at("density"), as_doubles(frame.density));
    EXPECT_EQ(file.columns.at("velocity"), as_doubles(frame.velocity));
    EXPECT_EQ(file.columns.at("type").front(), 2.0);
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
