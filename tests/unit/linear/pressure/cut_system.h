// A pressure equation with cut faces and a surface between the cells, set up cell by cell, and its matrix for a direct
// solve.
#pragma once

#include <vector>

#include "direct_solve.h"
#include "linear/pressure/pressure_solver.h"

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
    build_pressure_matrix<D>(map, {type, area, surface}, system);
    remove_null_space(map, system);
  }

  Eigen::SparseMatrix<double> matrix() {
    return matrix_of<D>(fluid, [&](const VecI<D>& cell, int a, int step) {
      const VecI<D> beside = neighbor(cell, a, step);
      const double open = static_cast<double>(area_at(step < 0 ? cell : beside, a));
      switch (value_at(map, type, beside)) {
        case CellType::kFluid:
          return FaceTerm{open, true};
        case CellType::kAir:
          return FaceTerm{
              open / static_cast<double>(liquid_share(value_at(map, surface, cell), value_at(map, surface, beside)))};
        default:
          return FaceTerm{};
      }
    });
  }
  template <class Value>
  Eigen::VectorXd gather(CellField<Value, D>& field) {
    return gather_cells(map, field, fluid);
  }
};

}  // namespace spindrift::testing
