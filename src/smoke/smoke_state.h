// Everything smoke is made of, in one plain struct: fields of smoke, heat and fuel on the cells, carried by the
// velocity on the faces. Stages borrow it; nobody else owns memory.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <vector>

#include "fluid/grid_state.h"

namespace spindrift {

enum class Quantity { kDensity, kHeat, kFuel };
inline constexpr int kQuantities = 3;

// What has come and gone of a quantity, in cells times its unit.
struct SmokeLedger {
  double entered = 0.0;  // at the start, from sources and fire
  double left = 0.0;     // through open sides, faded, cooled, burnt
  // By region: what advection lost and has not made good yet; pushed out of cells that became solid. The first is of no
  // region.
  std::vector<double> owed;
};

template <int D>
struct SmokeSource {
  std::shared_ptr<const Shape<D>> shape;
  SmokeSourceSettings settings;
};

// What a tile holds. Cells of a tile without smoke nearby are open air, whatever the domain says.
enum class TileContent : std::uint8_t {
  kAir,    // outside of the computed region: exists so that its neighbours can look into it
  kMixed,  // fluid, and solid or air in it or next to it
  kFluid,  // fluid, and nothing but fluid around it
};

// How values beyond the gas follow from those in it: value = rest + sum of weight times value. See extend.h.
struct ExtensionPlan {
  struct Entry {
    std::int32_t target;        // as an index into the values of all tiles
    std::int32_t first, count;  // of its terms
    float rest;
  };
  struct Term {
    std::int32_t place;      // as an index into the values of all tiles
    std::int32_t component;  // of the velocity
    float weight;
  };
  std::vector<Entry> entries;
  std::vector<Term> terms;
};

// A face between gas and air.
struct Outlet {
  std::int32_t cell, face;  // of the gas, and the face; as indices into the values of all tiles
  std::int32_t axis;
  float area;  // open share; negative if the gas lies on the high side
};

// A cell of gas beside a wall so thin that some of the values around it lie behind the wall.
struct WalledCell {
  std::int32_t cell;   // of its tile
  std::uint32_t sees;  // a bit for each of Tile<D>::kNeighbors: whether that value lies on this side
};

// The cells of a tile that belong to one region.
struct RegionPart {
  std::int32_t tile, region;
  bool is_whole;  // all gas of the tile belongs to it
};

template <int D>
struct SmokeState : GridState<D> {
  // On cells. The heat is the temperature above ambient, K: zero is air, like everything outside of the tiles.
  std::array<CellField<float, D>, kQuantities> quantity;  // empty if the scene has no use for it
  CellField<float, D> burnt;                              // fuel burnt in this step; empty without fuel
  std::vector<TileContent> content;                       // by tile id

  std::array<ExtensionPlan, static_cast<std::size_t>(D) + 1> extension;  // of each component, then of quantities

  std::vector<Outlet> outlets;                        // sorted by cell
  std::vector<std::vector<WalledCell>> walled_cells;  // by tile id; empty without solids

  // Regions of gas that is connected through open faces, from 1; see gas_regions.h.
  CellField<std::int32_t, D>
      region;  // of each cell, 0 where there is no gas; empty without solids: all gas is region 1
  std::int32_t regions = 0;
  std::vector<RegionPart> region_parts;

  // Advection: values after a first step, and the new ones.
  FaceField<float, D> first_velocity, new_velocity;
  std::array<CellField<float, D>, kQuantities> first_quantity, new_quantity;
  FaceField<float, D> carrier;  // the velocity that carries, where it is not the one carried; see reflect_velocity

  std::vector<SmokeSource<D>> sources;
  std::array<SmokeLedger, kQuantities> ledger;

  CellField<float, D>& density() { return quantity[0]; }
  CellField<float, D>& heat() { return quantity[1]; }
  CellField<float, D>& fuel() { return quantity[2]; }
  const CellField<float, D>& density() const { return quantity[0]; }
  const CellField<float, D>& heat() const { return quantity[1]; }
  const CellField<float, D>& fuel() const { return quantity[2]; }
  bool has_fuel() const { return !fuel().empty(); }

  std::span<const WalledCell> walled_cells_of(int tile) const {
    if (walled_cells.empty()) return {};
    return walled_cells[tile];
  }
  // Of air that is not computed: the wind, but none along an axis with a closed side, which would stop it.
  float air_velocity(int axis) const {
    const auto a = static_cast<std::size_t>(axis);
    const bool is_free =
        this->domain.is_periodic[a] || (this->domain.is_open[2 * a] && this->domain.is_open[2 * a + 1]);
    return is_free ? static_cast<float>(this->scene.gas.wind[axis]) : 0.0f;
  }

  // Runs visit(quantity's index) for every quantity that the scene has.
  template <class Visit>
  void for_each_quantity(Visit&& visit) {
    for (std::size_t q = 0; q < kQuantities; ++q)
      if (!quantity[q].empty()) visit(q);
  }
};

// A state with the scene's smoke in it, at time 0.
template <int D>
Result<std::unique_ptr<SmokeState<D>>> make_smoke_state(const Physics& scene);

// The same without smoke: shapes and settings only, for a state that is loaded.
template <int D>
Result<std::unique_ptr<SmokeState<D>>> make_empty_smoke_state(const Physics& scene);

}  // namespace spindrift
