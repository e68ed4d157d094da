#include "run/probes.h"

#include <gtest/gtest.h>

#include <limits>

#include "support/scenes.h"

namespace spindrift {
namespace {

using namespace testing;

ProbeSettings probe(ProbeSettings::Kind kind, const std::string& name) {
  ProbeSettings settings;
  settings.kind = kind;
  settings.name = name;
  return settings;
}

TEST(Probes, the_header_names_every_number_and_its_unit) {
  using Kind = ProbeSettings::Kind;
  Scene scene = empty_box(2, vec(4, 4));
  scene.liquids = {liquid(box({}, vec(2, 2)))};
  scene.probes = {probe(Kind::kPoint, "a"),   probe(Kind::kHeight, "g,1"), probe(Kind::kFront, "f"),
                  probe(Kind::kSurface, "s"), probe(Kind::kTorque, "t"),   probe(Kind::kEnergy, "e")};
  EXPECT_EQ(probe_header(scene),
            "time s,a pressure Pa,a u m/s,a v m/s,g_1 height m,f front m,f farthest m,t tz Nm/m,e kinetic J/m,"
            "e potential J/m,e total J/m");
  scene = empty_box(3, vec(4, 4, 4));
  scene.liquids = {liquid(box({}, vec(2, 2, 2)))};
  scene.fluid.surface_tension = 0.07;
  scene.probes = {probe(Kind::kForce, "f"), probe(Kind::kTorque, "t"), probe(Kind::kVolume, "v"),
                  probe(Kind::kFlux, "q"), probe(Kind::kEnergy, "e")};
  EXPECT_EQ(probe_header(scene),
            "time s,f fx N,f fy N,f fz N,t tx Nm,t ty Nm,t tz Nm,v volume m^3,q flux m^3/s,e kinetic J,e potential J,"
            "e surface J,e total J");
}

TEST(Probes, a_line_leaves_out_what_cannot_be_read) {
  const double nothing = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(probe_line({0.25, {150.0, nothing, -1.0}}), "0.25,150,,-1");
}

TEST(Probes, are_read_once_a_frame_or_after_the_first_step_at_or_after_each_due_time) {
  ProbeClock by_frame(0.0);
  EXPECT_TRUE(by_frame.is_due(0.0, 0));
  EXPECT_FALSE(by_frame.is_due(0.005, 0));
  EXPECT_TRUE(by_frame.is_due(0.01, 1));
  ProbeClock by_time(10.0);
  std::vector<double> read;
  for (const double time : {0.0, 0.06, 0.12, 0.18, 0.2, 0.45, 0.48}) {
    ProbeClock resumed(10.0);
    resumed.start_at(time, 0);
    if (by_time.is_due(time, 0)) read.push_back(time);
    EXPECT_EQ(resumed.is_due(0.5, 0), ProbeClock(by_time).is_due(0.5, 0)) << "the same steps after a pause at " << time;
  }
  EXPECT_EQ(read, (std::vector<double>{0.0, 0.12, 0.2, 0.45})) << "one line for two due times in one step";
}

}  // namespace
}  // namespace spindrift
