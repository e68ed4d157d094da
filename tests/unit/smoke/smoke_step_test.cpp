// The rows of a step of smoke.
#include "smoke/smoke_step.h"

#include <gtest/gtest.h>

#include "support/rows.h"

namespace spindrift {
namespace {

TEST(SmokeStep, every_row_has_a_test_of_its_name) {
  for (const auto& row : kSmokeStep<2>) testing::expect_test_of_row("smoke", row.name);
}

}  // namespace
}  // namespace spindrift
