// The rows of the step of smoke: their tests, and the fields that they read and write.
#include "smoke/smoke_fields.h"

#include <gtest/gtest.h>

#include "smoke/smoke_solver.h"
#include "support/rows.h"
#include "support/smoke_states.h"
#include "support/unnamed_reads.h"

namespace spindrift {
namespace {

using testing::kD;

IN_2D_AND_3D(SmokeFields);

// Burning smoke beside solids that stand and move, with every term that has a row of its own.
template <int D>
Scene burning_scene() {
  Scene scene = testing::air_box(D, 24);
  scene.domain.open = {Side::kTop};
  scene.smokes.clear();
  SmokeSourceSettings source;
  source.shape = testing::sphere(testing::vec(0.5, 0.2, 0.5), 0.15);
  source.temperature = 900.0;
  source.fuel = 1.0;
  scene.smoke_sources = {source};
  scene.solids = {testing::solid(testing::box(testing::vec(0.3, 0.5, 0.3), testing::vec(0.5, 0.6, 0.7))),
                  testing::solid(testing::sphere(testing::vec(0.8, 0.4, 0.5), 0.1), testing::vec(-0.5, 0.0, 0.0))};
  scene.gas.reflection = true;
  scene.gas.confinement = 2.0;
  scene.gas.viscosity = 1e-3;
  scene.gas.diffusion = 1e-3;
  scene.gas.dissipation = 0.1;
  return scene;
}

FrameSettings swung() {
  FrameSettings frame;
  frame.keyframes = {{0.0, {}, {}}, {1.0, testing::vec(0.5, 0.0), testing::vec(0.0, 0.0, 90.0)}};
  return frame;
}

TYPED_TEST(SmokeFields, a_row_changes_no_field_but_those_that_it_writes) {
  constexpr int D = kD<TypeParam>;
  Scene scene = burning_scene<D>();
  for (const bool reflects : {true, false}) {
    scene.gas.reflection = reflects;
    if (!reflects) scene.frame = swung();
    auto solver = SmokeSolver<D>::create(scene);
    ASSERT_TRUE(solver) << to_string(solver.error());
    SmokeState<D>& state = (*solver)->state();
    for (int step = 0; step < 4; ++step, state.time += state.dt, ++state.step) {
      state.dt = 0.02;
      FieldWatch<SmokeState<D>> watch(state);
      for (const auto& row : smoke_step<D>(scene)) {
        const auto changed = watch.run(row);
        ASSERT_FALSE(changed) << row.name << " changes " << *changed;
        ASSERT_FALSE(state.failure) << row.name << ": " << state.failure->message;
      }
    }
  }
}

TYPED_TEST(SmokeFields, a_row_depends_on_no_field_but_those_that_it_names) {
  constexpr int D = kD<TypeParam>;
  Scene scene = burning_scene<D>();
  for (const bool reflects : {true, false}) {
    scene.gas.reflection = reflects;
    if (!reflects) scene.frame = swung();
    auto one = SmokeSolver<D>::create(scene), two = SmokeSolver<D>::create(scene);
    ASSERT_TRUE(one && two);
    SmokeState<D>&plain = (*one)->state(), &other = (*two)->state();
    for (int step = 0; step < 4; ++step) {
      plain.dt = other.dt = 0.02;
      for (const auto& row : smoke_step<D>(scene)) {
        const auto different = testing::depends_on_unnamed_fields(row, plain, other);
        ASSERT_FALSE(different) << row.name << ": what it makes of " << *different << " depends on more than it names";
      }
      for (auto* state : {&plain, &other}) {
        state->time += state->dt;
        ++state->step;
      }
    }
  }
}

TEST(SmokeRows, each_has_a_test_of_its_name) {
  for (const auto& row : smoke_rows<2>()) testing::expect_test_of_row("smoke", row.name);
}

TEST(SmokeRows, each_is_watched_in_some_scene) {
  std::vector<Scene> scenes(2, burning_scene<2>());
  scenes[1].gas.reflection = false;
  scenes[1].frame = swung();
  testing::expect_rows_in_scenes(smoke_rows<2>(), scenes, [](const Scene& scene) { return smoke_step<2>(scene); });
}

TEST(SmokeRows, the_manual_has_a_section_for_each) {
  testing::expect_headings_in_manual("docs/methods/smoke.md", smoke_rows<2>());
}

}  // namespace
}  // namespace spindrift
