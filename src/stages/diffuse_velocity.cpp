// Viscosity: the velocity spreads by du/dt = viscosity * Laplacian(u), in as many equal explicit steps as are stable.
#include <cmath>

#include "exec/parallel.h"
#include "grid/halo.h"
#include "stages/extend.h"
#include "stages/smoke_stages.h"

namespace spindrift {

namespace {

template <int D>
void diffuse_tile(const SmokeState<D>& state, std::size_t axis, float share, int tile, float* to) {
  using T = Tile<D>;
  using Block = HaloBlock<float, D, 1, 1>;
  Block u;
  load_halo(state.tiles, state.velocity[axis], tile, u);
  for (int row = 0; row < T::kCells; row += T::kSide) {
    const float* at = u.values.data() + Block::index(T::cell_coord(row));
    for (int x = 0; x < T::kSide; ++x) {
      float sum = -2.0f * static_cast<float>(D) * at[x];
      for (int a = 0; a < D; ++a) sum += at[x - Block::stride(a)] + at[x + Block::stride(a)];
      to[row + x] = at[x] + share * sum;
    }
  }
}

}  // namespace

int diffusion_steps(double coefficient, double dt, double h, int dimension) {
  constexpr double kStable = 0.8;  // of the largest stable step h^2 / (2 D coefficient)
  return std::max(1, static_cast<int>(std::ceil(2.0 * dimension * coefficient * dt / (h * h) / kStable)));
}

template <int D>
void diffuse_velocity(SmokeState<D>& state) {
  const double h = state.domain.h, viscosity = state.scene.gas.viscosity;
  const int steps = diffusion_steps(viscosity, state.dt, h, D);
  const auto share = static_cast<float>(viscosity * state.dt / (h * h) / steps);
  for (int step = 0; step < steps; ++step) {
    extend_faces<D>(state, state.velocity);
    for (std::size_t a = 0; a < D; ++a) {
      auto& to = state.new_velocity[a];
      to.resize(state.tiles.count());
      parallel_for(
          static_cast<std::size_t>(state.tiles.count()),
          [&](std::size_t i) {
            const int tile = static_cast<int>(i) + 1;
            diffuse_tile(state, a, share, tile, to.tile(tile));
          },
          4);
      state.velocity[a].swap(to);
    }
  }
}

template void diffuse_velocity<2>(SmokeState<2>&);
template void diffuse_velocity<3>(SmokeState<3>&);

}  // namespace spindrift
