// The viscosity's matrix against the energy it comes from, and its solver against a direct one.
#include "linear/viscosity/viscosity_solver.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <map>
#include <optional>

#include "base/hash.h"
#include "support/allocation_counter.h"
#include "support/states.h"

namespace spindrift {
namespace {

using testing::kD;
using testing::neighbor;
using testing::value_at;

IN_2D_AND_3D(ViscositySolver);

// A block of cells around a corner of tiles, each fluid, air or solid at random, with random octants and viscosities.
template <int D>
struct RandomLiquid {
  TileMap<D> map;
  CellField<CellType, D> type;
  ViscositySystem<D> system;
  std::vector<std::pair<int, VecI<D>>> faces;  // with an equation: axis, cell
  std::map<std::pair<int, std::array<int, D>>, int> row;

  RandomLiquid(std::uint64_t seed, double strength) {
    map.reset(VecI<D>::filled(2 * Tile<D>::kSide));
    std::vector<VecI<D>> all;
    for (int i = 0; i < power(2, D); ++i) {
      VecI<D> coord;
      for (int a = 0; a < D; ++a) coord[a] = (i >> a) & 1;
      all.push_back(coord);
    }
    map.rebuild(all);
    type.resize(map.count());
    type.fill(CellType::kAir);
    system.octants.resize(map.count());
    system.octants.fill({});
    system.strength.resize(map.count());
    system.strength.fill(0.0f);
    for_each_near_cell([&](const VecI<D>& cell) {
      std::uint64_t key = mix(seed);
      for (int a = 0; a < D; ++a) key = hash_combine(key, static_cast<std::uint64_t>(cell[a]));
      const float u = random_unit(key);
      CellType& t = value_at(map, type, cell);
      t = u < 0.2f ? CellType::kSolid : u < 0.4f ? CellType::kAir : CellType::kFluid;
      if (t != CellType::kFluid) return;
      value_at(map, system.strength, cell) = static_cast<float>(strength) * random_unit(key + 1);
      std::uint64_t number = 2;
      for (std::uint8_t& octant : value_at(map, system.octants, cell))
        octant = static_cast<std::uint8_t>(4 + 251 * random_unit(key + number++));
    });
    build_viscosity_matrix(map, type, system);
    for_each_near_cell(
        [&](const VecI<D>& cell) {
          for (int a = 0; a < D; ++a)
            if (kind(a, cell) == Kind::kFree) {
              row.emplace(std::pair(a, cell.at), static_cast<int>(faces.size()));
              faces.emplace_back(a, cell);
            }
        },
        1);
  }

  // Cells of the block; with a margin, all that have a face of it.
  template <class Visit>
  void for_each_near_cell(Visit&& visit, int margin = 0) {
    for (int tile = 1; tile <= map.count(); ++tile)
      for (int c = 0; c < Tile<D>::kCells; ++c) {
        const VecI<D> cell = map.first_cell(tile) + Tile<D>::cell_coord(c);
        bool near = true;
        for (int a = 0; a < D; ++a) near &= std::abs(cell[a] - Tile<D>::kSide) <= (D == 2 ? 3 : 2) + margin;
        if (near) visit(cell);
      }
  }

  enum class Kind { kFree, kHeld, kInside, kNone };
  Kind kind(int a, const VecI<D>& cell) {
    const CellType here = value_at(map, type, cell), low = value_at(map, type, neighbor(cell, a, -1));
    if (here == CellType::kSolid && low == CellType::kSolid) return Kind::kInside;
    if (here != CellType::kFluid && low != CellType::kFluid) return Kind::kNone;
    return here == CellType::kSolid || low == CellType::kSolid ? Kind::kHeld : Kind::kFree;
  }

