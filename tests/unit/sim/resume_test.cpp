// A saved simulation goes on as if it had never stopped.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "spindrift/scene_file.h"
#include "spindrift/simulation.h"
#include "support/scenes.h"

namespace spindrift {
namespace {

using testing::box;
using testing::kD;
using testing::simulate;
using testing::vec;

IN_2D_AND_3D(ResumeTest);

// Columns of every kind, sources with a rate, one of them too high, a drain, a solid that moves and one that stands.
Scene busy_scene(int dimension, Transfer transfer) {
  Scene scene = testing::dam_break(dimension, 16, 0.05);
  scene.solver.transfer = transfer;
  scene.time.substeps = 0;
  scene.time.fps = 30.0;
  scene.time.cfl = 0.3;
  scene.particles.packing = Packing::kJittered;
  scene.particles.columns = testing::all_columns();
  scene.solids = {testing::solid(box(vec(0.55, 0.0, 0.0), vec(0.65, 0.1, 0.8))),
                  testing::solid(testing::sphere(vec(0.3, 0.5, 0.4), 0.08), vec(0.3, -0.4, 0.1))};
  SourceSettings source;
  source.shape = box(vec(0.6, 0.6, 0.2), vec(0.7, 0.7, 0.5));
  source.velocity = vec(0.0, -1.0);
  source.rate = dimension == 2 ? 0.03 : 0.01;
  scene.sources = {source, source};
  scene.sources[1].rate = 10.0;  // more than there is room for
  DrainSettings drain;
  drain.shape = box(vec(0.7, 0.0, 0.0), vec(0.8, 0.05, 0.8));
  scene.drains = {drain};
  return scene;
}

class StopAfter : public Observer {
 public:
  explicit StopAfter(int steps) : left_(steps) {}
  bool should_stop() override { return --left_ <= 0; }

 private:
  int left_;
};

void expect_same_report(const FrameReport& a, const FrameReport& b) {
  EXPECT_EQ(a.state_hash, b.state_hash);
  EXPECT_EQ(a.frame, b.frame);
  EXPECT_EQ(a.time, b.time);
  EXPECT_EQ(a.particles, b.particles);
  EXPECT_EQ(a.fluid_cells, b.fluid_cells);
  EXPECT_EQ(a.tiles, b.tiles);
  EXPECT_EQ(a.volume, b.volume);
  EXPECT_EQ(a.volume_drift, b.volume_drift);
  EXPECT_EQ(a.unmet_inflow, b.unmet_inflow);
  EXPECT_EQ(a.divergence_max, b.divergence_max);
  EXPECT_EQ(a.substeps, b.substeps);
  EXPECT_EQ(a.pressure_iterations, b.pressure_iterations);
  EXPECT_EQ(a.pressure_residual, b.pressure_residual);
  EXPECT_EQ(a.escaped_particles, b.escaped_particles);
}

TYPED_TEST(ResumeTest, goes_on_within_a_frame) {
  Scene scene = busy_scene(kD<TypeParam>, Transfer::kFlip);
  for (const int substeps : {0, 5}) {
    scene.time.substeps = substeps;
    Simulation whole = simulate(scene);
    Simulation stopped = simulate(scene);
    testing::advance(whole, 3);
    testing::advance(stopped, 2);
    StopAfter observer(2);
    const auto partial = stopped.advance_frame(&observer);
    ASSERT_TRUE(partial);
    ASSERT_TRUE(partial->interrupted);
    auto resumed = Simulation::resume(scene, *stopped.save());
    ASSERT_TRUE(resumed) << resumed.error().message;
    const auto expected = testing::advance(stopped, 1);
    EXPECT_EQ(expected.state_hash, whole.measure()->state_hash);
    EXPECT_GT(expected.substeps, 2);
    expect_same_report(testing::advance(*resumed, 1), expected);
  }
}

TYPED_TEST(ResumeTest, pictures_and_particles_are_those_of_the_saved_state) {
  const Scene scene = busy_scene(kD<TypeParam>, Transfer::kFlip);
  Simulation whole = simulate(scene);
  testing::advance(whole, 3);
  auto resumed = Simulation::resume(scene, *whole.save());
  ASSERT_TRUE(resumed);
  const ParticleFrame a = *whole.particles(), b = *resumed->particles();
  EXPECT_EQ(a.position, b.position);
  EXPECT_EQ(a.columns, b.columns);
  const CellFrame c = *whole.cells(), d = *resumed->cells();
  EXPECT_EQ(c.type, d.type);
  EXPECT_EQ(c.pressure, d.pressure);
  EXPECT_EQ(c.velocity, d.velocity);
}

// Whatever one section holds, the answer is a simulation or an error that names the section, never a crash.
TYPED_TEST(ResumeTest, refuses_sections_that_do_not_fit) {
  const Scene scene = busy_scene(kD<TypeParam>, Transfer::kApic);
  Simulation whole = simulate(scene);
  testing::advance(whole, 1);
  const Checkpoint saved = *whole.save();
  for (std::size_t i = 0; i < saved.sections.size(); ++i) {
    Checkpoint missing = saved;
    missing.sections.erase(missing.sections.begin() + static_cast<std::ptrdiff_t>(i));
    auto refused = Simulation::resume(scene, missing);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("'" + saved.sections[i].name + "' is missing"), std::string::npos);
    if (saved.sections[i].bytes.empty()) continue;
    Checkpoint shorter = saved;
    shorter.sections[i].bytes.resize(shorter.sections[i].bytes.size() / 2);
    EXPECT_FALSE(Simulation::resume(scene, shorter)) << saved.sections[i].name;
  }
  Scene other = scene;
  other.solver.transfer = Transfer::kFlip;
  const auto refused = Simulation::resume(other, saved);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("the checkpoint belongs to another scene: 'solver.transfer"),
            std::string::npos)
      << refused.error().message;
}

// Found by fuzzing: the stages of smoke ask the solid of a solid cell for its velocity.
TYPED_TEST(ResumeTest, refuses_solid_cells_where_there_is_no_solid) {
  for (const bool is_smoke : {false, true}) {
    const std::string zeros = kD<TypeParam> == 3 ? "0, 0, 0" : "0, 0", ones = kD<TypeParam> == 3 ? "1, 1, 1" : "1, 1";
    const std::string shape = "shape = \"box\"\nmin = [" + zeros + "]\nmax = [" + ones + "]\n";
    const Result<Scene> scene = parse_scene(
        "[domain]\nsize = [" + ones + "]\nresolution = 8\n[[" + (is_smoke ? "smoke_source" : "liquid") + "]]\n" + shape,
        "scene.toml");
    ASSERT_TRUE(scene) << scene.error().message;
    Checkpoint saved = *simulate(*scene).save();
    ASSERT_TRUE(Simulation::resume(*scene, saved));
    for (Section& section : saved.sections)
      if (section.name == "cell_type") std::fill(section.bytes.begin(), section.bytes.end(), std::byte{2});
    const auto refused = Simulation::resume(*scene, saved);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("'cell_type' has solid cells"), std::string::npos)
        << refused.error().message;
  }
}

}  // namespace
}  // namespace spindrift
