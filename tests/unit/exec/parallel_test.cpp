// Loops and sums give the same bits for any number of threads.
#include "exec/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <bit>
#include <cmath>
#include <cstdint>
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

TEST(ThreadPool, zero_means_every_core) {
  EXPECT_GE(ThreadPool(0).threads(), 1);
  EXPECT_EQ(ThreadPool(3).threads(), 3);
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
