// How many iterations multigrid needs, with a rough right-hand side and no first guess; the number must not grow with
// the resolution. On a splash: a dam, a wavy pool, forty drops, a ball, a sloping floor and a thin wall. And on two
// full tanks that a slit joins, where a coarse operator that is too soft at the slit drives the cycle too far.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/hash.h"
#include "cut_system.h"
#include "solve_by_multigrid.h"
#include "support/long_tests.h"
#include "support/random_at.h"

namespace spindrift {
namespace {

using testing::CutSystem;
using testing::kD;
using testing::neighbor;
using testing::random_at;
using testing::value_at;

IN_2D_AND_3D(Splash);

float rough(const auto& cell) {
  std::uint64_t key = 1;
  for (const int at : cell.at) key = hash_combine(key, static_cast<std::uint64_t>(at));
  return random_unit(key) - 0.5f;
}

// Distances in the unit box; negative in the liquid, or in a solid.
template <int D>
double liquid_distance(const VecD<D>& x) {
  constexpr double kPi = 3.14159265358979;
  const double dam = std::max(x[0] - 0.3, x[1] - 0.6);
  const double wave = std::sin(4.0 * kPi * x[0]) * (D == 3 ? std::cos(2.0 * kPi * x[D - 1]) : 1.0);
  double distance = std::min(dam, x[1] - 0.3 - 0.04 * wave);
  for (std::uint64_t drop = 0; drop < 40; ++drop) {
    VecD<D> center;
    for (int a = 0; a < D; ++a) center[a] = 0.05 + 0.9 * random_at(drop, static_cast<std::uint64_t>(a));
    center[1] = 0.45 + 0.5 * random_at(drop, 1);
    distance = std::min(distance, length(x - center) - (0.01 + 0.04 * random_at(drop, 7)));
  }
  return distance;
}

template <int D>
double solid_distance(const VecD<D>& x) {
  VecD<D> ball = VecD<D>::filled(0.5);
  ball[0] = 0.62;
  ball[1] = 0.28;
  const double floor = (x[1] - 0.02 - 0.12 * x[0]) / std::hypot(1.0, 0.12);
  return std::min(length(x - ball) - 0.11, floor);
}

// The open share of a face, from points spread over it.
template <int D>
double open_share(const VecD<D>& center, int axis, double h) {
  constexpr int kPoints = 8;
  int open = 0, all = 0;
  for (int i = 0; i < (D == 3 ? kPoints * kPoints : kPoints); ++i) {
    VecD<D> x = center;
    for (int k = 1, rest = i; k < D; ++k, rest /= kPoints)
      x[(axis + k) % D] += h * ((rest % kPoints + 0.5) / kPoints - 0.5);
    open += solid_distance<D>(x) > 0.0;
    ++all;
  }
  return static_cast<double>(open) / all;
}

template <int D>
CutSystem<D> splash(int side) {
  CutSystem<D> s(side);
  const double h = 1.0 / side;
  auto corner = [&](const VecI<D>& cell) { return (VecD<D>::from(cell) - VecD<D>::filled(1.0)) * h; };
  s.for_each([&](const VecI<D>& cell) {
    for (int a = 0; a < D; ++a) {
      VecD<D> center = corner(cell) + VecD<D>::filled(0.5 * h);
      center[a] -= 0.5 * h;
      const bool is_thin_wall = a == 0 && std::abs(center[0] - 0.83) < 0.5 * h && center[1] < 0.27;
      const double near = solid_distance<D>(center);
      float& area = s.area_at(cell, a);
      area = near > 2.0 * h ? 1.0f : near < -2.0 * h ? 0.0f : static_cast<float>(open_share<D>(center, a, h));
      if (cell[a] == 1 || is_thin_wall) area = 0.0f;
      if (cell[a] == side) s.area_at(neighbor(cell, a, 1), a) = 0.0f;
    }
  });
  s.for_each([&](const VecI<D>& cell) {
    const double distance = liquid_distance<D>(corner(cell) + VecD<D>::filled(0.5 * h)) / h;
    value_at(s.map, s.surface, cell) = static_cast<float>(std::clamp(distance, -2.0, 2.0));
    float open = 0.0f;
    for (int a = 0; a < D; ++a) open += s.area_at(cell, a) + s.area_at(neighbor(cell, a, 1), a);
    if (open == 0.0f) {
      value_at(s.map, s.type, cell) = CellType::kSolid;
    } else if (distance < 0.0) {
      value_at(s.map, s.type, cell) = CellType::kFluid;
      value_at(s.map, s.system.rhs, cell) = rough(cell);
    }
  });
  s.build();
  return s;
}

// A wall across the middle with an opening of one face at the floor; air above the second tank only.
template <int D>
CutSystem<D> two_tanks(int side) {
  CutSystem<D> s(side);
  s.for_each([&](const VecI<D>& cell) {
    bool is_slit = true;
    for (int a = 1; a < D; ++a) is_slit &= cell[a] == 1;
    for (int a = 0; a < D; ++a) {
      const bool is_lid = a == 1 && cell[0] <= side / 2;
      if (cell[a] == 1 || (a == 0 && cell[0] == side / 2 + 1 && !is_slit)) s.area_at(cell, a) = 0.0f;
      if (cell[a] == side && (a != 1 || is_lid)) s.area_at(neighbor(cell, a, 1), a) = 0.0f;
    }
    value_at(s.map, s.type, cell) = CellType::kFluid;
    value_at(s.map, s.surface, cell) = -1.0f;
    value_at(s.map, s.system.rhs, cell) = rough(cell);
  });
  s.build();
  return s;
}

template <int D>
int iterations(CutSystem<D> s) {
  const int side = s.side;
  const auto report = solve_by_multigrid(s, 1e-6, 60);
  EXPECT_TRUE(report.converged) << side;
  EXPECT_LE(relative_residual(s.map, s.system, s.pressure), 1.1e-6) << side;
  ::testing::Test::RecordProperty("iterations_" + std::to_string(side), report.iterations);
  return report.iterations;
}

template <int D>
void expect_few(int most, CutSystem<D> (*make)(int), std::initializer_list<int> sides) {
  std::vector<int> counts;
  for (const int side : sides) counts.push_back(iterations(make(side)));
  for (std::size_t i = 0; i < counts.size(); ++i) EXPECT_LE(counts[i], most) << *(sides.begin() + i);
  EXPECT_LE(counts.back(), 1.3 * counts.front());
}

TYPED_TEST(Splash, at_most_twelve_iterations_to_a_millionth) {
  if constexpr (kD<TypeParam> == 2)
    expect_few<2>(12, splash<2>, {64, 128, 256});
  else
    expect_few<3>(12, splash<3>, {32, 64});
}

TYPED_TEST(Splash, slow_at_most_twelve_iterations_at_any_resolution) {
  SPINDRIFT_LONG_TEST();
  if constexpr (kD<TypeParam> == 2)
    expect_few<2>(12, splash<2>, {64, 128, 256, 512, 1024});
  else
    expect_few<3>(12, splash<3>, {32, 64, 128, 256});
}

TYPED_TEST(Splash, a_slit_between_two_tanks_costs_the_same_at_any_resolution) {
  if constexpr (kD<TypeParam> == 2)
    expect_few<2>(12, two_tanks<2>, {62, 126, 254, 510});
  else
    expect_few<3>(20, two_tanks<3>, {30, 62, 126});
}

}  // namespace
}  // namespace spindrift
