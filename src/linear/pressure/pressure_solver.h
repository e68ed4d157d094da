// The pressure equation and its solvers.
//
// With q = p dt / (density h), a velocity, the projection reads, for every fluid cell i,
//   sum_j a_f (q_i - q_j) / theta_f = -sum_f s_f u_f        over the faces f to cells j        [Bridson2015, ch. 5]
// with the open share a_f of the face [Batty2007, Ng2009], q_j = q_surface in air, and theta_f = 1 but toward air,
// where it is the part of the way that lies in the liquid [Enright2003]. The equation knows neither units nor density.
// The right-hand side is the total inflow of the cell, in m/s.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

#include "grid/field.h"
#include "grid/tile_map.h"
#include "linear/pressure/multigrid.h"
#include "spindrift/frame.h"
#include "spindrift/report.h"
#include "spindrift/scene.h"

namespace spindrift {

// What the equation is built from.
template <int D>
struct PressureCells {
  const TileMap<D>& tiles;
  const CellField<CellType, D>& type;
  const FaceField<float, D>* open_area = nullptr;  // null: a face is closed if a cell beside it is solid, else open
  const CellField<float, D>* surface_distance = nullptr;  // null: the surface passes through the centres of air cells
};

// Cells of a tile, a row of them in a word of bits.
template <int D>
using RowBits = std::array<std::uint16_t, static_cast<std::size_t>(Tile<D>::kCells / Tile<D>::kSide)>;

// How the equations of a tile hang together.
template <int D>
struct Connections {
  RowBits<D> fluid, air;          // cells with an equation; those of them with an open face to air
  std::array<RowBits<D>, D> low;  // those coupled to their neighbour on the low side
};

// Memory of the solvers; it lives as long as the simulation and is reused from step to step.
template <int D>
struct PressureSystem {
  CellField<float, D> rhs;                      // m/s; zero but in fluid cells
  CellField<float, D> diagonal;                 // sum of a_f / theta_f over the faces of a fluid cell, zero elsewhere
  std::array<CellField<float, D>, D> coupling;  // to the neighbour on the low side: a_f between fluid cells, else 0
  bool has_unit_couplings = true;               // no coupling between neighbouring fluid cells but 1
  std::vector<Connections<D>> connections;      // by tile

  std::vector<std::vector<std::int32_t>> pockets;  // cells of each pocket without air, as indices into the fields
  CellField<double, D> residual, direction, preconditioned;  // conjugate gradients
  CellField<float, D> factor;                                // MIC(0): inverse squared diagonal of the factor
  Multigrid<D> multigrid;
  Buffer<float> split_pressure, split_rhs, split_weight;  // Gauss-Seidel: red cells, then black cells, of each tile
  std::array<Buffer<float>, D> split_coupling;
};

// Whether no cell of a tile is fluid.
template <int D>
bool is_dry(const CellType* tile) {
  return std::memchr(tile, static_cast<int>(CellType::kFluid), Tile<D>::kCells) == nullptr;
}

// Builds diagonal, coupling and connections.
template <int D>
void build_pressure_matrix(const PressureCells<D>& cells, PressureSystem<D>& system);

// Takes the mean out of the right-hand side of every pocket of fluid that touches no air: there the equation is
// singular, and solvable only for a right-hand side that sums to zero. Returns the number of such pockets.
template <int D>
int make_compatible(const TileMap<D>& map, PressureSystem<D>& system);

// The same for another right-hand side, with the pockets that were found then.
template <int D>
void remove_pocket_means(PressureSystem<D>& system);

// What `pressure` holds on entry: nothing, or a guess, used if it is better than nothing. Zero where no equation is.
enum class FirstGuess { kZero, kPressure };

// Red-black Gauss-Seidel with over-relaxation, a fixed number of sweeps [Mueller2022; red-black for repeatable
// threads].
template <int D>
PressureReport solve_gauss_seidel(const TileMap<D>& map, PressureSystem<D>& system, int sweeps, double over_relaxation,
                                  CellField<double, D>& pressure, FirstGuess guess = FirstGuess::kZero);

// Conjugate gradients with the modified incomplete Cholesky preconditioner of level zero [Bridson2015, sec. 5.4].
template <int D>
PressureReport solve_pcg(const TileMap<D>& map, PressureSystem<D>& system, double tolerance, int max_iterations,
                         CellField<double, D>& pressure, FirstGuess guess = FirstGuess::kZero);

// Conjugate gradients with a multigrid cycle as preconditioner; see multigrid.h.
template <int D>
PressureReport solve_multigrid(const TileMap<D>& map, PressureSystem<D>& system, double tolerance, int max_iterations,
                               CellField<double, D>& pressure, FirstGuess guess = FirstGuess::kZero);

// The same for another right-hand side, with the hierarchy of the last solve_multigrid.
template <int D>
PressureReport solve_again(const TileMap<D>& map, PressureSystem<D>& system, double tolerance, int max_iterations,
                           CellField<double, D>& pressure, FirstGuess guess = FirstGuess::kZero);

// |rhs - A pressure| / |rhs|, from scratch.
template <int D>
double relative_residual(const TileMap<D>& map, const PressureSystem<D>& system, const CellField<double, D>& pressure);

// Whether the pressure is nearer to the solution than zero is, in the norm of A: the one that relaxation never makes
// worse, while it may well raise the residual.
template <int D>
bool is_better_than_zero(const TileMap<D>& map, const PressureSystem<D>& system, const CellField<double, D>& pressure);

}  // namespace spindrift
