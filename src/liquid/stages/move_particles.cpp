// Moves the particles through the projected velocity field, dx/dt = u(x), by an explicit Runge-Kutta method
// (runge_kutta.h). Its first stage, the velocity at the particle, is known from the transfer. The drift is added.
#include <algorithm>
#include <array>
#include <cmath>

#include "fluid/runge_kutta.h"
#include "grid/for_each_tile.h"
#include "grid/kernel.h"
#include "liquid/contact/stop_at_solids.h"
#include "liquid/liquid_step.h"
#include "liquid/transfer/velocity_block.h"

namespace spindrift {

namespace {

template <int D>
struct FlowView {
  ParticlePathContext<D> context;
  ParticlesView<D> particles;
  FaceViews<const float, D> velocity, change, drift;  // drift: may be empty
  FieldView<const CellType, D> type;
  float cells_per_speed;
};
static_assert(std::is_trivially_copyable_v<FlowView<3>>);

// The longest displacement of a tile's particles in a step along an axis, cells.
template <int D>
double longest_path(const ParticlesView<D>& particles, int tile, float cells_per_speed) {
  constexpr std::uint32_t kLanes = 8;  // of one vector, so that the maxima are independent
  std::array<float, kLanes> fastest{};
  for (const float* velocity : particles.grid_velocity) {
    std::uint32_t p = particles.tile_begin(tile);
    const std::uint32_t end = particles.tile_end(tile);
    for (; p + kLanes <= end; p += kLanes)
      for (std::uint32_t i = 0; i < kLanes; ++i) fastest[i] = std::max(fastest[i], std::abs(velocity[p + i]));
    for (; p < end; ++p) fastest[0] = std::max(fastest[0], std::abs(velocity[p]));
  }
  return static_cast<double>(cells_per_speed * *std::max_element(fastest.begin(), fastest.end()));
}

// Whether the particle is in a cell that counts as solid, beyond the end of the velocity field: then it moves
// ballistically (transfer_grid_to_particles), even where its path meets the field again.
template <int D, class K>
bool is_ballistic(const CellType* type, const VelocityBlock<D, K>& block, const VecF<D>& x) {
  VecI<D> cell;
  for (int a = 0; a < D; ++a)
    cell[a] = std::clamp(static_cast<int>(std::floor(x[a])), 0, static_cast<int>(Tile<D>::kMask));
  return type[Tile<D>::cell_index(cell)] == CellType::kSolid && !is_defined(block.sample(x));
}

template <int D, class K, std::size_t Stages>
void move_tile(const FlowView<D>& flow, const RungeKutta<Stages>& method, int tile) {
  const ParticlesView<D>& particles = flow.particles;
  const TilesView<D>& tiles = flow.context.solids.tiles;
  const Domain<D>& domain = flow.context.solids.domain;
  VelocityBlock<D, K> block;
  const bool drifts = !flow.drift.empty();
  if (Stages > 1 || drifts) block.load(tiles, flow.velocity, flow.change, tile);
  if (drifts) block.add(tiles, flow.drift, tile);
  const float cells_per_speed = flow.cells_per_speed;
  const VecD<D> origin = VecD<D>::from(tiles.first_cell(tile));
  const bool solids = !flow.context.solids.empty();
  const auto position = particles.position, velocity = particles.grid_velocity;
  const std::uint32_t begin = particles.tile_begin(tile), end = particles.tile_end(tile);
  auto is_path_free = [&] {
    if (!solids) return true;
    const double length = std::sqrt(static_cast<double>(D)) * longest_path(particles, tile, cells_per_speed);
    return !may_meet_solid(flow.context, tile, length);
  };
  if (Stages == 1 && !drifts && is_path_free()) {  // vectorised
    for (std::size_t a = 0; a < D; ++a)
      for (std::uint32_t p = begin; p < end; ++p)
        position[a][p] += method.weight[0] * (cells_per_speed * velocity[a][p]);
    return;
  }
  for (std::uint32_t p = begin; p < end; ++p) {
    VecF<D> x;
    for (int a = 0; a < D; ++a) x[a] = position[a][p];
    VecF<D> k;  // cells per step
    for (int a = 0; a < D; ++a) k[a] = cells_per_speed * velocity[a][p];
    if (drifts && method.weight[0] != 0.0f)  // grid_velocity is without the drift
      if (const VecF<D> u = block.sample(x); is_defined(u)) k = u * cells_per_speed;
    const bool goes_straight = Stages > 1 && solids && is_ballistic<D, K>(flow.type.tile(tile), block, x);
    VecF<D> shift = k;
    if (!goes_straight)
      shift = mean_velocity(method, x, k, 1.0f, [&](const VecF<D>& at, const VecF<D>& before) {
        const VecF<D> u = block.covers(at) ? block.sample(at) : sample_velocity<D, K>(tiles, flow.velocity, tile, at);
        return is_defined(u) ? u * cells_per_speed : before;  // beyond the field
      });
    if (solids && may_meet_solid(flow.context, tile, VecD<D>::from(x), static_cast<double>(length(shift)))) {
      const VecD<D> from = origin + VecD<D>::from(x);
      const VecD<D> to =
          stop_at_solids(flow.context, domain.to_world(from), domain.to_world(from + VecD<D>::from(shift)));
      shift = VecF<D>::from(domain.to_cells(to) - from);
    }
    for (int a = 0; a < D; ++a) position[a][p] = x[a] + shift[a];
  }
}

template <int D, class K>
void move_through(LiquidState<D>& state) {
  const FlowView<D> flow{path_context(state, SolidPose::kThroughStep),
                         state.particles.view(),
                         state.velocity,
                         state.velocity_change,
                         state.drift,
                         state.type,
                         static_cast<float>(state.dt / state.domain.h)};
  with_method(state.scene.solver.integrator, [&](const auto& method) {
    for_each_tile("move particles", state.tiles, [&](int tile) {
      if (!flow.particles.is_empty(tile)) move_tile<D, K>(flow, method, tile);
    });
  });
}

}  // namespace

template <int D>
void move_particles(LiquidState<D>& state) {
  state.scene.solver.kernel == Kernel::kLinear ? move_through<D, LinearKernel>(state)
                                               : move_through<D, QuadraticKernel>(state);
}

template void move_particles<2>(LiquidState<2>&);
template void move_particles<3>(LiquidState<3>&);

}  // namespace spindrift
