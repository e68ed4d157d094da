// Viscosity, implicit and variational [Batty2008]: solves for the velocity at the end of the step, stable for any
// viscosity. No force acts on the free surface; at solids and walls there is no slip unless the scene allows it. See
// linear/viscosity/viscosity_solver.h and docs/methods/viscosity.md.
#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>

#include "exec/parallel.h"
#include "fluid/projection.h"
#include "fluid/solids.h"
#include "grid/for_each_tile.h"
#include "grid/halo.h"
#include "liquid/liquid_step.h"
#include "liquid/stages/project_pressure.h"
#include "particles/particle_set.h"

namespace spindrift {

namespace {

// Least share of an octant in a liquid cell: with zero a lone particle would have no mass, and the matrix a zero row.
constexpr float kLeastShare = 1.0f / 64.0f;
// An octant that the surface halves has half of the density at rest. The share rises from none to all between a quarter
// and three quarters of it, since the kernel smears the surface over twice its own width.
constexpr float kSteepness = 2.0f;
constexpr float kReach[3] = {9.0f / 32.0f, 22.0f / 32.0f,
                             1.0f / 32.0f};  // of a low octant's weights in the cells -1, 0, 1

template <int D>
struct OctantView {
  TilesView<D> tiles;
  FieldView<const CellType, D> type;
  ParticlesView<D, const float> particles;
  float particles_per_cell;  // of liquid at rest
};
static_assert(std::is_trivially_copyable_v<OctantView<3>>);

// Adds the particles of one cell to the octants of another, whose centre is `shift` in coordinates of the particles'
// tile.
template <int D>
void count_particles(const ParticlesView<D, const float>& particles, int tile, int cell, const VecF<D>& shift,
                     float* counts) {
  const std::uint32_t* begin = particles.cells_of(tile) + cell;
  for (std::uint32_t p = begin[0]; p < begin[1]; ++p) {
    float w[D][2];
    for (int a = 0; a < D; ++a) {
      const float x = particles.position[a][p] - shift[a];
      w[a][0] = std::max(0.0f, 1.0f - std::abs(x + 0.25f));
      w[a][1] = std::max(0.0f, 1.0f - std::abs(x - 0.25f));
    }
    for (int o = 0; o < (1 << D); ++o) {
      float weight = 1.0f;
      for (int a = 0; a < D; ++a) weight *= w[a][(o >> a) & 1];
      counts[o] += weight;
    }
  }
}

// The octants of a cell with air beside it.
template <int D>
Octants<D> surface_octants(const OctantView<D>& of, int tile, const VecI<D>& cell, const CellType* type) {
  using T = Tile<D>;
  using Types = HaloBlock<CellType, D, 1>;
  float counts[1 << D] = {}, open[1 << D] = {};
  for (int n = 0; n < T::kNeighbors; ++n) {
    const VecI<D> offset = T::neighbor_offset(n);
    VecI<D> tile_offset, inside;
    VecF<D> shift;
    for (int a = 0; a < D; ++a) {
      const int at = cell[a] + offset[a];
      tile_offset[a] = at >> T::kLog2;
      inside[a] = at & T::kMask;
      shift[a] = static_cast<float>(cell[a] - tile_offset[a] * T::kSide) + 0.5f;
    }
    const int there = of.tiles.neighbors(tile)[T::neighbor_index(tile_offset)];
    if (there != 0) count_particles(of.particles, there, T::cell_index(inside), shift, counts);
    if (type[Types::index(offset) - Types::index(VecI<D>{})] == CellType::kSolid) continue;
    for (int o = 0; o < (1 << D); ++o) {
      float weight = 1.0f;
      for (int a = 0; a < D; ++a) weight *= kReach[((o >> a) & 1) != 0 ? 1 - offset[a] : 1 + offset[a]];
      open[o] += weight;
    }
  }
  Octants<D> octants;
  for (int o = 0; o < (1 << D); ++o) {
    const float density = counts[o] / (of.particles_per_cell * open[o]);
    const float share = std::clamp(kSteepness * density - 0.5f, kLeastShare, 1.0f);
    octants[o] = static_cast<std::uint8_t>(std::lround(kFullOctant * share));
  }
  return octants;
}

template <int D>
void fill_tile(const OctantView<D>& of, int tile, Octants<D>* octants) {
  using T = Tile<D>;
  using Types = HaloBlock<CellType, D, 1>;
  Types types;
  load_halo(of.tiles, of.type, tile, types);
  Octants<D> full;
  full.fill(kFullOctant);
  for (int c = 0; c < T::kCells; ++c) {
    const VecI<D> cell = T::cell_coord(c);
    const CellType* type = &types.at(cell);
    octants[c] = {};
    if (*type != CellType::kFluid) continue;
    bool has_air = false;
    for (int n = 0; n < T::kNeighbors; ++n)
      has_air |= type[Types::index(T::neighbor_offset(n)) - Types::index(VecI<D>{})] == CellType::kAir;
    octants[c] = has_air ? surface_octants(of, tile, cell, type) : full;
  }
}

// Finds how much of each octant of a cell (quarter in 2D) is liquid, from the particles.
// Particles around the middle of an octant are counted with linear weights that reach a cell, and compared with liquid
// at rest; solids in reach do not count as missing. The share is never 0 in a fluid cell, so that all of its faces have
// a mass. A cell without air around it is full.
template <int D>
void fill_octants(const LiquidState<D>& state, CellField<Octants<D>, D>& octants) {
  octants.resize(state.tiles.count());
  const OctantView<D> of{state.tiles, state.type, state.particles.view(), static_cast<float>(state.particles_per_cell)};
  const FieldView<Octants<D>, D> to = octants;
  for_each_tile("fill octants", state.tiles, [&](int tile) { fill_tile(of, tile, to.tile(tile)); });
}

// t mu / (rho h^2) of every cell, for the whole time t = f tau of the step (kick.h): the mean over its particles.
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

// rhs = W (u_wall - u) - K u; rhs holds K u before.
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

// With the pressure of balance_forces.
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
