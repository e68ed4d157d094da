// Every function against the standard library's in extended precision: the largest error in units in the last place.
#include "base/math.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <numbers>

#include "base/hash.h"

namespace spindrift {
namespace {

constexpr int kSamples = 50000;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// In units in the last place of the exact value's type, double or float.
template <class Real>
double ulps(Real value, long double exact) {
  const Real near = std::abs(static_cast<Real>(exact));
  const Real unit = std::nextafter(near, std::numeric_limits<Real>::infinity()) - near;
  return static_cast<double>(std::abs(static_cast<long double>(value) - exact) / static_cast<long double>(unit));
}

double random_between(double low, double high, std::uint64_t key) {
  const double u = static_cast<double>(mix(key) >> 11) * 0x1p-53;
  return low + (high - low) * u;
}

// The largest error over many numbers in [low, high].
template <class Ours, class Exact>
double worst(const char* name, double low, double high, Ours&& ours, Exact&& exact) {
  double most = 0.0, where = low;
  for (int i = 0; i < kSamples; ++i) {
    const double x = random_between(low, high, static_cast<std::uint64_t>(i));
    const double error = ulps(ours(x), exact(x));
    if (std::isnan(error)) return kInfinity;
    if (error > most) where = x;
    most = std::max(most, error);
  }
  std::printf("%s in [%g, %g]: at most %.3f ulp, at %.17g\n", name, low, high, most, where);
  return most;
}

TEST(Math, sine_and_cosine_are_within_an_ulp) {
  const auto sine = [](double x) { return math::sin(x); };
  const auto cosine = [](double x) { return math::cos(x); };
  const auto exact_sine = [](double x) { return std::sin(static_cast<long double>(x)); };
  const auto exact_cosine = [](double x) { return std::cos(static_cast<long double>(x)); };
  for (const double reach : {0.01, 1.0, 10.0, 1e4, 1e6}) {
    EXPECT_LT(worst("sin", -reach, reach, sine, exact_sine), 1.0);
    EXPECT_LT(worst("cos", -reach, reach, cosine, exact_cosine), 1.0);
  }
}

TEST(Math, sine_and_cosine_of_multiples_of_a_quarter_are_within_an_ulp) {
  double most = 0.0;
  for (int i = -5000; i <= 5000; ++i) {
    const double x = i * 0.25 * std::numbers::pi;
    most = std::max({most, ulps(math::sin(x), std::sin(static_cast<long double>(x))),
                     ulps(math::cos(x), std::cos(static_cast<long double>(x)))});
  }
  EXPECT_LT(most, 1.0);
}

TEST(Math, sine_and_cosine_of_any_angle_lie_on_the_circle) {
  for (const double x : {1e7, -3e9, 1e15, 1e100, 1e308}) {
    const double s = math::sin(x), c = math::cos(x);
    EXPECT_NEAR(s * s + c * c, 1.0, 1e-15) << x;
  }
  EXPECT_TRUE(std::isnan(math::sin(kInfinity)));
  EXPECT_TRUE(std::isnan(math::cos(-kInfinity)));
}

TEST(Math, the_tangent_is_within_an_ulp) {
  const auto ours = [](double x) { return math::tan(x); };
  const auto exact = [](double x) { return std::tan(static_cast<long double>(x)); };
  for (const double reach : {0.01, 1.0, 10.0, 1e4}) EXPECT_LT(worst("tan", -reach, reach, ours, exact), 1.0);
  EXPECT_TRUE(std::isnan(math::tan(kInfinity)));
}

TEST(Math, the_angle_of_a_vector_is_within_an_ulp) {
  for (const double x : {1.0, -1.0, 0.3, -1e-5, 1e300, -1e-300}) {
    const auto ours = [&](double y) { return math::atan2(y, x); };
    const auto exact = [&](double y) { return std::atan2(static_cast<long double>(y), static_cast<long double>(x)); };
    for (const double reach : {1e-3, 1.0, 100.0})
      EXPECT_LT(worst("atan2", -reach * std::abs(x), reach * std::abs(x), ours, exact), 1.0) << x;
  }
}

TEST(Math, angles_of_special_vectors_are_those_of_the_standard_library) {
  const double numbers[] = {0.0, -0.0, 1.0, -1.0, 2.0, 0.125, 1e-310, -1e308, kInfinity, -kInfinity};
  for (const double y : numbers)
    for (const double x : numbers) {
      const double ours = math::atan2(y, x), theirs = std::atan2(y, x);
      EXPECT_NEAR(ours, theirs, 1e-15 * std::abs(theirs)) << y << ", " << x;
      EXPECT_EQ(std::signbit(ours), std::signbit(theirs)) << y << ", " << x;
    }
  EXPECT_TRUE(std::isnan(math::atan2(std::nan(""), 1.0)));
}

TEST(Math, hyperbolic_functions_are_within_an_ulp) {
  for (const double reach : {1e-3, 0.5, 1.5, 5.0, 30.0, 700.0}) {
    const auto wide = [](double x) { return static_cast<long double>(x); };
    EXPECT_LT(worst("sinh", -reach, reach, math::sinh, [&](double x) { return std::sinh(wide(x)); }), 1.0);
    EXPECT_LT(worst("cosh", -reach, reach, math::cosh, [&](double x) { return std::cosh(wide(x)); }), 1.0);
    EXPECT_LT(worst("tanh", -reach, reach, math::tanh, [&](double x) { return std::tanh(wide(x)); }), 1.0);
    EXPECT_LT(worst("sech", -reach, reach, math::sech, [&](double x) { return 1.0L / std::cosh(wide(x)); }), 1.0);
  }
  EXPECT_EQ(math::sinh(0.0), 0.0);
  EXPECT_EQ(math::cosh(0.0), 1.0);
  EXPECT_EQ(math::tanh(-kInfinity), -1.0);
  EXPECT_EQ(math::sinh(-800.0), -kInfinity);
  EXPECT_DOUBLE_EQ(math::sinh(710.4), std::sinh(710.4));  // the exponential alone would overflow
  EXPECT_EQ(math::sech(kInfinity), 0.0);
  EXPECT_TRUE(std::isnan(math::tanh(std::nan(""))));
}

TEST(Math, the_exponential_is_within_an_ulp) {
  const auto ours = [](double x) { return math::exp(x); };
  const auto exact = [](double x) { return std::exp(static_cast<long double>(x)); };
  for (const double reach : {1e-3, 1.0, 40.0, 708.0}) EXPECT_LT(worst("exp", -reach, reach, ours, exact), 1.0);
  EXPECT_EQ(math::exp(0.0), 1.0);
  EXPECT_EQ(math::exp(710.0), kInfinity);
  EXPECT_EQ(math::exp(-kInfinity), 0.0);
  EXPECT_GT(math::exp(-745.0), 0.0);
}

TEST(Math, the_logarithm_is_within_an_ulp) {
  const auto ours = [](double x) { return math::log(x); };
  const auto exact = [](double x) { return std::log(static_cast<long double>(x)); };
  EXPECT_LT(worst("log", 0.9, 1.1, ours, exact), 1.0);
  EXPECT_LT(worst("log", 1e-3, 4.0, ours, exact), 1.0);
  EXPECT_LT(worst("log", 1.0, 1e300, ours, exact), 1.0);
  EXPECT_LT(worst("log", 1e-310, 1e-308, ours, exact), 1.0);
  EXPECT_EQ(math::log(1.0), 0.0);
  EXPECT_EQ(math::log(0.0), -kInfinity);
  EXPECT_TRUE(std::isnan(math::log(-1.0)));
}

TEST(Math, a_power_is_within_an_ulp) {
  for (const double y : {2.0, 3.0, -1.0 / 3.0, 0.5, 1e-3, 17.25, -60.0}) {
    const auto ours = [&](double x) { return math::pow(x, y); };
    const auto exact = [&](double x) { return std::pow(static_cast<long double>(x), static_cast<long double>(y)); };
    EXPECT_LT(worst("pow", 1e-3, 10.0, ours, exact), 1.0) << y;
    EXPECT_LT(worst("pow", 0.99, 1.01, ours, exact), 1.0) << y;
  }
}

TEST(Math, powers_of_special_numbers_are_those_of_the_standard_library) {
  const double numbers[] = {0.0, 1.0, -1.0, 2.0, -2.0, 0.5, 3.0, -3.0, kInfinity, -kInfinity, 1e300, 1e-300, -0.25};
  for (const double x : numbers)
    for (const double y : numbers) {
      const double ours = math::pow(x, y), theirs = std::pow(x, y);
      const bool are_alike = std::abs(ours - theirs) <= 1e-15 * std::abs(theirs);
      EXPECT_TRUE(ours == theirs || are_alike || (std::isnan(ours) && std::isnan(theirs)))
          << x << "^" << y << ": " << ours;
    }
}

TEST(Math, a_cube_root_is_within_an_ulp) {
  const auto ours = [](double x) { return math::cbrt(x); };
  const auto exact = [](double x) { return std::cbrt(static_cast<long double>(x)); };
  for (const double reach : {1.0, 8.0, 1e-310, 1e300}) EXPECT_LT(worst("cbrt", -reach, reach, ours, exact), 1.0);
  const auto of_float = [](double x) { return math::cbrt(static_cast<float>(x)); };
  const auto exact_of_float = [](double x) { return std::cbrt(static_cast<long double>(static_cast<float>(x))); };
  for (const double reach : {1.0, 8.0, 1e-38, 1e38})
    EXPECT_LT(worst("cbrt of floats", -reach, reach, of_float, exact_of_float), 0.501);
  EXPECT_EQ(math::cbrt(27.0), 3.0);
  EXPECT_EQ(math::cbrt(0.0), 0.0);
}

}  // namespace
}  // namespace spindrift
