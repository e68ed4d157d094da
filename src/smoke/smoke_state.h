// The state of smoke, a plain struct: smoke, heat and fuel on the cells, advected by the velocity on the faces. Memory
// that only one stage needs is borrowed from `scratch`.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "fluid/grid_state.h"
#include "grid/for_each_tile.h"

namespace spindrift {

// In the order of the arrays below.
enum Quantity : std::size_t { kDensity, kHeat, kFuel };
inline constexpr std::size_t kQuantities = 3;

template <int D>
using QuantityFields = std::array<CellField<float, D>, kQuantities>;

// Calls visit(index) for every quantity that the scene has. `quantity` holds fields or views.
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

// The balance of a quantity, in cells times its unit.
struct SmokeLedger {
  double entered = 0.0;      // at the start, from sources and fire
  double left = 0.0;         // through open sides, faded, cooled, burnt
  std::vector<double> owed;  // by region: what the next advection has to add to it; [0] is unused
};

template <int D>
struct SmokeSource {
  std::shared_ptr<const Shape<D>> shape;
  SmokeSourceSettings settings;
};

// Cells of a tile without smoke nearby are open air, even in a closed domain.
enum class TileContent : std::uint8_t {
  kAir,    // outside of the computed region; only for the halos of its neighbours
  kMixed,  // fluid, and solid or air in it or next to it
  kFluid,  // fluid, and nothing but fluid around it
};

// A face between gas and air, through which gas leaves or air comes in.
struct Outlet {
  std::int32_t cell, face;  // of the gas, and the face; as indices into the values of all tiles
  std::int32_t axis;
  float area;  // signed open share: area times velocity along the axis leaves the gas
};

// A cell of gas beside a wall so thin that some of the values around it are behind the wall.
struct WalledCell {
  std::int32_t cell;        // of its tile
  std::uint32_t same_side;  // a bit for each of Tile<D>::kNeighbors: the value is on this side of the wall
};

// The cells of a tile that belong to one region.
struct RegionPart {
  std::int32_t tile, region;
  std::int32_t is_whole;  // 1: all gas of the tile belongs to it
};

// Values outside of the gas as linear combinations of values in it: value = rest + sum of weight times value. One list
// for each tile; see extend.h.
template <int D>
class ExtensionPlan {
 public:
  struct Term {
    std::int32_t place;      // as an index into the values of all tiles
    std::int32_t component;  // of the velocity
    float weight;
  };
  struct PlannedValue {
    std::int32_t target;      // as an index into the values of all tiles
    std::int32_t first_term;  // in the list of the thread that planned it
    float rest;
    std::uint16_t thread;
    std::uint8_t terms;
    std::uint8_t component;  // of the velocity; D: a quantity
  };
  static constexpr int kMostTerms = std::numeric_limits<std::uint8_t>::max();

  // Adds entries to the list of one tile, those of quantities last.
  class Writer {
   public:
    void begin(std::int32_t target, int component) {
      entries_.push_back({target, static_cast<std::int32_t>(terms_.size()), 0.0f,
                          static_cast<std::uint16_t>(thread_number()), 0, static_cast<std::uint8_t>(component)});
    }
    void add_term(const Term& term) {  // to the entry that began last
      terms_.push_back(term);
      ++entries_.back().terms;
    }
    void set_rest(float rest) { entries_.back().rest = rest; }

   private:
    friend class ExtensionPlan;
    Writer(std::vector<PlannedValue>& entries, std::vector<Term>& terms) : entries_(entries), terms_(terms) {}
    std::vector<PlannedValue>& entries_;
    std::vector<Term>& terms_;
  };

  // Calls plan(tile, writer) for every tile.
  template <class Plan>
  void build(const char* name, const TileMap<D>& map, Plan&& plan) {
    terms_.prepare();
    terms_.for_each([](std::vector<Term>& terms) { terms.clear(); });
    entries_.build(name, map,
                   [&](int tile, auto& list) { plan(tile, Writer(list.with_earlier_tiles(), terms_.here())); });
  }

  std::span<const PlannedValue> faces_of(int tile) const { return {entries_[tile].begin(), first_cell(tile)}; }
  std::span<const PlannedValue> cells_of(int tile) const { return {first_cell(tile), entries_[tile].end()}; }
  std::span<const Term> terms_of(const PlannedValue& entry) const {
    return std::span<const Term>(terms_.of(entry.thread)).subspan(entry.first_term, entry.terms);
  }

 private:
  auto first_cell(int tile) const {
    const std::span<const PlannedValue> all = entries_[tile];
    return std::partition_point(all.begin(), all.end(), [](const PlannedValue& entry) { return entry.component < D; });
  }

