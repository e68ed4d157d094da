#include "base/math.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>

namespace spindrift::math {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// ln 2 and pi/2 in parts. The first ones are short, so that their product with a whole number is exact.
constexpr double kLn2High = 0x1.62e42feep-1, kLn2Low = 0x1.a39ef35793c76p-33;
constexpr double kQuarterHigh = 0x1.921fb544p+0, kQuarterMiddle = 0x1.0b4611a6p-34, kQuarterLow = 0x1.3198a2e037073p-69;
// Larger angles are first reduced by the nearest double to 2 pi: up to here the number of quarters has 20 bits, and its
// products with the first two parts of pi/2, of 33 bits each, are exact.
constexpr double kLargestAngle = 0x1p20;

// The sum of two doubles, of which the second is at most half a unit in the last place of the first: twice the digits.
// Sums and products as in [Dekker1971].
struct Pair {
  double high = 0.0, low = 0.0;
};

// `large` is no smaller than `small`, by its absolute value.
Pair sum_of_ordered(double large, double small) {
  const double high = large + small;
  return {high, small - (high - large)};
}

Pair sum_of(double a, double b) {
  const double high = a + b, of_b = high - a;
  return {high, (a - (high - of_b)) + (b - of_b)};
}

Pair product_of(double a, double b) {
  constexpr double kSplit = 0x1p27 + 1.0;  // parts a double into two halves of 26 bits
  const double a_high = kSplit * a - (kSplit * a - a), a_low = a - a_high;
  const double b_high = kSplit * b - (kSplit * b - b), b_low = b - b_high;
  const double high = a * b;
  return {high, ((a_high * b_high - high) + a_high * b_low + a_low * b_high) + a_low * b_low};
}

Pair operator+(const Pair& a, const Pair& b) {
  const Pair sum = sum_of(a.high, b.high);
  return sum_of_ordered(sum.high, sum.low + (a.low + b.low));
}

Pair operator*(const Pair& a, const Pair& b) {
  const Pair product = product_of(a.high, b.high);
  return sum_of_ordered(product.high, product.low + (a.high * b.low + a.low * b.high));
}

// The coefficients of x^0, x^1, ...
template <int N>
double polynomial(const double (&coefficients)[N], double x) {
  double sum = coefficients[N - 1];
  for (int i = N - 2; i >= 0; --i) sum = sum * x + coefficients[i];
  return sum;
}

// Of a positive finite number: e ln 2 + ln m with m in [sqrt(1/2), sqrt(2)) and ln m = 2 (s + s^3/3 + s^5/5 + ...),
// s = (m - 1) / (m + 1).
Pair logarithm_of(double x) {
  static constexpr double kOdd[] = {1.0 / 5,  1.0 / 7,  1.0 / 9,  1.0 / 11, 1.0 / 13, 1.0 / 15,
                                    1.0 / 17, 1.0 / 19, 1.0 / 21, 1.0 / 23, 1.0 / 25};
  constexpr double kThirdHigh = 0x1.5555555555555p-2, kThirdLow = 0x1.5555555555555p-56;
  int exponent = 0;
  double m = std::frexp(x, &exponent);
  if (m < 0.5 * std::numbers::sqrt2) {
    m *= 2.0;
    --exponent;
  }
  const double above = m - 1.0;
  const Pair below = sum_of_ordered(2.0, above);
  const double first = above / below.high;
  const Pair back = product_of(first, below.high);
  const Pair s = {first, ((above - back.high) - back.low - first * below.low) / below.high};
  const Pair square = s * s;
  Pair series = sum_of_ordered(kThirdHigh, square.high * polynomial(kOdd, square.high));
  series.low += kThirdLow;
  const Pair half = s + s * (square * series);
  return Pair{exponent * kLn2High, exponent * kLn2Low} + Pair{2.0 * half.high, 2.0 * half.low};
}

// e^(high + low) = 2^k e^r with |r| <= ln(2) / 2; by its series there.
double exponential_of(const Pair& x) {
  static constexpr double kFactorials[] = {1.0 / 2,       1.0 / 6,        1.0 / 24,        1.0 / 120,
                                           1.0 / 720,     1.0 / 5040,     1.0 / 40320,     1.0 / 362880,
                                           1.0 / 3628800, 1.0 / 39916800, 1.0 / 479001600, 1.0 / 6227020800};
  constexpr double kLargest = 709.79, kSmallest = -745.14;  // beyond them there is no double
  if (x.high > kLargest) return kInfinity;
  if (x.high < kSmallest) return 0.0;
  const double k = std::floor(x.high * std::numbers::log2e + 0.5);
  const double reduced = x.high - k * kLn2High, rest = x.low - k * kLn2Low;
  const double r = reduced + rest, lost = (reduced - r) + rest;
  const double e = 1.0 + (r + (lost + r * r * polynomial(kFactorials, r)));
  return std::ldexp(e, static_cast<int>(k));
}

// x = quarter * pi/2 + high + low, with the last two in [-pi/4, pi/4].
struct Angle {
  int quarter = 0;
  double high = 0.0, low = 0.0;
};

Angle reduce(double x) {
  if (std::abs(x) > kLargestAngle) x = std::fmod(x, 2.0 * std::numbers::pi);
  const double quarters = std::floor(x * (2.0 * std::numbers::inv_pi) + 0.5);
  const Pair near = sum_of(x - quarters * kQuarterHigh, -quarters * kQuarterMiddle);
  const Pair angle = sum_of(near.high, near.low - quarters * kQuarterLow);
  return {static_cast<int>(quarters) & 3, angle.high, angle.low};
}

double sine_of(const Angle& x) {
  static constexpr double kSeries[] = {-1.0 / 6,         1.0 / 120,          -1.0 / 5040,         1.0 / 362880,
                                       -1.0 / 39916800., 1.0 / 6227020800.0, -1.0 / 1307674368e3, 1.0 / 355687428096e3};
  const double square = x.high * x.high;
  return x.high + (x.low * (1.0 - 0.5 * square) + x.high * square * polynomial(kSeries, square));
}

double cosine_of(const Angle& x) {
  static constexpr double kSeries[] = {1.0 / 24,        -1.0 / 720,         1.0 / 40320,        -1.0 / 3628800,
                                       1.0 / 479001600, -1.0 / 87178291200, 1.0 / 20922789888e3};
  const double square = x.high * x.high, half = 0.5 * square, one_less = 1.0 - half;
  return one_less + (((1.0 - one_less) - half) + (square * square * polynomial(kSeries, square) - x.high * x.low));
}

// Within some hundredths: a third of the exponent, and of the digits behind it. The constant is two thirds of the
// exponent's offset, less what makes the errors above and below alike.
double guess_cube_root(double x) {
  constexpr std::uint64_t kOffset = 0x2a9f'7893'0000'0000;
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(x) / 3 + kOffset);
}

