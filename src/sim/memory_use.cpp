#include "sim/memory_use.h"

#include <algorithm>
#include <map>

namespace spindrift {

double solver_bytes_per_cell(const Scene& scene) {
  const int d = scene.dimension();
  const double system = 4.0 * (d + 2);  // matrix, right-hand side
  if (scene.solver.pressure == PressureSolver::kGaussSeidel) return system + 3.0 * 4.0;
  if (scene.solver.pressure == PressureSolver::kPcg) return system + 4.0 * 8.0 + 4.0;
  return system + 4.0 * (d + 3) * 4.0 / 3.0 + 4.0 * 4.0;  // multigrid: its coarser levels add a third and less
}

std::string best_advice(const std::vector<MemoryUse>& uses) {
  std::string best;
  double most = 0.0;
  std::map<std::string, double> saved;  // by each advice
  for (const MemoryUse& use : uses) {
    if (use.advice.empty() || (saved[use.advice] += use.bytes) <= most) continue;
    most = saved[use.advice];
    best = use.advice;
  }
  return best;
}

void set_memory(Estimate& estimate, const std::vector<MemoryUse>& uses) {
  constexpr double kProgram = 42e6;  // with its libraries, and a scene of next to nothing
  double sum = kProgram, certain = kProgram;
  for (const MemoryUse& use : uses) {
    sum += use.bytes;
    if (!use.is_guess) certain += use.bytes;
  }
  estimate.advice = best_advice(uses);
  estimate.bytes = static_cast<std::int64_t>(std::min(sum, 9e18));
  estimate.bytes_at_least = static_cast<std::int64_t>(std::min(certain, 9e18));
}

}  // namespace spindrift
