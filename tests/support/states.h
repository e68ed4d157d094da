// Reading and writing a liquid's state in tests, by coordinates instead of tiles. Slow and plain.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <memory>
#include <vector>

#include "fluid/solids.h"
#include "liquid/liquid_solver.h"
#include "liquid/liquid_step.h"
#include "support/scenes.h"
#include "support/tiles.h"

namespace spindrift::testing {

// The next rows are those of a step of this length, in which forces act for all of it.
template <int D>
void set_step(LiquidState<D>& state, double dt) {
  state.dt = dt;
  state.kick = {state.time + 0.5 * dt, dt};
}

template <int D>
std::unique_ptr<LiquidState<D>> make_state(const Scene& scene) {
  auto state = make_liquid_state<D>(scene);
  if (!state) {
    std::fprintf(stderr, "%s\n", to_string(state.error()).c_str());
    std::abort();
  }
  set_step(**state, 1.0 / scene.time.fps);
  return std::move(*state);
}

template <int D>
std::unique_ptr<LiquidSolver<D>> make_solver(const Scene& scene) {
  auto solver = LiquidSolver<D>::create(scene);
  if (!solver) {
    std::fprintf(stderr, "%s\n", to_string(solver.error()).c_str());
    std::abort();
  }
  return std::move(*solver);
}

// `steps` steps of the scene's own length.
template <int D>
void advance(LiquidSolver<D>& solver, int steps) {
  for (int i = 0; i < steps; ++i)
    if (auto step = solver.advance_step(1.0 / solver.state().scene.time.fps, nullptr); !step) {
      ADD_FAILURE() << to_string(step.error());
      return;
    }
}

// Adds one particle at a place in metres; the caller sorts.
template <int D>
void add_particle(LiquidState<D>& state, const VecD<D>& x, const VecD<D>& v = {}) {
  state.particles.add(state.domain.to_cells(x), VecF<D>::from(v), state.scene);
  ++state.ledger.seeded;
}

// Particles are visited in their order: visit(index, place in metres).
template <int D, class Visit>
void for_each_particle(const LiquidState<D>& state, Visit&& visit) {
  for (int tile = 1; tile <= state.tiles.count(); ++tile)
    for (std::uint32_t p = state.particles.tile_begin(tile); p < state.particles.tile_end(tile); ++p) {
      VecD<D> at = VecD<D>::from(state.tiles.first_cell(tile));
      for (int a = 0; a < D; ++a)
        at[a] += static_cast<double>(state.particles.position[static_cast<std::size_t>(a)][p]);
      visit(p, state.domain.to_world(at));
    }
}

template <int D>
VecD<D> velocity_of(const LiquidState<D>& state, std::uint32_t p) {
  VecD<D> v;
  for (int a = 0; a < D; ++a) v[a] = static_cast<double>(state.particles.velocity[static_cast<std::size_t>(a)][p]);
  return v;
}

template <int D>
void set_velocity(LiquidState<D>& state, std::uint32_t p, const VecD<D>& v) {
  for (int a = 0; a < D; ++a) state.particles.velocity[static_cast<std::size_t>(a)][p] = static_cast<float>(v[a]);
}

// Gives every particle the velocity field(x).
template <int D, class FieldOfX>
void set_velocities(LiquidState<D>& state, FieldOfX&& field) {
  for_each_particle(state, [&](std::uint32_t p, const VecD<D>& x) { set_velocity<D>(state, p, field(x)); });
}

template <int D>
struct ParticleAt {
  VecD<D> x, v;
};

// Places and velocities, indexed by the particles' ids.
template <int D>
std::vector<ParticleAt<D>> by_id(const LiquidState<D>& state) {
  std::vector<ParticleAt<D>> result(state.particles.next_id);
  for_each_particle(
      state, [&](std::uint32_t p, const VecD<D>& x) { result[state.particles.id[p]] = {x, velocity_of(state, p)}; });
  return result;
}

// Places of every cell of the existing tiles: visit(grid cell, tile, index inside the tile).
template <int D, class Visit>
void for_each_cell(const LiquidState<D>& state, Visit&& visit) {
  for (int tile = 1; tile <= state.tiles.count(); ++tile)
    for (int c = 0; c < Tile<D>::kCells; ++c) visit(state.tiles.first_cell(tile) + Tile<D>::cell_coord(c), tile, c);
}

// Middle of the low face of a cell across `axis`, metres.
template <int D>
VecD<D> face_center(const LiquidState<D>& state, const VecI<D>& cell, int axis) {
  VecD<D> x = VecD<D>::from(cell) + VecD<D>::filled(0.5);
  x[axis] -= 0.5;
  return state.domain.to_world(x);
}

// The rows that make the grid's velocity and density.
template <int D>
void transfer_and_extend(LiquidState<D>& state) {
  transfer_particles_to_grid(state);
  if (state.scene.uses_density()) extend_density(state);
}

// The change of velocity, which project_pressure would make, is zero.
template <int D>
void make_velocity_change(LiquidState<D>& state) {
  for (auto& change : state.velocity_change) {
    change.resize(state.tiles.count());
    change.fill(0.0f);
  }
}

// Writes field(x)[axis] onto every face of the existing tiles and marks it as known; transferred velocity and change
// are set to zero.
template <int D, class FieldOfX>
void set_grid_velocity(LiquidState<D>& state, FieldOfX&& field) {
  make_velocity_change(state);
  for_each_cell(state, [&](const VecI<D>& cell, int tile, int c) {
    for (int a = 0; a < D; ++a) {
      const auto axis = static_cast<std::size_t>(a);
      state.velocity[axis].tile(tile)[c] = static_cast<float>(field(face_center(state, cell, a))[a]);
      state.transferred_velocity[axis].tile(tile)[c] = 0.0f;
      state.known[axis].tile(tile)[c] = 1;
    }
  });
}

// Turns the grid after transfer_particles_to_grid into one on which nothing has happened.
template <int D>
void change_nothing(LiquidState<D>& state) {
  make_velocity_change(state);
}

// The rows between the transfers, without forces: the grid is made divergence-free and extended into the air. The
// particles are not moved toward even density.
template <int D>
void project(LiquidState<D>& state) {
  if (state.scene.uses_level_set()) find_surface(state);
  constrain_velocity(state);
  project_pressure(state);
  extrapolate_velocity(state);
}

// What flows through the low face of a cell, m/s: the open part with the liquid, the rest with the solids.
template <int D>
double flow(LiquidState<D>& state, const VecI<D>& cell, int axis) {
  const auto a = static_cast<std::size_t>(axis);
  const double u = static_cast<double>(value_at(state.tiles, state.velocity[a], cell));
  if (!state.open_area()) return u;
  auto& areas = const_cast<FaceField<float, D>&>(*state.open_area());  // value_at is made for writing, too
  const double area = static_cast<double>(value_at(state.tiles, areas[a], cell));
  const float of_solids = solid_velocity_on_face(state.solids_view(), cell, axis);
  return (area > 0.0 ? area * u : 0.0) + (1.0 - area) * static_cast<double>(of_solids);
}

// Net outflow of a cell, m/s, summed over its faces.
template <int D>
double outflow(LiquidState<D>& state, const VecI<D>& cell) {
  double sum = 0.0;
  for (int a = 0; a < D; ++a) sum += flow(state, neighbor(cell, a, 1), a) - flow(state, cell, a);
  return sum;
}

template <int D>
double largest_outflow(LiquidState<D>& state) {
  double largest = 0.0;
  for_each_cell(state, [&](const VecI<D>& cell, int tile, int c) {
    if (state.type.tile(tile)[c] == CellType::kFluid) largest = std::max(largest, std::abs(outflow(state, cell)));
  });
  return largest;
}

// A velocity field that varies linearly, differently along each axis.
template <int D>
VecD<D> linear_field(const VecD<D>& x) {
  VecD<D> u;
  for (int a = 0; a < D; ++a)
    for (int b = 0; b < D; ++b) u[a] += (1.0 + a - 2.0 * b) * x[b] + 0.5;
  return u;
}

}  // namespace spindrift::testing
