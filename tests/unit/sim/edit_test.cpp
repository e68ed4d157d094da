// A simulation whose scene changes while it runs: the change is exact, a recording of it replays with the same bits.
#include <gtest/gtest.h>

#include "base/split.h"
#include "spindrift/scene_file.h"
#include "spindrift/simulation.h"
#include "support/scenes.h"

namespace spindrift {
namespace {

using testing::box;
using testing::kD;
using testing::simulate;
using testing::vec;

IN_2D_AND_3D(EditTest);

Scene pool_with_ball(int dimension) {
  Scene scene = testing::dam_break(dimension, 16, 0.05);
  scene.time.substeps = 0;
  scene.time.fps = 30.0;
  scene.time.cfl = 0.5;
  scene.solids = {testing::solid(testing::sphere(vec(0.55, 0.2, 0.4), 0.1))};
  return scene;
}

std::string list(int dimension, double x, double y, double z) {
  const std::string two = std::to_string(x) + ", " + std::to_string(y);
  return "[" + two + (dimension == 3 ? ", " + std::to_string(z) : "") + "]";
}

void step(Simulation& simulation, int count) {
  for (int i = 0; i < count; ++i) {
    const auto report = simulation.advance_substep();
    ASSERT_TRUE(report) << to_string(report.error());
  }
}

void edit(Simulation& simulation, const std::vector<std::string>& edits) {
  const Status made = simulation.edit(edits);
  ASSERT_TRUE(made) << to_string(made.error());
}

std::uint64_t state_hash_of(const Simulation& simulation) { return simulation.measure()->state_hash; }

// A ball that is dragged, a jet, a wall that comes and goes, a drain, a push, gravity that turns, settings.
void play(Simulation& simulation, int dimension) {
  const auto now = [&] { return std::to_string(simulation.time()); };
  step(simulation, 5);
  const double t = simulation.time();
  edit(simulation, {"solid.1.keyframes=[{time = " + now() + "}, {time = " + std::to_string(t + 0.1) +
                    ", position = " + list(dimension, -0.15, 0.1, 0.0) + "}]"});
  step(simulation, 5);
  edit(simulation, {"source+={shape = \"sphere\", center = " + list(dimension, 0.4, 0.6, 0.4) +
                    ", radius = 0.08, velocity = " + list(dimension, 0.0, -1.0, 0.0) + ", start = " + now() + "}"});
  step(simulation, 5);
  edit(simulation, {"source.1.end=" + now(), "solver.flip=0.6",
                    "solid+={shape = \"capsule\", from = " + list(dimension, 0.3, 0.0, 0.4) +
                        ", to = " + list(dimension, 0.4, 0.3, 0.4) + ", radius = 0.05, start = " + now() + "}"});
  step(simulation, 5);
  edit(simulation, {"solid.2.end=" + now(),
                    "drain+={shape = \"sphere\", center = " + list(dimension, 0.1, 0.1, 0.4) + ", radius = 0.08}",
                    "force+={kind = \"push\", center = " + list(dimension, 0.2, 0.2, 0.4) +
                        ", radius = 0.2, acceleration = " + list(dimension, 20.0, 5.0, 0.0) + "}"});
  step(simulation, 5);
  edit(simulation, {"forces.gravity=" + list(dimension, 5.0, -8.0, 0.0), "solver.transfer=apic"});
  step(simulation, 5);
}

TYPED_TEST(EditTest, a_recording_replays_with_the_same_bits) {
  const Scene scene = pool_with_ball(kD<TypeParam>);
  Simulation live = simulate(scene, 2);
  play(live, kD<TypeParam>);
  const auto recording = live.recording();
  ASSERT_TRUE(recording);
  EXPECT_EQ(recording->commands.size(), 5u);

  // As text and back, on another number of threads.
  const auto text = scene_to_toml(*recording);
  ASSERT_TRUE(text);
  const auto read = parse_scene(*text, "recording.toml");
  ASSERT_TRUE(read) << to_string(read.error());
  Simulation replay = simulate(*read, 1);
  Simulation from_start = simulate(*recording, 1);
  step(from_start, 17);
  const auto middle = from_start.save();
  ASSERT_TRUE(middle);
  step(replay, static_cast<int>(live.step()));
  EXPECT_EQ(state_hash_of(replay), state_hash_of(live));
  EXPECT_EQ(replay.particle_count(), live.particle_count());

  auto resumed = Simulation::resume(*read, *middle, 2);
  ASSERT_TRUE(resumed) << to_string(resumed.error());
  step(*resumed, static_cast<int>(live.step()) - 17);
  EXPECT_EQ(state_hash_of(*resumed), state_hash_of(live));
  EXPECT_EQ(live.measure()->escaped_particles, 0);
}

// Settings that others follow from: a recording that was read from text lets them follow, too.
TYPED_TEST(EditTest, what_follows_from_an_edited_key_follows_in_the_recordings_text) {
  for (const char* edited : {"fluid.viscosity=10", "solver.method=classic"}) {
    Simulation live = simulate(pool_with_ball(kD<TypeParam>), 1);
    step(live, 3);
    edit(live, {edited});
    step(live, 3);
    const auto read = parse_scene(*scene_to_toml(*live.recording()), "recording.toml");
    ASSERT_TRUE(read) << to_string(read.error());
    Simulation replay = simulate(*read, 1);
    step(replay, 6);
    EXPECT_EQ(state_hash_of(replay), state_hash_of(live)) << edited;
  }
}

NumberTable table_of(std::vector<std::string> names, std::vector<double> numbers) { return {"", names, numbers, {}}; }

// Tables that were made in code, without a file or under one name, are still there after an edit of something else.
TYPED_TEST(EditTest, tables_made_in_code_stay) {
  Scene scene = pool_with_ball(kD<TypeParam>);
  scene.solids.push_back(scene.solids[0]);
  for (const double end : {-0.1, 0.1})
    scene.solids[end > 0.0].motion_table =
        std::make_shared<NumberTable>(table_of({"time", "x", "y"}, {0.0, 0.0, 0.0, 1.0, end, 0.0}));
  scene.forces.gravity_table = std::make_shared<NumberTable>(table_of({"time", "x", "y"}, {0.0, 0.0, -3.0}));
  Simulation plain = simulate(scene, 1), edited = simulate(scene, 1);
  step(plain, 4);
  step(edited, 2);
  edit(edited, {"title=\"another\""});
  step(edited, 2);
  EXPECT_EQ(edited.scene().solids[1].motion_table, scene.solids[1].motion_table);
  EXPECT_EQ(edited.scene().solids[0].motion_file, "");
  EXPECT_EQ(state_hash_of(edited), state_hash_of(plain));
  const auto text = scene_to_toml(scene);
  ASSERT_FALSE(text);
  EXPECT_NE(text.error().message.find("a table made in code needs a file"), std::string::npos) << text.error().message;
}

// The simulation does not know what the texts mean.
TYPED_TEST(EditTest, edits_mean_what_the_scenes_editor_says) {
  Scene scene = pool_with_ball(kD<TypeParam>);
  scene.editor = nullptr;
  Simulation none = simulate(scene, 1);
  const Status refused = none.edit({"calm"});
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("set Scene::editor"), std::string::npos) << refused.error().message;

