#include "run/tables.h"

#include <gtest/gtest.h>

#include "support/json_reader.h"
#include "support/stats_keys.h"

namespace spindrift {
namespace {

using testing::Json;
using testing::parse_json;

FrameReport report_after_a_step() {
  FrameReport report;
  report.frame = 3;
  report.time = 0.05;
  report.substeps = 2;
  report.particles = 100;
  report.linear_momentum = {{1.0, 2.0, 3.0}};
  report.angular_momentum = {{4.0, 5.0, 6.0}};
  report.stage_seconds = {{"sort particles", 0.25}, {"project pressure", 0.5}};
  report.state_hash = 0xabc;
  return report;
}

TEST(StatsLine, vectors_have_as_many_entries_as_dimensions) {
  const Json in_2d = parse_json(stats_line(report_after_a_step(), 2));
  EXPECT_EQ(in_2d["linear_momentum"].items.size(), 2u);
  EXPECT_EQ(in_2d["center_of_mass"].items.size(), 2u);
  ASSERT_EQ(in_2d["angular_momentum"].items.size(), 1u);
  EXPECT_EQ(in_2d["angular_momentum"].items[0].number, 6.0);
  EXPECT_EQ(parse_json(stats_line(report_after_a_step(), 3))["angular_momentum"].items.size(), 3u);
}

TEST(StatsLine, stages_keep_their_order) {
  const Json stages = parse_json(stats_line(report_after_a_step(), 3))["stage_seconds"];
  EXPECT_EQ(stages.keys(), (std::vector<std::string>{"sort particles", "project pressure"}));
  EXPECT_EQ(stages["project pressure"].number, 0.5);
}

TEST(StatsLine, keys_without_meaning_are_absent) {
  FrameReport before_the_first_step = report_after_a_step();
  before_the_first_step.substeps = 0;
  const Json line = parse_json(stats_line(before_the_first_step, 3));
  for (const char* key :
       {"divergence_max", "pressure_iterations", "pressure_residual", "wall_seconds", "stage_seconds"})
    EXPECT_FALSE(line.has(key)) << key;
  FrameReport without_particles = report_after_a_step();
  without_particles.particles = 0;
  EXPECT_FALSE(parse_json(stats_line(without_particles, 3)).has("front_x"));
  EXPECT_FALSE(parse_json(stats_line(without_particles, 3)).has("center_of_mass"));
}

}  // namespace
}  // namespace spindrift