  // Sums value(cell, octant) over the octants whose middle is nearer than half a cell, along each axis, to a place that
  // is `half` half-cells from the corner of a cell.
  template <class Value>
  double sum_around(const VecI<D>& cell, const VecI<D>& half, Value&& value) {
    double sum = 0.0;
    for (int o = 0; o < (1 << D); ++o) {  // the octants around that place, as octants of the doubled grid
      VecI<D> owner;
      std::size_t octant = 0;
      for (int a = 0; a < D; ++a) {
        const int doubled = 2 * cell[a] + half[a] - 1 + ((o >> a) & 1);
        owner[a] = doubled >> 1;
        octant |= static_cast<std::size_t>(doubled & 1) << a;
      }
      sum += value(owner) * value_at(map, system.octants, owner)[octant] / (255.0 * (1 << D));
    }
    return sum;
  }
  double volume(const VecI<D>& cell, const VecI<D>& half) {
    return sum_around(cell, half, [](const VecI<D>&) { return 1.0; });
  }
  double viscous_volume(const VecI<D>& cell, const VecI<D>& half) {
    return sum_around(cell, half,
                      [&](const VecI<D>& owner) { return static_cast<double>(value_at(map, system.strength, owner)); });
  }

  // Adds weight * (sum of the coefficients times the faces)^2 to twice the energy.
  struct Term {
    int axis;
    VecI<D> cell;
    double coefficient;
  };
  void add_square(Eigen::MatrixXd& matrix, const std::vector<Term>& terms, double weight) {
    for (const Term& s : terms)
      for (const Term& t : terms) {
        const auto i = row.find({s.axis, s.cell.at}), j = row.find({t.axis, t.cell.at});
        if (i != row.end() && j != row.end()) matrix(i->second, j->second) += weight * s.coefficient * t.coefficient;
      }
  }

  // The second derivative of the energy in viscosity_solver.h, taken stress by stress.
  Eigen::MatrixXd matrix() {
    const auto n = static_cast<Eigen::Index>(faces.size());
    Eigen::MatrixXd result = Eigen::MatrixXd::Zero(n, n);
    for (const auto& [a, cell] : faces) {
      VecI<D> half = VecI<D>::filled(1);
      half[a] = 0;
      add_square(result, {{a, cell, 1.0}}, volume(cell, half));
    }
    for_each_near_cell(
        [&](const VecI<D>& cell) {
          const double k = viscous_volume(cell, VecI<D>::filled(1));
          for (int a = 0; a < D; ++a)
            if (value_at(map, type, cell) == CellType::kFluid)
              add_square(result, {{a, cell, -1.0}, {a, neighbor(cell, a, 1), 1.0}}, 2.0 * k);
          for (int a = 0; a < D; ++a)
            for (int b = a + 1; b < D; ++b) {
              VecI<D> half = VecI<D>::filled(1);
              half[a] = half[b] = 0;
              add_shear(result, cell, a, b, viscous_volume(cell, half));
            }
        },
        1);
    return result;
  }
  void add_shear(Eigen::MatrixXd& result, const VecI<D>& cell, int a, int b, double k) {
    const Term terms[4] = {
        {a, cell, 1.0}, {a, neighbor(cell, b, -1), -1.0}, {b, cell, 1.0}, {b, neighbor(cell, a, -1), -1.0}};
    for (const int first : {0, 2}) {  // a wall along one of the two axes
      const Kind high = kind(terms[first].axis, terms[first].cell),
                 low = kind(terms[first + 1].axis, terms[first + 1].cell);
      if (high == Kind::kFree && low == Kind::kInside)
        return add_square(result, {{terms[first].axis, terms[first].cell, 2.0}}, k);
      if (low == Kind::kFree && high == Kind::kInside)
        return add_square(result, {{terms[first + 1].axis, terms[first + 1].cell, 2.0}}, k);
    }
    for (const Term& term : terms)
      if (const Kind is = kind(term.axis, term.cell); is != Kind::kFree && is != Kind::kHeld) return;
    add_square(result, {terms[0], terms[1], terms[2], terms[3]}, k);
  }

