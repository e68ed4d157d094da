// The sum of two doubles, of which the second is at most half a unit in the last place of the first: twice the digits,
// for the functions of math.h. Sums and products as in [Dekker1971].
#pragma once

namespace spindrift::math {

struct Pair {
  double high = 0.0, low = 0.0;
};

// `large` is no smaller than `small`, by its absolute value.
inline Pair sum_of_ordered(double large, double small) {
  const double high = large + small;
  return {high, small - (high - large)};
}

inline Pair sum_of(double a, double b) {
  const double high = a + b, of_b = high - a;
  return {high, (a - (high - of_b)) + (b - of_b)};
}

inline Pair product_of(double a, double b) {
  constexpr double kSplit = 0x1p27 + 1.0;  // parts a double into two halves of 26 bits
  const double a_high = kSplit * a - (kSplit * a - a), a_low = a - a_high;
  const double b_high = kSplit * b - (kSplit * b - b), b_low = b - b_high;
  const double high = a * b;
  return {high, ((a_high * b_high - high) + a_high * b_low + a_low * b_high) + a_low * b_low};
}

inline Pair operator-(const Pair& a) { return {-a.high, -a.low}; }

inline Pair operator+(const Pair& a, const Pair& b) {
  const Pair sum = sum_of(a.high, b.high);
  return sum_of_ordered(sum.high, sum.low + (a.low + b.low));
}

inline Pair operator*(const Pair& a, const Pair& b) {
  const Pair product = product_of(a.high, b.high);
  return sum_of_ordered(product.high, product.low + (a.high * b.low + a.low * b.high));
}

// The quotient of the first parts, and what its product with the divisor leaves of the dividend.
inline Pair operator/(const Pair& a, const Pair& b) {
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

}  // namespace spindrift::math
