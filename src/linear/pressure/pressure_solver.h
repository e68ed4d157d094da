// The pressure equation and its solvers.
//
// With q = p dt / (density h), a velocity, the projection reads, for every fluid cell i,
//   sum_j a_f (q_i - q_j) / theta_f = -sum_f s_f u_f        over the faces f to cells j        [Bridson2015, ch. 5]
// with the open share a_f of the face [Batty2007, Ng2009], q_j = q_surface in air, and theta_f = 1 but toward air,
// where it is the part of the way that lies in the liquid [Enright2003]. The equation depends on neither units nor
// density. The right-hand side is the net inflow of the cell, in m/s.
#pragma once

#include <algorithm>
#include <cstring>

#include "linear/pressure/pressure_system.h"
#include "spindrift/report.h"

namespace spindrift {

// Whether no cell of a tile is fluid.
template <int D>
bool is_dry(const CellType* tile) {
  return std::memchr(tile, static_cast<int>(CellType::kFluid), Tile<D>::kCells) == nullptr;
}

// Builds diagonal, coupling and connections.
template <int D>
void build_pressure_matrix(const TileMap<D>& map, const PressureCells<D>& cells, PressureSystem<D>& system);

// Finds the closed pockets of fluid, and subtracts the null space of the matrix from the right-hand side: its mean over
// each pocket. Returns the number of pockets.
template <int D>
int remove_null_space(const TileMap<D>& map, PressureSystem<D>& system);

// For another right-hand side, with the pockets found before.
template <int D>
void remove_pocket_means(PressureSystem<D>& system);

// What `pressure` holds on entry. A guess is used if it is better than zero; it must be zero where there is no
// equation.
enum class FirstGuess { kZero, kPressure };

// Red-black Gauss-Seidel with over-relaxation [Mueller2022; red-black for reproducibility]: `sweeps` sweeps, or fewer
// if the residual falls to a tolerance above 0 before. A guess is scaled first, as sweeps hardly change its smooth
// part. If a guess that is too large were discarded, the liquid would alternately fall and stop.
template <int D>
PressureReport solve_gauss_seidel(const TileMap<D>& map, PressureSystem<D>& system, int sweeps, double over_relaxation,
                                  CellField<double, D>& pressure, FirstGuess guess = FirstGuess::kZero,
                                  double tolerance = 0.0);

// Conjugate gradients with the modified incomplete Cholesky preconditioner of level zero [Bridson2015, sec. 5.4].
template <int D>
PressureReport solve_pcg(const TileMap<D>& map, PressureSystem<D>& system, double tolerance, int max_iterations,
                         CellField<double, D>& pressure, FirstGuess guess = FirstGuess::kZero);

// Builds the levels of multigrid from the matrix.
template <int D>
void build_multigrid(const TileMap<D>& map, PressureSystem<D>& system);

// Conjugate gradients with a multigrid cycle as preconditioner, on the levels built last.
template <int D>
PressureReport solve_multigrid(const TileMap<D>& map, PressureSystem<D>& system, double tolerance, int max_iterations,
                               CellField<double, D>& pressure, FirstGuess guess = FirstGuess::kZero);

// |rhs - A pressure| / |rhs|, from scratch.
template <int D>
double relative_residual(const TileMap<D>& map, const PressureSystem<D>& system, const CellField<double, D>& pressure);

// residual = rhs - A pressure, zero where there is no equation.
template <int D>
void fill_residual(const TileMap<D>& map, const PressureSystem<D>& system, const CellField<double, D>& pressure,
                   CellField<double, D>& residual);

// Whether the pressure is closer to the solution than zero is, in the norm of A. Relaxation never increases this norm
// of the error, but may increase the residual.
template <int D>
bool is_better_than_zero(const TileMap<D>& map, const PressureSystem<D>& system, const CellField<double, D>& pressure);

// Scales a guess to be closest to the solution in the norm of A; to zero if no positive multiple is closer than zero.
template <int D>
void scale_guess(const TileMap<D>& map, const PressureSystem<D>& system, CellField<double, D>& pressure);

// A liquid cell closer to the surface than this is treated as this far inside, so that the matrix stays
// well-conditioned. Moving the cell, instead of clamping theta face by face, keeps still water still: all of its faces
// use one depth.
inline constexpr float kLeastDepth = 0.01f;

// The share theta of the way between two cell centres that lies in the liquid; distances to the surface in cells,
// negative inside. A drop too small to have an inside is cut in the middle.
inline float liquid_share(float inside, float outside) {
  if (inside >= 0.0f) return 0.5f;
  const float depth = std::max(-inside, kLeastDepth);
  return depth / (depth + std::max(outside, 0.0f));
}

// The value at the surface, between those of the two cells.
inline float at_surface(float inside, float outside, float liquid_share) {
  return inside + liquid_share * (outside - inside);
}

}  // namespace spindrift