  scene.editor = [](const Scene& now, const std::vector<std::string>& edits) -> Result<Scene> {
    Scene next = now;
    for (const std::string& text : edits) next.solver.flip = text == "calm" ? 0.0 : 1.0;
    return next;
  };
  Simulation own = simulate(scene, 1);
  step(own, 2);
  edit(own, {"calm"});
  step(own, 2);
  EXPECT_EQ(own.scene().solver.flip, 0.0);
  auto resumed = Simulation::resume(*own.recording(), *own.save(), 1);
  ASSERT_TRUE(resumed) << to_string(resumed.error());
  EXPECT_EQ(resumed->scene().solver.flip, 0.0);
  Simulation replay = simulate(*own.recording(), 1);
  step(replay, 4);
  EXPECT_EQ(state_hash_of(replay), state_hash_of(own));
}

TYPED_TEST(EditTest, a_state_does_not_go_on_with_commands_that_it_has_passed) {
  Scene scene = pool_with_ball(kD<TypeParam>);
  Simulation simulation = simulate(scene, 1);
  step(simulation, 3);
  const Checkpoint saved = *simulation.save();
  scene.commands = {{5, {"solver.flip=0.5"}}};
  EXPECT_TRUE(Simulation::resume(scene, saved));
  scene.commands = {{1, {"solver.flip=0.5"}}};
  EXPECT_FALSE(Simulation::resume(scene, saved));
}

TYPED_TEST(EditTest, steps_of_ones_own_length_are_in_no_recording) {
  Simulation live = simulate(pool_with_ball(kD<TypeParam>), 1);
  step(live, 2);
  EXPECT_TRUE(live.recording());
  ASSERT_TRUE(live.advance_step(0.003));
  const auto recording = live.recording();
  ASSERT_FALSE(recording);
  EXPECT_NE(recording.error().message.find("advance_step"), std::string::npos) << recording.error().message;
  const auto resumed = Simulation::resume(live.scene(), *live.save());
  ASSERT_TRUE(resumed) << resumed.error().message;
  EXPECT_FALSE(resumed->recording());
}

// Commands name tables by their numbers: an edit beside those to come could send them to another table.
TYPED_TEST(EditTest, edits_do_not_mix_with_commands_to_come) {
  Scene scene = pool_with_ball(kD<TypeParam>);
  const auto drain = [](double x) {
    return "drain+={shape = \"sphere\", center = " + list(kD<TypeParam>, x, 0.1, 0.4) + ", radius = 0.08}";
  };
  scene.commands = {{2, {drain(0.1)}}, {6, {"drain.1.end=0.001"}}};
  Simulation replay = simulate(scene, 1), whole = simulate(scene, 1);
  step(replay, 4);
  EXPECT_EQ(replay.commands_to_come(), 1);
  EXPECT_EQ(replay.recording()->commands.size(), 2u) << "with those to come";
  const Status refused = replay.edit({drain(0.7)});
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("1 more command, the next before step 6"), std::string::npos)
      << refused.error().message;
  auto resumed = Simulation::resume(*replay.recording(), *replay.save(), 1);
  ASSERT_TRUE(resumed) << resumed.error().message;
  for (Simulation* one : {&replay, &*resumed}) step(*one, 5);
  step(whole, 9);
  EXPECT_EQ(state_hash_of(replay), state_hash_of(whole));
  EXPECT_EQ(state_hash_of(*resumed), state_hash_of(whole));

