#include "run/tables/probes.h"

#include <gtest/gtest.h>

#include "support/scenes.h"

namespace spindrift {
namespace {

using namespace testing;

ProbeSettings probe(ProbeSettings::Kind kind, const std::string& name, const Vec3d& position) {
  ProbeSettings settings;
  settings.kind = kind;
  settings.name = name;
  settings.position = position;
  return settings;
}

// Four by four cells of a metre, the lower two rows wet; pressure falls linearly with height, velocity grows with x.
CellFrame half_full() {
  CellFrame cells;
  cells.cells = {{4, 4, 1}};
  cells.cell_size = 1.0;
  for (int j = 0; j < 4; ++j)
    for (int i = 0; i < 4; ++i) {
      cells.type.push_back(j < 2 ? CellType::kFluid : CellType::kAir);
      cells.density.push_back(j == 0 ? 1.0f : j == 1 ? 0.5f : j == 2 ? 0.25f : 0.0f);
      cells.pressure.push_back(100.0f * (2.0f - static_cast<float>(j)));
      cells.velocity.insert(cells.velocity.end(), {static_cast<float>(i), -1.0f, 0.0f});
    }
  return cells;
}

TEST(Probes, a_point_reads_pressure_and_velocity_between_cells) {
  Scene scene = empty_box(2, vec(4, 4));
  scene.probes.push_back(probe(ProbeSettings::Kind::kPoint, "a", vec(2.0, 1.0)));
  EXPECT_EQ(probe_header(scene), "time s,a pressure Pa,a u m/s,a v m/s");
  EXPECT_EQ(probe_line(scene, 0.25, half_full()), "0.25,150,1.5,-1");
}

TEST(Probes, a_point_in_air_reads_no_velocity) {
  Scene scene = empty_box(2, vec(4, 4));
  scene.probes.push_back(probe(ProbeSettings::Kind::kPoint, "air", vec(2.0, 3.5)));
  EXPECT_EQ(probe_line(scene, 1.0, half_full()), "1,0,,");
}

TEST(Probes, a_height_gauge_reads_the_filled_part_of_the_highest_wet_cell) {
  Scene scene = empty_box(2, vec(4, 4));
  scene.probes.push_back(probe(ProbeSettings::Kind::kHeight, "g,1", vec(0.5, 0.0)));
  EXPECT_EQ(probe_header(scene), "time s,g_1 height m");
  EXPECT_EQ(probe_line(scene, 0.0, half_full()), "0,1.75");
}

}  // namespace
}  // namespace spindrift
