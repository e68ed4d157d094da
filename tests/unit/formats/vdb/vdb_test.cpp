// VDB files, read back with OpenVDB itself.
#include "formats/vdb/vdb.h"
#include "formats/files/manifest.h"
#include "spindrift/files.h"

#include <gtest/gtest.h>

#include "support/frames.h"
#include "support/surfaces.h"
#include "support/temporary_folder.h"

#ifdef SPINDRIFT_HAS_OPENVDB

#include <openvdb/openvdb.h>
#include <openvdb/points/PointConversion.h>
#include <openvdb/points/PointCount.h>
#include <openvdb/tools/Interpolation.h>
#include <openvdb/tools/LevelSetMeasure.h>

#include <algorithm>
#include <map>

namespace spindrift {
namespace {

using testing::TemporaryFolder;

std::map<std::string, openvdb::GridBase::Ptr> grids_of(const std::string& path) {
  openvdb::initialize();
  openvdb::io::File file(path);
  file.open();
  std::map<std::string, openvdb::GridBase::Ptr> grids;
  const openvdb::GridPtrVecPtr read = file.getGrids();
  for (const auto& grid : *read) grids[grid->getName()] = grid;
  return grids;
}

TEST(Vdb, particles_come_back_with_every_column) {
  const TemporaryFolder folder;
  const ParticleFrame frame = testing::random_particles(5000);
  const auto written = write_vdb_particles(folder / "a.vdb", frame);
  ASSERT_TRUE(written) << written.error().message;
  const auto grid = openvdb::gridPtrCast<openvdb::points::PointDataGrid>(grids_of(folder / "a.vdb").at("particles"));
  ASSERT_EQ(openvdb::points::pointCount(grid->tree()), frame.count());
  std::size_t seen = 0;
  for (auto leaf = grid->tree().cbeginLeaf(); leaf; ++leaf) {
    const openvdb::points::AttributeHandle<openvdb::Vec3f> position(leaf->constAttributeArray("P"));
    const openvdb::points::AttributeHandle<openvdb::Vec3f> velocity(leaf->constAttributeArray("v"));
    const openvdb::points::AttributeHandle<openvdb::Vec3f> color(leaf->constAttributeArray("Cd"));
    const openvdb::points::AttributeHandle<std::int32_t> id(leaf->constAttributeArray("id"));
    const openvdb::points::AttributeHandle<float> age(leaf->constAttributeArray("age"));
    for (auto index = leaf->beginIndexOn(); index; ++index, ++seen) {
      const auto i = static_cast<std::size_t>(id.get(*index)) / 7;
      const openvdb::Vec3d world = grid->transform().indexToWorld(position.get(*index) + index.getCoord().asVec3d());
      for (int a = 0; a < 3; ++a) {
        const std::size_t at = 3 * i + static_cast<std::size_t>(a);
        EXPECT_NEAR(world[a], static_cast<double>(frame.position[at]), 1e-6);
        EXPECT_EQ(velocity.get(*index)[a], frame.velocity[at]);
        EXPECT_EQ(color.get(*index)[a], frame.columns.values("color")[at]);
      }
      EXPECT_EQ(age.get(*index), frame.columns.values("age")[i]);
    }
  }
  EXPECT_EQ(seen, frame.count());
}

TEST(Vdb, info_tells_where_points_are_and_the_ranges_of_their_columns) {
  const TemporaryFolder folder;
  ParticleFrame frame = testing::random_particles(3);
  frame.position = {0.125f, 0.5f, 0.25f, 0.375f, 0.5f, 0.75f, 0.25f, 0.5f, 0.5f};
  frame.velocity = {-1.0f, 0.0f, 2.0f, 1.5f, 0.0f, 3.0f, 0.0f, 0.0f, 2.5f};
  testing::column_of(frame.columns, "age").values = {0.5f, 2.0f, 1.0f};
  frame.cell_size = 0.125;  // all at corners of cells, which are exact
  ASSERT_TRUE(write_vdb_particles(folder / "a.vdb", frame));
  const auto info = file_info(folder / "a.vdb");
  ASSERT_TRUE(info) << info.error().message;
  const std::map<std::string, std::string> rows(info->rows.begin(), info->rows.end());
  EXPECT_EQ(rows.at("  points"), "3");
  EXPECT_EQ(rows.at("  position.x"), "0.125 to 0.375");
  EXPECT_EQ(rows.at("  position.y"), "0.5 to 0.5");
  EXPECT_EQ(rows.at("  position.z"), "0.25 to 0.75");
  EXPECT_EQ(rows.at("  v.x"), "-1 to 1.5");
  EXPECT_EQ(rows.at("  v.z"), "2 to 3");
  EXPECT_EQ(rows.at("  id"), "0 to 14");
  EXPECT_EQ(rows.at("  age"), "0.5 to 2");
  EXPECT_TRUE(rows.contains("  Cd.x") && rows.contains("  density"));
}

TEST(Vdb, cells_of_the_liquid_come_back_at_their_centres) {
  const TemporaryFolder folder;
  const auto written = write_vdb_volumes(folder / "a.vdb", {}, testing::fluid_box({{6, 8, 4}}, 0.5));
  ASSERT_TRUE(written) << written.error().message;
  const auto grids = grids_of(folder / "a.vdb");
  EXPECT_FALSE(grids.contains("surface")) << "no mesh, no surface";
  EXPECT_FALSE(grids.contains("fuel"));
  const auto velocity = openvdb::gridPtrCast<openvdb::Vec3SGrid>(grids.at("velocity"));
  const auto pressure = openvdb::gridPtrCast<openvdb::FloatGrid>(grids.at("pressure"));
  ASSERT_EQ(velocity->activeVoxelCount(), 6u * 8 * 4);
  EXPECT_EQ(velocity->getAccessor().getValue(openvdb::Coord(2, 1, 3)), openvdb::Vec3s(312, 313, 314));
  EXPECT_EQ(pressure->getAccessor().getValue(openvdb::Coord(2, 1, 3)), 7000.0f);
  EXPECT_FALSE(pressure->getAccessor().isValueOn(openvdb::Coord(6, 0, 0)));
  const openvdb::Vec3d center = pressure->transform().indexToWorld(openvdb::Coord(2, 1, 3));
  EXPECT_NEAR((center - openvdb::Vec3d(1.25, 0.75, 1.75)).length(), 0.0, 1e-12);
}

TEST(Vdb, smoke_heat_and_fuel_come_back_where_they_are) {
  Scene scene = testing::empty_box(3, testing::vec(10, 12, 9), 0.1);
  SmokeSettings smoke;
  smoke.shape = testing::sphere(testing::vec(0.5, 0.5, 0.4), 0.25);
  smoke.temperature = 900.0;
  smoke.fuel = 0.5;
  scene.smokes = {smoke};
  auto simulation = testing::simulate(scene);
  testing::advance(simulation, 2);
  const CellFrame cells = *simulation.cells();
  const TemporaryFolder folder;
  ASSERT_TRUE(write_vdb_volumes(folder / "a.vdb", {}, *simulation.fluid_cells()));
  const auto grids = grids_of(folder / "a.vdb");
  const std::pair<const char*, const std::vector<float>*> fields[] = {
      {"density", &cells.density}, {"temperature", &cells.temperature}, {"fuel", &cells.fuel}};
  for (const auto& [name, values] : fields) {
    const auto grid = openvdb::gridPtrCast<openvdb::FloatGrid>(grids.at(name));
    std::size_t i = 0;
    for (int z = 0; z < 9; ++z)
      for (int y = 0; y < 12; ++y)
        for (int x = 0; x < 10; ++x)
          ASSERT_EQ(grid->getAccessor().getValue(openvdb::Coord(x, y, z)), (*values)[i++]) << name;
  }
}

TEST(Vdb, surface_is_the_distance_to_the_mesh) {
  const Scene scene = testing::empty_box(3, testing::vec(20, 20, 20));
  const Vec3d center = testing::vec(9.9, 10.2, 10.0);
  const ParticleFrame ball =
      testing::lattice(scene, 0.3, [&](const Vec3d& x) { return dot(x - center, x - center) < 36.0; });
  const SurfaceMesh mesh = testing::surface_of(scene, ball);
  const TemporaryFolder folder;
  const auto written = write_vdb_volumes(folder / "a.vdb", testing::distance_to_surface_of(scene, ball),
                                         testing::fluid_box({{1, 1, 1}}, 1.0));
  ASSERT_TRUE(written) << written.error().message;
  const auto surface = openvdb::gridPtrCast<openvdb::FloatGrid>(grids_of(folder / "a.vdb").at("surface"));
  EXPECT_EQ(surface->getGridClass(), openvdb::GRID_LEVEL_SET);
  EXPECT_NEAR(openvdb::tools::levelSetVolume(*surface), enclosed_volume(mesh), 0.01 * enclosed_volume(mesh));
  using Sampler = openvdb::tools::GridSampler<openvdb::FloatGrid, openvdb::tools::BoxSampler>;
  const Sampler sample(*surface);
  EXPECT_LT(sample.wsSample(openvdb::Vec3d(center[0], center[1], center[2])), 0.0f) << "deep inside";
  EXPECT_GT(sample.wsSample(openvdb::Vec3d(1.0, 1.0, 1.0)), 0.0f) << "far outside";
  for (std::size_t f = 0; f < mesh.faces(); ++f) {  // vertices stand out a little, so that faces have the right volume
    openvdb::Vec3d middle(0.0, 0.0, 0.0);
    for (std::size_t k = 0; k < 3; ++k) {
      const float* x = &mesh.position[3 * mesh.corners[3 * f + k]];
      middle += openvdb::Vec3d(x[0], x[1], x[2]) / 3.0;
    }
    EXPECT_NEAR(sample.wsSample(middle), 0.0f, 0.05f);
  }
}

TEST(Vdb, surface_of_a_pool_ends_at_the_walls) {
  const Scene scene = testing::empty_box(3, testing::vec(8, 8, 8));
  const ParticleFrame pool = testing::lattice(scene, 0.0, [](const Vec3d& x) { return x[1] < 4.0; });
  const TemporaryFolder folder;
  ASSERT_TRUE(write_vdb_volumes(folder / "a.vdb", testing::distance_to_surface_of(scene, pool),
                                testing::fluid_box({{1, 1, 1}}, 1.0)));
  const auto surface = openvdb::gridPtrCast<openvdb::FloatGrid>(grids_of(folder / "a.vdb").at("surface"));
  const openvdb::tools::GridSampler<openvdb::FloatGrid, openvdb::tools::BoxSampler> sample(*surface);
  for (const double wall : {0.0, 8.0}) {
    EXPECT_NEAR(sample.wsSample(openvdb::Vec3d(wall, 2.0, 4.0)), 0.0f, 1e-5f);
    EXPECT_NEAR(sample.wsSample(openvdb::Vec3d(wall == 0.0 ? 0.4 : 7.6, 2.0, 4.0)), -0.4f, 1e-5f);
    EXPECT_NEAR(sample.wsSample(openvdb::Vec3d(wall == 0.0 ? -0.4 : 8.4, 2.0, 4.0)), 0.4f, 1e-5f);
  }
  EXPECT_NEAR(sample.wsSample(openvdb::Vec3d(4.0, 4.0, 4.0)), 0.0f, 0.05f);
}

TEST(Vdb, info_tells_the_grids_and_refuses_damaged_files) {
  const TemporaryFolder folder;
  const Scene scene = testing::empty_box(3, testing::vec(8, 8, 8));
  const ParticleFrame pool = testing::lattice(scene, 0.0, [](const Vec3d& x) { return x[1] < 4.0; });
  ASSERT_TRUE(write_vdb_volumes(folder / "a.vdb", testing::distance_to_surface_of(scene, pool),
                                testing::fluid_box({{8, 4, 8}}, 1.0)));
  const auto info = file_info(folder / "a.vdb");
  ASSERT_TRUE(info) << info.error().message;
  EXPECT_EQ(info->kind, "OpenVDB");
  EXPECT_TRUE(
      std::any_of(info->rows.begin(), info->rows.end(), [](const auto& row) { return row.first == "surface"; }));
  const std::string bytes = testing::read_file(folder / "a.vdb");
  auto manifest = Manifest::open(folder.path());
  ASSERT_TRUE(manifest && manifest->write(folder / "b.vdb", bytes));
  EXPECT_TRUE(file_info(folder / "b.vdb"));
  for (std::size_t i = 0; i < 10; ++i) {
    std::string damaged = bytes;
    damaged[(i + 1) * bytes.size() / 11] ^= 0x55;
    folder.add("b.vdb", damaged);
    EXPECT_FALSE(file_info(folder / "b.vdb")) << i;
    folder.add("c.vdb", bytes.substr(0, i * bytes.size() / 10));
    EXPECT_FALSE(file_info(folder / "c.vdb")) << i;
  }
}

}  // namespace
}  // namespace spindrift

#else

TEST(Vdb, without_openvdb_says_so) {
  EXPECT_FALSE(spindrift::has_openvdb());
  const auto written = spindrift::write_vdb_particles("a.vdb", {});
  ASSERT_FALSE(written);
  EXPECT_NE(written.error().message.find("without OpenVDB"), std::string::npos);
}

#endif
