#include "spindrift/error.h"

#include <gtest/gtest.h>

namespace spindrift {
namespace {

TEST(Error, reads_as_file_line_column_and_message) {
  EXPECT_EQ(to_string({ErrorCode::kBadInput, "unknown key", {"scene.toml", 12, 7}}),
            "scene.toml:12:7: error: unknown key");
}

TEST(Error, leaves_out_what_it_does_not_know) {
  EXPECT_EQ(to_string({ErrorCode::kRunFailed, "no numbers", {}}), "error: no numbers");
  EXPECT_EQ(to_string({ErrorCode::kBadInput, "no liquid", {"scene.toml"}}), "scene.toml: error: no liquid");
}

TEST(Result, holds_a_value_or_an_error) {
  const Result<int> good = 3, bad = Error{ErrorCode::kBadInput, "no", {}};
  ASSERT_TRUE(good);
  EXPECT_EQ(*good, 3);
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().message, "no");
}

}  // namespace
}  // namespace spindrift
