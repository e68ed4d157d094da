// Where nobody could catch an exception, in destructors and on the writing thread, nothing needs memory.
#include <gtest/gtest.h>

#include <optional>
#include <stdexcept>
#include <vector>

#include "exec/background_writer.h"
#include "exec/parallel.h"
#include "exec/scratch.h"
#include "memory/scarce_memory.h"

namespace spindrift {
namespace {

using namespace testing;

TEST(NoMemory, is_needed_to_give_scratch_back) {
  Scratch scratch;
  std::vector<Scratch::Loan<std::vector<int>>> loans;
  for (int i = 0; i < 40; ++i) loans.push_back(scratch.borrow<std::vector<int>>());
  refuse_requests(0, kAll);
  loans.clear();
  refuse_nothing();
  EXPECT_TRUE(scratch.borrow<std::vector<int>>()->empty());
}

TEST(NoMemory, is_needed_to_end_the_clock_of_a_loop) {
  LoopLog log;
  std::optional<LoopClock> clock(std::in_place, "a loop that has not run before", 7);
  refuse_requests(0, kAll);
  clock.reset();
  refuse_nothing();
  ASSERT_EQ(log.counts().size(), 1u);
  EXPECT_EQ(log.counts().front().pieces, 7);
}

TEST(NoMemory, is_needed_for_a_job_that_fails) {
  BackgroundWriter writer;
  writer.push([]() -> Status {
    refuse_requests(0, kAll);
    throw std::runtime_error("something that takes more than a few letters");
  });
  const Status outcome = writer.finish();
  refuse_nothing();
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().message, "out of memory");
}

}  // namespace
}  // namespace spindrift
