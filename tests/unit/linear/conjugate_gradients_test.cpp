// The iteration by itself, on small dense systems: agreement with a direct solve, the number of iterations, breakdown
// and restarts.
#include "linear/conjugate_gradients.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "base/hash.h"

namespace spindrift {
namespace {

// A x = b with the diagonal as preconditioner; vectors in Real, sums in double.
template <class Real>
struct DenseSystem {
  using Vector = Eigen::Matrix<Real, Eigen::Dynamic, 1>;

  Eigen::MatrixXd matrix;
  Eigen::VectorXd b;
  Eigen::VectorXd solution;  // with restarts: what they have summed up
  Vector x, r, s, z, image;
  int refreshes = 0;

  DenseSystem(const Eigen::MatrixXd& matrix_in, const Eigen::VectorXd& b_in)
      : matrix(matrix_in), b(b_in), solution(Eigen::VectorXd::Zero(b.size())) {
    x = s = z = image = Vector::Zero(b.size());
    r = b.cast<Real>();
  }
  double precondition() {
    z = r.cwiseQuotient(matrix.diagonal().cast<Real>());
    return dot(r, z);
  }
  void turn(double beta) { s = z + static_cast<Real>(beta) * s; }
  double apply_matrix() {
    image = matrix.cast<Real>() * s;
    return dot(s, image);
  }
  double advance(double alpha) {
    x += static_cast<Real>(alpha) * s;
    r -= static_cast<Real>(alpha) * image;
    return dot(r, r);
  }
  double refresh_residual() {
    ++refreshes;
    solution += x.template cast<double>();
    x.setZero();
    r = (b - matrix * solution).template cast<Real>();
    return dot(r, r);
  }
  static double dot(const Vector& u, const Vector& v) {
    return u.template cast<double>().dot(v.template cast<double>());
  }
};

Eigen::VectorXd random_vector(int size, std::uint64_t seed) {
  Eigen::VectorXd v(size);
  for (int i = 0; i < size; ++i)
    v[i] = static_cast<double>(random_unit(hash_combine(seed, static_cast<std::uint64_t>(i)))) - 0.5;
  return v;
}

// Symmetric and positive definite.
Eigen::MatrixXd random_matrix(int size, std::uint64_t seed) {
  Eigen::MatrixXd m(size, size);
  for (int i = 0; i < size; ++i) m.col(i) = random_vector(size, hash_combine(seed, static_cast<std::uint64_t>(i)));
  return m * m.transpose() + 0.1 * Eigen::MatrixXd::Identity(size, size);
}

TEST(ConjugateGradientsTest, agree_with_a_direct_solve_within_as_many_iterations_as_unknowns) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const int size = 1 + static_cast<int>(seed);
    DenseSystem<double> system(random_matrix(size, seed), random_vector(size, seed + 100));
    const double square = system.b.squaredNorm(), goal = 1e-20 * square;
    const auto report = conjugate_gradients(system, square, goal, size + 2);  // two more for rounding
    EXPECT_LE(report.residual_square, goal) << seed;
    EXPECT_FALSE(report.has_broken_down);
    const Eigen::VectorXd direct = system.matrix.ldlt().solve(system.b);
    EXPECT_LT((system.x - direct).norm(), 1e-7 * direct.norm()) << seed;
    EXPECT_NEAR((system.b - system.matrix * system.x).squaredNorm(), report.residual_square, 1e-20 * square) << seed;
  }
}

TEST(ConjugateGradientsTest, a_diagonal_matrix_takes_one_iteration) {
  DenseSystem<double> system(Eigen::Vector3d(1.0, 10.0, 100.0).asDiagonal(), Eigen::Vector3d(3.0, -1.0, 2.0));
  const auto report = conjugate_gradients(system, 14.0, 1e-24, 10);
  EXPECT_EQ(report.iterations, 1);
  EXPECT_NEAR(system.x[2], 0.02, 1e-15);
}

TEST(ConjugateGradientsTest, stop_at_the_most_iterations_and_do_nothing_below_the_goal) {
  DenseSystem<double> system(random_matrix(12, 7), random_vector(12, 8));
  const double square = system.b.squaredNorm();
  EXPECT_EQ(conjugate_gradients(system, square, 0.0, 3).iterations, 3);
  DenseSystem<double> idle(random_matrix(12, 7), random_vector(12, 8));
  const auto report = conjugate_gradients(idle, square, square, 3);
  EXPECT_EQ(report.iterations, 0);
  EXPECT_EQ(report.residual_square, square);
  EXPECT_EQ(idle.x.norm(), 0.0);
}

TEST(ConjugateGradientsTest, say_when_the_matrix_is_not_positive) {
  Eigen::MatrixXd indefinite = Eigen::MatrixXd::Identity(2, 2);
  indefinite(0, 1) = indefinite(1, 0) = -3.0;
  DenseSystem<double> system(indefinite, Eigen::Vector2d(1.0, 1.0));
  const auto report = restarted_conjugate_gradients(system, 2.0, 1e-12, 100);
  EXPECT_TRUE(report.has_broken_down);
  EXPECT_EQ(report.iterations, 0);
  EXPECT_EQ(system.refreshes, 1);
}

TEST(ConjugateGradientsTest, restarts_reach_beyond_single_precision) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    DenseSystem<float> system(random_matrix(10, seed), random_vector(10, seed + 100));
    const double square = system.b.squaredNorm(), goal = 1e-20 * square;
    const auto report = restarted_conjugate_gradients(system, square, goal, 1000);
    EXPECT_LE(report.residual_square, goal) << seed;
    EXPECT_GT(system.refreshes, 1);
    EXPECT_LT((system.b - system.matrix * system.solution).norm(), 1.001e-10 * std::sqrt(square)) << seed;
  }
}

TEST(ConjugateGradientsTest, restarts_count_all_iterations_and_end_at_the_most) {
  DenseSystem<float> system(random_matrix(10, 1), random_vector(10, 2));
  const auto report = restarted_conjugate_gradients(system, system.b.squaredNorm(), 0.0, 5);
  EXPECT_EQ(report.iterations, 5);
  EXPECT_EQ(system.refreshes, 1);
}

}  // namespace
}  // namespace spindrift
