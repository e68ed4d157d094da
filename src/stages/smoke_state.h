// Everything smoke is made of, in one plain struct: fields of smoke, heat and fuel on the cells, carried by the
// velocity on the faces. Stages borrow it; nobody else owns memory.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "stages/grid_state.h"

namespace spindrift {

enum class Quantity { kDensity, kHeat, kFuel };
inline constexpr int kQuantities = 3;

// What has come and gone of a quantity, in cells times its unit.
struct SmokeLedger {
  double entered = 0.0;  // at the start, from sources and fire
  double left = 0.0;     // through open sides, faded, cooled, burnt
  double owed = 0.0;     // what advection lost and has not made good yet; pushed out of cells that became solid
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

template <int D>
struct SmokeState : GridState<D> {
  // On cells. The heat is the temperature above ambient, K: zero is air, like everything outside of the tiles.
  std::array<CellField<float, D>, kQuantities> quantity;  // empty if the scene has no use for it
  CellField<float, D> burnt;                              // fuel burnt in this step; empty without fuel
  std::vector<TileContent> content;                       // by tile id

  std::array<ExtensionPlan, static_cast<std::size_t>(D) + 1> extension;  // of each component, then of quantities

  std::vector<Outlet> outlets;

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

  // Runs visit(quantity's index) for every quantity that the scene has.
  template <class Visit>
  void for_each_quantity(Visit&& visit) {
    for (std::size_t q = 0; q < kQuantities; ++q)
      if (!quantity[q].empty()) visit(q);
  }
};

// A state with the scene's smoke in it, at time 0.
template <int D>
Result<std::unique_ptr<SmokeState<D>>> make_smoke_state(const Scene& scene);

// The same without smoke: shapes and settings only, for a state that is loaded.
template <int D>
Result<std::unique_ptr<SmokeState<D>>> make_empty_smoke_state(const Scene& scene);

// Share of a cell that lies inside of a shape, from the distance of its centre; exact for a plane across an axis.
inline float coverage(double distance, double h) {
  return static_cast<float>(std::clamp(0.5 - distance / h, 0.0, 1.0));
}

}  // namespace spindrift
