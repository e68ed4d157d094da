#include "run/run_record.h"

#include <gtest/gtest.h>

#include <utility>

#include "support/json_reader.h"

namespace spindrift {
namespace {

using testing::Json;
using testing::parse_json;

TEST(RunJson, tells_making_files_from_writing_them) {
  RunRecord record;
  record.scene_json = "{}";
  record.output = {3, 4000, 2.5, 0.125, 1.0};
  const Json output = parse_json(run_json(record))["output"];
  EXPECT_EQ(output["make_seconds"].number, 2.5);
  EXPECT_EQ(output["write_seconds"].number, 0.125);
}

TEST(RunJson, totals_of_smoke_do_not_speak_of_particles) {
  RunRecord record;
  record.scene_json = "{}";
  for (const char* key : {"particles", "largest_volume_drift", "escaped_particles"}) {
    record.is_smoke = false;
    EXPECT_TRUE(parse_json(run_json(record))["totals"].has(key)) << key;
    record.is_smoke = true;
    EXPECT_FALSE(parse_json(run_json(record))["totals"].has(key)) << key;
  }
}

TEST(RunTotals, sum_times_and_keep_the_worst) {
  FrameReport first;
  first.frame = 1;
  first.substeps = 2;
  first.volume_drift = -0.02;
  first.pressure_residual = 1e-3;
  first.pressure_converged = false;
  first.wall_seconds = 1.0;
  first.stage_seconds = {{"sort particles", 0.25}};
  FrameReport second = first;
  second.frame = 2;
  second.volume_drift = 0.01;
  second.pressure_residual = 1e-6;
  second.pressure_converged = true;
  RunTotals totals;
  add_frame(totals, first);
  add_frame(totals, second);
  EXPECT_EQ(totals.frames, 2);
  EXPECT_EQ(totals.substeps, 4);
  EXPECT_EQ(totals.largest_volume_drift, -0.02);
  EXPECT_EQ(totals.largest_pressure_residual, 1e-3);
  EXPECT_EQ(totals.unconverged_frames, 1);
  EXPECT_EQ(totals.wall_seconds, 2.0);
  ASSERT_EQ(totals.stage_seconds.size(), 1u);
  EXPECT_EQ(totals.stage_seconds[0].seconds, 0.5);
}

TEST(RunTotals, the_last_drops_of_a_liquid_that_leaves_say_nothing_of_its_volume) {
  FrameReport report;
  RunTotals totals;
  for (const auto& [volume, drift] : {std::pair(1.0, 0.01), std::pair(0.11, -0.03), std::pair(0.01, 0.5)}) {
    report.volume = volume;
    report.volume_drift = drift;
    add_frame(totals, report);
  }
  EXPECT_EQ(totals.largest_volume_drift, -0.03);
}

}  // namespace
}  // namespace spindrift
