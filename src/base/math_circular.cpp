// Sine, cosine, tangent and the angle of a vector.
#include <cmath>
#include <limits>
#include <numbers>

#include "base/math.h"
#include "base/two_doubles.h"

namespace spindrift::math {

namespace {

constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();

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

double sin(double x) {
  if (!std::isfinite(x)) return kNotANumber;
  const Angle angle = reduce(x);
  const double size = angle.quarter % 2 == 0 ? sine_of(angle).high : cosine_of(angle).high;
  return angle.quarter < 2 ? size : -size;
}

double cos(double x) {
  if (!std::isfinite(x)) return kNotANumber;
  const Angle angle = reduce(x);
  const double size = angle.quarter % 2 == 0 ? cosine_of(angle).high : sine_of(angle).high;
  return angle.quarter == 0 || angle.quarter == 3 ? size : -size;
}

double tan(double x) {
  if (!std::isfinite(x)) return kNotANumber;
  const Angle angle = reduce(x);
  const Pair sine = sine_of(angle), cosine = cosine_of(angle);
  return angle.quarter % 2 == 0 ? (sine / cosine).high : -(cosine / sine).high;
}

double atan2(double y, double x) {
  if (std::isnan(x) || std::isnan(y)) return kNotANumber;
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
