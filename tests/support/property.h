// Properties that hold for random cases (RapidCheck), inside of any test.
#pragma once

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <sstream>
#include <string>
#include <utility>

namespace spindrift::testing {

// Tries `cases` random cases, the same ones in every run unless RC_PARAMS names a seed; shrinks a failure to a small
// one.
template <class Testable>
void expect_for_random_cases(int cases, Testable&& testable) {
  rc::detail::TestParams params = rc::detail::configuration().testParams;
  params.maxSuccess = cases;
  if (const char* chosen = std::getenv("RC_PARAMS"); !chosen) params.seed = 20240229;
  rc::detail::TestMetadata metadata;
  metadata.id = metadata.description = ::testing::UnitTest::GetInstance()->current_test_info()->name();
  const auto result = rc::detail::checkTestable(std::forward<Testable>(testable), metadata, params);
  if (result.template is<rc::detail::SuccessResult>()) return;
  std::ostringstream message;
  rc::detail::printResultMessage(result, message);
  ADD_FAILURE() << message.str();
}

}  // namespace spindrift::testing
