// What `check` says of numbers that are possible and rarely meant.
#include <gtest/gtest.h>

#include <string>

#include "spindrift/scene_file.h"
#include "spindrift/simulation.h"

namespace spindrift {
namespace {

std::string warnings_with(const std::string& text, const std::vector<std::string>& overrides) {
  const auto scene = parse_scene(text, "scene.toml", overrides);
  if (!scene) return to_string(scene.error());
  const auto expected = estimate(*scene);
  if (!expected) return to_string(expected.error());
  std::string all;
  for (const std::string& warning : expected->warnings) all += warning + "\n";
  return all;
}

std::string of_pool(const std::vector<std::string>& overrides) {
  return warnings_with(
      "[domain]\nsize = [1, 1, 1]\nresolution = 8\n[[liquid]]\nshape = \"box\"\nmin = [0, 0, 0]\nmax = [1, 0.5, 1]\n"
      "[[solid]]\nshape = \"sphere\"\ncenter = [0.5, 0.75, 0.5]\nradius = 0.2\n"
      "[[probe]]\nkind = \"point\"\nname = \"a\"\nposition = [0.5, 0.25, 0.5]\n"
      "[[drain]]\nshape = \"sphere\"\ncenter = [0, 0, 0]\nradius = 0.1\n",
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
  EXPECT_NE(of_pool({"domain.size=[2000, 1000, 1000]"}).find("the domain is 2e+03 m long; domain.size is in metres\n"),
            std::string::npos);
  EXPECT_NE(
      of_pool({"forces.gravity=[0, -981, 0]"}).find("a gravity of 981 m/s^2 is very strong; the Earth's is 9.81\n"),
      std::string::npos);
  EXPECT_EQ(of_pool({"fluid.density=1"}), "a density of 1 kg/m^3 is that of a gas; water has 1000\n");
  EXPECT_NE(of_pool({"fluid.surface_tension=72"})
                .find("a surface tension of 72 N/m is beyond that of any liquid; water has 0.072\n"),
            std::string::npos);
  EXPECT_EQ(of_smoke({"gas.ambient_temperature=20"}),
            "gas.ambient_temperature = 20 is in kelvin; 20 degrees Celsius are 293\n");
  EXPECT_EQ(of_smoke({"gas.ambient_temperature=0"}), "") << "where only differences count";
  EXPECT_EQ(of_smoke({"smoke_source.temperature=80"}), "smoke source 1 has a temperature of 80, in kelvin\n");
}

TEST(UnusualNumbers, particles_in_no_format) {
  EXPECT_EQ(of_pool({"output.formats=[]"}),
            "output.formats names no format, so no particles are written; output.particles = false would say so\n");
  EXPECT_EQ(of_pool({"output.formats=[]", "output.particles=false"}), "");
  EXPECT_EQ(of_smoke({"output.formats=[]"}), "");
}

TEST(UnusualNumbers, another_way_up) {
  EXPECT_EQ(of_pool({"forces.gravity=[0, 9.81, 0]"}),
            "forces.gravity points up: y is up, so the Earth's is -9.81 along y\n");
  EXPECT_EQ(of_pool({"forces.gravity=[0, 0, -9.81]"}),
            "forces.gravity points along z only: y is up, so the Earth's is [0, -9.81, 0]\n");
}

TEST(UnusualNumbers, fuel_that_never_burns) {
  EXPECT_EQ(of_smoke({"smoke_source.fuel=1"}), "");
  EXPECT_EQ(of_smoke({"smoke_source.fuel=1", "smoke_source.temperature=400"}),
            "the fuel never burns: nothing is as hot as fire.ignition_temperature = 450 K; the hottest has 400\n");
}

TEST(UnusualNumbers, a_force_that_reaches_nothing) {
  const std::string pool =
      "[domain]\nsize = [1, 1]\nresolution = 8\n[[liquid]]\nshape = \"box\"\nmin = [0, 0]\nmax = [1, 0.5]\n"
      "[[force]]\nkind = \"point\"\ncenter = [4, 0.5]\nstrength = 5\n";
  EXPECT_EQ(warnings_with(pool, {}),
            "force 1 does not reach into the domain: its radius is 1 m, and its centre 3 m away\n");
  EXPECT_EQ(warnings_with(pool, {"force.radius=5"}), "");
}

TEST(UnusualNumbers, times_after_the_end) {
  EXPECT_EQ(of_pool({"drain.start=2.5"}), "drain 1 starts at 2.5 s, after the end of the run (2 s)\n");
  EXPECT_EQ(of_smoke({"smoke_source.start=3"}), "smoke source 1 starts at 3 s, after the end of the run (2 s)\n");
  EXPECT_EQ(of_pool({"solid.start=2.5"}), "solid 1 starts at 2.5 s, after the end of the run (2 s)\n");
  EXPECT_EQ(of_pool({"output.every=500"}), "output.every = 500 writes frame 0 alone, of 120 frames\n");
  EXPECT_EQ(of_pool({"output.volumes_every=500"}), "output.volumes_every = 500 writes frame 0 alone, of 120 frames\n");
}

TEST(UnusualNumbers, probes_that_read_nothing) {
  const std::string pool =
      "[domain]\nsize = [1, 1]\nresolution = 8\n[[liquid]]\nshape = \"box\"\nmin = [0, 0]\nmax = [1, 0.5]\n"
      "[[probe]]\nkind = \"volume\"\nname = \"v\"\nmin = [0, 0]\nmax = [0.5, 1]\n"
      "[[probe]]\nkind = \"surface\"\nname = \"s\"\nfrom = [0, 0]\nto = [1, 0]\ntimes = [0.5, 9]\n";
  EXPECT_EQ(warnings_with(pool, {}), "");
  EXPECT_EQ(warnings_with(pool, {"probe.1.min=[2, 0]", "probe.1.max=[3, 1]"}),
            "the box of the probe 'v' lies outside of the domain\n");
  EXPECT_EQ(warnings_with(pool, {"probe.2.times=[8, 9]"}),
            "the probe 's' has times after the end of the run (2 s) only\n");
}

TEST(UnusualNumbers, a_camera_that_sees_nothing) {
  EXPECT_EQ(of_pool({"render.eye=[3, 1, 3]"}), "");
  EXPECT_EQ(of_pool({"render.eye=[3, 1, 3]", "render.target=[4, 1, 4]"}),
            "the camera looks away from the domain: check render.eye and render.target\n");
  EXPECT_EQ(of_pool({"render.eye=[3, 1, 3]", "render.target=[3, 1, 3]"}),
            "render.eye and render.target are the same point: the camera looks nowhere\n");
  EXPECT_EQ(of_pool({"render.eye=[0.5, 0.75, 0.5]", "render.target=[0, 0, 0]"}),
            "the camera (render.eye) stands inside of a solid\n");
}

TEST(UnusualNumbers, what_lies_in_a_solid) {
  EXPECT_EQ(of_pool({"probe.position=[0.5, 0.75, 0.5]"}), "the probe 'a' lies inside of a solid\n");
  EXPECT_EQ(warnings_with("[domain]\nsize = [1, 1]\nresolution = 16\n[[smoke]]\nshape = \"sphere\"\ncenter = [0.5, "
                          "0.5]\nradius = 0.1\n[[solid]]\nshape = \"sphere\"\ncenter = [0.5, 0.5]\nradius = 0.3\n",
                          {}),
            "smoke 1 lies inside of a solid\n");
}

}  // namespace
}  // namespace spindrift
