// Preconditioned conjugate gradients [Bridson2015, sec. 5.4] for any matrix. A system owns the vectors: solution x,
// residual r = b - A x, search direction s, its image A s, and z = M^-1 r. Each step is one pass over them and returns
// its sum.
//
//   double precondition();           // z = M^-1 r; returns r . z
//   void turn(double beta);          // s = z + beta s; with beta = 0, s holds nothing yet
//   double apply_matrix();           // image = A s; returns s . A s
//   double advance(double alpha);    // x += alpha s, r -= alpha A s; returns r . r
//   double refresh_residual();       // r = b - A x, from scratch; returns r . r (only where restarts are wanted)
#pragma once

#include <cmath>

namespace spindrift {

struct ConjugateGradientsReport {
  int iterations = 0;
  double residual_square = 0.0;
  bool has_broken_down = false;  // s . A s was not positive: only rounding is left, or A is not definite

  // |r| / |b|
  double relative_residual(double rhs_square) const {
    return rhs_square == 0.0 ? 0.0 : std::sqrt(residual_square / rhs_square);
  }
};

// From a residual with r . r = `residual_square` until that is no more than `goal`.
template <class System>
ConjugateGradientsReport conjugate_gradients(System&& system, double residual_square, double goal, int max_iterations) {
  ConjugateGradientsReport report{0, residual_square, false};
  double rz = 0.0;
  while (report.residual_square > goal && report.iterations < max_iterations) {
    const double rz_before = rz;
    rz = system.precondition();
    system.turn(report.iterations == 0 ? 0.0 : rz / rz_before);
    const double curvature = system.apply_matrix();
    report.has_broken_down = !(curvature > 0.0);
    if (report.has_broken_down) break;
    report.residual_square = system.advance(rz / curvature);
    ++report.iterations;
  }
  return report;
}

struct RestartLimits {
  // A restart gains up to the seven digits of a float, less for ill-conditioned matrices.
  int most = 4;
  // Stop when a restart left more than this share of the residual's square: the residual has reached its rounding
  // error.
  double most_left = 0.25;
};

// For vectors in single precision, in which the recursion for r drifts from b - A x. When r reaches the goal it is
// recomputed, and if it does not agree the iteration restarts.
template <class System>
ConjugateGradientsReport restarted_conjugate_gradients(System&& system, double residual_square, double goal,
                                                       int max_iterations, const RestartLimits& limits = {}) {
  ConjugateGradientsReport report{0, residual_square, false};
  for (int restart = 0; restart < limits.most && report.residual_square > goal; ++restart) {
    const double before = report.residual_square;
    const auto run = conjugate_gradients(system, before, goal, max_iterations - report.iterations);
    report.iterations += run.iterations;
    report.has_broken_down = run.has_broken_down;
    report.residual_square = system.refresh_residual();
    if (run.has_broken_down || report.iterations >= max_iterations ||
        report.residual_square > limits.most_left * before)
      break;
  }
  return report;
}

}  // namespace spindrift
