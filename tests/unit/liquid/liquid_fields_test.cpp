// Rows of the liquid's step keep to what they say they read and write.
#include "liquid/liquid_fields.h"

#include <gtest/gtest.h>

#include <set>

#include "liquid/liquid_solver.h"
#include "support/rows.h"
#include "support/states.h"
#include "support/unnamed_reads.h"

namespace spindrift {
namespace {

using testing::kD;

IN_2D_AND_3D(LiquidFields);

// Splashing water, solids that stand and move, a source and a drain.
template <int D>
Scene splashing_scene() {
  Scene scene = testing::dam_break(D, D == 2 ? 32 : 16, D == 2 ? 1.0 / 32 : 1.0 / 16);
  scene.domain.open = {Side::kTop};
  scene.particles.columns = testing::all_columns();
  scene.solids = {testing::solid(testing::box(testing::vec(0.6, 0.0, 0.2), testing::vec(0.65, 0.2, 0.8))),
                  testing::solid(testing::sphere(testing::vec(0.9, 0.2, 0.5), 0.1), testing::vec(-1.0, 0.0, 0.0))};
  scene.sources.resize(1);
  scene.sources[0].shape = testing::sphere(testing::vec(0.5, 0.8, 0.5), 0.1);
  scene.sources[0].velocity = testing::vec(0.5, -1.0, 0.0);
  scene.drains.resize(1);
  scene.drains[0].shape = testing::sphere(testing::vec(0.1, 0.0, 0.5), 0.1);
  return scene;
}

// The splashing scene with every choice that has rows of its own.
template <int D>
std::vector<Scene> scenes() {
  std::vector<Scene> all(11, splashing_scene<D>());
  all[1].solver.transfer = Transfer::kApic;
  all[1].solver.kernel = Kernel::kQuadratic;
  all[2].solver.method = Method::kClassic;
  all[3].solver.method = Method::kClassic;
  all[3].solver.order = StepOrder::kMoveThenProject;
  all[4].fluid.viscosity = 1.0;
  all[5].fluid.surface_tension = 1.0;
  all[6].frame.keyframes = {{0.0, {}, {}}, {1.0, testing::vec(0.5, 0.0), testing::vec(0.0, 0.0, 90.0)}};
  all[6].fluid.friction = 0.01;
  all[7] = all[6];
  all[7].solver.order = StepOrder::kMoveThenProject;
  all[8].solver.stepping = Stepping::kLeapfrog;
  all[9].solver.stepping = Stepping::kLeapfrog;
  all[9].fluid.viscosity = 1.0;
  all[10].solver.pressure = PressureSolver::kGaussSeidel;
  return all;
}

TYPED_TEST(LiquidFields, a_row_changes_no_field_but_those_that_it_writes) {
  constexpr int D = kD<TypeParam>;
  for (const Scene& scene : scenes<D>()) {
    auto state = testing::make_state<D>(scene);
    for (int step = 0; step < 3; ++step, state->time += state->dt, ++state->step) {
      FieldWatch<LiquidState<D>> watch(*state);
      for (const auto& row : liquid_step<D>(scene)) {
        const auto changed = watch.run(row);
        ASSERT_FALSE(changed) << row.name << " changes " << *changed;
        ASSERT_FALSE(state->failure) << row.name << ": " << state->failure->message;
      }
    }
  }
}

TYPED_TEST(LiquidFields, a_row_depends_on_no_field_but_those_that_it_names) {
  constexpr int D = kD<TypeParam>;
  for (const Scene& scene : scenes<D>()) {
    auto plain = testing::make_state<D>(scene), other = testing::make_state<D>(scene);
    testing::copy_undefined_fields(*plain, *other);
    for (int step = 0; step < 3; ++step) {
      for (const auto& row : liquid_step<D>(scene)) {
        const auto different = testing::depends_on_unnamed_fields(row, *plain, *other);
        ASSERT_FALSE(different) << row.name << ": what it makes of " << *different << " depends on more than it names";
      }
      for (auto* state : {plain.get(), other.get()}) {
        state->time += state->dt;
        ++state->step;
      }
    }
  }
}

TYPED_TEST(LiquidFields, a_read_that_a_row_does_not_name_is_found) {
  constexpr int D = kD<TypeParam>;
  const std::pair<std::string_view, const char*> too_few[] = {
      {"classify cells", "tiles solids solid_samples"},
      {"find surface", "density type tiles particles.cell_begin"},
      {"transfer grid to particles", "velocity particles type tiles solid_samples max_speed slot_speed_limit frame"}};
  const Scene scene = scenes<D>()[0];
  for (const auto& [name, reads] : too_few) {
    auto plain = testing::make_state<D>(scene), other = testing::make_state<D>(scene);
    for (auto row : liquid_step<D>(scene)) {
      if (row.name == name) {
        row.reads = reads;
        EXPECT_TRUE(testing::depends_on_unnamed_fields(row, *plain, *other)) << name;
        break;
      }
      row.run(*plain);
      row.run(*other);
    }
  }
}

TEST(LiquidRows, each_is_watched_in_some_scene) {
  testing::expect_rows_in_scenes(liquid_rows<2>(), scenes<2>(),
                                 [](const Scene& scene) { return liquid_step<2>(scene); });
}

TEST(LiquidRows, the_manual_has_a_section_for_each) {
  testing::expect_headings_in_manual("docs/one-time-step.md", liquid_rows<2>());
}

TYPED_TEST(LiquidFields, what_a_row_reads_was_written_before_it) {
  constexpr int D = kD<TypeParam>;
  for (const Scene& scene : scenes<D>()) {
    auto state = testing::make_state<D>(scene);
    std::set<std::string> known{"solids", "sources"};
    visit_fields(*state, [&](std::string_view name, Lifetime lifetime, auto&) {
      if (lifetime == Lifetime::kState) known.emplace(name);
    });
    for (const auto& row : liquid_step<D>(scene)) {
      visit_fields(*state, [&](std::string_view name, Lifetime, auto& value) {
        const bool is_used = [&] {
          if constexpr (requires { value[0].empty(); }) return !value[0].empty();
          if constexpr (requires { value.empty(); }) return !value.empty();
          return true;
        }();
        if (is_used && names_field(row.reads, name) && name != "particles.grid_velocity") {
          EXPECT_TRUE(known.contains(std::string(name))) << row.name << " reads " << name;
        }
      });
      visit_fields(*state, [&](std::string_view name, Lifetime, auto&) {
        if (names_field(row.writes, name)) known.emplace(name);
      });
    }
  }
}

TYPED_TEST(LiquidFields, what_nobody_wrote_is_not_read) {
  constexpr int D = kD<TypeParam>;
  for (const Scene& scene : scenes<D>()) {
    auto watched = testing::make_state<D>(scene), plain = testing::make_state<D>(scene);
    for (int step = 0; step < 3; ++step) {
      FieldWatch<LiquidState<D>> watch(*watched);  // fills fields with NaN
      for (const auto& row : liquid_step<D>(scene)) {
        row.run(*watched);
        row.run(*plain);
      }
      for (auto* state : {watched.get(), plain.get()}) {
        state->time += state->dt;
        ++state->step;
      }
      EXPECT_EQ(hash_of(watched->particles.position), hash_of(plain->particles.position));
      EXPECT_EQ(hash_of(watched->particles.velocity), hash_of(plain->particles.velocity));
    }
  }
}

}  // namespace
}  // namespace spindrift
