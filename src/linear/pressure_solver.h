// The pressure equation and its solvers.
//
// With q = p dt / (density h), a velocity, the projection reads, for every fluid cell i,
//   sum_j (q_i - q_j) = -sum_f s_f u_f       over the faces to cells j that are not solid; q = 0 in air   [Bridson2015, ch. 5]
// so the equation knows neither units nor density. The right-hand side is the total inflow of the cell, in m/s.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "grid/field.h"
#include "grid/tile_map.h"
#include "linear/multigrid.h"
#include "spindrift/frame.h"
#include "spindrift/report.h"
#include "spindrift/scene.h"

namespace spindrift {

// Memory of the solvers; it lives as long as the simulation and is reused from step to step.
template <int D>
struct PressureSystem {
  CellField<float, D> rhs;                            // m/s; zero but in fluid cells
  CellField<float, D> diagonal;                       // number of open faces of a fluid cell, zero elsewhere
  std::array<CellField<float, D>, D> coupling;        // to the neighbour on the low side: 1 between fluid cells, else 0

  std::vector<std::vector<std::int32_t>> pockets;     // cells of each pocket without air, as indices into the fields
  CellField<double, D> solution, residual, direction, preconditioned;  // conjugate gradients
  CellField<float, D> factor;                         // MIC(0): inverse squared diagonal of the factor
  Multigrid<D> multigrid;
  Buffer<float> split_pressure, split_rhs, split_weight;  // Gauss-Seidel: red cells, then black cells, of each tile
};

// Whether no cell of a tile is fluid.
template <int D>
bool is_dry(const CellType* tile) {
  return std::memchr(tile, static_cast<int>(CellType::kFluid), Tile<D>::kCells) == nullptr;
}

// Builds diagonal and coupling from the cell types.
template <int D>
void build_pressure_matrix(const TileMap<D>& map, const CellField<CellType, D>& type, PressureSystem<D>& system);

// Takes the mean out of the right-hand side of every pocket of fluid that touches no air: there the equation is
// singular, and solvable only for a right-hand side that sums to zero. Returns the number of such pockets.
template <int D>
int make_compatible(const TileMap<D>& map, const CellField<CellType, D>& type, PressureSystem<D>& system);

// Red-black Gauss-Seidel with over-relaxation, a fixed number of sweeps [Mueller2022; red-black for repeatable threads].
template <int D>
PressureReport solve_gauss_seidel(const TileMap<D>& map, PressureSystem<D>& system, int sweeps, double over_relaxation,
                                  CellField<float, D>& pressure);

// Conjugate gradients with the modified incomplete Cholesky preconditioner of level zero [Bridson2015, sec. 5.4].
template <int D>
PressureReport solve_pcg(const TileMap<D>& map, PressureSystem<D>& system, double tolerance, int max_iterations,
                         CellField<float, D>& pressure);

// Conjugate gradients with a multigrid cycle as preconditioner; see multigrid.h.
template <int D>
PressureReport solve_multigrid(const TileMap<D>& map, PressureSystem<D>& system, double tolerance, int max_iterations,
                               CellField<float, D>& pressure);

// |rhs - A pressure| / |rhs|, from scratch.
template <int D>
double relative_residual(const TileMap<D>& map, const PressureSystem<D>& system, const CellField<float, D>& pressure);

}  // namespace spindrift
