// Viscosity, implicit and variational [Batty2008]: solves for the velocity at the end of the step, which makes any
// viscosity stable, with no force on the free surface and no slip at solids and walls, unless it may slide; see
// linear/viscosity_solver.h and docs/methods/viscosity.md. FLIP takes up the change, since the copy of the velocity was
// taken before.
#include <algorithm>
#include <array>
#include <cmath>

#include "exec/parallel.h"
#include "fluid/projection.h"
#include "grid/for_each_tile.h"
#include "liquid/contact/wall_velocity.h"
#include "liquid/density/liquid_octants.h"
#include "liquid/liquid_step.h"
#include "liquid/stages/project_pressure.h"
#include "particles/fill_by_particles.h"

namespace spindrift {

namespace {

// t mu / (rho h^2) of every cell, for the whole time t = f tau of the step (kick.h); the mean over its particles where
// liquids differ.
template <int D>
void fill_strength(LiquidState<D>& state) {
  ViscositySystem<D>& system = state.viscosity_system;
  const FluidSettings& fluid = state.scene.fluid;
  const double scale = state.kick.times * state.kick.dt / (fluid.density * state.domain.h * state.domain.h);
  const ParticlesView<D> particles = state.particles.view();
  system.strength.resize(state.tiles.count());
  if (!particles.viscosity) return system.strength.fill(static_cast<float>(scale * fluid.viscosity));
  const auto strength = [&](std::uint32_t begin, std::uint32_t end) {
    double sum = 0.0;
    for (std::uint32_t p = begin; p < end; ++p) sum += static_cast<double>(particles.viscosity[p]);
    return static_cast<float>(scale * sum / std::max(1u, end - begin));
  };
  fill_by_particles<D>("fill viscous strength", state.tiles, particles, system.strength, strength);
}

// rhs = W (u_wall - u) - K u, of a tile; so far it is K u.
template <int D>
void build_rhs_of_tile(const SolidsView<D>& solids, const FaceViews<const float, D>& drags,
                       const FaceViews<const float, D>& velocity, int tile, const FaceViews<float, D>& right_side) {
  for (int a = 0; a < D; ++a) {
    const float* drag = drags[a].tile(tile);
    const float* u = velocity[a].tile(tile);
    float* rhs = right_side[a].tile(tile);
    for (int c = 0; c < Tile<D>::kCells; ++c) {
      rhs[c] = -rhs[c];
      if (drag[c] > 0.0f) rhs[c] += drag[c] * ((solids.has_moving ? wall_velocity(solids, tile, c, a) : 0.0f) - u[c]);
    }
  }
}

template <int D>
void build_rhs(LiquidState<D>& state) {
  ViscositySystem<D>& system = state.viscosity_system;
  for (auto& field : system.rhs) {
    field.resize(state.tiles.count());
    field.fill(0.0f);
  }
  apply_strain_matrix<D>(state.tiles, system, state.velocity, system.rhs);
  const SolidsView<D> solids = state.solids_view();
  const FaceViews<const float, D> drags = system.drag, velocity = state.velocity;
  const FaceViews<float, D> rhs = system.rhs;
  const ViscousTile<D>* wet = system.wet_tiles.data();
  parallel_for(
      "build viscous right-hand side", system.wet_tiles.size(),
      [&](std::size_t i) { build_rhs_of_tile(solids, drags, velocity, wet[i].tile, rhs); }, 4);
}

// u += factor grad q in a tile.
template <int D>
void add_gradient_to_tile(const GradientView<D>& of, float factor, const FaceViews<const std::uint8_t, D>& all_known,
                          int tile, const FaceViews<float, D>& velocity) {
  using T = Tile<D>;
  const FaceGradient<D> gradient(of, tile);
  std::array<float, T::kSide> slope;
  for (int a = 0; a < D; ++a) {
    float* u = velocity[a].tile(tile);
    const std::uint8_t* known = all_known[a].tile(tile);
    for (int row = 0; row < T::kCells; row += T::kSide) {
      gradient.row(row, a, slope.data());
      for (int x = 0; x < T::kSide; ++x) u[row + x] += known[row + x] != 0 ? factor * slope[x] : 0.0f;
    }
  }
}

// The same with the pressure of balance_forces.
template <int D>
void add_gradient(LiquidState<D>& state, float factor) {
  const GradientView<D> of = gradient_view(state, state.scaled_pressure, tension_of(state));
  const FaceViews<const std::uint8_t, D> known = state.known;
  const FaceViews<float, D> velocity = state.velocity;
  for_each_tile(
      "add pressure gradient", state.tiles, [&](int tile) { add_gradient_to_tile(of, factor, known, tile, velocity); },
      4);
}

}  // namespace

template <int D>
void apply_viscosity(LiquidState<D>& state) {
  ViscositySystem<D>& system = state.viscosity_system;
  fill_octants(state, system.octants);
  fill_strength(state);
  system.slips = state.scene.fluid.walls == Walls::kSlip;
  build_viscosity_matrix<D>(state.tiles, state.type, system, state.open_area());
  add_gradient(state, -1.0f);
  build_rhs(state);
  add_gradient(state, 1.0f);
  state.report.viscosity =
      solve_viscosity(state.tiles, system, state.scene.solver.tolerance, state.scene.solver.max_iterations);
  if (!std::isfinite(state.report.viscosity->residual)) {
    state.failure = Error{ErrorCode::kRunFailed, "the viscous velocity is not a number"};
    return;
  }
  const FaceViews<float, D> velocity = state.velocity;
  const FaceViews<const float, D> changes = system.change;
  const ViscousTile<D>* wet = system.wet_tiles.data();
  parallel_for(
      "add viscous change", system.wet_tiles.size(),
      [&](std::size_t i) {
        for (std::size_t a = 0; a < D; ++a) {
          float* u = velocity[a].tile(wet[i].tile);
          const float* change = changes[a].tile(wet[i].tile);
          for (int c = 0; c < Tile<D>::kCells; ++c) u[c] += change[c];
        }
      },
      4);
  if (!state.scene.uses_leapfrog()) return;
  for (int a = 0; a < D; ++a) state.viscous_change[a].swap(system.change[a]);
}

template void apply_viscosity<2>(LiquidState<2>&);
template void apply_viscosity<3>(LiquidState<3>&);

}  // namespace spindrift
