// What holds for every row of a step, of a liquid and of smoke: it keeps to the fields that it names, and it has a test
// and a section of the manual.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "fluid/state_fields.h"
#include "liquid/liquid_solver.h"
#include "smoke/smoke_solver.h"
#include "support/smoke_states.h"
#include "support/states.h"
#include "support/temporary_folder.h"

namespace spindrift {
namespace {

template <class T>
struct Element {
  using Type = T;
};
template <class T, class Allocator>
struct Element<std::vector<T, Allocator>> : Element<T> {};
template <class T, std::size_t N>
struct Element<std::array<T, N>> : Element<T> {};
template <class T, int N>
struct Element<Vec<T, N>> : Element<T> {};
template <class T>
struct Element<std::optional<T>> : Element<T> {};
template <class T, int D, Placement P>
struct Element<Field<T, D, P>> : Element<T> {};

// While it lives, the fields that a row does not name hold NaN, or zero if they are no numbers of that kind: a place in
// memory that is computed from them must not be out of bounds. Then they are what they were.
template <class State>
class HiddenFields {
 public:
  HiddenFields(State& state, const Stage<State>& row) : state_(state), row_(row) {
    for_each_piece([&](std::span<std::byte> bytes, std::byte filling) {
      kept_.emplace_back(bytes.begin(), bytes.end());
      std::fill(bytes.begin(), bytes.end(), filling);
    });
  }
  ~HiddenFields() {
    auto kept = kept_.begin();
    for_each_piece([&](std::span<std::byte> bytes, std::byte) {
      if (kept != kept_.end() && kept->size() == bytes.size()) std::copy(kept->begin(), kept->end(), bytes.begin());
      if (kept != kept_.end()) ++kept;
    });
  }
  HiddenFields(const HiddenFields&) = delete;
  HiddenFields& operator=(const HiddenFields&) = delete;

 private:
  template <class Visit>
  void for_each_piece(Visit&& visit) {
    visit_fields(state_, [&](const FieldInfo& info, auto& value) {
      using Value = std::remove_reference_t<decltype(value)>;
      constexpr bool kIsFloating = std::is_floating_point_v<typename Element<Value>::Type>;
      if (names_field(row_.reads, info.name) || names_field(row_.writes, info.name)) return;
      if constexpr (requires { visit_bytes(value, [](std::span<std::byte>) {}); })
        visit_bytes(value, [&](std::span<std::byte> bytes) { visit(bytes, std::byte{kIsFloating ? 0xff : 0x00}); });
    });
  }

