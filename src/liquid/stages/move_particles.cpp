// Moves the particles through the projected velocity field, dx/dt = u(x), by an explicit Runge-Kutta method:
// Euler, the midpoint rule, Ralston's third order [Ralston1962], or the classical fourth order. The first stage, the
// velocity where the particle is, is known from the transfer. The drift of correct_density is added to the velocity.
#include <algorithm>
#include <array>
#include <cmath>

#include "fluid/solids/solid_distance.h"
#include "grid/for_each_tile.h"
#include "grid/sample.h"
#include "liquid/contact/collision.h"
#include "liquid/stages/liquid_stages.h"
#include "liquid/transfer/velocity_block.h"

namespace spindrift {

namespace {

// Each stage starts from x + step[i] * k[i - 1]; the result is the sum of weight[i] * k[i].
template <int Stages>
struct Method {
  std::array<float, Stages> step, weight;
};
constexpr Method<1> kEuler{{0.0f}, {1.0f}};
constexpr Method<2> kMidpoint{{0.0f, 0.5f}, {0.0f, 1.0f}};
constexpr Method<3> kRalston3{{0.0f, 0.5f, 0.75f}, {2.0f / 9.0f, 3.0f / 9.0f, 4.0f / 9.0f}};
constexpr Method<4> kClassical4{{0.0f, 0.5f, 0.5f, 1.0f}, {1.0f / 6.0f, 2.0f / 6.0f, 2.0f / 6.0f, 1.0f / 6.0f}};

// The longest way of a tile's particles in a step, in cells, along any axis.
template <int D>
float longest_way(const ParticleSet<D>& particles, int tile, float cells_per_speed) {
  float fastest = 0.0f;
  for (const auto& velocity : particles.grid_velocity)
    for (std::uint32_t p = particles.tile_begin(tile); p < particles.tile_end(tile); ++p)
      fastest = std::max(fastest, std::abs(velocity[p]));
  return cells_per_speed * fastest;
}

// Whether the velocity field ends before a particle, in a cell that counts as solid: then it flies, see
// transfer_grid_to_particles, also where its path meets the field again.
template <int D, class K>
bool is_flying(const LiquidState<D>& state, const VelocityBlock<D, K>& block, int tile, const VecF<D>& x) {
  VecI<D> cell;
  for (int a = 0; a < D; ++a)
    cell[a] = std::clamp(static_cast<int>(std::floor(x[a])), 0, static_cast<int>(Tile<D>::kMask));
  return state.type.tile(tile)[Tile<D>::cell_index(cell)] == CellType::kSolid && !is_defined(block.sample(x));
}

template <int D, class K, int Stages>
void move_tile(LiquidState<D>& state, const Method<Stages>& method, int tile) {
  ParticleSet<D>& particles = state.particles;
  VelocityBlock<D, K> block;
  const bool drifts = !state.drift[0].empty();
  if (Stages > 1 || drifts) block.load(state.tiles, state.velocity, state.velocity_change, tile);
  if (drifts) block.add(state.tiles, state.drift, tile);
  const float cells_per_speed = static_cast<float>(state.dt / state.domain.h);
  const VecD<D> origin = VecD<D>::from(state.tiles.first_cell(tile));
  const bool solids = !state.solids.empty(), moving_solids = state.has_moving_solids();
  const auto position = particles.pointers(particles.position), velocity = particles.pointers(particles.grid_velocity);
  const std::uint32_t begin = particles.tile_begin(tile), end = particles.tile_end(tile);
  auto is_way_free = [&] {
    return !solids || (!moving_solids &&
                       !may_touch_solid(state, tile,
                                        0.02 + std::sqrt(static_cast<double>(D)) *
                                                   static_cast<double>(longest_way(particles, tile, cells_per_speed))));
  };
  if (Stages == 1 && !drifts && is_way_free()) {  // nothing to sample, nothing in the way: vectorised
    for (std::size_t a = 0; a < D; ++a)
      for (std::uint32_t p = begin; p < end; ++p)
        position[a][p] += method.weight[0] * (cells_per_speed * velocity[a][p]);
    return;
  }
  for (std::uint32_t p = begin; p < end; ++p) {
    VecF<D> x;
    for (int a = 0; a < D; ++a) x[a] = position[a][p];
    VecF<D> k, shift;
    for (int a = 0; a < D; ++a) k[a] = cells_per_speed * velocity[a][p];
    if (drifts && method.weight[0] != 0.0f)  // the transfer knew nothing of the drift
      if (const VecF<D> u = block.sample(x); is_defined(u)) k = u * cells_per_speed;
    shift = method.weight[0] * k;
    const bool flies = Stages > 1 && solids && is_flying<D, K>(state, block, tile, x);
    if (flies) shift = k;
    for (std::size_t i = 1; i < Stages && !flies; ++i) {
      const VecF<D> at = x + method.step[i] * k;
      const VecF<D> u =
          block.covers(at) ? block.sample(at) : sample_velocity<D, K>(state.tiles, state.velocity, tile, at);
      if (is_defined(u)) k = u * cells_per_speed;  // where the field ends, the particle flies on
      shift += method.weight[i] * k;
    }
    if (solids &&
        (moving_solids || may_touch_solid(state, tile, VecD<D>::from(x), 0.02 + static_cast<double>(length(shift))))) {
      const VecD<D> from = origin + VecD<D>::from(x);
      const VecD<D> to = stop_at_solids(state, state.domain.to_world(from),
                                        state.domain.to_world(from + VecD<D>::from(shift)), During::kStep);
      shift = VecF<D>::from(state.domain.to_cells(to) - from);
    }
    for (int a = 0; a < D; ++a) position[a][p] = x[a] + shift[a];
  }
}

template <int D, class K, int Stages>
void move(LiquidState<D>& state, const Method<Stages>& method) {
  for_each_tile("move", state.tiles, [&](int tile) {
    if (state.particles.tile_begin(tile) < state.particles.tile_end(tile)) move_tile<D, K>(state, method, tile);
  });
}

template <int D, class K>
void move_by_integrator(LiquidState<D>& state) {
  switch (state.scene.solver.integrator) {
    case Integrator::kEuler:
      return move<D, K>(state, kEuler);
    case Integrator::kRk2:
      return move<D, K>(state, kMidpoint);
    case Integrator::kRk3:
      return move<D, K>(state, kRalston3);
    case Integrator::kRk4:
      return move<D, K>(state, kClassical4);
  }
}

}  // namespace

template <int D>
void move_particles(LiquidState<D>& state) {
  state.scene.solver.kernel == Kernel::kLinear ? move_by_integrator<D, LinearKernel>(state)
                                               : move_by_integrator<D, QuadraticKernel>(state);
}

template void move_particles<2>(LiquidState<2>&);
template void move_particles<3>(LiquidState<3>&);

}  // namespace spindrift
