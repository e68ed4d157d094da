#include "run/bench/roofline.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "base/timer.h"
#include "exec/parallel.h"

namespace spindrift {

double measure_copy_bandwidth(int threads, std::size_t bytes) {
  constexpr std::size_t kPiece = 1 << 20;
  constexpr int kRepeats = 7;
  Buffer<char> from(bytes), to(bytes);
  ThreadPool pool(threads);
  double best = 0.0;
  pool.run([&] {
    // The first touch, by the threads that will copy.
    parallel_pieces("measure copy bandwidth", bytes, kPiece, [&](std::size_t begin, std::size_t end) {
      std::memset(&from[begin], 1, end - begin);
      std::memset(&to[begin], 2, end - begin);
    });
    for (int i = 0; i < kRepeats; ++i) {
      const double start = wall_seconds();
      parallel_pieces("measure copy bandwidth", bytes, kPiece,
                      [&](std::size_t begin, std::size_t end) { std::memcpy(&to[begin], &from[begin], end - begin); });
      best = std::max(best, 2.0 * static_cast<double>(bytes) / (wall_seconds() - start));
    }
  });
  return best;
}

namespace {

double iteration_bytes(const Scene& scene) {
  switch (scene.solver.pressure) {
    case PressureSolver::kGaussSeidel:
      return 16.0;
    case PressureSolver::kPcg:
      return 72.0;
    case PressureSolver::kMultigrid:
      break;
  }
  return scene.dimension() == 2 ? 100.0 : 92.0;
}

}  // namespace

// The count, in bytes, single precision, D = 2 | 3:
//   sort                 key written and read (4 + 4), the state read and written (2 x 4 x 2D)          40 |  56
//                        apic: and its D^2 coefficients                                               + 32 | +72
//   particles to grid    position and velocity read (16 | 24); sums and weights of the faces written and
//                        read, 16 D per cell, at 4 | 8 particles per cell                               24 |  30
//                        apic: coefficients read                                                      + 16 | +36
//   grid to particles    position and velocity read and written (32 | 48); new velocity and its change
//                        at the faces read, 8 D per cell                                                36 |  51
//                        apic: the coefficients written instead of the old velocity read               + 6 | +23
//   grid stages          100 | 140 per cell: normalise, save, forces, divergence, gradient, extrapolate
//   pressure             per cell and sweep of Gauss-Seidel: pressure read and written, right side and
//                        coefficients read                                                              16
//                        per cell and step of conjugate gradients with MIC(0): q = A p (12), x and r
//                        updated (24), forward and backward solve (24), p = z + b p (12)                72
//                        per cell and step of conjugate gradients with a V(2,2) cycle, its coarser
//                        grids included                                                                100 |  92
// Push-apart and the density term of the drift are left out: the bound is for the step without them.
double least_bytes_per_particle_step(const Scene& scene, double pressure_iterations, double cells_per_particle) {
  const bool is_2d = scene.dimension() == 2;
  const bool is_apic = scene.solver.transfer == Transfer::kApic;
  double particle_bytes = is_2d ? 40.0 + 24.0 + 36.0 : 56.0 + 30.0 + 51.0;
  if (is_apic) particle_bytes += is_2d ? 32.0 + 16.0 + 6.0 : 72.0 + 36.0 + 23.0;
  const double grid_bytes = is_2d ? 100.0 : 140.0;
  return particle_bytes + cells_per_particle * (grid_bytes + pressure_iterations * iteration_bytes(scene));
}

// Smoke, single precision, D = 2 | 3, with smoke and heat, MacCormack:
//   advection   per field first = from(back): read, write; then from and first read, result written: 20 bytes for each
//   of
//               D + 2 fields; the carrying velocity read in each of two passes for smoke: 8 D
//   total held  first, from and result read; first read, result read and written: 24 for each of 2 fields
//   forces      smoke and heat read, velocity across gravity read and written: 16
//   projection  velocity read, right side written, velocity and pressure read, velocity written: 12 D + 8
double least_bytes_per_cell_step(const Scene& scene, double pressure_iterations) {
  const double d = scene.dimension();
  return 20.0 * (d + 2.0) + 8.0 * d + 48.0 + 16.0 + 12.0 * d + 8.0 + pressure_iterations * iteration_bytes(scene);
}

}  // namespace spindrift