  State& state_;
  const Stage<State>& row_;
  std::vector<std::vector<std::byte>> kept_;
};

// New tiles leave fields that the next step recomputes as the memory was: the same in both states from now on.
template <class State>
void copy_undefined_fields(State& from, State& to) {
  std::vector<std::span<std::byte>> pieces;
  const auto for_each_piece = [](State& state, auto&& visit) {
    visit_fields(state, [&](const FieldInfo& info, auto& value) {
      if constexpr (requires { visit_bytes(value, [](std::span<std::byte>) {}); })
        if (info.life == Lifetime::kStep) visit_bytes(value, visit);
    });
  };
  for_each_piece(from, [&](std::span<std::byte> bytes) { pieces.push_back(bytes); });
  auto piece = pieces.begin();
  for_each_piece(to, [&](std::span<std::byte> bytes) {
    if (piece->size() == bytes.size()) std::copy(piece->begin(), piece->end(), bytes.begin());
    ++piece;
  });
}

// Runs the row in two states that are alike, with what it does not name hidden in the second; they must be alike
// afterwards. Returns the name of a field that is not.
template <class State>
std::optional<std::string> depends_on_unnamed_fields(const Stage<State>& row, State& plain, State& other) {
  row.run(plain);
  {
    const HiddenFields<State> hidden(other, row);
    row.run(other);
  }
  if (names_field(row.writes, "tiles")) copy_undefined_fields(plain, other);
  std::vector<std::uint64_t> hashes;
  visit_fields(plain, [&](const FieldInfo&, auto& value) { hashes.push_back(hash_of(value)); });
  std::optional<std::string> different;
  std::size_t field = 0;
  visit_fields(other, [&](const FieldInfo& info, auto& value) {
    if (hash_of(value) != hashes[field++] && !different) different = info.name;
  });
  return different;
}

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
std::vector<Scene> splashing_scenes() {
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

template <int Dimension>
struct LiquidStepRows {
  static constexpr int D = Dimension, kSteps = 3;
  static constexpr const char* kFolder = "liquid";
  static constexpr const char* kPage = "docs/one-time-step.md";
  static constexpr const char* kResult = "particles.position particles.velocity";
  using State = LiquidState<D>;
  static auto scenes() { return splashing_scenes<D>(); }
  static auto make(const Scene& scene) { return testing::make_state<D>(scene); }
  static auto all_rows() { return liquid_rows<D>(); }
  static auto rows(const Scene& scene) { return liquid_step<D>(scene); }
};

template <int Dimension>
struct SmokeStepRows {
  static constexpr int D = Dimension, kSteps = 4;
  static constexpr const char* kFolder = "smoke";
  static constexpr const char* kPage = "docs/methods/smoke.md";
  static constexpr const char* kResult = "quantity velocity";
  using State = SmokeState<D>;
  static auto scenes() {
    std::vector<Scene> all(2, burning_scene<D>());
    all[1].gas.reflection = false;
    all[1].frame.keyframes = {{0.0, {}, {}}, {1.0, testing::vec(0.5, 0.0), testing::vec(0.0, 0.0, 90.0)}};
    return all;
  }
  static auto make(const Scene& scene) {
    auto state = testing::make_smoke<D>(scene);
    state->dt = 0.02;
    return state;
  }
  static auto all_rows() { return smoke_rows<D>(); }
  static auto rows(const Scene& scene) { return smoke_step<D>(scene); }
};

struct FluidWithRowsName {
  template <class Fluid>
  static std::string GetName(int) {
    return std::string(Fluid::kFolder) + "_" + std::to_string(Fluid::D) + "d";
  }
};
template <class Fluid>
class Rows : public ::testing::Test {};
using FluidsWithRows = ::testing::Types<LiquidStepRows<2>, LiquidStepRows<3>, SmokeStepRows<2>, SmokeStepRows<3>>;
TYPED_TEST_SUITE(Rows, FluidsWithRows, FluidWithRowsName);

template <class State>
void end_step(State& state) {
  state.time += state.dt;
  ++state.step;
}

TYPED_TEST(Rows, change_no_field_but_those_that_they_write) {
  for (const Scene& scene : TypeParam::scenes()) {
    auto state = TypeParam::make(scene);
    for (int step = 0; step < TypeParam::kSteps; ++step, end_step(*state)) {
      FieldWatch watch(*state);
      for (const auto& row : TypeParam::rows(scene)) {
        const auto changed = watch.run(row);
        ASSERT_FALSE(changed) << row.name << " changes " << *changed;
        ASSERT_FALSE(state->failure) << row.name << ": " << state->failure->message;
      }
    }
  }
}

TYPED_TEST(Rows, depend_on_no_field_but_those_that_they_name) {
  for (const Scene& scene : TypeParam::scenes()) {
    auto plain = TypeParam::make(scene), other = TypeParam::make(scene);
    copy_undefined_fields(*plain, *other);
    for (int step = 0; step < TypeParam::kSteps; ++step, end_step(*plain), end_step(*other))
      for (const auto& row : TypeParam::rows(scene)) {
        const auto different = depends_on_unnamed_fields(row, *plain, *other);
        ASSERT_FALSE(different) << row.name << ": what it makes of " << *different << " depends on more than it names";
      }
  }
}

TYPED_TEST(Rows, read_what_was_written_before) {
  for (const Scene& scene : TypeParam::scenes()) {
    auto state = TypeParam::make(scene);
    std::set<std::string> known;
    visit_fields(*state, [&](const FieldInfo& info, auto&) {
      if (info.life == Lifetime::kState) known.insert(info.name);
    });
    for (const auto& row : TypeParam::rows(scene)) {
      visit_fields(*state, [&](const FieldInfo& info, auto& value) {
        const bool is_used = [&] {
          if constexpr (requires { value[0].empty(); }) return !value[0].empty();
          if constexpr (requires { value.empty(); }) return !value.empty();
          return true;
        }();
        if (is_used && names_field(row.reads, info.name) && info.name != "particles.grid_velocity") {
          EXPECT_TRUE(known.contains(info.name)) << row.name << " reads " << info.name;
        }
      });
      visit_fields(*state, [&](const FieldInfo& info, auto&) {
        if (names_field(row.writes, info.name)) known.insert(info.name);
      });
    }
  }
}

TYPED_TEST(Rows, do_not_read_what_nobody_wrote) {
  for (const Scene& scene : TypeParam::scenes()) {
    auto watched = TypeParam::make(scene), plain = TypeParam::make(scene);
    for (int step = 0; step < TypeParam::kSteps; ++step, end_step(*watched), end_step(*plain)) {
      FieldWatch watch(*watched);  // fills fields with NaN
      for (const auto& row : TypeParam::rows(scene)) {
        row.run(*watched);
        row.run(*plain);
      }
      std::vector<std::uint64_t> results[2];
      for (auto* state : {watched.get(), plain.get()})
        visit_fields(*state, [&](const FieldInfo& info, auto& value) {
          if (names_field(TypeParam::kResult, info.name)) results[state == plain.get()].push_back(hash_of(value));
        });
      EXPECT_FALSE(results[0].empty());
      EXPECT_EQ(results[0], results[1]);
    }
  }
}

TYPED_TEST(Rows, are_each_in_some_scene_and_have_a_test_and_a_section_of_the_manual) {
  const std::string source = SPINDRIFT_SOURCE_DIR "/", manual = testing::read_file(source + TypeParam::kPage);
  std::set<std::string> seen;
  for (const Scene& scene : TypeParam::scenes())
    for (const auto& row : TypeParam::rows(scene)) seen.insert(row.name);
  for (const auto& row : TypeParam::all_rows()) {
    std::string function = row.name;
    EXPECT_TRUE(seen.contains(function)) << "no scene has the row '" << row.name << "': turn it on in one of them";
    EXPECT_NE(manual.find("# " + function + "\n"), std::string::npos)
        << TypeParam::kPage << " has no section '## " << row.name << "'";
    std::replace(function.begin(), function.end(), ' ', '_');
    const std::string file = std::string("tests/unit/") + TypeParam::kFolder + "/stages/" + function + "_test.cpp";
    const std::string text = testing::read_file(source + file);
    EXPECT_TRUE(std::ranges::any_of(std::array{"\nTEST(", "\nTYPED_TEST(", "\nTEST_F(", "\nTEST_P("},
                                    [&](const char* test) { return text.find(test) != std::string::npos; }))
        << "the row has no test: write " << file;
    EXPECT_NE(text.find(function + "("), std::string::npos) << file << " does not call " << function;
  }
}

TEST(RowsWatch, a_read_that_a_row_does_not_name_is_found) {
  const std::pair<std::string_view, const char*> too_few[] = {
      {"classify cells", "tiles solids solid_samples"},
      {"find surface", "density type tiles particles.cell_begin"},
      {"transfer grid to particles", "velocity particles type tiles solid_samples max_speed slot_speed_limit frame"}};
  const Scene scene = splashing_scenes<2>()[0];
  for (const auto& [name, reads] : too_few) {
    auto plain = testing::make_state<2>(scene), other = testing::make_state<2>(scene);
    for (auto row : liquid_step<2>(scene)) {
      if (row.name == name) {
        row.reads = reads;
        EXPECT_TRUE(depends_on_unnamed_fields(row, *plain, *other)) << name;
        break;
      }
      row.run(*plain);
      row.run(*other);
    }
  }
}

}  // namespace
}  // namespace spindrift
