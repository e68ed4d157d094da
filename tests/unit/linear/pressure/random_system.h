// Random pressure equations, and their exact solution by Eigen.
#pragma once

#include <cmath>
#include <vector>

#include "base/hash.h"
#include "direct_solve.h"
#include "linear/pressure/pressure_solver.h"

namespace spindrift::testing {

// A block of cells, each fluid, air or solid at random, over several tiles. Cells outside of the block are solid where
// `closed`, so that pockets without air come up, else air.
template <int D>
struct RandomSystem {
  TileMap<D> map;
  CellField<CellType, D> type;
  PressureSystem<D> system;
  CellField<double, D> pressure;
  std::vector<VecI<D>> fluid;  // cells with an equation, in order

  RandomSystem(std::uint64_t seed, double solid_share, double air_share, bool closed) {
    const int extent = 2 * Tile<D>::kSide;
    map.reset(VecI<D>::filled(extent));
    std::vector<VecI<D>> all;
    for (int i = 0; i < power(2, D); ++i) {
      VecI<D> coord;
      for (int a = 0; a < D; ++a) coord[a] = (i >> a) & 1;
      all.push_back(coord);
    }
    map.rebuild(all);
    type.resize(map.count());
    system.rhs.resize(map.count());
    system.rhs.fill(0.0f);
    // The block straddles the tiles' common corner.
    for (int tile = 1; tile <= map.count(); ++tile)
      for (int c = 0; c < Tile<D>::kCells; ++c) {
        const VecI<D> cell = map.first_cell(tile) + Tile<D>::cell_coord(c);
        bool inside = true;
        std::uint64_t key = seed;
        for (int a = 0; a < D; ++a) {
          inside &= std::abs(cell[a] - Tile<D>::kSide) <= 3 + a;
          key = hash_combine(key, static_cast<std::uint64_t>(cell[a]));
        }
        CellType& t = type.tile(tile)[c];
        t = closed ? CellType::kSolid : CellType::kAir;
        if (!inside) continue;
        const double u = static_cast<double>(random_unit(key));
        t = u < solid_share ? CellType::kSolid : u < solid_share + air_share ? CellType::kAir : CellType::kFluid;
        if (t != CellType::kFluid) continue;
        system.rhs.tile(tile)[c] = random_unit(key + 1) - 0.5f;
        fluid.push_back(cell);
      }
    build_pressure_matrix<D>(map, {type}, system);
    pockets = remove_null_space(map, system);
  }
  int pockets = 0;

  CellType type_at(const VecI<D>& cell) {
    for (int a = 0; a < D; ++a)
      if (cell[a] < 0 || cell[a] >= 2 * Tile<D>::kSide) return CellType::kAir;
    return value_at(map, type, cell);
  }

  Eigen::SparseMatrix<double> matrix() {
    return matrix_of<D>(fluid, [&](const VecI<D>& cell, int a, int step) {
      const CellType beside = type_at(neighbor(cell, a, step));
      return FaceTerm{beside == CellType::kSolid ? 0.0 : 1.0, beside == CellType::kFluid};
    });
  }
  template <class Value>
  Eigen::VectorXd gather(CellField<Value, D>& field) {
    return gather_cells(map, field, fluid);
  }
  Eigen::VectorXd direct_solution() { return solve_directly(matrix(), gather(system.rhs)); }
};

}  // namespace spindrift::testing
