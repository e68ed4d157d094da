// The public face of the simulator.
#include "spindrift/simulation.h"

#include <gtest/gtest.h>

#include "exec/parallel.h"
#include "support/scene_texts.h"
#include "support/scenes.h"

namespace spindrift {
namespace {

using testing::box;
using testing::kD;
using testing::simulate;
using testing::vec;

IN_2D_AND_3D(SimulationTest);

TYPED_TEST(SimulationTest, creating_it_again_is_a_reset_to_the_last_bit) {
  constexpr int D = kD<TypeParam>;
  Scene scene = testing::dam_break(D, 12);
  scene.particles.packing = Packing::kJittered;
  Simulation first = simulate(scene);
  const auto start = *first.measure();
  const auto end = testing::advance(first, 10);
  EXPECT_NE(end.state_hash, start.state_hash);
  first = simulate(scene);
  EXPECT_EQ(first.frame(), 0);
  EXPECT_EQ(first.time(), 0.0);
  EXPECT_EQ(first.measure()->state_hash, start.state_hash);
  EXPECT_EQ(first.particle_count(), start.particles);
  EXPECT_EQ(testing::advance(first, 10).state_hash, end.state_hash);
}

TYPED_TEST(SimulationTest, the_estimate_says_how_many_particles_there_will_be) {
  constexpr int D = kD<TypeParam>;
  Scene scene = testing::dam_break(D, 20);
  const auto expected = estimate(scene);
  ASSERT_TRUE(expected);
  EXPECT_EQ(expected->particles, simulate(scene).particle_count());
  EXPECT_EQ(expected->cells[0], 20);
  EXPECT_GT(expected->bytes, 0);

  scene.solids = {testing::solid(testing::sphere(vec(4, 4, 10), 5.0))};
  scene.liquids.push_back(testing::liquid(box({}, vec(12, 8, 20))));  // over the first one
  const auto partly = estimate(scene);
  ASSERT_TRUE(partly);
  EXPECT_EQ(partly->particles, simulate(scene).particle_count());
  EXPECT_TRUE(partly->particles < 2 * expected->particles && partly->bytes < 2 * expected->bytes);
}

TYPED_TEST(SimulationTest, the_estimate_warns_of_a_liquid_that_is_mostly_taken) {
  constexpr int D = kD<TypeParam>;
  auto warns = [](const Scene& scene, const std::string& of) {
    return testing::warnings_of(scene).find(of) != std::string::npos;
  };
  Scene scene = testing::dam_break(D, 20);
  scene.solids = {testing::solid(box({}, vec(3.9, 12, 20)))};  // of 8 cells along x
  EXPECT_FALSE(warns(scene, "most of liquid"));
  scene.solids[0].shape = box({}, vec(4.3, 12, 20));
  EXPECT_TRUE(warns(scene, "most of liquid 1 lies in solids"));
  scene.solids.clear();
  scene.liquids.push_back(scene.liquids[0]);
  EXPECT_TRUE(warns(scene, "most of liquid 2 lies in earlier liquids"));
}

TYPED_TEST(SimulationTest, particles_in_used_memory_are_the_same_as_in_new) {
  constexpr int D = kD<TypeParam>;
  const Simulation simulation = simulate(testing::dam_break(D, 12));
  const ParticleFrame fresh = *simulation.particles();
  for (const std::size_t used : {std::size_t{5}, 2 * fresh.count()}) {
    ParticleFrame memory;
    memory.dimension = 5 - D;
    for (auto* column : {&memory.position, &memory.velocity}) column->assign(3 * used, 7.0f);
    memory.columns.assign({{"density", "?", FrameColumn::Kind::kInteger, 2, std::vector<float>(used, 7.0f)},
                           {"other", "", FrameColumn::Kind::kNumber, 1, std::vector<float>(used, 7.0f)},
                           {"id", "", FrameColumn::Kind::kInteger, 1, {}, std::vector<std::uint32_t>(used, 7)}});
    const ParticleFrame again = *simulation.particles(std::move(memory));
    EXPECT_EQ(again.dimension, fresh.dimension);
    EXPECT_EQ(again.position, fresh.position);
    EXPECT_EQ(again.velocity, fresh.velocity);
    EXPECT_EQ(again.columns, fresh.columns);
  }
}

TYPED_TEST(SimulationTest, cells_in_used_memory_are_the_same_as_in_new) {
  constexpr int D = kD<TypeParam>;
  Simulation simulation = simulate(testing::dam_break(D, 12));
  testing::advance(simulation, 2);
  const CellFrame fresh = *simulation.cells();
  for (const std::size_t used : {std::size_t{5}, 2 * fresh.type.size()}) {
    CellFrame memory;
    for (auto* values : {&memory.density, &memory.pressure, &memory.temperature, &memory.fuel, &memory.faces})
      values->assign(used, 7.0f);
    memory.velocity.assign(3 * used, 7.0f);
    memory.type.assign(used, CellType::kSolid);
    memory.keeps_temperature = memory.keeps_fuel = true;
    const CellFrame again = *simulation.cells(std::move(memory));
    EXPECT_EQ(again.cells, fresh.cells);
    EXPECT_EQ(again.type, fresh.type);
    EXPECT_EQ(again.density, fresh.density);
    EXPECT_EQ(again.pressure, fresh.pressure);
    EXPECT_EQ(again.velocity, fresh.velocity);
    EXPECT_EQ(again.faces, fresh.faces);
    EXPECT_FALSE(again.has_temperature() || again.has_fuel());
  }
}

TYPED_TEST(SimulationTest, frames_know_their_time_and_the_size_of_cells) {
  Simulation simulation = simulate(testing::dam_break(kD<TypeParam>, 12, 0.5));
  testing::advance(simulation, 3);
  for (const auto& [time, cell_size] :
       {std::pair(simulation.particles()->time, simulation.particles()->cell_size),
        std::pair(simulation.cells()->time, simulation.cells()->cell_size),
        std::pair(simulation.fluid_cells()->time, simulation.fluid_cells()->cell_size)}) {
    EXPECT_DOUBLE_EQ(time, 0.03);
    EXPECT_EQ(cell_size, 0.5);
  }
}

TYPED_TEST(SimulationTest, fluid_cells_are_those_with_fluid_of_all_cells) {
  constexpr int D = kD<TypeParam>;
  Simulation simulation = simulate(testing::dam_break(D, 12));
  testing::advance(simulation, 5);
  const CellFrame all = *simulation.cells();
  const FluidCells fluid = *simulation.fluid_cells();
  ASSERT_EQ(static_cast<std::int64_t>(fluid.count()), simulation.fluid_cell_count());
  for (std::size_t w = 0; w < fluid.count(); ++w) {
    const auto i = static_cast<std::size_t>((fluid.place[w][2] * 12 + fluid.place[w][1]) * 12 + fluid.place[w][0]);
    EXPECT_EQ(all.type[i], CellType::kFluid);
    EXPECT_EQ(all.density[i], fluid.density[w]);
    EXPECT_EQ(all.pressure[i], fluid.pressure[w]);
    for (std::size_t a = 0; a < 3; ++a) EXPECT_EQ(all.velocity[3 * i + a], fluid.velocity[3 * w + a]);
  }
}

TYPED_TEST(SimulationTest, next_step_is_the_one_a_frame_begins_with) {
  constexpr int D = kD<TypeParam>;
  Scene scene = testing::dam_break(D, 12);
  scene.time.substeps = 0;
  scene.time.fps = 2.0;
  Simulation simulation = simulate(scene);
  struct First : Observer {
    double dt = 0.0;
    void step_end(const StepReport& report) override { dt = dt > 0.0 ? dt : report.dt; }
  } first;
  const double expected = *simulation.next_step();
  ASSERT_TRUE(simulation.advance_frame(&first));
  EXPECT_DOUBLE_EQ(first.dt, expected);
}

TEST(Simulation, refuses_a_scene_larger_than_the_memory_before_it_allocates) {
  Scene scene = testing::still_pool(3, 8, 4);
  scene.domain.cell_size.reset();
  scene.domain.resolution = 1 << 15;
  const auto refused = Simulation::create(scene);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kBadInput);
  EXPECT_NE(refused.error().message.find("GB"), std::string::npos) << refused.error().message;
}

// A little liquid in a large box: what counts is not what is simulated.
TEST(Estimate, memory_counts_what_a_run_writes_and_names_the_key) {
  Scene scene = testing::empty_box(3, vec(1000, 1000, 1000));
  scene.liquids = {testing::liquid(box({}, vec(8, 8, 8)))};
  const auto bytes = [&] { return static_cast<double>(estimate(scene)->bytes); };
  EXPECT_LT(bytes(), 1e8);
  scene.output.volumes = {VolumeFormat::kVdb};
  EXPECT_LT(bytes(), 1e8) << "holds wet cells only";
  for (const VolumeFormat dense : {VolumeFormat::kVti, VolumeFormat::kRaw}) {
    scene.output.volumes = {dense};
    EXPECT_GT(bytes(), 1e9 * 21);
    EXPECT_NE(estimate(scene)->advice.find("output.volumes"), std::string::npos);
  }
  scene.output.volumes.clear();
  scene.liquids[0].shape = box({}, vec(100, 100, 100));
  const double without_mesh = bytes();
  scene.surface.write = SurfaceFormat::kPly;
  scene.surface.resolution = 4.0;
  EXPECT_GT(bytes(), without_mesh + 1e6 * 64 * 16);
  EXPECT_NE(estimate(scene)->advice.find("surface.resolution"), std::string::npos);

  Scene flat = testing::dam_break(2, 20);
  flat.output.width = 16384;
  EXPECT_GT(static_cast<double>(estimate(flat)->bytes), 16384.0 * 16384.0 * 12.0);
  EXPECT_NE(estimate(flat)->advice.find("output.width"), std::string::npos);
}

TEST(Estimate, memory_counts_the_copy_of_the_particles_for_the_views_in_the_report) {
  Scene scene = testing::empty_box(3, vec(100, 100, 100));
  scene.liquids = {testing::liquid(box({}, vec(50, 50, 50)))};
  scene.output.particles = false;
  scene.particles.columns.clear();
  const auto with = estimate(scene);
  scene.output.pictures = false;
  const auto without = estimate(scene);
  const double copy = 8.0 * 50 * 50 * 50 * 28, pixels = 80.0 * 640 * 360;
  EXPECT_NEAR(static_cast<double>(with->bytes - without->bytes), copy + pixels, 1.0);
  EXPECT_NEAR(static_cast<double>(with->bytes_at_least - without->bytes_at_least), copy + pixels, 1.0);
}

TEST(Estimate, memory_counts_what_sources_may_emit_in_the_room_there_is) {
  Scene scene = testing::empty_box(3, vec(100, 100, 100));
  scene.forces.gravity = vec(0.0, -9.81);
  const auto bytes = [&] { return static_cast<double>(estimate(scene)->bytes); };
  SourceSettings source;
  source.shape = box({}, vec(100, 50, 100));
  scene.sources = {source};
  const double full = 8.0 * 1e6 * 28.0;  // particles of the whole box
  EXPECT_GT(bytes(), 0.5 * full);
  EXPECT_NE(estimate(scene)->advice.find("source.rate"), std::string::npos);
  scene.sources[0].rate = 1e9;
  const double most = bytes();
  EXPECT_GT(most, full);
  scene.sources[0].rate = 1e6;
  scene.sources[0].end = 1e-3;
  EXPECT_LT(bytes(), 0.5 * most);
}

// What is certain is refused by: a guess must not be part of it, neither of the state nor of what is written of it.
TEST(Estimate, what_sources_may_emit_is_never_certain) {
  Scene scene = testing::empty_box(3, vec(100, 100, 100));
  SourceSettings source;
  source.shape = box({}, vec(4, 4, 4));
  source.rate = 1e9;
  scene.sources = {source};
  scene.surface.write = SurfaceFormat::kPly;
  scene.output.volumes = {VolumeFormat::kVdb};
  const auto flood = estimate(scene);
  scene.sources[0].rate = 1e-9;
  const auto trickle = estimate(scene);
  ASSERT_TRUE(flood && trickle);
  EXPECT_EQ(flood->bytes_at_least, trickle->bytes_at_least);
  EXPECT_GT(static_cast<double>(flood->bytes), static_cast<double>(trickle->bytes) + 8e6 * 3 * 28)
      << "but copies of the particles of a full box are likely";
}

TEST(Estimate, what_smoke_may_spread_to_is_not_certain) {
  Scene scene = testing::empty_box(3, vec(400, 400, 400));
  SmokeSettings smoke;
  smoke.shape = testing::sphere(vec(200, 200, 200), 50.0);
  scene.smokes = {smoke};
  scene.output.pictures = false;
  scene.gas.tiles = SmokeTiles::kNearSmoke;
  const auto sparse = estimate(scene);
  ASSERT_TRUE(sparse);
  EXPECT_LT(static_cast<double>(sparse->bytes_at_least), 0.5 * static_cast<double>(sparse->bytes));
  scene.gas.tiles = SmokeTiles::kAll;
  EXPECT_EQ(estimate(scene)->bytes_at_least, estimate(scene)->bytes);
}

TEST(Estimate, names_the_key_that_makes_so_many_particles) {
  Scene scene = testing::empty_box(3, vec(100, 100, 100));
  scene.liquids = {testing::liquid(box({}, vec(9, 9, 9))), testing::liquid(box(vec(20, 0, 0), vec(60, 90, 90)))};
  const auto advises = [&](const char* key) { return estimate(scene)->advice.find(key) != std::string::npos; };
  scene.output.particles = false;
  EXPECT_TRUE(advises("particles.per_cell"));
  scene.liquids[1].spacing = 0.4;
  EXPECT_TRUE(advises("liquid.2.spacing"));
  scene.liquids[1].count = 2'000'000;
  EXPECT_TRUE(advises("liquid.2.count"));
  scene.liquids[1] = scene.liquids[0];
  scene.particles.packing = Packing::kHexagonal;
  EXPECT_TRUE(advises("particles.radius"));
}

TEST(Estimate, viscosity_that_cannot_show_or_that_flip_would_hide_looks_like_a_mistake) {
  Scene scene = testing::dam_break(3, 16, 1.0 / 16);
  auto mentions = [&](const char* words) { return testing::warnings_of(scene).find(words) != std::string::npos; };
  EXPECT_FALSE(mentions("viscosity"));
  scene.fluid.viscosity = 0.001;  // water
  EXPECT_TRUE(mentions("viscosity 0.001 Pa s has no visible effect"));
  scene.liquids[0].viscosity = 200.0;
  EXPECT_FALSE(mentions("no visible effect"));
  EXPECT_TRUE(mentions("\"flip\" hides"));
  scene.solver.transfer = Transfer::kApic;
  EXPECT_FALSE(mentions("viscosity"));
}

TEST(Estimate, steps_too_long_for_the_surface_tension_look_like_a_mistake) {
  Scene scene = testing::dam_break(2, 16, 0.001);
  scene.fluid.surface_tension = 0.072;  // a capillary wave crosses a cell in about a millisecond
  auto warns = [&] { return testing::warnings_of(scene).find("surface tension needs") != std::string::npos; };
  scene.time.fps = 100.0;
  scene.time.substeps = 9;
  EXPECT_TRUE(warns());
  scene.time.substeps = 10;
  EXPECT_FALSE(warns());
  scene.time.substeps = 0;
  EXPECT_FALSE(warns());
  EXPECT_GE(estimate(scene)->substeps, 10);
  scene.time.max_substeps = 9;
  EXPECT_TRUE(warns());
}

}  // namespace
}  // namespace spindrift
