#include "smoke/extend.h"

#include <algorithm>
#include <array>
#include <optional>
#include <tuple>
#include <type_traits>

#include "fluid/solids.h"
#include "grid/for_each_tile.h"
#include "grid/halo.h"
#include "grid/tile.h"
#include "smoke/gas_view.h"

namespace spindrift {

namespace {

// A short list without heap memory.
template <int D>
class NearbyPlaces {
 public:
  static constexpr std::size_t kMost = power(4, D);  // that gas_across can find

  void push_back(const VecI<D>& place) { places_[count_++] = place; }
  bool empty() const { return count_ == 0; }
  std::size_t size() const { return count_; }
  const VecI<D>* begin() const { return places_.data(); }
  const VecI<D>* end() const { return places_.data() + count_; }

 private:
  std::array<VecI<D>, kMost> places_;
  std::size_t count_ = 0;
};

// A tile with the types and open faces around it: finds the gas next to a value outside of the gas.
template <int D>
class GasSurroundings {
 public:
  using T = Tile<D>;

  GasSurroundings(const GasView<D>& gas, int tile) : gas_(gas), tile_(tile), first_(gas.tiles().first_cell(tile)) {
    load_halo(gas.tiles(), gas.type, tile, types_);
    find_near();
    if (gas.solids.empty()) return;
    areas_.emplace();
    for (std::size_t a = 0; a < D; ++a) load_halo(gas.tiles(), gas.solids.open_area[a], tile, (*areas_)[a]);
  }

  CellType type(const VecI<D>& cell) const { return types_.at(cell); }
  // Whether gas lies within two cells along every axis: values further away than that are never read.
  bool is_near_gas(const VecI<D>& cell) const { return near_.at(cell); }
  VecI<D> grid_cell(const VecI<D>& cell) const { return first_ + cell; }

  // Whether gas lies on a side of the low face of a cell.
  bool touches_gas(const VecI<D>& cell, int axis) const {
    return type(cell) == CellType::kFluid || type(below(cell, axis)) == CellType::kFluid;
  }
  // Whether a value belongs to the gas: a cell (axis = D), or a face that gas can pass.
  bool is_of_gas(const VecI<D>& cell, int axis) const {
    if (axis == D) return type(cell) == CellType::kFluid;
    if (!touches_gas(cell, axis)) return false;
    if (areas_) return (*areas_)[axis].at(cell) > 0.0f;
    return type(cell) != CellType::kSolid && type(below(cell, axis)) != CellType::kSolid;
  }
  // Place of a value in an array of all tiles.
  std::int32_t place_of(const VecI<D>& cell) const {
    VecI<D> offset, local;
    for (int a = 0; a < D; ++a) {
      offset[a] = cell[a] < 0 ? -1 : cell[a] >= T::kSide ? 1 : 0;
      local[a] = cell[a] & T::kMask;
    }
    return gas_.tiles().neighbors(tile_)[T::neighbor_index(offset)] * T::kCells + T::cell_index(local);
  }
  // The middle of a face, metres.
  VecD<D> face_place(const VecI<D>& cell, int axis) const {
    VecD<D> face = VecD<D>::from(first_ + cell) + VecD<D>::filled(0.5);
    face[axis] -= 0.5;
    return gas_.solids.domain.to_world(face);
  }
  static VecI<D> below(VecI<D> cell, int axis) {
    --cell[axis];
    return cell;
  }

  // The cells around a cell of gas that are on its side of all walls, as bits: those that a path along the axes through
  // open faces reaches, and solid cells whose value comes from this side only.
  std::uint32_t cells_on_side_of(const VecI<D>& cell) const {
    std::uint32_t reached = 1u << T::kSelf;
    for (int steps = 1; steps <= D; ++steps)
      for (int n = 0; n < T::kNeighbors; ++n) {
        const VecI<D> offset = T::neighbor_offset(n);
        if (dot(offset, offset) != steps) continue;
        bool is_on_side = type(cell + offset) == CellType::kSolid && !is_thin(cell + offset);
        for (int a = 0; a < D; ++a) {
          if (offset[a] == 0) continue;
          VecI<D> before = offset;
          before[a] = 0;
          const bool is_reached = reached >> T::neighbor_index(before) & 1u;
          is_on_side |= is_reached && is_passage(cell + (offset[a] > 0 ? offset : before), a);
        }
        if (is_on_side) reached |= 1u << n;
      }
    return reached;
  }

