// Grid to particles. With the projected field u and the change u - u~ since the transfer to the grid:
//   PIC   v_p = sum_f w_fp u_f
//   FLIP  v_p = v_p + sum_f w_fp (u_f - u~_f)                          [Zhu2005]
//   blend v_p = flip FLIP + (1 - flip) PIC
//   APIC  v_p = PIC, and c_p = sum_f u_f grad w_fp, the gradient of the interpolated field          [Jiang2015]
#include <cmath>

#include "base/simd.h"
#include "exec/parallel.h"
#include "stages/force_field.h"
#include "stages/stages.h"
#include "stages/velocity_block.h"

namespace spindrift {

namespace {

// Share of FLIP for this step. With a reference step the blend means the same at any dt: the PIC share works as a
// viscosity (1 - flip) h^2 / (6 dt), which must not grow when steps shrink.
template <int D>
float flip_share(const LiquidState<D>& state) {
  const SolverSettings& solver = state.scene.solver;
  if (solver.transfer == Transfer::kPic) return 0.0f;
  if (solver.flip_reference_dt <= 0.0) return static_cast<float>(solver.flip);
  return static_cast<float>(std::pow(solver.flip, state.dt / solver.flip_reference_dt));
}

// A particle that the field does not reach, alone in a cell that counts as solid, flies on under the forces alone.
template <int D>
void fly(LiquidState<D>& state, int tile, std::uint32_t p) {
  Vec3d kick{};
  if (state.scene.solver.order == StepOrder::kProjectThenMove) {  // else the particles have received them already
    VecD<D> x = VecD<D>::from(state.tiles.first_cell(tile));
    for (int a = 0; a < D; ++a) x[a] += static_cast<double>(state.particles.position[static_cast<std::size_t>(a)][p]);
    kick = total_acceleration(state.scene, state.time, Vec3d::from(state.domain.to_world(x))) * state.dt;
  }
  for (int a = 0; a < D; ++a) {
    float& v = state.particles.velocity[static_cast<std::size_t>(a)][p];
    v += static_cast<float>(kick[a]);
    state.particles.grid_velocity[static_cast<std::size_t>(a)][p] = v;
  }
}

template <int D, class K>
void update_tile(LiquidState<D>& state, int tile, float flip) {
  ParticleSet<D>& particles = state.particles;
  VelocityBlock<D, K> block;
  block.load(state.tiles, state.velocity, state.velocity_change, tile);
  const auto position = particles.pointers(particles.position), velocity = particles.pointers(particles.velocity),
             grid_velocity = particles.pointers(particles.grid_velocity);
  for (std::uint32_t p = particles.tile_begin(tile), end = particles.tile_end(tile); p < end; ++p) {
    VecF<D> x;
    for (int a = 0; a < D; ++a) x[a] = position[static_cast<std::size_t>(a)][p];
    const auto sample = block.sample_with_change(x);
    if (!is_defined(sample.velocity)) {
      fly(state, tile, p);
      continue;
    }
    for (int a = 0; a < D; ++a) {
      float& v = velocity[static_cast<std::size_t>(a)][p];
      v = flip * (v + sample.change[a]) + (1.0f - flip) * sample.velocity[a];
      grid_velocity[static_cast<std::size_t>(a)][p] = sample.velocity[a];
    }
  }
}

template <int D, class K>
void update_tile_affine(LiquidState<D>& state, int tile) {
  ParticleSet<D>& particles = state.particles;
  VelocityBlock<D, K> block;
  block.load(state.tiles, state.velocity, state.velocity_change, tile);
  const float per_cell = 1.0f / static_cast<float>(state.domain.h);
  for (std::uint32_t p = particles.tile_begin(tile); p < particles.tile_end(tile); ++p) {
    VecF<D> x, v, slope[D];
    for (int a = 0; a < D; ++a) x[a] = particles.position[static_cast<std::size_t>(a)][p];
    for (int a = 0; a < D; ++a) v[a] = block.sample_with_slope(x, a, slope[a]);
    const bool defined = is_defined(v);
    if (!defined) fly(state, tile, p);
    for (int a = 0; a < D; ++a) {
      for (int b = 0; b < D; ++b)
        particles.affine[static_cast<std::size_t>(a * D + b)][p] = defined ? slope[a][b] * per_cell : 0.0f;
      if (!defined) continue;
      particles.velocity[static_cast<std::size_t>(a)][p] = v[a];
      particles.grid_velocity[static_cast<std::size_t>(a)][p] = v[a];
    }
  }
}

template <int D, class K>
void transfer(LiquidState<D>& state) {
  const bool affine = state.scene.solver.transfer == Transfer::kApic;
  const float flip = flip_share(state);
  parallel_for(static_cast<std::size_t>(state.tiles.count()), [&](std::size_t i) {
    const int tile = static_cast<int>(i) + 1;
    if (state.particles.tile_begin(tile) == state.particles.tile_end(tile)) return;
    affine ? update_tile_affine<D, K>(state, tile) : update_tile<D, K>(state, tile, flip);
  });
}

}  // namespace

template <int D>
void transfer_grid_to_particles(LiquidState<D>& state) {
  for (auto& column : state.particles.grid_velocity) resize_discard(column, state.particles.count());
  state.scene.solver.kernel == Kernel::kLinear ? transfer<D, LinearKernel>(state) : transfer<D, QuadraticKernel>(state);
}

template void transfer_grid_to_particles<2>(LiquidState<2>&);
template void transfer_grid_to_particles<3>(LiquidState<3>&);

}  // namespace spindrift
