// Implicit density projection: a displacement of the particles that evens out their density, without touching their
// velocity [Kugelstadt2019]. The displacement is the gradient of the solution of a second pressure equation, with the
// same matrix,
//   div w = (rho / rho_0 - 1) / dt,   w = -grad q,
// so crowded cells are left and thin ones are filled, all the way to rest density in one step where nothing is in the
// way. It is kept as a velocity w on the faces; move_particles adds it.
#include <algorithm>

#include "fluid/projection.h"
#include "grid/for_each_tile.h"
#include "liquid/density/density_excess.h"
#include "liquid/liquid_step.h"

namespace spindrift {

namespace {
constexpr int kMostIterations = 30;  // of multigrid; of pcg, which takes more of them, ten times as many
constexpr int kPcgIterations = 10 * kMostIterations;
constexpr double kSolved = 0.5;  // residual of the first: more has not converged at all
// Cells that a particle is moved along an axis in a step, at most: further it could leave the cells that the solution
// is of. A crowd spreads over several steps.
constexpr float kFarthest = 0.5f;

template <int D>
void find_drift_of_tile(const GradientView<D>& of, float fastest, int tile, const FaceViews<float, D>& drift) {
  using T = Tile<D>;
  const FaceGradient<D> gradient(of, tile);
  for (int a = 0; a < D; ++a) {
    float* w = drift[a].tile(tile);
    for (int row = 0; row < T::kCells; row += T::kSide) {
      gradient.row(row, a, w + row);
      for (int x = row; x < row + T::kSide; ++x) w[x] = std::clamp(-w[x], -fastest, fastest);
    }
  }
}

}  // namespace

template <int D>
void correct_density(LiquidState<D>& state) {
  PressureSystem<D>& system = state.pressure_system;
  const auto outflow = static_cast<float>(state.domain.h / state.dt);
  // Both together remove the surplus once: the displacement takes what the density term leaves.
  const Physics& scene = state.scene;
  const float share = scene.uses_density_term() ? static_cast<float>(1.0 - scene.drift.stiffness) : 1.0f;
  const DensityView<D> density = density_view(state);
  const FieldView<float, D> right_side = system.rhs;
  for_each_tile(
      "sum density excess", state.tiles,
      [&](int tile) {
        float* rhs = right_side.tile(tile);
        std::fill_n(rhs, Tile<D>::kCells, 0.0f);
        add_density_excess(density, tile, share * outflow, Spread::kDisplacements, rhs);
      },
      4);
  remove_pocket_means(system);
  bool is_solved = false;
  if (state.scene.solver.pressure == PressureSolver::kMultigrid)  // what a few iterations leave, the next step corrects
    is_solved = solve_multigrid(state.tiles, system, state.scene.drift.tolerance, kMostIterations, state.drift_pressure)
                    .residual < kSolved;
  if (!is_solved) solve_pcg(state.tiles, system, state.scene.drift.tolerance, kPcgIterations, state.drift_pressure);
  const GradientView<D> of = gradient_view(state, state.drift_pressure);
  const FaceViews<float, D> drift = state.drift;
  const float fastest = kFarthest * outflow;
  for_each_tile("find drift", state.tiles, [&](int tile) { find_drift_of_tile(of, fastest, tile, drift); }, 4);
}

template void correct_density<2>(LiquidState<2>&);
template void correct_density<3>(LiquidState<3>&);

}  // namespace spindrift
