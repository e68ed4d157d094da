// Random pressure equations, and their exact solution by Eigen.
#pragma once

#include <Eigen/Sparse>
#include <Eigen/SparseCholesky>
#include <map>
#include <vector>

#include "base/hash.h"
#include "linear/pressure_solver.h"
#include "support/states.h"

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
    build_pressure_matrix<D>({map, type}, system);
    pockets = make_compatible(map, system);
  }
  int pockets = 0;

  CellType type_at(const VecI<D>& cell) {
    for (int a = 0; a < D; ++a)
      if (cell[a] < 0 || cell[a] >= 2 * Tile<D>::kSide) return CellType::kAir;
    return value_at(map, type, cell);
  }

  // The matrix, written down once more from the cell types alone.
  Eigen::SparseMatrix<double> matrix() {
    std::map<std::array<int, D>, int> row;
    for (const VecI<D>& cell : fluid) row.emplace(cell.at, static_cast<int>(row.size()));
    std::vector<Eigen::Triplet<double>> entries;
    for (const VecI<D>& cell : fluid) {
      const int i = row[cell.at];
      for (int a = 0; a < D; ++a)
        for (const int step : {-1, 1}) {
          const VecI<D> beside = neighbor(cell, a, step);
          if (type_at(beside) == CellType::kSolid) continue;
          entries.emplace_back(i, i, 1.0);
          if (type_at(beside) == CellType::kFluid) entries.emplace_back(i, row[beside.at], -1.0);
        }
    }
    const auto n = static_cast<Eigen::Index>(fluid.size());
    Eigen::SparseMatrix<double> matrix(n, n);
    matrix.setFromTriplets(entries.begin(), entries.end());
    return matrix;
  }

  template <class Value>
  Eigen::VectorXd gather(CellField<Value, D>& field) {
    Eigen::VectorXd v(static_cast<Eigen::Index>(fluid.size()));
    for (std::size_t i = 0; i < fluid.size(); ++i)
      v[static_cast<Eigen::Index>(i)] = static_cast<double>(value_at(map, field, fluid[i]));
    return v;
  }

  // Solves directly. A closed pocket leaves its level open; a hair on the diagonal makes the answer unique without
  // changing any difference inside of a pocket noticeably.
  Eigen::VectorXd direct_solution() {
    Eigen::SparseMatrix<double> a = matrix();
    for (Eigen::Index i = 0; i < a.rows(); ++i) a.coeffRef(i, i) += 1e-10;
    return Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>>(a).solve(gather(system.rhs));
  }
};

// sqrt(e' A e) of the error e: blind to the level of a closed pocket.
inline double energy_norm(const Eigen::SparseMatrix<double>& matrix, const Eigen::VectorXd& error) {
  return std::sqrt(std::max(0.0, error.dot(matrix * error)));
}

}  // namespace spindrift::testing
