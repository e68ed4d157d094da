#include "cli/roofline.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "base/timer.h"
#include "exec/parallel.h"

namespace spindrift {

double measure_copy_bandwidth(int threads) {
  constexpr std::size_t kBytes = 96 << 20;
  constexpr std::size_t kPiece = 1 << 20;
  constexpr int kRepeats = 7;
  Buffer<char> from(kBytes), to(kBytes);
  ThreadPool pool(threads);
  double best = 0.0;
  pool.run([&] {
    // The first touch, by the threads that will copy.
    parallel_pieces(kBytes, kPiece, [&](std::size_t begin, std::size_t end) {
      std::memset(&from[begin], 1, end - begin);
      std::memset(&to[begin], 2, end - begin);
    });
    for (int i = 0; i < kRepeats; ++i) {
      const double start = wall_seconds();
      parallel_pieces(kBytes, kPiece,
                      [&](std::size_t begin, std::size_t end) { std::memcpy(&to[begin], &from[begin], end - begin); });
      best = std::max(best, 2.0 * kBytes / (wall_seconds() - start));
    }
  });
  return best;
}

// The count, in bytes, single precision, D = 2 | 3:
//   sort                 key written and read (4 + 4), the state read and written (2 x 4 x 2D)          40 |  56
//                        apic: and its D^2 coefficients                                               + 32 | +72
//   particles to grid    position and velocity read (16 | 24), the faces' sums (2 B x D | 2 B x D)      24 |  30
//                        apic: coefficients read                                                      + 16 | +36
//   grid to particles    velocity read and written, position read and written, faces read               36 |  51
//                        apic: instead of the old velocity, the coefficients written                   + 6 | +23
//   grid stages          100 | 140 per cell: normalise, save, forces, divergence, gradient, extrapolate
//   pressure             per cell and sweep of Gauss-Seidel: pressure read and written, right side and
//                        coefficients read                                                              16
//                        per cell and step of conjugate gradients with MIC(0): q = A p (12), x and r
//                        updated (24), forward and backward solve (24), p = z + b p (12)                72
// Push-apart and the density term of the drift are left out: the bound is for the step without them.
double least_bytes_per_particle_step(const Scene& scene, double pressure_iterations, double cells_per_particle) {
  const bool is_2d = scene.dimension() == 2;
  const bool is_apic = scene.solver.transfer == Transfer::kApic;
  double particle_bytes = is_2d ? 40.0 + 24.0 + 36.0 : 56.0 + 30.0 + 51.0;
  if (is_apic) particle_bytes += is_2d ? 32.0 + 16.0 + 6.0 : 72.0 + 36.0 + 23.0;
  const double grid_bytes = is_2d ? 100.0 : 140.0;
  const double iteration_bytes = scene.solver.pressure == PressureSolver::kGaussSeidel ? 16.0 : 72.0;
  return particle_bytes + cells_per_particle * (grid_bytes + pressure_iterations * iteration_bytes);
}

}  // namespace spindrift
