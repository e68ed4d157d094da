// Which rows of a step take memory from the heap, counted without a heap of its own.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <initializer_list>
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
  // In no row `but` some, and in no more than this many steps of the others.
  void expect_none(std::initializer_list<std::string_view> but, int steps = 0) const {
    for (std::size_t row = 0; row < rows_; ++row) {
      const bool may_take = std::find(but.begin(), but.end(), names_[row]) != but.end();
      EXPECT_TRUE(may_take || steps_[row] <= steps) << names_[row] << " took memory " << taken_[row] << " times";
    }
  }

 private:
  std::int64_t begin_ = 0;
  std::size_t rows_ = 0;
  std::array<std::string_view, 32> names_{};
  std::array<std::int64_t, 32> taken_{};
  std::array<int, 32> steps_{};  // in which it took any
};

// After `warm_steps` ten more steps take nothing from the heap, in no row `but` some; a row whose lists may still grow
// does in `growths` of them at most. On one thread: with more of them the lists of each grow by chance.
template <class SolverOfFluid>
void expect_no_allocation(const Scene& scene, double dt, int warm_steps,
                          std::initializer_list<std::string_view> but = {}, int growths = 0) {
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
    rows.expect_none(but, growths);
  });
}

}  // namespace spindrift::testing
