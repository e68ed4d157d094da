#include "base/split.h"

#include <gtest/gtest.h>

namespace spindrift {
namespace {

using Pieces = std::vector<std::string_view>;

TEST(Split, cuts_at_every_separator) {
  EXPECT_EQ(split("a:bc::d", ':'), (Pieces{"a", "bc", "", "d"}));
  EXPECT_EQ(split(":a", ':'), (Pieces{"", "a"}));
}

TEST(Split, makes_no_piece_behind_a_separator_that_ends_the_text) {
  EXPECT_EQ(split("one\ntwo\n", '\n'), (Pieces{"one", "two"}));
  EXPECT_EQ(split("", '\n'), Pieces{});
}

}  // namespace
}  // namespace spindrift
