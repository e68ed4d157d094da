// What `check` says of numbers that are possible and rarely meant.
#include <gtest/gtest.h>

#include <string>

#include "support/scene_texts.h"

namespace spindrift {
namespace {

using testing::warnings_with;

std::string of_pool(const std::vector<std::string>& overrides) {
  return warnings_with(
      "[domain]\nsize = [1, 1, 1]\nresolution = 8\n[[liquid]]\nshape = \"box\"\nmin = [0, 0, 0]\nmax = [1, 0.5, "
      "1]\n[[solid]]\nshape = \"sphere\"\ncenter = [0.5, 0.75, 0.5]\nradius = 0.2\n[[probe]]\nkind = \"point\"\nname = "
      "\"a\"\nposition = [0.5, 0.25, 0.5]\n[[drain]]\nshape = \"sphere\"\ncenter = [0, 0, 0]\nradius = 0.1\n",
      overrides);
}

std::string of_smoke(const std::vector<std::string>& overrides) {
  return warnings_with(
      "[domain]\nsize = [1, 1]\nresolution = 16\n[[smoke_source]]\nshape = \"sphere\"\ncenter = [0.5, 0.2]\nradius = "
      "0.1\ntemperature = 600\n",
      overrides);
}

TEST(UnusualNumbers, a_plain_scene_has_none) {
  EXPECT_EQ(of_pool({}), "");
  EXPECT_EQ(of_smoke({}), "");
}

TEST(UnusualNumbers, other_units) {
  EXPECT_NE(of_pool({"domain.size=[2000, 1000, 1000]"})
                .find("domain.size = [2000.0, 1000.0, 1000.0] m is unusual, expected between 0.001 and 1000: lengths "
                      "are in metres\n"),
            std::string::npos);
  EXPECT_NE(of_pool({"forces.gravity=[0, -981, 0]"})
                .find("forces.gravity = [0.0, -981.0, 0.0] m/s^2 is unusual, expected at most 500: the Earth's is 9.81 "
                      "m/s^2\n"),
            std::string::npos);
  EXPECT_EQ(of_pool({"fluid.density=1"}),
            "fluid.density = 1.0 kg/m^3 is unusual, expected at least 10: water has 1000 kg/m^3\n");
  EXPECT_NE(of_pool({"fluid.surface_tension=72"})
                .find("fluid.surface_tension = 72.0 N/m is unusual, expected at most 2: water has 0.072 N/m\n"),
            std::string::npos);
  EXPECT_EQ(of_smoke({"gas.ambient_temperature=20"}),
            "gas.ambient_temperature = 20.0 K is unusual, expected at least 100: 20 degrees Celsius are 293 K\n");
  EXPECT_EQ(of_smoke({"gas.ambient_temperature=0"}), "") << "where only differences count";
  EXPECT_EQ(of_smoke({"smoke_source.temperature=80"}),
            "smoke source 1: a temperature of 80 K is unusual, expected at least 100\n");
}

TEST(UnusualNumbers, particles_in_no_format) {
  EXPECT_EQ(of_pool({"output.formats=[]"}),
            "output.formats is empty, so no particles are written; set output.particles = false if that is meant\n");
  EXPECT_EQ(of_pool({"output.formats=[]", "output.particles=false"}), "");
}

TEST(UnusualNumbers, another_way_up) {
  EXPECT_EQ(of_pool({"forces.gravity=[0, 9.81, 0]"}),
            "forces.gravity points up; y is up, so the Earth's is -9.81 along y\n");
  EXPECT_EQ(of_pool({"forces.gravity=[0, 0, -9.81]"}),
            "forces.gravity points along z only; y is up, so the Earth's is [0, -9.81, 0]\n");
}

TEST(UnusualNumbers, fuel_that_never_burns) {
  EXPECT_EQ(of_smoke({"smoke_source.fuel=1"}), "");
  EXPECT_EQ(of_smoke({"smoke_source.fuel=1", "smoke_source.temperature=400"}),
            "the fuel never burns: fire.ignition_temperature is 450 K, and the hottest gas has 400 K\n");
}

TEST(UnusualNumbers, a_force_that_reaches_nothing) {
  const std::string pool =
      "[domain]\nsize = [1, 1]\nresolution = 8\n[[liquid]]\nshape = \"box\"\nmin = [0, 0]\nmax = [1, "
      "0.5]\n[[force]]\nkind = \"point\"\ncenter = [4, 0.5]\nstrength = 5\n";
  EXPECT_EQ(warnings_with(pool, {}),
            "force 1 does not reach the domain: its radius is 1 m, and its centre is 3 m away\n");
  EXPECT_EQ(warnings_with(pool, {"force.radius=5"}), "");
}

TEST(UnusualNumbers, a_force_or_a_drain_that_misses_every_cell) {
  const std::string pool =
      "[domain]\nsize = [1, 1]\nresolution = 8\n[[liquid]]\nshape = \"box\"\nmin = [0, 0]\nmax = [1, "
      "0.5]\n[[force]]\nkind = \"vortex\"\ncenter = [0.5, 0.5]\nstrength = 5\nradius = 0.07\n[[drain]]\nshape = "
      "\"box\"\nmin = [0.2, 0]\nmax = [0.33, 0.01]\n";
  EXPECT_EQ(warnings_with(pool, {}), "");
  EXPECT_EQ(warnings_with(pool, {"force.radius=0.06"}),
            "force 1 may reach no cell: its radius of 0.06 m is less than half a cell (0.125 m)\n");
  EXPECT_EQ(warnings_with(pool, {"drain.max=[0.32, 0.01]"}),
            "drain 1 is smaller than a cell (0.125 m) and may remove nothing\n");
  EXPECT_EQ(of_pool({"drain.radius=0.05", "drain.center=[0.5, 0.2, 0.5]"}),
            "drain 1 is smaller than a cell (0.125 m) and may remove nothing\n");
}

TEST(UnusualNumbers, a_bed_as_rough_as_the_tank_is_wide) {
  EXPECT_EQ(of_pool({"fluid.roughness=0.1"}), "");
  EXPECT_EQ(of_pool({"fluid.roughness=0.5"}),
            "fluid.roughness = 0.5 m is unusual: it is the grain size of a bed, and the smallest side of the domain is "
            "1 m\n");
}

TEST(UnusualNumbers, a_wave_beyond_the_domain) {
  const std::string wave =
      "[domain]\nsize = [2, 1]\nresolution = 16\n[[liquid]]\nshape = \"wave\"\nlevel = 0.5\namplitude = "
      "0.2\nwavelength = 2\n";
  EXPECT_EQ(warnings_with(wave), "");
  EXPECT_NE(warnings_with(wave, {"liquid.level=5"})
                .find("liquid 1: the level of the wave, 5 m, is above the top of the domain (1 m)\n"),
            std::string::npos);
  EXPECT_EQ(warnings_with(wave, {"liquid.level=0"}),
            "liquid 1: the level of the wave, 0 m, is below the floor of the domain (0 m)\n");
}

TEST(UnusualNumbers, outputs_that_come_no_second_time) {
  const std::string pool =
      "[domain]\nsize = [1, 1]\nresolution = 8\n[[liquid]]\nshape = \"box\"\nmin = [0, 0]\nmax = [1, "
      "0.5]\n[[region]]\nkind = \"slice\"\nname = \"r\"\naxis = \"y\"\nat = 0.2\n[[probe]]\nkind = \"point\"\nname = "
      "\"a\"\nposition = [0.5, 0.25]\n";
  EXPECT_EQ(warnings_with(pool, {"region.rate=0.5", "output.particles_rate=0.5", "output.probe_rate=0.5"}), "");
  EXPECT_EQ(warnings_with(pool, {"region.every=120"}), "");
  EXPECT_EQ(warnings_with(pool, {"region.every=121"}), "region 'r': every = 121 writes only frame 0 of 120 frames\n");
  EXPECT_EQ(warnings_with(pool, {"region.rate=0.4"}), "region 'r': rate = 0.4 writes only the start of a run of 2 s\n");
  EXPECT_EQ(warnings_with(pool, {"output.particles_rate=0.4"}),
            "output.particles_rate = 0.4 writes particles only at the start of a run of 2 s\n");
  EXPECT_EQ(warnings_with(pool, {"output.particles_rate=0.4", "output.particles=false"}), "");
  EXPECT_EQ(warnings_with(pool, {"output.volumes_rate=0.4", "output.volumes=[\"vti\"]"}),
            "output.volumes_rate = 0.4 writes volumes only at the start of a run of 2 s\n");
  EXPECT_EQ(warnings_with(pool, {"output.probe_rate=0.4"}),
            "output.probe_rate = 0.4 reads probes only at the start of a run of 2 s\n");
}

TEST(UnusualNumbers, times_after_the_end) {
  EXPECT_EQ(of_pool({"drain.start=2.5"}), "drain 1 starts at 2.5 s, after the end of the run (2 s)\n");
  EXPECT_EQ(of_smoke({"smoke_source.start=3"}), "smoke source 1 starts at 3 s, after the end of the run (2 s)\n");
  EXPECT_EQ(of_pool({"solid.start=2.5"}), "solid 1 starts at 2.5 s, after the end of the run (2 s)\n");
  EXPECT_EQ(of_pool({"output.every=500"}), "output.every = 500 writes only frame 0 of 120 frames\n");
  EXPECT_EQ(of_pool({"output.volumes_every=500", "output.volumes=[\"vti\"]"}),
            "output.volumes_every = 500 writes only frame 0 of 120 frames\n");
}

TEST(UnusualNumbers, probes_that_read_nothing) {
  const std::string pool =
      "[domain]\nsize = [1, 1]\nresolution = 8\n[[liquid]]\nshape = \"box\"\nmin = [0, 0]\nmax = [1, "
      "0.5]\n[[probe]]\nkind = \"volume\"\nname = \"v\"\nmin = [0, 0]\nmax = [0.5, 1]\n[[probe]]\nkind = "
      "\"surface\"\nname = \"s\"\nfrom = [0, 0]\nto = [1, 0]\ntimes = [0.5, 2]\n";
  EXPECT_EQ(warnings_with(pool, {}), "");
  EXPECT_EQ(warnings_with(pool, {"probe.1.min=[2, 0]", "probe.1.max=[3, 1]"}),
            "the box of the probe 'v' lies outside the domain\n");
  EXPECT_EQ(warnings_with(pool, {"probe.2.times=[0.5, 1, 3, 9]"}),
            "probe 's': 2 of its 4 times are after the end of the run (2 s)\n");
  EXPECT_EQ(warnings_with(pool, {"probe.2.times=[8, 9]"}),
            "probe 's': all of its times are after the end of the run (2 s)\n");
}

TEST(UnusualNumbers, a_camera_that_sees_nothing) {
  EXPECT_EQ(of_pool({"render.eye=[3, 1, 3]"}), "");
  EXPECT_EQ(of_pool({"render.eye=[3, 1, 3]", "render.target=[4, 1, 4]"}),
            "the camera looks away from the domain; check render.eye and render.target\n");
  EXPECT_EQ(of_pool({"render.eye=[3, 1, 3]", "render.target=[3, 1, 3]"}),
            "render.eye and render.target are the same point\n");
  EXPECT_EQ(of_pool({"render.eye=[0.5, 0.75, 0.5]", "render.target=[0, 0, 0]"}),
            "the camera (render.eye) is inside a solid\n");
}

TEST(UnusualNumbers, what_lies_in_a_solid) {
  EXPECT_EQ(of_pool({"probe.position=[0.5, 0.75, 0.5]"}), "the probe 'a' lies inside a solid\n");
  EXPECT_EQ(warnings_with("[domain]\nsize = [1, 1]\nresolution = 16\n[[smoke]]\nshape = \"sphere\"\ncenter = [0.5, "
                          "0.5]\nradius = 0.1\n[[solid]]\nshape = \"sphere\"\ncenter = [0.5, 0.5]\nradius = 0.3\n",
                          {}),
            "smoke 1 lies inside a solid\n");
}

}  // namespace
}  // namespace spindrift
