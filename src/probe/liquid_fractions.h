// How much of each cell of a tile is liquid now.
#pragma once

#include <algorithm>

#include "geometry/fractions.h"
#include "grid/halo.h"
#include "probe/probed_fluid.h"

namespace spindrift {

enum class Drops { kCount, kIgnore };  // liquid too thin for the surface, which only particles show

template <int D>
class LiquidFractions {
 public:
  // Most tiles are all wet or all dry, and quickly seen to be.
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
