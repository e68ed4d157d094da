// A pressure equation with cut faces and a surface between the cells, set up cell by cell, and its matrix for a direct solve.
#pragma once

#include <Eigen/Sparse>
#include <map>
#include <vector>

#include "linear/ghost_fluid.h"
#include "linear/pressure_solver.h"
#include "support/states.h"

namespace spindrift::testing {

// A block of `side` cells over the tiles it needs, one cell away from the low corner.
template <int D>
struct CutSystem {
  int side;
  TileMap<D> map;
  CellField<CellType, D> type;
  CellField<float, D> surface;
  FaceField<float, D> area;
  PressureSystem<D> system;
  CellField<double, D> pressure;
  std::vector<VecI<D>> fluid;

  explicit CutSystem(int cells) : side(cells) {
    const int tiles = (side + 2 + Tile<D>::kMask) / Tile<D>::kSide;
    map.reset(VecI<D>::filled(tiles * Tile<D>::kSide));
    std::vector<VecI<D>> all;
    for (int i = 0; i < power(tiles, D); ++i) {
      VecI<D> coord;
      for (int a = 0, rest = i; a < D; ++a, rest /= tiles) coord[a] = rest % tiles;
      all.push_back(coord);
    }
    map.rebuild(all);
    type.resize(map.count());
    type.fill(CellType::kAir);
    surface.resize(map.count());
    surface.fill(1.0f);
    for (auto& field : area) {
      field.resize(map.count());
      field.fill(1.0f);
    }
    system.rhs.resize(map.count());
    system.rhs.fill(0.0f);
  }

  template <class Visit>
  void for_each(Visit&& visit) {  // cells of the block
    for (int i = 0; i < power(side, D); ++i) {
      VecI<D> cell;
      for (int a = 0, rest = i; a < D; ++a, rest /= side) cell[a] = 1 + rest % side;
      visit(cell);
    }
  }
  float& area_at(const VecI<D>& cell, int a) { return value_at(map, area[static_cast<std::size_t>(a)], cell); }

  void build() {
    fluid.clear();
    for_each([&](const VecI<D>& cell) {
      if (value_at(map, type, cell) == CellType::kFluid) fluid.push_back(cell);
    });
    build_pressure_matrix<D>({map, type, &area, &surface}, system);
    make_compatible(map, system);
  }

  // The matrix, written down once more from the definition.
  Eigen::SparseMatrix<double> matrix() {
    std::map<std::array<int, D>, int> row;
    for (const VecI<D>& cell : fluid) row.emplace(cell.at, static_cast<int>(row.size()));
    std::vector<Eigen::Triplet<double>> entries;
    for (const VecI<D>& cell : fluid)
      for (int a = 0; a < D; ++a)
        for (const int step : {-1, 1}) {
          const VecI<D> beside = neighbor(cell, a, step), face = step < 0 ? cell : beside;
          const double open = static_cast<double>(area_at(face, a));
          const int i = row[cell.at];
          if (value_at(map, type, beside) == CellType::kFluid) {
            entries.emplace_back(i, i, open);
            entries.emplace_back(i, row[beside.at], -open);
          } else if (value_at(map, type, beside) == CellType::kAir) {
            entries.emplace_back(
                i, i,
                open / static_cast<double>(liquid_share(value_at(map, surface, cell), value_at(map, surface, beside))));
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
};

}  // namespace spindrift::testing