// Halley's step: an error e becomes 2/3 e^3.
double nearer_cube_root(double y, double x) {
  const double cube = y * y * y;
  return y * ((cube + 2.0 * x) / (2.0 * cube + x));
}

}  // namespace

double sin(double x) {
  if (!std::isfinite(x)) return kNan;
  const Angle angle = reduce(x);
  const double size = angle.quarter % 2 == 0 ? sine_of(angle) : cosine_of(angle);
  return angle.quarter < 2 ? size : -size;
}

double cos(double x) {
  if (!std::isfinite(x)) return kNan;
  const Angle angle = reduce(x);
  const double size = angle.quarter % 2 == 0 ? cosine_of(angle) : sine_of(angle);
  return angle.quarter == 0 || angle.quarter == 3 ? size : -size;
}

double exp(double x) { return std::isnan(x) ? kNan : exponential_of({x, 0.0}); }

double log(double x) {
  if (std::isnan(x) || x < 0.0) return kNan;
  if (x == 0.0) return -kInfinity;
  return x == kInfinity ? x : logarithm_of(x).high;
}

double pow(double x, double y) {
  constexpr double kAsGoodAsInfinite = 0x1p70;  // as an exponent, for any number but one
  if (y == 0.0 || x == 1.0) return 1.0;
  if (std::isnan(x) || std::isnan(y)) return kNan;
  const double size = std::abs(x);
  if (x < 0.0 && std::isfinite(x) && std::floor(y) != y) return kNan;
  const double sign = x < 0.0 && std::abs(std::fmod(y, 2.0)) == 1.0 ? -1.0 : 1.0;
  if (size == 1.0) return sign;
  if (size == 0.0 || size == kInfinity || std::abs(y) > kAsGoodAsInfinite)
    return (size > 1.0) == (y > 0.0) ? sign * kInfinity : sign * 0.0;
  return sign * exponential_of(logarithm_of(size) * Pair{y, 0.0});
}

double cbrt(double x) {
  constexpr double kSmall = 0x1p-1000, kLarger = 0x1p54;  // too small for the guess
  if (x == 0.0 || !std::isfinite(x)) return x;
  const double size = std::abs(x);
  if (size < kSmall) return cbrt(x * (kLarger * kLarger * kLarger)) / kLarger;
  double root = guess_cube_root(size);
  for (int i = 0; i < 2; ++i) root = nearer_cube_root(root, size);
  root -= (root - size / (root * root)) / 3.0;
  return x < 0.0 ? -root : root;
}

// In double precision, where two steps are more than enough to round it.
float cbrt(float x) {
  if (x == 0.0f || !std::isfinite(x)) return x;
  const double size = std::abs(static_cast<double>(x));
  double root = guess_cube_root(size);
  for (int i = 0; i < 2; ++i) root = nearer_cube_root(root, size);
  return static_cast<float>(x < 0.0f ? -root : root);
}

}  // namespace spindrift::math
