// Smoke back from VDB files.
#include "formats/vdb/vdb.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "formats/files/files.h"
#include "spindrift/files.h"
#include "support/frames.h"
#include "support/scenes.h"
#include "support/temporary_folder.h"

namespace spindrift {
namespace {

using testing::TemporaryFolder;
using testing::vec;

class ReadVdb : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!has_openvdb()) GTEST_SKIP() << "built without OpenVDB";
  }
  static FluidCells gas(const Vec<int, 3>& cells, double cell_size) {
    FluidCells fluid = testing::fluid_box(cells, cell_size);
    for (std::size_t i = 0; i < fluid.count(); ++i) {
      fluid.density[i] = 1.0f / static_cast<float>(i + 3);
      fluid.temperature.push_back(293.15f + fluid.density[i]);
      fluid.fuel.push_back(-0.1f * fluid.density[i]);
    }
    return fluid;
  }
  // What is refused is said.
  std::string refusal(const std::string& name, const Vec3d& size = vec(5, 9, 4)) {
    const auto read = read_vdb_smoke(folder_ / name, testing::empty_box(3, size).domain);
    return read ? "read" : read.error().message;
  }

  TemporaryFolder folder_;
};

TEST_F(ReadVdb, every_number_comes_back) {
  const Scene scene = testing::empty_box(3, vec(20, 9, 12));
  const FluidCells fluid = gas({{18, 9, 11}}, scene.domain.cell());
  ASSERT_TRUE(write_vdb_volumes(folder_ / "a.vdb", {}, fluid));
  const auto read = read_vdb_smoke(folder_ / "a.vdb", scene.domain);
  ASSERT_TRUE(read) << read.error().message;
  ASSERT_EQ(read->count(), fluid.count());
  EXPECT_EQ(read->cell_size, fluid.cell_size);
  for (std::size_t i = 0; i < fluid.count(); ++i) {
    const auto found = std::find(fluid.place.begin(), fluid.place.end(), read->place[i]);
    ASSERT_NE(found, fluid.place.end());
    const auto j = static_cast<std::size_t>(found - fluid.place.begin());
    EXPECT_EQ(read->density[i], fluid.density[j]);
    EXPECT_EQ(read->pressure[i], fluid.pressure[j]);
    EXPECT_EQ(read->temperature[i], fluid.temperature[j]);
    EXPECT_EQ(read->fuel[i], fluid.fuel[j]);
    for (std::size_t a = 0; a < 3; ++a) EXPECT_EQ(read->velocity[3 * i + a], fluid.velocity[3 * j + a]);
  }
}

TEST_F(ReadVdb, smoke_without_any_gas_or_fuel_is_read_too) {
  FluidCells none;
  none.cell_size = 1.0;
  none.keeps_temperature = true;
  ASSERT_TRUE(write_vdb_volumes(folder_ / "none.vdb", {}, none));
  const auto read = read_vdb_smoke(folder_ / "none.vdb", testing::empty_box(2, vec(4, 4)).domain);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->count(), 0u);
  EXPECT_FALSE(read->has_fuel());
}

TEST_F(ReadVdb, files_of_other_scenes_are_refused_and_the_message_says_why) {
  ASSERT_TRUE(write_vdb_volumes(folder_ / "a.vdb", {}, gas({{5, 9, 4}}, 1.0)));
  EXPECT_EQ(refusal("a.vdb"), "read");
  EXPECT_NE(refusal("a.vdb", vec(5, 8, 4)).find("cells outside"), std::string::npos);
  ASSERT_TRUE(write_vdb_volumes(folder_ / "fine.vdb", {}, gas({{5, 9, 4}}, 0.5)));
  EXPECT_NE(refusal("fine.vdb").find("cells of this VDB file are of 0.5 m"), std::string::npos);
  ASSERT_TRUE(write_vdb_volumes(folder_ / "liquid.vdb", {}, testing::fluid_box({{5, 9, 4}}, 1.0)));
  EXPECT_NE(refusal("liquid.vdb").find("lacks the grid 'temperature'"), std::string::npos);
  ASSERT_TRUE(write_vdb_particles(folder_ / "points.vdb", testing::random_particles(10)));
  EXPECT_NE(refusal("points.vdb").find("lacks the grid 'density'"), std::string::npos);
}

TEST_F(ReadVdb, files_that_are_cut_or_no_vdb_are_refused) {
  ASSERT_TRUE(write_vdb_volumes(folder_ / "a.vdb", {}, gas({{5, 9, 4}}, 1.0)));
  const std::string bytes = *read_file_bytes(folder_ / "a.vdb");
  for (std::size_t size = 4; size < bytes.size(); size += bytes.size() / 12) {
    std::ofstream(folder_ / "cut.vdb", std::ios::binary) << bytes.substr(0, size);
    EXPECT_EQ(refusal("cut.vdb"), "this VDB file is damaged") << size;
  }
  folder_.add("text.vdb", "no volume");
  EXPECT_EQ(refusal("text.vdb"), "this is no VDB file");
  EXPECT_EQ(refusal("missing.vdb"), "this is no VDB file");
}

}  // namespace
}  // namespace spindrift
