// Loops and sums give the same bits for any number of threads.
#include "exec/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <bit>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "base/hash.h"

namespace spindrift {
namespace {

constexpr int kThreadCounts[] = {1, 2, 7};

TEST(ParallelFor, visits_every_index_once) {
  for (const int threads : kThreadCounts) {
    ThreadPool pool(threads);
    for (const std::size_t count : {0u, 1u, 7u, 1000u}) {
      std::vector<std::atomic<int>> visits(count);
      pool.run([&] { parallel_for("test", count, [&](std::size_t i) { ++visits[i]; }, 3); });
      for (const auto& n : visits) EXPECT_EQ(n, 1);
    }
  }
}

TEST(ParallelPieces, do_not_depend_on_the_number_of_threads) {
  for (const int threads : kThreadCounts) {
    ThreadPool pool(threads);
    std::vector<std::size_t> end_of(100, 0);
    pool.run(
        [&] { parallel_pieces("test", 100, 16, [&](std::size_t begin, std::size_t end) { end_of[begin] = end; }); });
    for (std::size_t begin = 0; begin < 100; ++begin)
      EXPECT_EQ(end_of[begin], begin % 16 ? 0 : std::min<std::size_t>(begin + 16, 100));
  }
}

TEST(ParallelSum, has_the_same_bits_for_any_number_of_threads) {
  auto part = [](std::size_t i) { return std::exp(20.0 * static_cast<double>(random_unit(i))); };
  std::vector<std::uint64_t> bits;
  for (const int threads : kThreadCounts) {
    ThreadPool pool(threads);
    pool.run([&] { bits.push_back(std::bit_cast<std::uint64_t>(parallel_sum("test", 12345, part))); });
  }
  EXPECT_EQ(bits[0], bits[1]);
  EXPECT_EQ(bits[0], bits[2]);
}

TEST(ParallelReduce, combines_neighbours_in_order) {
  for (const std::size_t count : {1u, 2u, 5u, 8u, 33u}) {
    std::string expected;
    for (std::size_t i = 0; i < count; ++i) expected += static_cast<char>('a' + i % 26);
    const std::string text = parallel_reduce(
        "test", count, std::string(), [](std::size_t i) { return std::string(1, static_cast<char>('a' + i % 26)); },
        [](const std::string& a, const std::string& b) { return a + b; });
    EXPECT_EQ(text, expected);
  }
}

TEST(ParallelReduce, of_nothing_is_the_identity) {
  EXPECT_EQ(parallel_sum("test", 0, [](std::size_t) { return 1.0; }), 0.0);
}

TEST(ParallelPieces, many_short_loops_after_one_another_lose_no_piece) {
  for (const int threads : kThreadCounts) {
    ThreadPool pool(threads);
    std::vector<int> visits(64, 0);
    pool.run([&] {
      for (int loop = 0; loop < 2000; ++loop)
        parallel_for("test", 1 + loop % visits.size(), [&](std::size_t i) { ++visits[i]; });
    });
    int sum = 0;
    for (const int n : visits) sum += n;
    int expected = 0;
    for (int loop = 0; loop < 2000; ++loop) expected += 1 + loop % 64;
    EXPECT_EQ(sum, expected);
  }
}

TEST(ParallelPieces, an_exception_reaches_the_caller_and_the_pool_goes_on) {
  for (const int threads : kThreadCounts) {
    ThreadPool pool(threads);
    for (const std::size_t bad : {std::size_t{0}, std::size_t{63}}) {
      const auto run = [&] {
        parallel_for("test", 64, [&](std::size_t i) {
          if (i == bad) throw std::runtime_error("a piece failed");
        });
      };
      EXPECT_THROW(pool.run(run), std::runtime_error);
      std::atomic<int> visits = 0;
      pool.run([&] { parallel_for("test", 64, [&](std::size_t) { ++visits; }); });
      EXPECT_EQ(visits, 64);
    }
  }
}

TEST(ParallelPieces, may_hold_loops) {
  for (const int threads : kThreadCounts) {
    ThreadPool pool(threads);
    std::vector<std::atomic<int>> visits(64);
    pool.run([&] {
      parallel_for("test", 8,
                   [&](std::size_t i) { parallel_for("test", 8, [&](std::size_t k) { ++visits[8 * i + k]; }); });
    });
    for (const auto& n : visits) EXPECT_EQ(n, 1);
  }
}

TEST(ThreadPool, numbers_its_threads) {
  for (const int threads : kThreadCounts) {
    ThreadPool pool(threads);
    pool.run([&] {
      EXPECT_EQ(thread_count(), pool.threads());
      std::atomic<int> wrong = 0;
      parallel_for("test", 1000,
                   [&](std::size_t) { wrong += thread_number() < 0 || thread_number() >= pool.threads(); });
      EXPECT_EQ(wrong, 0);
    });
  }
}

TEST(ThreadPool, may_work_inside_of_another_and_beside_it) {
  const auto count = [](ThreadPool& pool, auto&& between) {
    std::atomic<int> visits = 0;
    pool.run([&] {
      for (int loop = 0; loop < 200; ++loop) {
        parallel_for("test", 16, [&](std::size_t) { ++visits; });
        between();
      }
    });
    return visits.load();
  };
  ThreadPool outer(3), inner(2), beside(2);
  const auto nothing = [] {};
  int elsewhere = 0, within = 0;
  std::thread other([&] { elsewhere = count(beside, nothing); });
  EXPECT_EQ(count(outer, [&] { within += count(inner, nothing); }), 200 * 16);
  other.join();
  EXPECT_EQ(elsewhere, 200 * 16);
  EXPECT_EQ(within, 200 * 200 * 16);
}

TEST(ThreadPool, zero_means_every_core) {
  EXPECT_GE(ThreadPool(0).threads(), 1);
  const bool has_threads = ThreadPool(2).threads() == 2;  // the serial leaf has none
  EXPECT_EQ(ThreadPool(3).threads(), has_threads ? 3 : 1);
}

TEST(Buffer, is_aligned_for_vectors_and_keeps_its_values_when_it_grows) {
  Buffer<float> buffer(5, 2.0f);
  buffer.resize(1000);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffer.data()) % 64, 0u);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(buffer[i], 2.0f);
  resize_discard(buffer, 5000);
  EXPECT_EQ(buffer.size(), 5000u);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffer.data()) % 64, 0u);
}

}  // namespace
}  // namespace spindrift
