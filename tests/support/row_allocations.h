// Which rows of a step take memory from the heap, counted without a heap of its own.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <numeric>
#include <string_view>

#include "exec/parallel.h"
#include "spindrift/observer.h"
#include "spindrift/scene.h"
#include "support/allocation_counter.h"

namespace spindrift::testing {

class RowAllocations : public Observer {
 public:
  void stage_begin(std::string_view) override { begin_ = allocations(); }
  void stage_end(std::string_view stage, double) override {
    const std::int64_t taken = allocations() - begin_;
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

// After `warm_steps` ten more steps take nothing from the heap; a row whose lists may still grow does in `growths` of
// them at most. On one thread: with more of them the lists of each grow by chance.
template <class SolverOfFluid>
void expect_no_allocation(const Scene& scene, double dt, int warm_steps, int growths = 0) {
#ifdef SPINDRIFT_CHECKED
  GTEST_SKIP() << "a checked build watches the rows, with memory of its own";
#endif
  ThreadPool pool(1);
  pool.run([&] {
    auto solver = SolverOfFluid::create(scene);
    ASSERT_TRUE(solver) << to_string(solver.error());
    for (int i = 0; i < warm_steps; ++i) ASSERT_TRUE((*solver)->advance_step(dt, nullptr));
    RowAllocations rows;
    bool is_well = true;
    const std::int64_t before = allocations();
    for (int i = 0; i < 10; ++i) is_well = is_well && (*solver)->advance_step(dt, &rows);
    const std::int64_t taken = allocations() - before;
    EXPECT_TRUE(is_well);
    EXPECT_EQ(taken, rows.taken_in_all());
    rows.expect_none(growths);
  });
}

}  // namespace spindrift::testing
