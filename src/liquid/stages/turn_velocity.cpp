// In a tank that moves: finds the tank's motion in this step and turns the velocity of each particle by the Coriolis
// acceleration, du/dt = -2 w x u. A rotation does no work, whatever the length of the step. APIC's slopes turn with it.
// apply_forces adds the other terms: gravity along the tank's axes, less the acceleration of the pivot, and
// - w x (w x r) - dw/dt x r.
#include "fluid/force_field.h"
#include "grid/for_each_tile.h"
#include "liquid/liquid_step.h"

namespace spindrift {

namespace {

// v = turn v, for a vector in D columns.
template <int D>
void turn_columns(const Matrix<D>& turn, std::array<float*, D> columns, std::uint32_t p) {
  VecD<D> v;
  for (int a = 0; a < D; ++a) v[a] = static_cast<double>(columns[a][p]);
  v = turn * v;
  for (int a = 0; a < D; ++a) columns[a][p] = static_cast<float>(v[a]);
}

}  // namespace

template <int D>
void turn_velocity(LiquidState<D>& state) {
  state.frame = step_of_frame(state);
  if (state.frame.spin == Vec3d{}) return;
  const Matrix<D> turn = Matrix<D>::block_of(state.frame.coriolis_turn(state.kick.times * state.kick.dt));
  const ParticlesView<D> particles = state.particles.view();
  const bool has_slopes = particles.affine[0] != nullptr;
  parallel_for(
      "turn velocity", state.particles.count(),
      [&](std::size_t i) {
        const auto p = static_cast<std::uint32_t>(i);
        turn_columns<D>(turn, particles.velocity, p);
        for (std::size_t b = 0; b < D && has_slopes; ++b) {  // the slopes along x_b are a vector
          std::array<float*, D> along{};
          for (std::size_t a = 0; a < D; ++a) along[a] = particles.affine[a * D + b];
          turn_columns<D>(turn, along, p);
        }
      },
      4096);
}

template void turn_velocity<2>(LiquidState<2>&);
template void turn_velocity<3>(LiquidState<3>&);

}  // namespace spindrift
