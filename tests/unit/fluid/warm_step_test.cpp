// A step like those before it takes nothing from the heap.
#include <gtest/gtest.h>

#include <array>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "exec/parallel.h"
#include "liquid/liquid_solver.h"
#include "smoke/smoke_solver.h"
#include "spindrift/observer.h"
#include "support/allocation_counter.h"
#include "support/scenes.h"
#include "support/smoke_states.h"

namespace spindrift {
namespace {

using testing::box;
using testing::kD;
using testing::sphere;
using testing::vec;

IN_2D_AND_3D(WarmStep);

// Which rows of a step take memory from the heap, counted without a heap of its own.
class RowAllocations : public Observer {
 public:
  void stage_begin(std::string_view) override { begin_ = testing::allocations(); }
  void stage_end(std::string_view stage, double) override {
    const std::int64_t taken = testing::allocations() - begin_;
    std::size_t row = 0;
    while (row < rows_ && names_[row] != stage) ++row;
    if (row == rows_) names_[rows_++] = stage;
    taken_[row] += taken;
    steps_[row] += taken > 0;
  }
  std::int64_t taken_in_all() const { return std::accumulate(taken_.begin(), taken_.end(), std::int64_t{0}); }
  // By no row in more steps than that.
  void expect_none(int steps) const {
    for (std::size_t row = 0; row < rows_; ++row)
      EXPECT_LE(steps_[row], steps) << names_[row] << " took memory " << taken_[row] << " times";
  }

