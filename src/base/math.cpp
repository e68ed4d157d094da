#include "base/math.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>

namespace spindrift::math {

namespace {

// The sum of two doubles, the second at most half a unit in the last place of the first: twice the digits. Sums and
// products as in [Dekker1971].
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

Pair operator-(const Pair& a) { return {-a.high, -a.low}; }

Pair operator+(const Pair& a, const Pair& b) {
  const Pair sum = sum_of(a.high, b.high);
  return sum_of_ordered(sum.high, sum.low + (a.low + b.low));
}

Pair operator*(const Pair& a, const Pair& b) {
  const Pair product = product_of(a.high, b.high);
  return sum_of_ordered(product.high, product.low + (a.high * b.low + a.low * b.high));
}

// The quotient of the first parts, and what its product with the divisor leaves of the dividend.
Pair operator/(const Pair& a, const Pair& b) {
  const double first = a.high / b.high;
  const Pair back = product_of(first, b.high);
  return sum_of_ordered(first, ((a.high - back.high) - back.low + a.low - first * b.low) / b.high);
}

// The coefficients of x^0, x^1, ...
template <int N>
double polynomial(const double (&coefficients)[N], double x) {
  double sum = coefficients[N - 1];
  for (int i = N - 2; i >= 0; --i) sum = sum * x + coefficients[i];
  return sum;
}

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// ln 2 in parts. The first one is short, so that its product with a whole number is exact.
constexpr double kLn2High = 0x1.62e42feep-1, kLn2Low = 0x1.a39ef35793c76p-33;

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

// 2^exponent times a pair.
struct Scaled {
  Pair number;
  int exponent = 0;
};

// e^(high + low) = 2^k e^r with |r| <= ln(2) / 2; by its series there. Of numbers whose k is an int.
Scaled exponential_parts_of(const Pair& x) {
  static constexpr double kFactorials[] = {1.0 / 2,       1.0 / 6,        1.0 / 24,        1.0 / 120,
                                           1.0 / 720,     1.0 / 5040,     1.0 / 40320,     1.0 / 362880,
                                           1.0 / 3628800, 1.0 / 39916800, 1.0 / 479001600, 1.0 / 6227020800};
  const double k = std::floor(x.high * std::numbers::log2e + 0.5);
  const double reduced = x.high - k * kLn2High, rest = x.low - k * kLn2Low;
  const double r = reduced + rest, lost = (reduced - r) + rest;
  return {sum_of_ordered(1.0, r + (lost + r * r * polynomial(kFactorials, r))), static_cast<int>(k)};
}

double exponential_of(const Pair& x) {
  constexpr double kLargest = 709.79, kSmallest = -745.14;  // beyond them there is no double
  if (x.high > kLargest) return kInfinity;
  if (x.high < kSmallest) return 0.0;
  const Scaled e = exponential_parts_of(x);
  return std::ldexp(e.number.high, e.exponent);
}

// Half of e^x - e^-x and of e^x + e^-x, both over 2^exponent; of numbers from 0 on.
struct HyperbolicPair {
  Pair sine, cosine;
  int exponent = 0;
};

HyperbolicPair hyperbolic_pair_of(double x) {
  static constexpr double kOdd[] = {1.0 / 6,
                                    1.0 / 120,
                                    1.0 / 5040,
                                    1.0 / 362880,
                                    1.0 / 39916800.0,
                                    1.0 / 6227020800.0,
                                    1.0 / 1307674368e3,
                                    1.0 / 355687428096e3,
                                    1.0 / 121645100408832e3};
  static constexpr double kEven[] = {1.0 / 24,
                                     1.0 / 720,
                                     1.0 / 40320,
                                     1.0 / 3628800,
                                     1.0 / 479001600.0,
                                     1.0 / 87178291200.0,
                                     1.0 / 20922789888e3,
                                     1.0 / 6402373705728e3,
                                     1.0 / 2432902008176640e3};
  constexpr double kLargest = 800.0;  // beyond, e^-x is nothing and e^x endless, as they are here
  if (x <= 1.0) {
    const Pair square = product_of(x, x);
    const Pair half = sum_of_ordered(1.0, 0.5 * square.high);
    const double behind = 0.5 * square.low + square.high * square.high * polynomial(kEven, square.high);
    return {sum_of_ordered(x, x * square.high * polynomial(kOdd, square.high)),
            sum_of_ordered(half.high, half.low + behind)};
  }
  const Scaled e = exponential_parts_of({std::min(x, kLargest), 0.0});
  const Pair inverse{std::ldexp(1.0 / e.number.high, -2 * e.exponent), 0.0};
  return {e.number + -inverse, e.number + inverse, e.exponent - 1};
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

// pi/2 in parts. The first ones are short, so that their product with a whole number is exact.
constexpr double kQuarterHigh = 0x1.921fb544p+0, kQuarterMiddle = 0x1.0b4611a6p-34, kQuarterLow = 0x1.3198a2e037073p-69;
// Larger angles are first reduced by the nearest double to 2 pi: up to here the number of quarters has 20 bits, and its
// products with the first two parts of pi/2, of 33 bits each, are exact.
constexpr double kLargestAngle = 0x1p20;

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

Pair sine_of(const Angle& x) {
  static constexpr double kSeries[] = {-1.0 / 6,         1.0 / 120,          -1.0 / 5040,         1.0 / 362880,
                                       -1.0 / 39916800., 1.0 / 6227020800.0, -1.0 / 1307674368e3, 1.0 / 355687428096e3};
  const double square = x.high * x.high;
  return sum_of_ordered(x.high, x.low * (1.0 - 0.5 * square) + x.high * square * polynomial(kSeries, square));
}

Pair cosine_of(const Angle& x) {
  static constexpr double kSeries[] = {1.0 / 24,        -1.0 / 720,         1.0 / 40320,        -1.0 / 3628800,
                                       1.0 / 479001600, -1.0 / 87178291200, 1.0 / 20922789888e3};
  const double square = x.high * x.high, half = 0.5 * square, one_less = 1.0 - half;
  return sum_of_ordered(one_less,
                        ((1.0 - one_less) - half) + (square * square * polynomial(kSeries, square) - x.high * x.low));
}

// The arc tangents of 0, 1/8, 2/8 ... 1.
constexpr Pair kArcs[] = {{0.0, 0.0},
                          {0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59},
                          {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
                          {0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56},
                          {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
                          {0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58},
                          {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
                          {0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56},
                          {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55}};
constexpr Pair kHalfTurn = {0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53};
constexpr Pair kQuarterTurn = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};

// The arc tangent of a / b, 0 <= a <= b, both finite: that of the nearest eighth c, and of (a - c b) / (b + c a),
// which is at most 1/16, by its series.
Pair arc_of(double a, double b) {
  static constexpr double kSeries[] = {-1.0 / 3, 1.0 / 5, -1.0 / 7, 1.0 / 9, -1.0 / 11, 1.0 / 13, -1.0 / 15};
  if (a < 0x1p-30 * b) return {a / b, 0.0};  // the next term is below the last digit
  int exponent = 0;
  b = std::frexp(b, &exponent);  // products must neither overflow nor lose their last bits
  a = std::ldexp(a, -exponent);
  const int eighths = static_cast<int>(8.0 * (a / b) + 0.5);
  const double c = eighths / 8.0;
  const Pair rest = (Pair{a, 0.0} + -product_of(c, b)) / (Pair{b, 0.0} + product_of(c, a));
  const double square = rest.high * rest.high;
  const Pair small = sum_of_ordered(rest.high, rest.low + rest.high * square * polynomial(kSeries, square));
  return kArcs[eighths] + small;
}

}  // namespace

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

double sinh(double x) {
  if (std::isnan(x)) return kNan;
  const HyperbolicPair at = hyperbolic_pair_of(std::abs(x));
  return std::copysign(std::ldexp(at.sine.high, at.exponent), x);
}

double cosh(double x) {
  if (std::isnan(x)) return kNan;
  const HyperbolicPair at = hyperbolic_pair_of(std::abs(x));
  return std::ldexp(at.cosine.high, at.exponent);
}

double tanh(double x) {
  if (std::isnan(x)) return kNan;
  const HyperbolicPair at = hyperbolic_pair_of(std::abs(x));
  return std::copysign((at.sine / at.cosine).high, x);
}

double sech(double x) {
  if (std::isnan(x)) return kNan;
  const HyperbolicPair at = hyperbolic_pair_of(std::abs(x));
  return std::ldexp((Pair{1.0, 0.0} / at.cosine).high, -at.exponent);
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

double sin(double x) {
  if (!std::isfinite(x)) return kNan;
  const Angle angle = reduce(x);
  const double size = angle.quarter % 2 == 0 ? sine_of(angle).high : cosine_of(angle).high;
  return angle.quarter < 2 ? size : -size;
}

double cos(double x) {
  if (!std::isfinite(x)) return kNan;
  const Angle angle = reduce(x);
  const double size = angle.quarter % 2 == 0 ? cosine_of(angle).high : sine_of(angle).high;
  return angle.quarter == 0 || angle.quarter == 3 ? size : -size;
}

double tan(double x) {
  if (!std::isfinite(x)) return kNan;
  const Angle angle = reduce(x);
  const Pair sine = sine_of(angle), cosine = cosine_of(angle);
  return angle.quarter % 2 == 0 ? (sine / cosine).high : -(cosine / sine).high;
}

double atan2(double y, double x) {
  if (std::isnan(x) || std::isnan(y)) return kNan;
  double up = std::abs(y), across = std::abs(x);
  if (std::isinf(up) || std::isinf(across)) {
    up = std::isinf(up) ? 1.0 : 0.0;
    across = std::isinf(across) ? 1.0 : 0.0;
  }
  Pair angle{};
  if (up > 0.0 || across > 0.0) angle = up <= across ? arc_of(up, across) : kQuarterTurn + -arc_of(across, up);
  if (std::signbit(x)) angle = kHalfTurn + -angle;
  return std::copysign(angle.high, y);
}

}  // namespace spindrift::math