  // The gas values next to a value along the axes; the diagonal ones if there are none.
  NearbyPlaces<D> gas_beside(const VecI<D>& cell, int axis) const {
    NearbyPlaces<D> found;
    for (const bool diagonal : {false, true}) {
      if (!found.empty()) break;
      for (int n = 0; n < T::kNeighbors; ++n) {
        const VecI<D> offset = T::neighbor_offset(n);
        int steps = 0;
        for (int a = 0; a < D; ++a) steps += offset[a] != 0;
        if (steps > 0 && (steps > 1) == diagonal && is_of_gas(cell + offset, axis)) found.push_back(cell + offset);
      }
    }
    return found;
  }
  // The open faces of another component around a face: of the nearest four, or if all are closed, of the next ring.
  NearbyPlaces<D> gas_across(const VecI<D>& cell, int axis, int component) const {
    NearbyPlaces<D> found;
    for (int ring = 0; ring < 2 && found.empty(); ++ring) {
      VecI<D> low = cell - VecI<D>::filled(ring), high = cell + VecI<D>::filled(ring);
      --low[axis];
      ++high[component];
      for_each_point(low, high, [&](const VecI<D>& face) {
        if (is_of_gas(face, component)) found.push_back(face);
      });
    }
    return found;
  }

 private:
  using TypeHalo = HaloBlock<CellType, D, 3, 2>;

  // Whether the low face of a cell is open.
  bool is_passage(const VecI<D>& cell, int axis) const {
    if (type(cell) == CellType::kSolid || type(below(cell, axis)) == CellType::kSolid) return false;
    return !areas_ || (*areas_)[axis].at(cell) > 0.0f;
  }
  // Whether a solid cell has gas on opposite sides.
  bool is_thin(const VecI<D>& cell) const {
    for (int n = 0; n < T::kSelf; ++n) {
      const VecI<D> offset = T::neighbor_offset(n);
      if (type(cell + offset) == CellType::kFluid && type(cell - offset) == CellType::kFluid) return true;
    }
    return false;
  }
  // Spreads the gas by two cells, axis after axis.
  void find_near() {
    auto before = near_.values;
    for (std::size_t i = 0; i < before.size(); ++i) near_.values[i] = types_.values[i] == CellType::kFluid;
    for (int a = 0; a < D; ++a) {
      before = near_.values;
      const int stride = TypeHalo::stride(a), count = std::ssize(before);
      for (int i = 0; i < count; ++i)
        for (const int step : {-2, -1, 1, 2}) {
          const int beside = i + step * stride;
          if (beside >= 0 && beside < count) near_.values[i] |= before[beside];
        }
    }
  }

  const GasView<D>& gas_;
  int tile_;
  VecI<D> first_;
  TypeHalo types_;
  HaloBlock<bool, D, 3, 2> near_;
  std::optional<std::array<HaloBlock<float, D, 2, 2>, D>> areas_;
};

template <int D>
using PlanWriter = typename ExtensionPlan<D>::Writer;

// Cells; the least distance between gas and a no-slip wall. The value in the wall is that of the gas times depth over
// distance, which is unbounded. With a larger least distance gas at the wall slips.
constexpr double kLeastDistance = 0.25;

template <int D>
struct PlannedGas {
  GasView<D> gas;
  bool sticks;           // to walls and solids
  VecF<D> air_velocity;  // m/s

