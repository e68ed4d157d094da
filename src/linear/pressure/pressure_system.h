// What the pressure equation is built from, and the memory that its solvers work in.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "exec/buffer.h"
#include "grid/field.h"
#include "grid/tile_map.h"
#include "linear/pressure/multigrid.h"
#include "linear/pressure/pockets.h"
#include "spindrift/frame.h"

namespace spindrift {

// What the equation is built from.
template <int D>
struct PressureCells {
  FieldView<const CellType, D> type;
  FaceViews<const float, D> open_area = {};         // empty: a face is closed if a cell beside it is solid, else open
  FieldView<const float, D> surface_distance = {};  // empty: the surface passes through the centres of air cells
};
static_assert(std::is_trivially_copyable_v<PressureCells<3>>);

// Cells of a tile, a row of them in a word of bits.
template <int D>
using RowBits = std::array<std::uint16_t, Tile<D>::kCells / Tile<D>::kSide>;

// Which equations of a tile are connected.
template <int D>
struct Connections {
  RowBits<D> fluid, air;          // cells with an equation; those of them with an open face to air
  std::array<RowBits<D>, D> low;  // those coupled to their neighbour on the low side
};

// What the search for closed pockets works in.
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

// Memory of the solvers; it lives as long as the simulation and is reused from step to step.
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

// The matrix as tile kernels take it.
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
