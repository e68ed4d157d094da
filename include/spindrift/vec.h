// Small fixed-size vectors, written once for two and three dimensions.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

namespace spindrift {

template <class T, int D>
struct Vec {
  std::array<T, D> at{};

  constexpr T& operator[](int i) { return at[static_cast<std::size_t>(i)]; }
  constexpr const T& operator[](int i) const { return at[static_cast<std::size_t>(i)]; }
  constexpr bool operator==(const Vec&) const = default;

  static constexpr Vec filled(T value) {
    Vec v;
    for (int i = 0; i < D; ++i) v[i] = value;
    return v;
  }
  // Converts the components; missing ones become zero, surplus ones are dropped.
  template <class U, int E>
  static constexpr Vec from(const Vec<U, E>& other) {
    Vec v;
    for (int i = 0; i < D && i < E; ++i) v[i] = static_cast<T>(other[i]);
    return v;
  }
};

template <int D>
using VecF = Vec<float, D>;
template <int D>
using VecD = Vec<double, D>;
template <int D>
using VecI = Vec<int, D>;
using Vec3d = Vec<double, 3>;

template <class T, int D>
constexpr Vec<T, D> operator+(Vec<T, D> a, const Vec<T, D>& b) {
  for (int i = 0; i < D; ++i) a[i] += b[i];
  return a;
}
template <class T, int D>
constexpr Vec<T, D> operator-(Vec<T, D> a, const Vec<T, D>& b) {
  for (int i = 0; i < D; ++i) a[i] -= b[i];
  return a;
}
template <class T, int D>
constexpr Vec<T, D> operator-(Vec<T, D> a) {
  for (int i = 0; i < D; ++i) a[i] = -a[i];
  return a;
}
template <class T, int D>
constexpr Vec<T, D> operator*(Vec<T, D> a, T s) {
  for (int i = 0; i < D; ++i) a[i] *= s;
  return a;
}
template <class T, int D>
constexpr Vec<T, D> operator*(T s, const Vec<T, D>& a) {
  return a * s;
}
template <class T, int D>
constexpr Vec<T, D> operator/(const Vec<T, D>& a, T s) {
  return a * (T(1) / s);
}
template <class T, int D>
constexpr Vec<T, D>& operator+=(Vec<T, D>& a, const Vec<T, D>& b) {
  return a = a + b;
}
template <class T, int D>
constexpr Vec<T, D>& operator-=(Vec<T, D>& a, const Vec<T, D>& b) {
  return a = a - b;
}
template <class T, int D>
constexpr T dot(const Vec<T, D>& a, const Vec<T, D>& b) {
  T sum{};
  for (int i = 0; i < D; ++i) sum += a[i] * b[i];
  return sum;
}
template <class T, int D>
T length(const Vec<T, D>& a) {
  return std::sqrt(dot(a, a));
}
template <class T, int D>
constexpr Vec<T, D> min(Vec<T, D> a, const Vec<T, D>& b) {
  for (int i = 0; i < D; ++i) a[i] = b[i] < a[i] ? b[i] : a[i];
  return a;
}
template <class T, int D>
constexpr Vec<T, D> max(Vec<T, D> a, const Vec<T, D>& b) {
  for (int i = 0; i < D; ++i) a[i] = a[i] < b[i] ? b[i] : a[i];
  return a;
}
template <class T>
constexpr Vec<T, 3> cross(const Vec<T, 3>& a, const Vec<T, 3>& b) {
  return {{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]}};
}

}  // namespace spindrift
