// Implicit density projection: a displacement of the particles that evens out their density without changing their
// velocity [Kugelstadt2019]. A second pressure equation with the same matrix gives it as a velocity w on the faces,
//   div w = (rho / rho_0 - 1) / dt,   w = -grad q,
// which move_particles adds. Unobstructed, it restores the density at rest in one step.
#include <algorithm>

#include "fluid/projection.h"
#include "grid/for_each_tile.h"
#include "liquid/density/density_excess.h"
#include "liquid/liquid_step.h"

namespace spindrift {

namespace {
constexpr int kMostIterations = 30;  // of multigrid
constexpr int kPcgIterations = 300;  // of pcg
constexpr double kSolved = 0.5;      // residual of multigrid above which pcg takes over
constexpr float kFarthest = 0.5f;    // cells; largest displacement along an axis, so that it stays in the solved cells

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
  // The density term, if on, removes its own share of the surplus.
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
  if (scene.pressure_solver() == PressureSolver::kMultigrid)
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
