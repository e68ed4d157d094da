// Jobs on another thread, in order, until one fails.
#include "exec/background_writer.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <stdexcept>
#include <vector>

#include "exec/parallel.h"

namespace spindrift {
namespace {

TEST(BackgroundWriter, runs_all_jobs_in_order) {
  std::vector<int> order;
  BackgroundWriter writer;
  for (int i = 0; i < 50; ++i)
    writer.push([&order, i]() -> Status {
      order.push_back(i);
      return Done{};
    });
  EXPECT_TRUE(writer.finish());
  ASSERT_EQ(order.size(), 50u);
  for (int i = 0; i < 50; ++i) EXPECT_EQ(order[static_cast<std::size_t>(i)], i);
}

TEST(BackgroundWriter, stops_after_the_first_failure_and_tells_it) {
  std::atomic<int> ran = 0;
  BackgroundWriter writer;
  for (int i = 0; i < 10; ++i)
    writer.push([&ran, i]() -> Status {
      ++ran;
      if (i == 3) return Error{ErrorCode::kRunFailed, "no room for 3"};
      return Done{};
    });
  const Status outcome = writer.finish();
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().message, "no room for 3");
  EXPECT_EQ(ran, 4);
}

TEST(BackgroundWriter, an_exception_is_a_failure) {
  BackgroundWriter writer;
  writer.push([]() -> Status { throw std::runtime_error("broken"); });
  const Status outcome = writer.finish();
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().message, "broken");
}

TEST(BackgroundWriter, does_not_wait_while_there_is_room_and_waits_when_there_is_none) {
  if (ThreadPool(2).threads() == 1) GTEST_SKIP() << "the serial leaf does each job when it is handed over";
  std::promise<void> open;
  std::shared_future<void> gate = open.get_future().share();
  std::atomic<bool> is_open = false;
  BackgroundWriter writer(2);
  const auto job = [&gate]() -> Status {
    gate.wait();
    return Done{};
  };
  for (int i = 0; i < 2; ++i) writer.push(job);  // returns although no job can end
  std::thread opener([&] {
    is_open = true;
    open.set_value();
  });
  for (int i = 0; i < 3; ++i) writer.push(job);
  EXPECT_TRUE(is_open) << "the fourth had to wait for the first to end";
  EXPECT_TRUE(writer.finish());
  opener.join();
}

}  // namespace
}  // namespace spindrift
