#include "validate/scores.h"

#include <gtest/gtest.h>

#include <cmath>

namespace spindrift {
namespace {

ValidationScore score(double value, std::optional<double> at_most) { return {.value = value, .at_most = at_most}; }

TEST(Scores, a_case_passes_only_if_all_targets_are_met) {
  EXPECT_EQ(verdict_of({score(1.0, 2.0), score(9.0, {})}, false), Verdict::kPass);
  EXPECT_EQ(verdict_of({score(1.0, 2.0), score(3.0, 2.0)}, false), Verdict::kFail);
  EXPECT_EQ(verdict_of({score(std::nan(""), 2.0)}, false), Verdict::kFail);
  EXPECT_EQ(verdict_of({score(9.0, {})}, false), Verdict::kNotRun);
}

// A control that breaks down says nothing about what it controls.
TEST(Scores, a_control_passes_only_if_it_misses_with_a_number) {
  EXPECT_EQ(verdict_of({score(3.0, 2.0)}, true), Verdict::kPass);
  EXPECT_EQ(verdict_of({score(1.0, 2.0)}, true), Verdict::kFail);
  EXPECT_EQ(verdict_of({score(std::nan(""), 2.0)}, true), Verdict::kFail);
}

TEST(Scores, observed_order_is_the_power_with_which_errors_fall) {
  EXPECT_NEAR(observed_order(32, 0.04, 64, 0.01), 2.0, 1e-12);
  EXPECT_NEAR(observed_order(30, 0.02, 90, 0.02 / 3.0), 1.0, 1e-12);
}

}  // namespace
}  // namespace spindrift
