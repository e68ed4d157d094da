#include "base/hash.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

namespace spindrift {
namespace {

TEST(Hash, neighbouring_keys_give_different_numbers) {
  std::set<std::uint64_t> seen;
  for (std::uint64_t key = 0; key < 10000; ++key) seen.insert(mix(key));
  EXPECT_EQ(seen.size(), 10000u);
}

TEST(Hash, combining_depends_on_the_order) { EXPECT_NE(hash_combine(1, 2), hash_combine(2, 1)); }

RC_GTEST_PROP(RandomUnit, lies_in_the_half_open_unit_interval, (std::uint64_t key)) {
  const float u = random_unit(key);
  RC_ASSERT(u >= 0.0f);
  RC_ASSERT(u < 1.0f);
  RC_ASSERT(u == random_unit(key));
}

TEST(RandomUnit, is_even) {
  constexpr int kCount = 100000;
  double sum = 0.0, squares = 0.0;
  for (std::uint64_t key = 0; key < kCount; ++key) {
    const double u = static_cast<double>(random_unit(key));
    sum += u;
    squares += u * u;
  }
  EXPECT_NEAR(sum / kCount, 0.5, 0.005);  // five standard deviations
  EXPECT_NEAR(squares / kCount, 1.0 / 3.0, 0.005);
}

}  // namespace
}  // namespace spindrift
