// Grid to particles. With the projected field u and the change u - u~ since the transfer to the grid:
//   PIC   v_p = sum_f w_fp u_f
//   FLIP  v_p = v_p + sum_f w_fp (u_f - u~_f)                          [Zhu2005]
//   blend v_p = flip FLIP + (1 - flip) PIC
// With leapfrog u and its change are half a step ahead already: see center_velocity.
//   APIC  v_p = PIC, and c_p = sum_f u_f grad w_fp, the gradient of the interpolated field          [Jiang2015]
#include <algorithm>
#include <optional>
#include <type_traits>

#include "base/simd.h"
#include "fluid/force_field.h"
#include "grid/for_each_tile.h"
#include "liquid/contact/flow_in_gaps.h"
#include "liquid/density/rest.h"
#include "liquid/liquid_step.h"
#include "liquid/transfer/particle_weights.h"
#include "liquid/transfer/velocity_block.h"

namespace spindrift {

namespace {

// Share of FLIP for this step. The PIC share acts as a viscosity (1 - flip) h^2 / (6 dt).
template <int D>
float flip_share(const LiquidState<D>& state) {
  const SolverSettings& solver = state.scene.solver;
  if (solver.transfer == Transfer::kPic) return 0.0f;
  return static_cast<float>(solver.flip * flip_damping(state));
}

// Share of c_p for this step: all of it, which conserves angular momentum, except in liquid slower than its shortest
// waves.
template <int D>
float affine_share(const LiquidState<D>& state) {
  const bool is_slow = static_cast<double>(state.max_speed) < shortest_wave_speed(state);
  return is_slow ? static_cast<float>(flip_damping(state)) : 1.0f;
}

template <int D>
struct GatherView {
  TilesView<D> tiles;
  ParticlesView<D> particles;
  FaceViews<const float, D> velocity, change;
  FieldView<const CellType, D> type;
  ForcesView<D> forces;
  double ballistic_time;  // s; forces act this long on a particle that the field does not reach
  float share;            // of FLIP, or of APIC's c_p
};
static_assert(std::is_trivially_copyable_v<GatherView<3>>);

// A particle that the field does not reach, in a cell that counts as solid, moves under the forces alone.
template <int D>
void move_ballistically(const GatherView<D>& of, int tile, std::uint32_t p) {
  Vec3d kick{};
  if (of.ballistic_time > 0.0) {
    const VecD<D> x = VecD<D>::from(of.tiles.first_cell(tile)) + of.particles.template place<double>(p);
    kick = total_acceleration(of.forces, Vec3d::from(of.forces.domain.to_world(x))) * of.ballistic_time;
  }
  for (int a = 0; a < D; ++a) {
    float& v = of.particles.velocity[a][p];
    v += static_cast<float>(kick[a]);
    of.particles.grid_velocity[a][p] = v;
  }
}

template <int D>
void update_particle(const GatherView<D>& of, int tile, std::uint32_t p, const VecF<D>& velocity, const VecF<D>& change,
                     float flip) {
  if (!is_defined(velocity)) return move_ballistically(of, tile, p);
  for (int a = 0; a < D; ++a) {
    float& v = of.particles.velocity[a][p];
    v = flip * (v + change[a]) + (1.0f - flip) * velocity[a];
    of.particles.grid_velocity[a][p] = velocity[a];
  }
}

// In a gap too narrow for the grid, which counts as solid, no pressure acts against the particle's own velocity: it
// takes that of the liquid beside it.
float flip_in(CellType cell, float flip) { return cell == CellType::kSolid ? 0.0f : flip; }

template <int D, class K>
void update_tile(const GatherView<D>& of, int tile) {
  VelocityBlock<D, K> block;
  block.load(of.tiles, of.velocity, of.change, tile);
  const std::uint32_t* cell_begin = of.particles.cells_of(tile);
  const CellType* type = of.type.tile(tile);
  for (int c = 0; c < Tile<D>::kCells; ++c)
    for (std::uint32_t p = cell_begin[c]; p < cell_begin[c + 1]; ++p) {
      const VecF<D> x = of.particles.template place<float>(p);
      const auto sample = block.sample_with_change(axis_weights<K>(x));
      update_particle(of, tile, p, sample.velocity, sample.change, flip_in(type[c], of.share));
    }
}

// Velocity and change of component A at up to eight particles of a cell. They read the same faces, so each face is
// loaded once and multiplied with eight weights.
template <int D, int A>
inline void gather_component(const VelocityBlock<D, LinearKernel>& block, const VecI<D>& cell, const CellWeights* w,
                             Float8& velocity, Float8& change) {
  using Block = typename VelocityBlock<D, LinearKernel>::Block;
  constexpr int B = (A + 1) % D, C = (A + 2) % D;
  const float* corner = block.pairs(A, cell[A], cell[B] - 1, D == 3 ? cell[C] - 1 : 0);
  velocity = change = splat8(0.0f);
  for (int k = 0; k < (D == 3 ? 3 : 1); ++k)
    for (int j = 0; j < 3; ++j) {
      const float* pair = corner + j * Block::kStride1 + k * Block::kStride2;
      const Float8 across = D == 3 ? w[B].center[j] * w[C].center[k] : w[B].center[j];
      velocity += across * (w[A].face[0] * splat8(pair[0]) + w[A].face[1] * splat8(pair[2]));
      change += across * (w[A].face[0] * splat8(pair[1]) + w[A].face[1] * splat8(pair[3]));
    }
}

// update_tile for the linear kernel, cell by cell.
template <int D>
void update_tile_by_cells(const GatherView<D>& of, int tile) {
  using T = Tile<D>;
  const ParticlesView<D>& particles = of.particles;
  VelocityBlock<D, LinearKernel> block;
  block.load(of.tiles, of.velocity, of.change, tile);
  const auto position = particles.position, velocity = particles.velocity, grid_velocity = particles.grid_velocity;
  const std::uint32_t* cell_begin = particles.cells_of(tile);
  const CellType* type = of.type.tile(tile);
  for (int c = 0; c < T::kCells; ++c) {
    const VecI<D> cell = T::cell_coord(c);
    const float flip = flip_in(type[c], of.share);
    for (std::uint32_t p = cell_begin[c], end = cell_begin[c + 1]; p < end; p += 8) {
      const int count = static_cast<int>(std::min(8u, end - p));
      Float8 x[D], u[D], change[D], defined = splat8(0.0f);
      for (std::size_t a = 0; a < D; ++a) x[a] = load8_first(position[a] + p, count);
      const auto weights = [&](std::size_t a) {
        return CellWeights(x[a] - splat8(static_cast<float>(cell[static_cast<int>(a)])));
      };
      const CellWeights w[3] = {weights(0), weights(1), weights(D - 1)};
      gather_component<D, 0>(block, cell, w, u[0], change[0]);
      gather_component<D, 1>(block, cell, w, u[1], change[1]);
      if constexpr (D == 3) gather_component<D, 2>(block, cell, w, u[D - 1], change[D - 1]);
      for (std::size_t a = 0; a < D; ++a) defined += u[a] * splat8(0.0f);
      if (const unsigned good = less_bits(defined, splat8(1.0f)); (~good & ((1u << count) - 1u)) != 0) [[unlikely]] {
        // An undefined face, which not all of these particles may read: update them one by one.
        for (std::uint32_t i = p; i < p + static_cast<std::uint32_t>(count); ++i) {
          const auto sample = block.sample_with_change(particles.template place<float>(i));
          update_particle(of, tile, i, sample.velocity, sample.change, flip);
        }
        continue;
      }
      for (std::size_t a = 0; a < D; ++a) {
        const Float8 v = load8_first(velocity[a] + p, count);
        store8_first(velocity[a] + p, splat8(flip) * (v + change[a]) + splat8(1.0f - flip) * u[a], count);
        store8_first(grid_velocity[a] + p, u[a], count);
      }
    }
  }
}

template <int D, class K>
void update_tile_affine(const GatherView<D>& of, int tile) {
  const ParticlesView<D>& particles = of.particles;
  VelocityBlock<D, K> block;
  block.load(of.tiles, of.velocity, of.change, tile);
  const float per_cell = of.share / static_cast<float>(of.forces.domain.h);
  for (std::uint32_t p = particles.tile_begin(tile); p < particles.tile_end(tile); ++p) {
    const VecF<D> x = particles.template place<float>(p);
    VecF<D> v, slope[D];
    const AxisWeights<D> w = axis_weights<K>(x);
    for (int a = 0; a < D; ++a) v[a] = block.sample_with_slope(x, w, a, slope[a]);
    const bool defined = is_defined(v);
    if (!defined) move_ballistically(of, tile, p);
    for (int a = 0; a < D; ++a) {
      for (int b = 0; b < D; ++b) particles.affine[a * D + b][p] = defined ? slope[a][b] * per_cell : 0.0f;
      if (!defined) continue;
      particles.velocity[a][p] = v[a];
      particles.grid_velocity[a][p] = v[a];
    }
  }
}

template <int D>
GatherView<D> gather_view(LiquidState<D>& state, bool affine) {
  return {state.tiles,
          state.particles.view(),
          state.velocity,
          state.velocity_change,
          state.type,
          forces_view(state),
          state.scene.moves_first() ? 0.0 : state.kick.times * state.kick.dt,
          affine ? affine_share(state) : flip_share(state)};
}

template <int D, class K>
void transfer(LiquidState<D>& state) {
  const bool affine = state.scene.solver.transfer == Transfer::kApic;
  const GatherView<D> view = gather_view(state, affine);
  const std::optional<float> slot_speed_limit = state.slot_speed_limit;
  for_each_tile("transfer grid to particles", state.tiles, [&](int tile) {
    if (view.particles.is_empty(tile)) return;
    if (affine)
      update_tile_affine<D, K>(view, tile);
    else if (std::is_same_v<K, LinearKernel>)
      update_tile_by_cells(view, tile);
    else
      update_tile<D, K>(view, tile);
    if (slot_speed_limit) limit_particle_speed(view.particles, tile, *slot_speed_limit);
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