  Simulation taken = simulate(scene, 1);
  step(taken, 4);
  EXPECT_FALSE(taken.take_over({"solver.flap=1"}));
  EXPECT_EQ(taken.commands_to_come(), 1) << "a refusal leaves them";
  const auto left_out = taken.take_over({"solver.flip=0.5"});
  ASSERT_TRUE(left_out);
  EXPECT_EQ(*left_out, 1);
  const auto recording = taken.recording();
  ASSERT_EQ(recording->commands.size(), 2u);
  EXPECT_EQ(recording->commands[1].edits, std::vector<std::string>{"solver.flip=0.5"});
  step(taken, 5);
  EXPECT_TRUE(taken.edit({"solver.flip=0.6"}));
}

TYPED_TEST(EditTest, a_refused_edit_changes_nothing) {
  const Scene scene = pool_with_ball(kD<TypeParam>);
  Simulation edited = simulate(scene, 1), other = simulate(scene, 1);
  step(edited, 3);
  step(other, 3);
  EXPECT_FALSE(edited.edit({"solver.flip=0.1", "domain.resolution=8"}));
  EXPECT_FALSE(edited.edit({"solver.flip=0.1", "solver.flap=1"}));
  EXPECT_EQ(edited.recording()->commands.size(), 0u);
  step(edited, 3);
  step(other, 3);
  EXPECT_EQ(state_hash_of(edited), state_hash_of(other));
}

// Each on the state that the one before it left: fields and columns come and go.
TYPED_TEST(EditTest, every_choice_can_be_changed_while_water_flows) {
  Simulation simulation = simulate(pool_with_ball(kD<TypeParam>), 2);
  step(simulation, 3);
  for (const std::string_view change :
       split("solver.transfer=apic solver.method=classic solver.method=standard solver.pressure=gauss_seidel "
             "solver.kernel=quadratic solver.free_surface=cells drift.push_apart=true drift.projection=true "
             "solver.pressure=pcg drift.projection=false fluid.viscosity=2 solver.transfer=flip fluid.viscosity=0 "
             "solver.free_surface=level_set fluid.surface_tension=0.1 solver.integrator=rk4 fluid.surface_tension=0 "
             "solver.pressure=multigrid drift.projection=true drift.resample=false drift.push_apart=false "
             "solver.kernel=linear time.cfl=1 solver.warm_start=false",
             ' ')) {
    edit(simulation, {std::string(change)});
    step(simulation, 2);
  }
  const auto report = simulation.measure();
  ASSERT_TRUE(report);
  EXPECT_EQ(report->escaped_particles, 0);
  EXPECT_LT(report->max_speed, 10.0);
  EXPECT_LT(std::abs(report->volume_drift), 0.1);
}

// Ink poured into water makes all of it keep a colour from then on.
TYPED_TEST(EditTest, liquid_of_another_colour_can_be_poured) {
  for (const bool has_foam : {false, true}) {
    Scene scene = pool_with_ball(kD<TypeParam>);
    if (has_foam) scene.particles.columns = testing::all_columns();
    Simulation live = simulate(scene, 2);
    step(live, 4);
    edit(live,
         {"source+={shape = \"sphere\", center = " + list(kD<TypeParam>, 0.4, 0.6, 0.4) +
          ", radius = 0.08, color = [0.9, 0.1, 0.1], viscosity = 0.5, start = " + std::to_string(live.time()) + "}"});
    step(live, 6);
    const auto particles = live.particles();
    ASSERT_TRUE(particles);
    const std::vector<float>& colors = particles->columns.values("color");
    ASSERT_EQ(colors.size(), 3 * particles->count());
    std::size_t red = 0;
    for (std::size_t i = 0; i < particles->count(); ++i) red += colors[3 * i] == 0.9f;
    EXPECT_GT(red, 0u);
    EXPECT_LT(red, particles->count() / 2);
    Simulation replay = simulate(*live.recording(), 1);
    step(replay, static_cast<int>(live.step()));
    EXPECT_EQ(state_hash_of(replay), state_hash_of(live));
  }
}

