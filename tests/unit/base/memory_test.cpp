#include "base/memory.h"

#include <gtest/gtest.h>

#include <vector>

namespace spindrift {
namespace {

TEST(Memory, process_fits_into_the_machine) {
  EXPECT_GT(peak_rss_bytes(), 1 << 20);
  EXPECT_GT(available_memory_bytes(), 1 << 20);
}

TEST(Memory, resident_memory_grows_by_what_is_written_to) {
  constexpr std::int64_t kBytes = 64 << 20;
  const std::int64_t before = resident_bytes();
  const std::vector<char> block(kBytes, 1);
  EXPECT_NEAR(static_cast<double>(resident_bytes() - before), static_cast<double>(kBytes), 0.1 * kBytes);
  EXPECT_EQ(block.back(), 1);
}

TEST(Memory, sizes_read_well) {
  EXPECT_EQ(bytes_text(0), "0 B");
  EXPECT_EQ(bytes_text(999), "999 B");
  EXPECT_EQ(bytes_text(1500), "1.5 kB");
  EXPECT_EQ(bytes_text(999.7e6), "1.0 GB");
  EXPECT_EQ(bytes_text(25e9), "25 GB");
}

}  // namespace
}  // namespace spindrift