  FaceField<float, D> zeros() {
    FaceField<float, D> result;
    for (auto& field : result) {
      field.resize(map.count());
      field.fill(0.0f);
    }
    return result;
  }
  FaceField<float, D> scatter(const Eigen::VectorXd& v) {
    FaceField<float, D> result = zeros();
    for (std::size_t i = 0; i < faces.size(); ++i)
      value_at(map, result[static_cast<std::size_t>(faces[i].first)], faces[i].second) =
          static_cast<float>(v[static_cast<Eigen::Index>(i)]);
    return result;
  }
  Eigen::VectorXd gather(FaceField<float, D>& field) {
    Eigen::VectorXd v(static_cast<Eigen::Index>(faces.size()));
    for (std::size_t i = 0; i < faces.size(); ++i)
      v[static_cast<Eigen::Index>(i)] =
          static_cast<double>(value_at(map, field[static_cast<std::size_t>(faces[i].first)], faces[i].second));
    return v;
  }
  Eigen::VectorXd random_vector(std::uint64_t seed) {
    Eigen::VectorXd v(static_cast<Eigen::Index>(faces.size()));
    for (Eigen::Index i = 0; i < v.size(); ++i)
      v[i] = static_cast<double>(random_unit(hash_combine(seed, static_cast<std::uint64_t>(i))) - 0.5f);
    return v;
  }
};

TYPED_TEST(ViscositySolver, the_matrix_is_the_second_derivative_of_the_energy) {
  constexpr int D = kD<TypeParam>;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    RandomLiquid<D> liquid(seed, 5.0);
    const Eigen::MatrixXd matrix = liquid.matrix();
    const Eigen::VectorXd x = liquid.random_vector(seed);
    auto u = liquid.scatter(x), image = liquid.zeros();
    const double product = apply_viscosity_matrix<D>(liquid.map, liquid.system, u, image);
    EXPECT_LT((liquid.gather(image) - matrix * x).norm(), 1e-5 * (matrix * x).norm());
    EXPECT_NEAR(product, x.dot(matrix * x), 1e-5 * product);
    auto inverse = liquid.gather(liquid.system.inverse_diagonal);
    EXPECT_LT((inverse.cwiseInverse() - matrix.diagonal()).norm(), 1e-5 * matrix.diagonal().norm());
  }
}

TYPED_TEST(ViscositySolver, the_matrix_is_symmetric_and_positive_definite) {
  constexpr int D = kD<TypeParam>;
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    RandomLiquid<D> liquid(seed, 100.0);
    auto x = liquid.scatter(liquid.random_vector(seed)), y = liquid.scatter(liquid.random_vector(seed + 1000));
    auto ax = liquid.zeros(), ay = liquid.zeros();
    const double xax = apply_viscosity_matrix<D>(liquid.map, liquid.system, x, ax);
    const double yay = apply_viscosity_matrix<D>(liquid.map, liquid.system, y, ay);
    EXPECT_GT(xax, 0.0);
    EXPECT_NEAR(liquid.gather(x).dot(liquid.gather(ay)), liquid.gather(y).dot(liquid.gather(ax)),
                1e-6 * std::sqrt(xax * yay));
  }
}

TYPED_TEST(ViscositySolver, agrees_with_a_direct_solve_at_any_viscosity) {
  constexpr int D = kD<TypeParam>;
  for (std::uint64_t seed = 1; seed <= 100; ++seed)
    for (const double strength : {0.0, 0.1, 10.0, 1e4}) {
      RandomLiquid<D> liquid(seed, strength);
      const Eigen::VectorXd b = liquid.random_vector(seed + 7);
      liquid.system.rhs = liquid.scatter(b);
      const ViscosityReport report = solve_viscosity(liquid.map, liquid.system, 1e-5, 2000);
      EXPECT_TRUE(report.converged) << seed << " " << strength << " " << report.residual;
      const Eigen::MatrixXd matrix = liquid.matrix();
      const Eigen::VectorXd exact = matrix.ldlt().solve(b), error = liquid.gather(liquid.system.change) - exact;
      if (strength <= 10.0) {  // beyond, single precision does not resolve the residual of a nearly rigid motion
        EXPECT_NEAR((b - matrix * liquid.gather(liquid.system.change)).norm() / b.norm(), report.residual, 1e-6);
      }
      EXPECT_LT(std::sqrt(error.dot(matrix * error)), 1e-3 * std::sqrt(exact.dot(matrix * exact)));
    }
}

