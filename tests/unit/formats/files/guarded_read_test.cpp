#include "formats/files/guarded_read.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <vector>

namespace spindrift {
namespace {

constexpr ReadLimits kPlenty{10, std::uint64_t{1} << 30};

TEST(GuardedRead, hands_over_what_was_read) {
  const std::string text(100000, 'x');
  EXPECT_EQ(read_guarded([&] { return text; }, kPlenty), text);
}

TEST(GuardedRead, survives_a_reader_that_dies_or_throws) {
  EXPECT_FALSE(read_guarded([]() -> std::string { std::_Exit(3); }, kPlenty));
  EXPECT_FALSE(read_guarded([]() -> std::string { throw 1; }, kPlenty));
}

TEST(GuardedRead, ends_a_reader_that_wants_too_much_memory) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers need more address space than any limit would leave";
#endif
  const auto read = [] {
    std::vector<std::vector<char>> pieces;
    for (int i = 0; i < 200; ++i) pieces.emplace_back(std::size_t{1} << 20, 'x');
    return std::string("read ") + pieces.back()[0];
  };
  EXPECT_TRUE(read_guarded(read, kPlenty));
  EXPECT_FALSE(read_guarded(read, {10, std::uint64_t{1} << 26}));
}

}  // namespace
}  // namespace spindrift
