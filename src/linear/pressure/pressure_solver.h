// The pressure equation and its solvers.
//
// With q = p dt / (density h), a velocity, the projection reads, for every fluid cell i,
//   sum_j a_f (q_i - q_j) / theta_f = -sum_f s_f u_f        over the faces f to cells j        [Bridson2015, ch. 5]
// with the open share a_f of the face [Batty2007, Ng2009], q_j = q_surface in air, and theta_f = 1 but toward air,
// where it is the part of the way that lies in the liquid [Enright2003]. The equation depends on neither units nor
// density. The right-hand side is the total inflow of the cell, in m/s.
#pragma once

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

// Finds the closed pockets of fluid and takes the null space of the matrix out of the right-hand side: its mean over
// each pocket. Returns the number of pockets.
template <int D>
int remove_null_space(const TileMap<D>& map, PressureSystem<D>& system);

// The same for another right-hand side, with the pockets that were found then.
template <int D>
void remove_pocket_means(PressureSystem<D>& system);

// What `pressure` holds on entry: nothing, or a guess, used if it is better than nothing. Zero where no equation is.
enum class FirstGuess { kZero, kPressure };

// Red-black Gauss-Seidel with over-relaxation, a fixed number of sweeps [Mueller2022; red-black for repeatable
// threads]. A guess is scaled first: sweeps hardly change the part of it that varies slowly, and were it dropped where
// it is too large, the liquid would fall and be stopped in turn.
template <int D>
PressureReport solve_gauss_seidel(const TileMap<D>& map, PressureSystem<D>& system, int sweeps, double over_relaxation,
                                  CellField<double, D>& pressure, FirstGuess guess = FirstGuess::kZero);

// Conjugate gradients with the modified incomplete Cholesky preconditioner of level zero [Bridson2015, sec. 5.4].
template <int D>
PressureReport solve_pcg(const TileMap<D>& map, PressureSystem<D>& system, double tolerance, int max_iterations,
                         CellField<double, D>& pressure, FirstGuess guess = FirstGuess::kZero);

// Builds the levels of multigrid from the matrix; see multigrid.h.
template <int D>
void build_multigrid(const TileMap<D>& map, PressureSystem<D>& system);

// Conjugate gradients with a multigrid cycle as preconditioner, on the levels that were built last.
template <int D>
PressureReport solve_multigrid(const TileMap<D>& map, PressureSystem<D>& system, double tolerance, int max_iterations,
                               CellField<double, D>& pressure, FirstGuess guess = FirstGuess::kZero);

// |rhs - A pressure| / |rhs|, from scratch.
template <int D>
double relative_residual(const TileMap<D>& map, const PressureSystem<D>& system, const CellField<double, D>& pressure);

// Whether the pressure is nearer to the solution than zero is, in the norm of A: the one that relaxation never makes
// worse, while it may well raise the residual.
template <int D>
bool is_better_than_zero(const TileMap<D>& map, const PressureSystem<D>& system, const CellField<double, D>& pressure);

// Multiplies a guess by what brings it nearest to the solution, in the same norm; zero if no multiple is any nearer
// than zero.
template <int D>
void scale_guess(const TileMap<D>& map, const PressureSystem<D>& system, CellField<double, D>& pressure);

}  // namespace spindrift
