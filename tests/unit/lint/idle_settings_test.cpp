// What `check` says of settings that do nothing in their scene.
#include <gtest/gtest.h>

#include <string>

#include "support/scene_texts.h"

namespace spindrift {
namespace {

using testing::warnings_with;

const std::string kTankOfIdle =
    "[domain]\nsize = [2, 1]\nresolution = 32\n[[liquid]]\nshape = \"box\"\nmin = [0, 0]\nmax = [1, 0.5]\n";
const std::string kGasOfIdle =
    "[domain]\nsize = [1, 1]\nresolution = 16\n[[smoke_source]]\nshape = \"sphere\"\ncenter = [0.5, 0.2]\nradius = "
    "0.1\ntemperature = 600\n";

std::string idle_in_tank(const std::vector<std::string>& overrides) { return warnings_with(kTankOfIdle, overrides); }
std::string idle_in_gas(const std::vector<std::string>& overrides) { return warnings_with(kGasOfIdle, overrides); }

std::string with_ball(const std::string& keyframes) {
  return warnings_with(kTankOfIdle + "[[solid]]\nshape = \"sphere\"\ncenter = [1.5, 0.5]\nradius = 0.2\n" + keyframes);
}

// Every file holds this motion, or gravity.
SceneFiles files_with_times(std::vector<double> times) {
  const auto table = [times](const std::string& path) -> Result<std::shared_ptr<const NumberTable>> {
    auto read = std::make_shared<NumberTable>();
    read->file = path;
    read->names = {"time", "x", "y"};
    for (const double time : times) read->numbers.insert(read->numbers.end(), {time, 1e-3 * time, 0.0});
    return std::shared_ptr<const NumberTable>(read);
  };
  return {MeshSource(), table};
}

TEST(IdleSettings, a_plain_scene_has_none) {
  EXPECT_EQ(idle_in_tank({}), "");
  EXPECT_EQ(idle_in_gas({}), "");
}

TEST(IdleSettings, solids_that_move_after_the_end_of_the_run) {
  EXPECT_EQ(with_ball("keyframes = [{time = 0}, {time = 1, position = [0.1, 0]}, {time = 20}]\n"), "");
  EXPECT_EQ(with_ball("keyframes = [{time = 2}, {time = 3, position = [0.1, 0]}]\n"),
            "the keyframes of solid 1 begin at 2 s, after the end of the run (2 s), so it does not move; times are in "
            "seconds\n");
  EXPECT_EQ(
      with_ball("keyframes = [{time = 0}, {time = 120, position = [0.1, 0]}]\n"),
      "the keyframes of solid 1 end at 120 s, more than 10 times the length of the run (2 s); times are in seconds\n");
  const std::string ball =
      kTankOfIdle + "[[solid]]\nshape = \"sphere\"\ncenter = [1.5, 0.5]\nradius = 0.2\nmotion_file = \"m.csv\"\n";
  EXPECT_EQ(warnings_with(ball, {}, files_with_times({0, 1, 2})), "");
  EXPECT_EQ(warnings_with(ball, {}, files_with_times({0, 60, 120})),
            "the motion_file of solid 1 ends at 120 s, more than 10 times the length of the run (2 s); times are in "
            "seconds\n");
}

TEST(IdleSettings, a_tank_that_stands) {
  const auto with_frame = [](const std::string& keyframes) {
    return warnings_with(kTankOfIdle + "[frame]\nkeyframes = [" + keyframes + "]\n");
  };
  EXPECT_EQ(with_frame("{time = 0}, {time = 1, position = [0.1, 0]}"), "");
  EXPECT_EQ(with_frame("{time = 5}, {time = 6, position = [0.1, 0]}"),
            "the keyframes of [frame] begin at 5 s, after the end of the run (2 s), so the tank does not move; times "
            "are in seconds\n");
  EXPECT_EQ(with_frame("{time = 0, position = [0.1, 0]}, {time = 1, position = [0.1, 0]}"),
            "[frame] has keyframes, but all of them put the tank in the same place\n");
  EXPECT_EQ(with_frame("{time = 0, rotation_degrees = 5}"), "") << "a tilted tank";
  EXPECT_EQ(warnings_with(kTankOfIdle + "[frame]\nmotion_file = \"m.csv\"\n", {}, files_with_times({3, 4})),
            "the motion_file of [frame] begins at 3 s, after the end of the run (2 s), so the tank does not move; "
            "times are in seconds\n");
}

TEST(IdleSettings, gravity_that_changes_after_the_end_of_the_run) {
  const std::string down = "gravity = [0, -9.81]}", aside = "gravity = [1, -9.81]}";
  const auto with_times = [&](const std::string& first, const std::string& second) {
    return warnings_with(kTankOfIdle + "[forces]\ngravity_keyframes = [{time = " + first + ", " + down +
                         ", {time = " + second + ", " + aside + "]\n");
  };
  EXPECT_EQ(with_times("0", "1"), "");
  EXPECT_EQ(with_times("60", "90"),
            "forces.gravity_keyframes begin at 60 s, after the end of the run (2 s), so gravity does not change; times "
            "are in seconds\n");
  EXPECT_EQ(
      with_times("0", "60"),
      "forces.gravity_keyframes end at 60 s, more than 10 times the length of the run (2 s); times are in seconds\n");
  EXPECT_EQ(warnings_with(kTankOfIdle + "[forces]\ngravity_file = \"g.csv\"\n", {}, files_with_times({3, 4})),
            "forces.gravity_file begins at 3 s, after the end of the run (2 s), so gravity does not change; times are "
            "in seconds\n");
}

TEST(IdleSettings, gravity_beside_its_keyframes) {
  const std::string keys =
      kTankOfIdle + "[forces]\ngravity_keyframes = [{time = 0, gravity = [0, -5]}, {time = 1, gravity = [1, -5]}]\n";
  EXPECT_EQ(warnings_with(keys), "");
  EXPECT_EQ(warnings_with(keys, {"forces.gravity=[0, -5]"}), "") << "as a hand leaves it that tilts the tank";
  EXPECT_EQ(warnings_with(keys, {"forces.gravity=[0, -3]"}),
            "forces.gravity has no effect: forces.gravity_keyframes take its place; remove it\n");
  EXPECT_EQ(warnings_with(kTankOfIdle + "[forces]\ngravity = [0, -3]\ngravity_file = \"g.csv\"\n", {},
                          files_with_times({0, 1})),
            "forces.gravity has no effect: forces.gravity_file takes its place; remove it\n");
}

TEST(IdleSettings, keys_of_another_pressure_solver) {
  EXPECT_EQ(idle_in_tank({"solver.sweeps=10"}),
            "solver.sweeps has no effect without solver.pressure = \"gauss_seidel\"\n");
  EXPECT_EQ(idle_in_gas({"solver.pressure=pcg", "solver.over_relaxation=1.5"}),
            "solver.over_relaxation has no effect without solver.pressure = \"gauss_seidel\"\n");
  EXPECT_EQ(idle_in_tank({"solver.pressure=gauss_seidel", "solver.sweeps=10", "solver.over_relaxation=1.5"}), "");
  const std::vector<std::string> tolerance = {"solver.pressure=gauss_seidel", "solver.tolerance=1e-3"};
  EXPECT_EQ(idle_in_tank(tolerance),
            "solver.tolerance has no effect without solver.pressure = \"pcg\" or \"multigrid\", or viscosity\n");
  EXPECT_EQ(warnings_with(kTankOfIdle + "[fluid]\nviscosity = 100\n[solver]\ntransfer = \"apic\"\n", tolerance), "");
}

TEST(IdleSettings, the_blend_of_another_transfer) {
  EXPECT_EQ(idle_in_tank({"solver.flip=0.9"}), "");
  EXPECT_EQ(idle_in_tank({"solver.flip=0.9", "solver.transfer=apic"}),
            "solver.flip has no effect without solver.transfer = \"flip\"\n");
}

TEST(IdleSettings, keys_of_what_keeps_particles_apart) {
  EXPECT_EQ(idle_in_tank({"drift.separation=0.4"}), "drift.separation has no effect without drift.push_apart\n");
  EXPECT_EQ(idle_in_tank({"drift.push_iterations=4"}),
            "drift.push_iterations has no effect without drift.push_apart\n");
  EXPECT_EQ(idle_in_tank({"drift.push_apart=true", "drift.separation=0.4", "drift.push_iterations=4"}), "");
  EXPECT_EQ(idle_in_tank({"drift.stiffness=0.5"}), "drift.stiffness has no effect without drift.density_term\n");
  EXPECT_EQ(idle_in_tank({"drift.stiffness=0.5", "drift.density_term=true"}), "");
  EXPECT_EQ(idle_in_tank({"drift.tolerance=0.1", "drift.projection=false"}),
            "drift.tolerance has no effect without drift.projection\n");
  EXPECT_EQ(idle_in_tank({"particles.radius=0.25"}),
            "particles.radius has no effect without particles.packing = \"hexagonal\"\n");
  EXPECT_EQ(idle_in_tank({"particles.radius=0.25", "particles.packing=hexagonal"}), "");
}

TEST(IdleSettings, outputs_that_nothing_is_written_of) {
  EXPECT_EQ(idle_in_tank({"output.volumes_every=5"}),
            "output.volumes_every has no effect without a format in output.volumes\n");
  EXPECT_EQ(idle_in_gas({"output.volumes_rate=5"}),
            "output.volumes_rate has no effect without a format in output.volumes\n");
  EXPECT_EQ(idle_in_tank({"output.volumes_every=5", "output.volumes=[\"vti\"]"}), "");
  EXPECT_EQ(idle_in_tank({"surface.resolution=3"}),
            "surface.resolution has no effect without surface.write (in 3D, `render` uses them too)\n");
  EXPECT_EQ(idle_in_tank({"surface.resolution=3", "surface.write=ply"}), "");
}

TEST(IdleSettings, fire_without_fuel) {
  EXPECT_EQ(idle_in_gas({"fire.heat=900"}),
            "fire.heat has no effect without fuel in a [[smoke]] or [[smoke_source]]\n");
  EXPECT_EQ(idle_in_gas({"fire.heat=900", "smoke_source.fuel=1"}), "");
  EXPECT_EQ(idle_in_gas({"fire.radiation=900", "fire.flame_temperature=900"}), "") << "hot gas radiates without fire";
}

// What a command leaves behind may have had an effect before the next one came.
TEST(IdleSettings, recordings_have_none) {
  const std::string command = "[[command]]\nstep = 3\nedits = [\"solver.sweeps=10\"]\n";
  EXPECT_EQ(warnings_with(kTankOfIdle + command), "");
}

// A tilt begins with the gravity that there is, and may end after the run.
TEST(IdleSettings, a_tank_tilted_by_hand_has_none) {
  const std::string tilt =
      "[forces]\ngravity = [0, -5]\n[[command]]\nstep = 3\nedits = [\"forces.gravity_keyframes+={time = 1.99, gravity "
      "= [0.0, -5.0]}\",\"forces.gravity_keyframes+={time = 2.01, gravity = [1.0, -5.0]}\"]\n";
  const auto recording = parse_scene(kTankOfIdle + tilt, "scene.toml");
  ASSERT_TRUE(recording) << to_string(recording.error());
  const auto played = played_scene(*recording);
  ASSERT_TRUE(played) << to_string(played.error());
  EXPECT_EQ(testing::warnings_of(*recording), "");
  EXPECT_EQ(testing::warnings_of(*played), "");
}

}  // namespace
}  // namespace spindrift
