// The state of a liquid or of smoke after its last step, at any point, for probes. Points are in grid cells
// (Domain::to_cells).
//
// After a step the cells still show the liquid before the particles moved. Its surface is advected with the velocity
// that moved them, so that a reading belongs to its time.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "geometry/fractions.h"
#include "grid/halo.h"
#include "liquid/liquid_state.h"
#include "smoke/smoke_state.h"

namespace spindrift {

template <int D>
class ProbedFluid {
 public:
  explicit ProbedFluid(const LiquidState<D>& state) : grid_(state), liquid_(&state) {}
  explicit ProbedFluid(const SmokeState<D>& state) : grid_(state), smoke_(&state) {}

  const GridState<D>& grid() const { return grid_; }
  const LiquidState<D>* liquid() const { return liquid_; }  // null: it is smoke
  const SmokeState<D>* smoke() const { return smoke_; }
  const Domain<D>& domain() const { return grid_.domain; }
  bool has_stepped() const { return grid_.step > 0; }  // before, there is neither pressure nor a velocity on the grid
  double density() const { return liquid_ ? grid_.scene.fluid.density : grid_.scene.gas.density; }  // kg/m^3
  double pascals() const;  // for a scaled pressure of 1

  // The solid of that name, the first of its images; null if it does not exist now.
  const Solid<D>* solid(const std::string& name) const;

  // The cell of the domain nearest to a point.
  VecI<D> cell_at(const VecD<D>& at) const;
  CellType type(const VecI<D>& cell) const;
  bool is_in_solid(const VecD<D>& at) const;  // not on its surface

  // The distance to the surface, cells, negative in the fluid, up to about 1: at the start of the last step, and now.
  double distance_before(const VecD<D>& at) const;
  double distance(const VecD<D>& at) const;
  bool is_wet(const VecD<D>& at) const { return distance(at) < 0.0 && !is_in_solid(at); }

  // Interpolated between the grid's faces, m/s; none where no face around is known.
  std::optional<VecD<D>> velocity(const VecD<D>& at) const;

 private:
  std::optional<double> distance_of_cell(const VecI<D>& cell) const;
  double distance_stored(const CellPlace<D>& at) const;

  const GridState<D>& grid_;
  const LiquidState<D>* liquid_ = nullptr;
  const SmokeState<D>* smoke_ = nullptr;
};

// The 2^D points of a lattice around a point, with their weights in linear interpolation: visit(point, weight).
template <int D, class Visit>
void for_each_corner(const VecD<D>& at, Visit&& visit) {
  VecI<D> low;
  VecD<D> share;
  for (int a = 0; a < D; ++a) {
    low[a] = static_cast<int>(std::floor(at[a]));
    share[a] = at[a] - low[a];
  }
  for (int corner = 0; corner < 1 << D; ++corner) {
    VecI<D> point = low;
    double weight = 1.0;
    for (int a = 0; a < D; ++a) {
      const int step = corner >> a & 1;
      point[a] += step;
      weight *= step ? share[a] : 1.0 - share[a];
    }
    if (weight > 0.0) visit(point, weight);
  }
}

// The share of each cell of a tile that is liquid now.
enum class Drops { kCount, kIgnore };  // liquid too thin for the surface, which only particles show

template <int D>
class LiquidFractions {
 public:
  LiquidFractions(const ProbedFluid<D>& fluid, int tile, Drops drops) : fluid_(fluid), tile_(tile), drops_(drops) {
    load_halo(fluid.grid().tiles, fluid.grid().type, tile, types_);
  }

  // The volume fraction of a cell that is liquid and outside of solids.
  double fraction(int c) const {
    const VecI<D> cell = Tile<D>::cell_coord(c);
    if (types_.at(cell) == CellType::kSolid) return 0.0;
    bool has_air = false, has_fluid = false;
    for (int n = 0; n < Tile<D>::kNeighbors; ++n) {
      const CellType type = types_.at(cell + Tile<D>::neighbor_offset(n));
      has_air |= type == CellType::kAir;
      has_fluid |= type == CellType::kFluid;
    }
    if (!has_fluid) return 0.0;
    const LiquidState<D>* liquid = fluid_.liquid();
    if (!liquid || !has_air) return types_.at(cell) == CellType::kFluid ? open(c) : 0.0;
    const VecI<D> place = fluid_.grid().tiles.first_cell(tile_) + cell;
    const double wet = volume_fraction_inside(fluid_.distance(VecD<D>::from(place) + VecD<D>::filled(0.5))) * open(c);
    if (wet > 0.0 || drops_ == Drops::kIgnore) return wet;
    const std::uint32_t* begin = liquid->particles.cells_of(tile_) + c;
    return types_.at(cell) == CellType::kFluid ? std::min(1.0, (begin[1] - begin[0]) / liquid->particles_per_cell)
                                               : 0.0;
  }

 private:
  double open(int c) const {
    if (fluid_.grid().solids.empty()) return 1.0;
    return volume_fraction_outside(static_cast<double>(fluid_.grid().solid_distance().tile(tile_)[c]));
  }

  const ProbedFluid<D>& fluid_;
  int tile_;
  Drops drops_;
  HaloBlock<CellType, D, 1, 1> types_;
};

}  // namespace spindrift