 private:
  std::int64_t begin_ = 0;
  std::size_t rows_ = 0;
  std::array<std::string_view, 32> names_{};
  std::array<std::int64_t, 32> taken_{};
  std::array<int, 32> steps_{};  // in which it took any
};

struct WarmCase {
  std::string name;
  Scene scene;
  int growths = 0;  // of ten steps, in how many a row's lists may still grow
};

// After `warm_steps` ten more steps take nothing from the heap. On one thread: with more of them the lists of each grow
// by chance.
template <class SolverOfFluid>
void expect_no_allocation(const std::vector<WarmCase>& cases, double dt, int warm_steps) {
#ifdef SPINDRIFT_CHECKED
  GTEST_SKIP() << "a checked build watches the rows, with memory of its own";
#endif
  for (const WarmCase& warm : cases) {
    SCOPED_TRACE(warm.name);
    ThreadPool pool(1);
    pool.run([&] {
      auto solver = SolverOfFluid::create(warm.scene);
      ASSERT_TRUE(solver) << to_string(solver.error());
      for (int i = 0; i < warm_steps; ++i) ASSERT_TRUE((*solver)->advance_step(dt, nullptr));
      RowAllocations rows;
      bool is_well = true;
      const std::int64_t before = testing::allocations();
      for (int i = 0; i < 10; ++i) is_well = is_well && (*solver)->advance_step(dt, &rows);
      const std::int64_t taken = testing::allocations() - before;
      EXPECT_TRUE(is_well);
      EXPECT_EQ(taken, rows.taken_in_all());
      rows.expect_none(warm.growths);
    });
  }
}

SolidSettings post() { return testing::solid(box(vec(0.4, -1, 0.4), vec(0.52, 0.3, 0.52))); }

// Water that sways in a tank, for a layer of less than a cell on one side: it moves, and the tiles stay.
std::vector<WarmCase> swaying_tanks(int dimension) {
  Scene tank = testing::still_pool(dimension, 16, 8, 0.0625);
  tank.liquids.push_back(testing::liquid(box(vec(0, 0.5, 0), vec(0.5, 0.55, 1.0))));
  tank.particles.columns = testing::all_columns();
  std::vector<WarmCase> cases = {{"plain", tank}};
  cases.reserve(16);
  const auto add = [&](const char* name, int growths = 0) -> Scene& {
    return cases.emplace_back(WarmCase{name, tank, growths}).scene;
  };
  Scene& choices = add("all choices");
  choices.solver.transfer = Transfer::kApic;
  choices.solver.kernel = Kernel::kQuadratic;
  choices.solver.integrator = Integrator::kRk4;
  choices.solver.stepping = Stepping::kLeapfrog;
  choices.drift.push_apart = true;
  Scene& moves_first = add("particles move first");
  moves_first = testing::with_sweeps(moves_first, 20);
  moves_first.solver.order = StepOrder::kMoveThenProject;
  add("a solid").solids = {post()};
  // The post goes up and down and turns a little; now and then more particles than ever before leave a tile.
  SolidSettings moving = post();
  for (int i = 0; i < 50; ++i)
    moving.keyframes.push_back(
        {.time = 0.02 * i, .position = vec(0, i % 2 * 0.02, 0), .rotation_degrees = vec(0, 0, i % 2 * 3.0)});
  add("a solid that moves", 3).solids = {moving};
  Scene& viscous = add("viscosity");
  viscous.fluid.viscosity = 1.0;
  viscous.solids = {post()};
  Scene& rolling = add("a tank that rolls with friction at its walls");
  rolling.frame.keyframes = {{0.0, {}, {}}, {10.0, vec(0.1, 0), vec(0, 0, 5)}};
  rolling.fluid.friction = 0.01;
  add("surface tension").fluid.surface_tension = 0.07;
  // Liquid comes in at a rate and leaves by a drain.
  Scene& flowing = add("a source and a drain", 3);
  flowing.sources.emplace_back().shape = box(vec(0.7, 0.3, 0.3), vec(0.8, 0.4, 0.6));
  flowing.sources[0].rate = dimension == 2 ? 0.01 : 0.003;
  flowing.drains.emplace_back().shape = box(vec(0.1, 0, 0.1), vec(0.2, 0.05, 0.9));
  return cases;
}

// Hot smoke with fuel blows into a closed box; every row of the step has something to do.
Scene busy_box(int dimension) {
  Scene scene = testing::air_box(dimension, 24);
  SmokeSourceSettings& source = scene.smoke_sources.emplace_back();
  source.shape = sphere(vec(0.5, 0.25, 0.5), 0.15);
  source.temperature = 600.0;
  source.fuel = 0.5;
  scene.gas.reflection = true;
  scene.gas.confinement = 2.0;
  scene.gas.viscosity = scene.gas.diffusion = 0.001;
  scene.gas.dissipation = scene.gas.cooling = 0.1;
  scene.fire.radiation = 1000.0;
  return scene;
}

TYPED_TEST(WarmStep, of_a_liquid_takes_nothing_from_the_heap) {
  expect_no_allocation<LiquidSolver<kD<TypeParam>>>(swaying_tanks(kD<TypeParam>), 0.005, 150);
}

TYPED_TEST(WarmStep, of_smoke_takes_nothing_from_the_heap) {
  const Scene closed = busy_box(kD<TypeParam>);
  std::vector<WarmCase> cases = {
      {"plain", closed}, {"a tank that rolls", closed}, {"a solid", closed}, {"open", closed}};
  cases[1].scene.frame.keyframes = {{0.0, {}, {}}, {10.0, {}, vec(0, 0, 50)}};
  cases[2].scene.solids = {testing::solid(box(vec(0.4, 0.2, -1), vec(0.43, 2, 2)))};
  cases[3].scene.domain.open = {Side::kTop};  // while the tiles stay
  expect_no_allocation<SmokeSolver<kD<TypeParam>>>(cases, 0.01, 10);
  // The cells change in every step, and the solver of the pressure sets up its matrix and pockets again.
  WarmCase moving = cases[2];
  for (int i = 0; i < 4; ++i)
    moving.scene.solids[0].keyframes.push_back({.time = 0.1 * i, .position = vec(0, i % 2 * -0.3, 0)});
  expect_no_allocation<SmokeSolver<kD<TypeParam>>>({moving}, 0.01, 20);
}

}  // namespace
}  // namespace spindrift
