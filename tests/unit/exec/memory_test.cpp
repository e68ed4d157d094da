#include "exec/memory.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace spindrift {
namespace {

TEST(Memory, resident_memory_grows_by_what_is_written_to) {
  constexpr std::int64_t kBytes = 64 << 20;
  const std::int64_t before = resident_bytes();
  const std::vector<char> block(kBytes, 1);
  EXPECT_NEAR(static_cast<double>(resident_bytes() - before), static_cast<double>(kBytes), 0.1 * kBytes);
  EXPECT_EQ(block.back(), 1);
}

TEST(Memory, a_limit_of_the_control_group_counts) {
  namespace fs = std::filesystem;
  const fs::path root = fs::path(::testing::TempDir()) / "control_groups";
  const auto add = [&](const std::string& name, const std::string& text) {
    fs::create_directories((root / name).parent_path());
    std::ofstream(root / name) << text;
  };
  EXPECT_EQ(memory_left_by_groups("0::/a/b\n", root), -1) << "no files, no limit";
  add("a/b/memory.max", "max\n");
  add("a/b/memory.current", "700\n");
  EXPECT_EQ(memory_left_by_groups("0::/a/b\n", root), -1);
  add("a/memory.max", "1000\n");  // the group above
  add("a/memory.current", "800\n");
  add("a/memory.stat", "anon 500\ninactive_file 300\nactive_file 9\n");
  EXPECT_EQ(memory_left_by_groups("0::/a/b\n", root), 500);
  add("memory.max", "400\n");  // as inside of a container
  EXPECT_EQ(memory_left_by_groups("0::/\n", root), 400);
  EXPECT_EQ(memory_left_by_groups("0::/a/b\n", root), 400);
  add("memory/c/memory.limit_in_bytes", "5000\n");  // version 1
  add("memory/c/memory.usage_in_bytes", "2000\n");
  add("memory/c/memory.stat", "inactive_file 1\ntotal_inactive_file 100\n");
  EXPECT_EQ(memory_left_by_groups("5:cpu:/c\n4:hugetlb,memory:/c\n", root), 3100);
  EXPECT_EQ(memory_left_by_groups("5:cpu:/c\nnonsense\n", root), -1);
  fs::remove_all(root);
}

}  // namespace
}  // namespace spindrift
