// The input of the pressure equation, and the memory of its solvers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <vector>

#include "exec/buffer.h"
#include "grid/field.h"
#include "grid/for_each_tile.h"
#include "grid/tile_map.h"
#include "spindrift/frame.h"

namespace spindrift {

template <int D>
struct PressureCells {
  FieldView<const CellType, D> type;
  FaceViews<const float, D> open_area = {};         // empty: a face is closed if a cell beside it is solid, else open
  FieldView<const float, D> surface_distance = {};  // empty: the surface passes through the centres of air cells
};
static_assert(std::is_trivially_copyable_v<PressureCells<3>>);

// Cells of a tile: one bit a cell, one word a row.
template <int D>
using RowBits = std::array<std::uint16_t, Tile<D>::kCells / Tile<D>::kSide>;

// Which equations of a tile are connected.
template <int D>
struct Connections {
  RowBits<D> fluid, air;          // cells with an equation; those of them with an open face to air
  std::array<RowBits<D>, D> low;  // those coupled to their neighbour on the low side
};

// Memory of the search for closed pockets.
template <int D>
struct PocketSearch {
  std::vector<RowBits<D>> reached;  // by tile: cells connected to air
  std::vector<std::int32_t> label;  // by cell: the number of its pocket, from 1; 0 outside of pockets
  std::vector<std::int32_t> open;   // cells of a pocket whose neighbours are still to be labelled
};

// The tiles of each diagonal plane of the tile grid, one plane after the other.
struct DiagonalPlanes {
  std::vector<int> tiles;
  std::vector<int> begin;  // where those of each plane begin, and the end
};

// Closed pockets: connected regions of fluid that touch no air. Constants in a pocket are the null space of the
// pressure matrix, so right-hand sides and residuals must have zero mean over it.
struct Pockets {
  std::vector<std::int32_t> cells;  // of all pockets, one after the other, as indices into a field
  std::vector<std::int32_t> begin;  // where those of each begin, and the end; empty without pockets

  std::size_t count() const { return begin.empty() ? 0 : begin.size() - 1; }
  std::span<const std::int32_t> operator[](std::size_t pocket) const {
    return std::span(cells).subspan(begin[pocket], begin[pocket + 1] - begin[pocket]);
  }
  void clear() {
    cells.clear();
    begin.clear();
  }
};

// Subtracts the mean over each pocket from a vector. The sum is serial within pieces of this many cells.
inline constexpr std::size_t kWholePocket = std::numeric_limits<std::int32_t>::max();
template <class Value>
void remove_pocket_means(const Pockets& pockets, Value* vector, std::size_t piece);

// A cell that a wall separates from the rest of its block belongs to the block of a neighbour on its own side.
// Otherwise one coarse unknown would represent the water on both sides of a wall thinner than a cell.
template <int D>
struct StrayCell {
  std::size_t cell;            // on the finer level
  std::size_t parent, target;  // the block it lies in and the one it counts to
  VecI<D> fine_cell, target_cell;
  std::array<std::size_t, 2 * D> neighbor;  // low and high along each axis
  std::array<float, 2 * D> coupling;
};

// One level: operator and vectors, in the split layout.
template <int D>
struct MultigridLevel {
  TileMap<D> coarse_tiles;  // the tiles of this level, but for the finest, which uses the simulation's own
  const TileMap<D>* tiles = nullptr;
  Buffer<float> diagonal, inverse_diagonal;  // zero where there is no equation
  std::array<Buffer<float>, D> coupling;     // to the neighbour on the low side, zero if there is none
  std::vector<std::uint8_t> is_uniform;      // tiles that lie wholly inside the liquid: constant coefficients
  std::vector<StrayCell<D>> strays;          // toward the next level, in the order of their cells
  Buffer<float> x, b;
};

// Multigrid on the sparse tiles, matrix-free. A coarse cell is an aligned block of 2^D cells; a level has its own
// tiles. The coarse operator is the Galerkin product with piecewise-constant transfer (unsmoothed aggregation),
// softened: half of it inside the liquid, which is rediscretisation, and exact at its boundary [Stueben2001, Shao2022];
// see soften in multigrid_setup.cpp. One cycle with red-black Gauss-Seidel preconditions each iteration.
template <int D>
struct Multigrid {
  std::vector<MultigridLevel<D>> levels;                      // finest first
  int bottom_sweeps = 0;                                      // on the coarsest
  Pockets pockets;                                            // their cells in the split layout
  Buffer<double> solution;                                    // what restarts have summed up
  Buffer<float> rhs, correction, residual, direction, image;  // conjugate gradients
  std::vector<VecI<D>> wanted_tiles;                          // while levels are built; what follows as well
  TileLists<StrayCell<D>> found_strays;
};

// Memory of the solvers, reused from step to step.
template <int D>
struct PressureSystem {
  CellField<float, D> rhs;                      // m/s; zero but in fluid cells
  CellField<float, D> diagonal;                 // sum of a_f / theta_f over the faces of a fluid cell, zero elsewhere
  std::array<CellField<float, D>, D> coupling;  // to the neighbour on the low side: a_f between fluid cells, else 0
  bool has_unit_couplings = true;               // no coupling between neighbouring fluid cells but 1
  std::vector<Connections<D>> connections;      // by tile
  std::vector<std::uint8_t> is_cut;             // by tile: whether a coupling of its fluid cells to others is not 1

  Pockets pockets;
  PocketSearch<D> pocket_search;
  CellField<double, D> residual, direction, preconditioned;  // conjugate gradients with MIC(0)
  CellField<float, D> factor;                                // MIC(0): inverse squared diagonal of the factor
  DiagonalPlanes planes;                                     // MIC(0): the order of its substitutions
  Multigrid<D> multigrid;
  std::vector<int> wet_tiles;                             // Gauss-Seidel: tiles with an equation in them
  Buffer<float> split_pressure, split_rhs, split_weight;  // Gauss-Seidel: red cells, then black cells, of each tile
  std::array<Buffer<float>, D> split_coupling;
};

// The matrix for tile kernels.
template <int D>
struct PressureMatrixView {
  TilesView<D> tiles;
  FieldView<const float, D> diagonal;
  FaceViews<const float, D> coupling;
};
static_assert(std::is_trivially_copyable_v<PressureMatrixView<3>>);

template <int D>
PressureMatrixView<D> matrix_view(const TileMap<D>& map, const PressureSystem<D>& system) {
  return {map, system.diagonal, system.coupling};
}

}  // namespace spindrift