  TileLists<PlannedValue> entries_;
  mutable PerThread<std::vector<Term>> terms_;
};

template <int D>
struct SmokeState : GridState<D> {
  // On cells. The heat is the temperature above ambient, K: zero is air, like everything outside of the tiles.
  QuantityFields<D> quantity;        // a field is empty if the scene has no use for it
  CellField<float, D> burnt;         // fuel that the latest `burn fuel` burnt; empty without fuel
  std::vector<TileContent> content;  // by tile id

  // The divergence-free velocity that advects the reflected one; empty without reflection. See reflect_velocity.
  FaceField<float, D> advecting_velocity;

  // How much vorticity confinement may add to the sum of squares of the velocity over all faces of gas, (m/s)^2: a part
  // of the recent loss by advection. See advect_velocity.
  double confinement_budget = 0.0;

  // Derived from cells and solids; see extend.h.
  ExtensionPlan<D> extension;
  std::vector<Outlet> outlets;         // sorted by cell
  TileLists<WalledCell> walled_cells;  // never built without solids

  // Regions of gas that is connected through open faces, from 1; see gas_regions.h.
  // 0 where there is no gas. The field is empty without solids: all gas is region 1.
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
  // Of the air outside: the wind, except along an axis with a closed side.
  float air_velocity(int axis) const {
    const Domain<D>& box = this->domain;
    const bool is_free = box.is_periodic[axis] || (box.is_open[2 * axis] && box.is_open[2 * axis + 1]);
    return is_free ? static_cast<float>(this->scene.gas.wind[axis]) : 0.0f;
  }

  template <class Visit>
  void for_each_quantity(Visit&& visit) const {
    spindrift::for_each_quantity(quantity, visit);
  }

  // The fields by the names that rows have for them, one line each; see FieldInfo. Rows also name the sources, the
  // extension and the walled cells.
  template <class State, class Visit>
  static void describe_fields(State& s, Visit&& visit);
};

template <int D>
template <class State, class Visit>
void SmokeState<D>::describe_fields(State& s, Visit&& visit) {
  using enum Lifetime;
  const auto burns = [](const Physics& scene) { return scene.has_fuel(); };
  const auto reflects = [](const Physics& scene) { return scene.gas.reflection; };
  constexpr double kAny = std::numeric_limits<double>::lowest();
  constexpr const char* kNames[kQuantities] = {"density", "heat", "fuel"};
  describe_grid_fields(s, visit);
  for (std::size_t q = 0; q < kQuantities; ++q) {
    const std::string name = kNames[q];
    visit(FieldInfo{"quantity." + name, kState, "cell_" + name, q == kFuel ? +burns : nullptr}, s.quantity[q]);
    visit(FieldInfo{"ledger." + name + ".entered", kState, "ledger_" + name + "_entered", nullptr, kAny},
          s.ledger[q].entered);
    visit(FieldInfo{"ledger." + name + ".left", kState, "ledger_" + name + "_left", nullptr, kAny}, s.ledger[q].left);
    visit(FieldInfo{"ledger." + name + ".owed", kState, "ledger_" + name + "_owed"}, s.ledger[q].owed);
  }
  // clang-format off
  visit(FieldInfo{"burnt",              kState, "burnt", burns}, s.burnt);
  visit(FieldInfo{"velocity",           kState, "face_velocity"}, s.velocity);
  visit(FieldInfo{"type",               kState, "cell_type"}, s.type);
  visit(FieldInfo{"content",            kState, "tile_content"}, s.content);
  visit(FieldInfo{"confinement_budget", kState, "confinement_budget", nullptr, kAny}, s.confinement_budget);
  visit(FieldInfo{"advecting_velocity", kStep,  "", reflects}, s.advecting_velocity);
  visit(FieldInfo{"region",             kState}, s.region);  // these follow from cells and solids
  visit(FieldInfo{"region.count",       kState}, s.regions);
  visit(FieldInfo{"region.parts",       kState}, s.region_parts);
  visit(FieldInfo{"outlets",            kState}, s.outlets);
  // clang-format on
}

// A state with the scene's smoke in it, at time 0.
template <int D>
Result<std::unique_ptr<SmokeState<D>>> make_smoke_state(const Physics& scene);

// Without smoke, for a state that is loaded: shapes and settings only.
template <int D>
Result<std::unique_ptr<SmokeState<D>>> make_empty_smoke_state(const Physics& scene);

// The quantities of a source, or of smoke at the start.
template <class Settings>
std::array<float, kQuantities> quantities_of(const Physics& scene, const Settings& settings) {
  const double ambient = scene.gas.ambient_temperature;
  return {static_cast<float>(settings.density), static_cast<float>(settings.temperature.value_or(ambient) - ambient),
          static_cast<float>(settings.fuel)};
}

}  // namespace spindrift
