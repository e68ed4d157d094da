// A mirrored scene gives a mirrored flow, exchanged axes exchange the flow.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "support/states.h"

namespace spindrift {
namespace {

using testing::box;
using testing::kD;
using testing::liquid;
using testing::sphere;
using testing::vec;

IN_2D_AND_3D(Symmetry);

constexpr int kCellsAcross = 16;
constexpr double kSide = 1.0;

using Map = std::function<Vec3d(const Vec3d&)>;  // of the unit box onto itself; `direction` maps vectors

struct SelfMap {
  Map place, direction;
};

SelfMap mirror(int axis) {
  return {[=](Vec3d x) { return x[axis] = kSide - x[axis], x; }, [=](Vec3d v) { return v[axis] = -v[axis], v; }};
}

SelfMap exchange(int a, int b) {
  auto swap = [=](Vec3d x) {
    return std::swap(x.at[static_cast<std::size_t>(a)], x.at[static_cast<std::size_t>(b)]), x;
  };
  return {swap, swap};
}

ShapeSettings mapped_box(const SelfMap& map, const Vec3d& low, const Vec3d& high) {
  const Vec3d a = map.place(low), b = map.place(high);
  return box(min(a, b), max(a, b));
}

// A scene without any symmetry of its own, moved.
template <int D>
Scene splash(const SelfMap& map, PressureSolver solver, double viscosity) {
  const double h = kSide / kCellsAcross;
  Scene scene = testing::empty_box(D, vec(kCellsAcross, kCellsAcross, kCellsAcross), h);
  scene.forces.gravity = map.direction(vec(1.0, -9.81, 0.5));
  scene.solver.pressure = solver;
  scene.fluid.viscosity = viscosity;
  if (solver == PressureSolver::kGaussSeidel) {
    scene.solver.sweeps = 400;       // converged: a mirror exchanges red and black cells
    scene.drift.push_apart = false;  // pairs are pushed one after the other, in an order that knows no symmetry
  }
  scene.drift.resample = false;  // of particles that are equally near, one moves over: a choice that knows no symmetry
  scene.solver.tolerance = scene.drift.tolerance = solver == PressureSolver::kPcg ? 1e-9 : 1e-6;
  scene.liquids = {liquid(mapped_box(map, {}, vec(6 * h, 9 * h, 12 * h))),
                   liquid(sphere(map.place(vec(11 * h, 10 * h, 7 * h)), 2.2 * h), map.direction(vec(-1, -2, 0.5)))};
  scene.solids = {testing::solid(mapped_box(map, vec(9 * h, 0, 4 * h), vec(11 * h, 4 * h, 16 * h)))};
  return scene;
}

// Distances, in cells, between the moved particles of one run and those of the run of the moved scene.
struct Deviation {
  double largest = 0.0, mean = 0.0;
};

template <int D>
Deviation deviation(const SelfMap& map, PressureSolver solver, int steps, double viscosity = 0.0) {
  const SelfMap identity = {[](const Vec3d& x) { return x; }, [](const Vec3d& v) { return v; }};
  auto original = testing::make_solver<D>(splash<D>(identity, solver, viscosity));
  auto moved = testing::make_solver<D>(splash<D>(map, solver, viscosity));
  const auto start_a = testing::by_id(original->state()), start_b = testing::by_id(moved->state());
  EXPECT_EQ(start_a.size(), start_b.size());
  // Who is who: by the places they start from, on a lattice finer than the particles' distance.
  auto key = [](const VecD<D>& x) {
    std::array<long, D> k{};
    for (int a = 0; a < D; ++a) k[static_cast<std::size_t>(a)] = std::lround(x[a] / kSide * kCellsAcross * 8.0);
    return k;
  };
  std::map<std::array<long, D>, std::size_t> partner;
  for (std::size_t i = 0; i < start_b.size(); ++i) partner[key(start_b[i].x)] = i;
  testing::advance(*original, steps);
  testing::advance(*moved, steps);
  const auto end_a = testing::by_id(original->state()), end_b = testing::by_id(moved->state());
  Deviation result;
  for (std::size_t i = 0; i < start_a.size(); ++i) {
    const auto found = partner.find(key(VecD<D>::from(map.place(Vec3d::from(start_a[i].x)))));
    if (found == partner.end()) {
      ADD_FAILURE() << "particle " << i << " has no partner";
      return {1e9, 1e9};
    }
    const VecD<D> expected = VecD<D>::from(map.place(Vec3d::from(end_a[i].x)));
    const double distance = length(end_b[found->second].x - expected) * kCellsAcross / kSide;
    result.largest = std::max(result.largest, distance);
    result.mean += distance / static_cast<double>(start_a.size());
  }
  return result;
}

// Sums are taken in another order, so the last bits differ. That stays unnoticed (0.12 s) until a particle on the
// border of a cell makes the cell fluid in one run and leaves it air in the other; then single particles part. After
// 0.4 s, when the drop has hit the water and the front the obstacle, the mean must still agree to a twentieth of a
// cell.
template <int D>
void expect_same_flow(const SelfMap& map) {
  for (const PressureSolver solver : {PressureSolver::kPcg, PressureSolver::kMultigrid}) {
    EXPECT_LT(deviation<D>(map, solver, 12).largest, 1e-4);
    EXPECT_LT(deviation<D>(map, solver, 40).mean, 0.05);
  }
  EXPECT_LT(deviation<D>(map, PressureSolver::kGaussSeidel, 11).largest,
            1e-5);  // then one particle meets such a border
  EXPECT_LT(deviation<D>(map, PressureSolver::kGaussSeidel, 40).mean, 0.05);
}

TYPED_TEST(Symmetry, a_mirrored_scene_gives_a_mirrored_flow) {
  constexpr int D = kD<TypeParam>;
  for (int axis = 0; axis < D; ++axis) expect_same_flow<D>(mirror(axis));
}

TYPED_TEST(Symmetry, exchanged_axes_exchange_the_flow) {
  constexpr int D = kD<TypeParam>;
  for (int axis = 1; axis < D; ++axis) expect_same_flow<D>(exchange(0, axis));
}

TYPED_TEST(Symmetry, a_mirrored_scene_of_honey_gives_a_mirrored_flow) {
  constexpr int D = kD<TypeParam>;
  for (const SelfMap& map : {mirror(0), mirror(1), exchange(0, 1)}) {
    EXPECT_LT(deviation<D>(map, PressureSolver::kPcg, 11, 20.0).largest,
              1e-5);  // then one particle meets such a border
    EXPECT_LT(deviation<D>(map, PressureSolver::kPcg, 40, 20.0).mean, 0.05);
  }
}

}  // namespace
}  // namespace spindrift