  explicit PlannedGas(const SmokeState<D>& state)
      : gas(gas_view(state)), sticks(state.scene.gas.walls == Walls::kNoSlip) {
    for (int a = 0; a < D; ++a) air_velocity[a] = state.air_velocity(a);
  }
};
static_assert(std::is_trivially_copyable_v<PlannedGas<3>>);

// Whether a cell of a tile lies beyond the border of the grid. Its values are never read.
template <int D>
bool is_far_out(const Domain<D>& domain, const VecI<D>& cell) {
  for (int a = 0; a < D; ++a)
    if (cell[a] >= domain.first_cell()[a] + domain.cells[a] + Domain<D>::kHighBorder) return true;
  return false;
}

// Adds weight times the mean of some values to the current entry.
template <int D>
void add_mean(const GasSurroundings<D>& around, const NearbyPlaces<D>& values, int component, double weight,
              PlanWriter<D>& plan) {
  for (const VecI<D>& cell : values)
    plan.add_term({around.place_of(cell), component, static_cast<float>(weight / static_cast<double>(values.size()))});
}

// A face that a solid closes, from open faces of its own component around it. Returns the constant part.
template <int D>
double plan_solid_face(const PlannedGas<D>& of, const GasSurroundings<D>& around, const VecI<D>& cell, int axis,
                       const NearbyPlaces<D>& gas, PlanWriter<D>& plan) {
  const SolidsView<D>& solids = of.gas.solids;
  const VecD<D> place = around.face_place(cell, axis);
  const Solid<D>* solid = nullptr;
  const double depth = distance_to_solids(solids.solids, place, &solid);
  const VecD<D> moves = solid->velocity(place);
  if (gas.empty()) return moves[axis];
  if (of.sticks) {  // linear through the wall, where the velocity is the solid's
    double height = 0.0;
    for (const VecI<D>& face : gas) height += distance_to_solids(solids.solids, around.face_place(face, axis));
    height = std::max(height / static_cast<double>(gas.size()), kLeastDistance * solids.domain.h);
    const double mirrored = std::clamp(depth / height, -1.0, 0.0);
    add_mean(around, gas, axis, mirrored, plan);
    return (1.0 - mirrored) * moves[axis];
  }
  const VecD<D> n = solid->normal(place, kNormalStep * solids.domain.h);  // u - ((u - u_solid) . n) n
  for (int b = 0; b < D; ++b)
    if (b == axis)
      add_mean(around, gas, b, 1.0 - n[b] * n[b], plan);
    else
      add_mean(around, around.gas_across(cell, axis, b), b, -n[axis] * n[b], plan);
  return dot(moves, n) * n[axis];
}

template <int D>
double plan_face(const PlannedGas<D>& of, const GasSurroundings<D>& around, const VecI<D>& cell, int axis,
                 PlanWriter<D>& plan) {
  const VecI<D> low = around.below(cell, axis);
  const bool touches_gas = around.touches_gas(cell, axis);
  const bool is_in_air = !touches_gas && (around.type(cell) == CellType::kAir || around.type(low) == CellType::kAir);
  const Domain<D>& domain = of.gas.solids.domain;
  const bool is_in_wall =
      is_behind_wall(domain, around.grid_cell(cell)) || is_behind_wall(domain, around.grid_cell(low));
  if (!is_in_air && is_in_wall && touches_gas) return 0.0;
  const NearbyPlaces<D> gas = around.gas_beside(cell, axis);
  if (is_in_air) {
    add_mean(around, gas, axis, 1.0, plan);
    return gas.empty() ? static_cast<double>(of.air_velocity[axis]) : 0.0;
  }
  if (!is_in_wall) return plan_solid_face(of, around, cell, axis, gas, plan);
  add_mean(around, gas, axis, of.sticks ? -1.0 : 1.0, plan);
  return 0.0;
}

// The faces across an axis, or the cells (axis = D).
template <int D>
void plan_axis(const PlannedGas<D>& of, const GasSurroundings<D>& around, int tile, int axis, PlanWriter<D>& plan) {
  for (int c = 0; c < Tile<D>::kCells; ++c) {
    const VecI<D> cell = Tile<D>::cell_coord(c);
    if (around.is_of_gas(cell, axis)) continue;
    const bool is_read = around.is_near_gas(cell) && !is_far_out(of.gas.solids.domain, around.grid_cell(cell));
    plan.begin(tile * Tile<D>::kCells + c, axis);
    if (axis < D)
      plan.set_rest(is_read ? static_cast<float>(plan_face(of, around, cell, axis, plan)) : of.air_velocity[axis]);
    else if (is_read && around.type(cell) == CellType::kSolid)
      add_mean(around, around.gas_beside(cell, axis), 0, 1.0, plan);
  }
}

template <int D>
void find_outlets(const SolidsView<D>& solids, const GasSurroundings<D>& around, int tile,
                  std::vector<Outlet>& outlets) {
  for (int c = 0; c < Tile<D>::kCells; ++c)
    for (int axis = 0; axis < D; ++axis) {
      const VecI<D> high = Tile<D>::cell_coord(c), low = around.below(high, axis);
      if (!around.is_of_gas(high, axis)) continue;
      const bool leaves_up = around.type(high) == CellType::kAir, leaves_down = around.type(low) == CellType::kAir;
      if (!leaves_up && !leaves_down) continue;
      const std::int32_t face = tile * Tile<D>::kCells + c;
      const float area = solids.empty() ? 1.0f : solids.open_area[axis].tile(tile)[c];
      outlets.push_back({leaves_up ? around.place_of(low) : face, face, axis, leaves_up ? area : -area});
    }
}

// Cells: no wall separates gas farther from solids than this from its neighbours, as all paths to them along the axes
// stay within 2.6 cells.
constexpr float kNearWalls = 3.0f;

template <int D>
void find_walled_cells(const GasView<D>& gas, int tile, std::vector<WalledCell>& walled) {
  constexpr std::uint32_t kAll = (std::uint64_t{1} << Tile<D>::kNeighbors) - 1;
  const CellType* type = gas.type.tile(tile);
  const float* distance = gas.solids.distance.tile(tile);
  const auto is_near = [&](int c) { return type[c] == CellType::kFluid && distance[c] <= kNearWalls; };
  int first = 0;
  while (first < Tile<D>::kCells && !is_near(first)) ++first;
  if (first == Tile<D>::kCells) return;
  const GasSurroundings<D> around(gas, tile);
  for (int c = first; c < Tile<D>::kCells; ++c) {
    if (!is_near(c)) continue;
    const std::uint32_t same_side = around.cells_on_side_of(Tile<D>::cell_coord(c));
    if (same_side != kAll) walled.push_back({c, same_side});
  }
}

}  // namespace

template <int D>
void plan_extension(SmokeState<D>& state) {
  static_assert(D * NearbyPlaces<D>::kMost <= ExtensionPlan<D>::kMostTerms);
  const auto outlets = state.scratch.template borrow<PerThread<std::vector<Outlet>>>();
  outlets->prepare();
  outlets->for_each([](std::vector<Outlet>& list) { list.clear(); });
  const PlannedGas<D> of(state);
  state.extension.build("plan extension", state.tiles, [&](int tile, PlanWriter<D> plan) {
    if (of.gas.content[tile] == TileContent::kFluid) return;
    const GasSurroundings<D> around(of.gas, tile);
    for (int axis = 0; axis <= D; ++axis) plan_axis(of, around, tile, axis, plan);
    find_outlets(of.gas.solids, around, tile, outlets->here());
  });
  state.outlets.clear();
  outlets->for_each(
      [&](const std::vector<Outlet>& list) { state.outlets.insert(state.outlets.end(), list.begin(), list.end()); });
  std::sort(state.outlets.begin(), state.outlets.end(), [](const Outlet& a, const Outlet& b) {
    return std::tie(a.cell, a.axis, a.face) < std::tie(b.cell, b.axis, b.face);
  });
  if (state.solids.empty()) return;
  state.walled_cells.build("find walled cells", state.tiles, [&](int tile, auto& walled) {
    if (of.gas.content[tile] == TileContent::kMixed) find_walled_cells(of.gas, tile, walled.with_earlier_tiles());
  });
}

// All entries are means, or zero. Summing differences to the first value keeps the mean of equal values exact.
template <int D>
void extend_quantity(const SmokeState<D>& state, CellField<float, D>& field) {
  float* values = field.tile(0);
  const ExtensionPlan<D>& plan = state.extension;
  for_each_tile(
      "extend quantity", state.tiles,
      [&](int tile) {
        for (const auto& entry : plan.cells_of(tile)) {
          const auto terms = plan.terms_of(entry);
          const float first = terms.empty() ? 0.0f : values[terms[0].place];
          float sum = first;
          for (std::size_t t = 1; t < terms.size(); ++t) sum += terms[t].weight * (values[terms[t].place] - first);
          values[entry.target] = sum;
        }
      },
      8);
}

// Terms are values of the gas only, which no entry changes.
template <int D>
void extend_faces(const SmokeState<D>& state, FaceField<float, D>& velocity) {
  const ExtensionPlan<D>& plan = state.extension;
  const FaceViews<float, D> faces = velocity;
  for_each_tile(
      "extend faces", state.tiles,
      [&](int tile) {
        for (const auto& entry : plan.faces_of(tile)) {
          float sum = entry.rest;
          for (const auto& term : plan.terms_of(entry)) sum += term.weight * faces[term.component].values[term.place];
          faces[entry.component].values[entry.target] = sum;
        }
      },
      8);
}

template void plan_extension<2>(SmokeState<2>&);
template void plan_extension<3>(SmokeState<3>&);
template void extend_quantity<2>(const SmokeState<2>&, CellField<float, 2>&);
template void extend_quantity<3>(const SmokeState<3>&, CellField<float, 3>&);
template void extend_faces<2>(const SmokeState<2>&, FaceField<float, 2>&);
template void extend_faces<3>(const SmokeState<3>&, FaceField<float, 3>&);

}  // namespace spindrift