// A wall drawn into still water and taken away again neither loses nor throws water.
TYPED_TEST(EditTest, a_wall_comes_and_goes) {
  Scene scene = testing::still_pool(kD<TypeParam>, 16, 8, 0.05);
  scene.time.substeps = 0;
  Simulation simulation = simulate(scene, 2);
  step(simulation, 3);
  const std::int64_t before = simulation.particle_count();
  edit(simulation, {"solid+={shape = \"capsule\", from = " + list(kD<TypeParam>, 0.2, 0.2, 0.4) +
                    ", to = " + list(kD<TypeParam>, 0.6, 0.2, 0.4) +
                    ", radius = 0.06, start = " + std::to_string(simulation.time()) + "}"});
  double fastest = 0.0;
  for (int i = 0; i < 20; ++i) {
    step(simulation, 1);
    const auto report = simulation.measure();
    EXPECT_EQ(report->escaped_particles, 0) << "step " << i;
    fastest = std::max(fastest, report->max_speed);
  }
  EXPECT_LT(fastest, 3.0);  // 0.8 m of water make no faster wave, and the wall displaces little
  edit(simulation, {"solid.1.end=" + std::to_string(simulation.time())});
  step(simulation, 20);
  EXPECT_EQ(simulation.particle_count(), before);
  EXPECT_EQ(simulation.measure()->escaped_particles, 0);
}

TYPED_TEST(EditTest, smoke_takes_walls_and_sources_and_replays) {
  Scene scene = testing::empty_box(kD<TypeParam>, vec(24.0, 24.0, 24.0), 0.05);
  SmokeSourceSettings source;
  source.shape = testing::sphere(vec(0.6, 0.2, 0.6), 0.15);
  source.temperature = 400.0;
  scene.smoke_sources = {source};
  Simulation live = simulate(scene, 2);
  step(live, 4);
  const std::string now = std::to_string(live.time());
  edit(live, {"solid+={shape = \"sphere\", center = " + list(kD<TypeParam>, 0.6, 0.7, 0.6) +
                  ", radius = 0.15, start = " + now + "}",
              "gas.confinement=2",
              "smoke_source+={shape = \"sphere\", center = " + list(kD<TypeParam>, 0.3, 0.3, 0.6) +
                  ", radius = 0.1, temperature = 350.0, start = " + now + "}"});
  step(live, 6);
  edit(live, {"solid.1.keyframes=[{time = " + std::to_string(live.time()) +
              "}, {time = 1.0, position = " + list(kD<TypeParam>, 0.1, 0.0, 0.0) + "}]"});
  step(live, 4);
  edit(live, {"solid.1.end=" + std::to_string(live.time())});
  step(live, 4);
  Simulation replay = simulate(*live.recording(), 1);
  step(replay, static_cast<int>(live.step()));
  EXPECT_EQ(state_hash_of(replay), state_hash_of(live));
  EXPECT_LT(std::abs(live.measure()->smoke->drift), 1e-3);
}

// Gravity by keyframes is that of the keys, and a constant table is no different from a constant.
TYPED_TEST(EditTest, gravity_follows_its_keyframes) {
  Scene scene = testing::dam_break(kD<TypeParam>, 16, 0.05), same = scene;
  same.forces.gravity_keyframes = {{0.0, scene.forces.gravity}, {1.0, scene.forces.gravity}};
  Simulation a = simulate(scene, 1), b = simulate(same, 1);
  step(a, 5);
  step(b, 5);
  EXPECT_EQ(state_hash_of(a), state_hash_of(b));

  // A drop in free fall under gravity that grows evenly has half the speed of one under the last of it, and velocities
  // are those of half a step before.
  Scene grows = testing::empty_box(kD<TypeParam>, vec(24.0, 24.0, 24.0), 0.05);
  grows.liquids = {testing::liquid(testing::sphere(vec(0.6, 0.8, 0.6), 0.2))};
  Scene constant = grows;
  grows.forces.gravity_keyframes = {{0.0, {}}, {0.2, vec(0.0, -10.0)}};
  constant.forces.gravity = vec(0.0, -10.0);
  Simulation slow = simulate(grows, 1), fast = simulate(constant, 1);
  step(slow, 20);
  step(fast, 20);
  const double age = 0.5 / grows.time.fps;
  EXPECT_NEAR(slow.measure()->linear_momentum[1] / fast.measure()->linear_momentum[1], 0.5 * (1.0 - age / 0.2), 1e-3);
}

}  // namespace
}  // namespace spindrift