// A wall without thickness, between two fluid cells, parts the liquid: it drags on both sides and lets nothing through.
TYPED_TEST(ViscositySolver, a_closed_area_inside_the_liquid_is_a_wall) {
  constexpr int D = kD<TypeParam>;
  RandomLiquid<D> liquid(1, 1.0);
  const int middle = Tile<D>::kSide;
  liquid.for_each_near_cell([&](const VecI<D>& cell) {
    value_at(liquid.map, liquid.type, cell) = CellType::kFluid;
    value_at(liquid.map, liquid.system.octants, cell).fill(255);
    value_at(liquid.map, liquid.system.strength, cell) = 3.0f;
  });
  FaceField<float, D> area = liquid.zeros(), left = liquid.zeros(), image = liquid.zeros();
  for (int tile = 1; tile <= liquid.map.count(); ++tile)
    for (int c = 0; c < Tile<D>::kCells; ++c) {
      const int x = liquid.map.first_cell(tile)[0] + Tile<D>::cell_coord(c)[0];
      for (std::size_t a = 0; a < D; ++a) {
        area[a].tile(tile)[c] = a == 0 && x == middle ? 0.0f : 1.0f;
        left[a].tile(tile)[c] = x < middle ? 1.0f + static_cast<float>(c % 7) : 0.0f;
      }
    }
  build_viscosity_matrix<D>(liquid.map, liquid.type, liquid.system, &area);
  apply_viscosity_matrix<D>(liquid.map, liquid.system, left, image);
  liquid.for_each_near_cell([&](const VecI<D>& cell) {
    for (std::size_t a = 0; a < D; ++a)
      if (cell[0] >= middle) {
        EXPECT_EQ(value_at(liquid.map, image[a], cell), 0.0f) << a;
      }
  });
  const auto inside = VecI<D>::filled(middle), before = neighbor(inside, 0, -1), far = neighbor(inside, 0, 1);
  EXPECT_EQ(value_at(liquid.map, liquid.system.inertia[0], inside), 0.0f);
  for (const VecI<D>& beside : {inside, before})
    EXPECT_FLOAT_EQ(value_at(liquid.map, liquid.system.drag[1], beside), 2.0f * 3.0f);  // 4 k V, V = 1/2
  EXPECT_EQ(value_at(liquid.map, liquid.system.drag[1], far), 0.0f);
}

TYPED_TEST(ViscositySolver, says_when_it_stops_at_its_limit) {
  constexpr int D = kD<TypeParam>;
  RandomLiquid<D> liquid(1, 1e3);
  liquid.system.rhs = liquid.scatter(liquid.random_vector(2));
  const ViscosityReport report = solve_viscosity(liquid.map, liquid.system, 1e-6, 3);
  EXPECT_EQ(report.iterations, 3);
  EXPECT_FALSE(report.converged);
  EXPECT_GT(report.residual, 1e-6);
}

TYPED_TEST(ViscositySolver, a_second_build_and_solve_takes_nothing_from_the_heap) {
  constexpr int D = kD<TypeParam>;
  RandomLiquid<D> liquid(1, 10.0);
  liquid.system.rhs = liquid.scatter(liquid.random_vector(2));
  std::int64_t taken = -1;
  for (int i = 0; i < 2; ++i) {
    const std::int64_t before = testing::allocations();
    build_viscosity_matrix(liquid.map, liquid.type, liquid.system);
    solve_viscosity(liquid.map, liquid.system, 1e-5, 100);
    taken = testing::allocations() - before;
  }
  EXPECT_EQ(taken, 0);
}

}  // namespace
}  // namespace spindrift
