// Everything smoke is made of, in one plain struct: fields of smoke, heat and fuel on the cells, advected by the
// velocity on the faces. It holds what one stage leaves for others; what a stage needs for itself it borrows from
// `scratch`.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <vector>

#include "fluid/grid_state.h"
#include "grid/tile_lists.h"
#include "smoke/extension/extension_plan.h"

namespace spindrift {

// What the gas holds, in the order of the arrays below.
enum Quantity : std::size_t { kDensity, kHeat, kFuel };
inline constexpr std::size_t kQuantities = 3;

template <int D>
using QuantityFields = std::array<CellField<float, D>, kQuantities>;

// Runs visit(quantity's index) for every quantity that the scene has, of its fields or of views of them.
template <class Fields, class Visit>
void for_each_quantity(const Fields& quantity, Visit&& visit) {
  for (std::size_t q = 0; q < kQuantities; ++q)
    if (!quantity[q].empty()) visit(q);
}

// An amount of each quantity, in cells times its unit.
struct QuantityAmounts : std::array<double, kQuantities> {
  QuantityAmounts& operator+=(const QuantityAmounts& other) {
    for (std::size_t q = 0; q < kQuantities; ++q) (*this)[q] += other[q];
    return *this;
  }
};

// What has come and gone of a quantity, in cells times its unit.
struct SmokeLedger {
  double entered = 0.0;      // at the start, from sources and fire
  double left = 0.0;         // through open sides, faded, cooled, burnt
  std::vector<double> owed;  // by region: what the next advection has to add to it; the first is of no region
};

template <int D>
struct SmokeSource {
  std::shared_ptr<const Shape<D>> shape;
  SmokeSourceSettings settings;
};

// What a tile holds. Cells of a tile without smoke nearby are open air, even in a closed domain.
enum class TileContent : std::uint8_t {
  kAir,    // outside of the computed region: exists for the halos of its neighbours
  kMixed,  // fluid, and solid or air in it or next to it
  kFluid,  // fluid, and nothing but fluid around it
};

// A face between gas and air, through which gas leaves or air comes in.
struct Outlet {
  std::int32_t cell, face;  // of the gas, and the face; as indices into the values of all tiles
  std::int32_t axis;
  float area;  // open share with a sign: times the velocity along the axis it is what leaves the gas
};

// A cell of gas beside a wall so thin that some of the values around it lie behind the wall.
struct WalledCell {
  std::int32_t cell;        // of its tile
  std::uint32_t same_side;  // a bit for each of Tile<D>::kNeighbors: whether that value lies on this side of the wall
};

// The cells of a tile that belong to one region.
struct RegionPart {
  std::int32_t tile, region;
  bool is_whole;  // all gas of the tile belongs to it
};

template <int D>
struct SmokeState : GridState<D> {
  // On cells. The heat is the temperature above ambient, K: zero is air, like everything outside of the tiles.
  QuantityFields<D> quantity;        // a field is empty if the scene has no use for it
  CellField<float, D> burnt;         // fuel that the latest `burn fuel` burnt; empty without fuel
  std::vector<TileContent> content;  // by tile id

  // The velocity free of divergence, by which the reflected one is advected; empty without reflection: the velocity is
  // advected by itself. See reflect_velocity.
  FaceField<float, D> advecting_velocity;

  // What vorticity confinement may add to the sum of squares of the velocity over all faces of gas, (m/s)^2: a part of
  // what the advection took of late. See advect_velocity.
  double confinement_budget = 0.0;

  // What follows from cells and solids; see extend.h.
  ExtensionPlan<D> extension;
  std::vector<Outlet> outlets;         // sorted by cell
  TileLists<WalledCell> walled_cells;  // never built without solids

  // Regions of gas that is connected through open faces, from 1; see gas_regions.h.
  // That of each cell, 0 where there is no gas; the field is empty without solids: all gas is region 1.
  CellField<std::int32_t, D> region;
  std::int32_t regions = 0;
  std::vector<RegionPart> region_parts;

  std::vector<SmokeSource<D>> sources;
  std::array<SmokeLedger, kQuantities> ledger;

  CellField<float, D>& density() { return quantity[kDensity]; }
  CellField<float, D>& heat() { return quantity[kHeat]; }
  CellField<float, D>& fuel() { return quantity[kFuel]; }
  const CellField<float, D>& density() const { return quantity[kDensity]; }
  const CellField<float, D>& heat() const { return quantity[kHeat]; }
  const CellField<float, D>& fuel() const { return quantity[kFuel]; }
  bool has_fuel() const { return !fuel().empty(); }

  std::span<const WalledCell> walled_cells_of(int tile) const {
    if (walled_cells.empty()) return {};
    return walled_cells[tile];
  }
  // Of air that is not computed: the wind, but none along an axis with a closed side, which would stop it.
  float air_velocity(int axis) const {
    const Domain<D>& box = this->domain;
    const bool is_free = box.is_periodic[axis] || (box.is_open[2 * axis] && box.is_open[2 * axis + 1]);
    return is_free ? static_cast<float>(this->scene.gas.wind[axis]) : 0.0f;
  }

  template <class Visit>
  void for_each_quantity(Visit&& visit) const {
    spindrift::for_each_quantity(quantity, visit);
  }
};

// A state with the scene's smoke in it, at time 0.
template <int D>
Result<std::unique_ptr<SmokeState<D>>> make_smoke_state(const Physics& scene);

// The same without smoke: shapes and settings only, for a state that is loaded.
template <int D>
Result<std::unique_ptr<SmokeState<D>>> make_empty_smoke_state(const Physics& scene);

// The value of each quantity in gas with these settings: of a source, or of smoke at the start.
template <class Settings>
std::array<float, kQuantities> quantities_of(const Physics& scene, const Settings& settings) {
  const double ambient = scene.gas.ambient_temperature;
  return {static_cast<float>(settings.density), static_cast<float>(settings.temperature.value_or(ambient) - ambient),
          static_cast<float>(settings.fuel)};
}

}  // namespace spindrift
