// A pressure equation as a matrix of Eigen's, written down once more from its definition, and its direct solution.
#pragma once

#include <Eigen/Sparse>
#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "support/states.h"

namespace spindrift::testing {

// What a face adds to the diagonal, and whether there is an unknown behind it.
struct FaceTerm {
  double weight = 0.0;
  bool couples = false;
};

// term(cell, axis, step) for the faces of all cells with an equation.
template <int D, class Term>
Eigen::SparseMatrix<double> matrix_of(const std::vector<VecI<D>>& fluid, Term&& term) {
  std::map<std::array<int, D>, int> row;
  for (const VecI<D>& cell : fluid) row.emplace(cell.at, static_cast<int>(row.size()));
  std::vector<Eigen::Triplet<double>> entries;
  for (const VecI<D>& cell : fluid)
    for (int a = 0; a < D; ++a)
      for (const int step : {-1, 1}) {
        const FaceTerm face = term(cell, a, step);
        const int i = row[cell.at];
        entries.emplace_back(i, i, face.weight);
        if (face.couples) entries.emplace_back(i, row[neighbor(cell, a, step).at], -face.weight);
      }
  const auto n = static_cast<Eigen::Index>(fluid.size());
  Eigen::SparseMatrix<double> matrix(n, n);
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

template <class Value, int D>
Eigen::VectorXd gather_cells(const TileMap<D>& map, CellField<Value, D>& field, const std::vector<VecI<D>>& cells) {
  Eigen::VectorXd v(static_cast<Eigen::Index>(cells.size()));
  for (std::size_t i = 0; i < cells.size(); ++i)
    v[static_cast<Eigen::Index>(i)] = static_cast<double>(value_at(map, field, cells[i]));
  return v;
}

// A closed pocket leaves its level open; a hair on the diagonal makes the answer unique without changing any difference
// inside of a pocket noticeably.
inline Eigen::VectorXd solve_directly(Eigen::SparseMatrix<double> matrix, const Eigen::VectorXd& rhs) {
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) matrix.coeffRef(i, i) += 1e-10;
  return Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>>(matrix).solve(rhs);
}

// sqrt(e' A e) of the error e: blind to the level of a closed pocket.
inline double energy_norm(const Eigen::SparseMatrix<double>& matrix, const Eigen::VectorXd& error) {
  return std::sqrt(std::max(0.0, error.dot(matrix * error)));
}

}  // namespace spindrift::testing
