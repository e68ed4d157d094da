// A step like those before it takes nothing from the heap.
#include <gtest/gtest.h>

#include <array>
#include <numeric>
#include <string_view>

#include "smoke/smoke_solver.h"
#include "support/allocation_counter.h"
#include "support/smoke_states.h"

namespace spindrift {
namespace {

using testing::box;
using testing::kD;
using testing::sphere;
using testing::vec;

IN_2D_AND_3D(WarmSmokeStep);

// Counts by row, without a heap of its own.
class RowCounter : public Observer {
 public:
  void stage_begin(std::string_view) override { begin_ = testing::allocations(); }
  void stage_end(std::string_view stage, double) override {
    const std::int64_t taken = testing::allocations() - begin_;
    std::size_t row = 0;
    while (row < rows_ && names_[row] != stage) ++row;
    if (row == rows_) names_[rows_++] = stage;
    taken_[row] += taken;
  }
  std::int64_t taken_in_all() const { return std::accumulate(taken_.begin(), taken_.end(), std::int64_t{0}); }
  void expect_none(std::string_view but) const {
    for (std::size_t row = 0; row < rows_; ++row) EXPECT_TRUE(taken_[row] == 0 || names_[row] == but) << names_[row];
  }

 private:
  std::int64_t begin_ = 0;
  std::size_t rows_ = 0;
  std::array<std::string_view, 32> names_{};
  std::array<std::int64_t, 32> taken_{};
};

// In no row `but` one. On one thread: with more of them the lists of each grow by chance.
template <int D>
void expect_no_allocation(const Scene& scene, int warm_steps, std::string_view but = "") {
  constexpr double kStep = 0.01;
  ThreadPool pool(1);
  pool.run([&] {
    auto solver = SmokeSolver<D>::create(scene);
    ASSERT_TRUE(solver) << to_string(solver.error());
    for (int i = 0; i < warm_steps; ++i) ASSERT_TRUE((*solver)->advance_step(kStep, nullptr));
    RowCounter counter;
    bool is_well = true;
    const std::int64_t before = testing::allocations();
    for (int i = 0; i < 10; ++i) is_well = is_well && (*solver)->advance_step(kStep, &counter);
    const std::int64_t taken = testing::allocations() - before;
    EXPECT_TRUE(is_well);
    EXPECT_EQ(taken, counter.taken_in_all());
    counter.expect_none(but);
  });
}

// Hot smoke with fuel blows into a closed box; every row of the step has something to do.
Scene busy_box(int dimension) {
  Scene scene = testing::air_box(dimension, 24);
  SmokeSourceSettings source;
  source.shape = sphere(vec(0.5, 0.25, 0.5), 0.15);
  source.temperature = 600.0;
  source.fuel = 0.5;
  scene.smoke_sources = {source};
  scene.gas.reflection = true;
  scene.gas.confinement = 2.0;
  scene.gas.viscosity = scene.gas.diffusion = 0.001;
  scene.gas.dissipation = scene.gas.cooling = 0.1;
  scene.fire.radiation = 1000.0;
  return scene;
}

SolidSettings gate() { return testing::solid(box(vec(0.4, 0.2, -1), vec(0.43, 2, 2))); }

TYPED_TEST(WarmSmokeStep, takes_nothing_from_the_heap_in_a_closed_box) {
  constexpr int D = kD<TypeParam>;
  expect_no_allocation<D>(busy_box(D), 10);
}

TYPED_TEST(WarmSmokeStep, nor_around_a_solid) {
  constexpr int D = kD<TypeParam>;
  Scene scene = busy_box(D);
  scene.solids = {gate()};
  expect_no_allocation<D>(scene, 10);
}

// The cells change in every step, and the solver of the pressure sets up its matrix and pockets anew.
TYPED_TEST(WarmSmokeStep, nor_around_one_that_moves_but_for_the_pressure) {
  constexpr int D = kD<TypeParam>;
  Scene scene = busy_box(D);
  SolidSettings moving = gate();
  moving.keyframes = {{.time = 0.0, .position = vec(0, 0, 0)},
                      {.time = 0.1, .position = vec(0, -0.3, 0)},
                      {.time = 0.2, .position = vec(0, 0, 0)},
                      {.time = 0.3, .position = vec(0, -0.3, 0)}};
  scene.solids = {moving};
  expect_no_allocation<D>(scene, 20, "project gas");
}

TYPED_TEST(WarmSmokeStep, nor_under_an_open_sky_while_the_tiles_stay) {
  constexpr int D = kD<TypeParam>;
  Scene scene = busy_box(D);
  scene.domain.open = {Side::kTop};
  expect_no_allocation<D>(scene, 10);
}

}  // namespace
}  // namespace spindrift
