// The equation of viscosity and its solver.
//
// Backward Euler in variational form [Batty2008]: of all velocities that move with the walls, the new one minimises
//   1/2 sum_f V_f (u_f - u*_f)^2  +  sum_c k_c V_c sum_a (h D_aa)^2  +  1/2 sum_e k_e V_e (2 h D_ab)^2
// with k = dt mu / (rho h^2), over faces f, cell centres c and edges e (nodes in 2D). V is the share of liquid in the
// cube of one cell around each, D the rate of strain by central differences. Rigid motions have no strain, so momentum
// and angular momentum are conserved. The volumes imply that the free surface is free of stress.
//
// The unknown is the change d = u - u*:  (M + W + K) d = W (u_wall - u*) - K u*,  symmetric and positive definite. M
// holds the volumes, K the strains, W the drag of walls on the layer beside them; see build_viscosity_matrix.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "grid/field.h"
#include "grid/halo.h"
#include "grid/tile_map.h"
#include "spindrift/frame.h"
#include "spindrift/report.h"

namespace spindrift {

// Liquid in each quarter (2D) or eighth of a cell. Bit a of the index is set on the high side of axis a.
inline constexpr int kFullOctant = 255;
template <int D>
using Octants = std::array<std::uint8_t, std::size_t{1} << D>;

// Fields of edges, one for each plane of two axes. An edge belongs to the cell on its high sides.
template <int D>
inline constexpr int kEdgeFields = D == 2 ? 1 : 3;
template <int D>
constexpr int edge_field(int a, int b) {
  return D == 2 ? 0 : 3 - a - b;
}

// A tile that has equations, with its coefficients and those around it, cached for all iterations.
template <int D>
struct ViscousTile {
  int tile = 0;
  std::uint64_t rows = 0;  // bit r is set if row r of cells along x has an equation
  HaloBlock<float, D, 1> stretch;
  std::array<HaloBlock<float, D, 1>, kEdgeFields<D>> shear;

  bool has_row(int first_cell) const { return (rows >> (first_cell / Tile<D>::kSide)) & 1; }
};

template <int D>
struct ViscositySystem {
  CellField<Octants<D>, D> octants;  // zero outside of fluid cells
  CellField<float, D> strength;      // k of the cell's liquid
  bool slips = false;                // walls do not drag

  FaceField<float, D> inertia;                            // M + W; zero where there is no equation
  FaceField<float, D> drag;                               // W
  CellField<float, D> stretch;                            // 2 k V at the centre
  std::array<CellField<float, D>, kEdgeFields<D>> shear;  // k V at the edge
  FaceField<float, D> inverse_diagonal;
  std::vector<std::uint64_t> rows;  // by tile: see ViscousTile
  std::vector<ViscousTile<D>> wet_tiles;

  FaceField<float, D> rhs, change, residual, direction, image;  // conjugate gradients
};

// Builds the matrix from octants and strength. A face is closed if one of its cells is solid, or its open area is zero
// where areas are given. A face beside fluid has an equation if it is open; if it is closed its velocity is given.
template <int D>
void build_viscosity_matrix(const TileMap<D>& map, const CellField<CellType, D>& type, ViscositySystem<D>& system,
                            const FaceField<float, D>* open_area = nullptr);

// out = (M + W + K) u, or K u alone; only rows with equations are written. Returns u . out.
template <int D>
double apply_viscosity_matrix(const TileMap<D>& map, const ViscositySystem<D>& system, const FaceField<float, D>& u,
                              FaceField<float, D>& out);
template <int D>
double apply_strain_matrix(const TileMap<D>& map, const ViscositySystem<D>& system, const FaceField<float, D>& u,
                           FaceField<float, D>& out);

// Solves for `change`, given `rhs`, by conjugate gradients with the diagonal as preconditioner.
template <int D>
ViscosityReport solve_viscosity(const TileMap<D>& map, ViscositySystem<D>& system, double tolerance,
                                int max_iterations);

}  // namespace spindrift
