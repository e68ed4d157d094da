#include <algorithm>
#include <array>
#include <optional>
#include <tuple>

#include "exec/parallel.h"
#include "fluid/solids/solid_distance.h"
#include "grid/for_each_point.h"
#include "grid/halo.h"
#include "smoke/extension/extend.h"

namespace spindrift {

namespace {

constexpr double kLeastDepth = 0.25;  // cells; gas nearer to a wall it sticks to counts as this far from it

// A few places, without a trip to the heap.
template <int D>
class Places {
 public:
  void push_back(const VecI<D>& place) { places_[count_++] = place; }
  bool empty() const { return count_ == 0; }
  std::size_t size() const { return count_; }
  const VecI<D>* begin() const { return places_.data(); }
  const VecI<D>* end() const { return places_.data() + count_; }

 private:
  std::array<VecI<D>, static_cast<std::size_t>(power(4, D))> places_;  // the most that gas_across can find
  std::size_t count_ = 0;
};

// A tile and what lies around it.
template <int D>
class Surroundings {
 public:
  using T = Tile<D>;

  Surroundings(const SmokeState<D>& state, int tile)
      : state_(state), tile_(tile), first_(state.tiles.first_cell(tile)) {
    load_halo(state.tiles, state.type, tile, types_);
    find_near();
    if (!state.open_area()) return;
    areas_.emplace();
    for (std::size_t a = 0; a < D; ++a) load_halo(state.tiles, (*state.open_area())[a], tile, (*areas_)[a]);
  }

  CellType type(const VecI<D>& cell) const { return types_.at(cell); }
  // Whether gas lies within two cells along every axis: further away nobody takes from it.
  bool is_near_gas(const VecI<D>& cell) const { return near_.at(cell); }
  VecI<D> grid_cell(const VecI<D>& cell) const { return first_ + cell; }

  // Whether gas lies on a side of the low face of a cell.
  bool is_wet(const VecI<D>& cell, int axis) const {
    return type(cell) == CellType::kFluid || type(below(cell, axis)) == CellType::kFluid;
  }
  // Whether a value belongs to the gas: a cell (axis = D), or a face that gas can pass.
  bool is_of_gas(const VecI<D>& cell, int axis) const {
    if (axis == D) return type(cell) == CellType::kFluid;
    if (!is_wet(cell, axis)) return false;
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
    return state_.tiles.neighbors(tile_)[T::neighbor_index(offset)] * T::kCells + T::cell_index(local);
  }
  // The middle of a face, metres.
  VecD<D> face_place(const VecI<D>& cell, int axis) const {
    VecD<D> face = VecD<D>::from(first_ + cell) + VecD<D>::filled(0.5);
    face[axis] -= 0.5;
    return state_.domain.to_world(face);
  }
  static VecI<D> below(VecI<D> cell, int axis) {
    --cell[axis];
    return cell;
  }

  // Which of the cells around a cell of gas lie on its side of all walls, as bits: those that a way along the axes
  // leads to, through open faces. Solid cells count, too, whose value comes from this side alone.
  std::uint32_t seen_from(const VecI<D>& cell) const {
    std::uint32_t seen = 1u << T::kSelf;
    for (int steps = 1; steps <= D; ++steps)
      for (int n = 0; n < T::kNeighbors; ++n) {
        const VecI<D> offset = T::neighbor_offset(n);
        if (dot(offset, offset) != steps) continue;
        bool is_seen = type(cell + offset) == CellType::kSolid && !is_thin(cell + offset);
        for (int a = 0; a < D; ++a) {
          if (offset[a] == 0) continue;
          VecI<D> before = offset;
          before[a] = 0;
          const bool is_reached = seen >> T::neighbor_index(before) & 1u;
          is_seen |= is_reached && is_passage(cell + (offset[a] > 0 ? offset : before), a);
        }
        if (is_seen) seen |= 1u << n;
      }
    return seen;
  }

  // The values of the gas next to a value: along the axes, or if there are none, the diagonal ones.
  Places<D> gas_beside(const VecI<D>& cell, int axis) const {
    Places<D> found;
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
  // The open faces of another component around a face: the nearest four, or if all are closed, those a cell further
  // out.
  Places<D> gas_across(const VecI<D>& cell, int axis, int component) const {
    Places<D> found;
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
  using Types = HaloBlock<CellType, D, 3, 2>;

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
    std::array<bool, std::tuple_size_v<decltype(near_.values)>> before;
    for (std::size_t i = 0; i < before.size(); ++i) near_.values[i] = types_.values[i] == CellType::kFluid;
    for (int a = 0; a < D; ++a) {
      std::copy(near_.values.begin(), near_.values.end(), before.begin());
      const int stride = Types::stride(a), count = static_cast<int>(before.size());
      for (int i = 0; i < count; ++i)
        for (const int step : {-2, -1, 1, 2}) {
          const int beside = i + step * stride;
          if (beside >= 0 && beside < count) near_.values[i] |= before[beside];
        }
    }
  }

  const SmokeState<D>& state_;
  int tile_;
  VecI<D> first_;
  Types types_;
  HaloBlock<bool, D, 3, 2> near_;
  std::optional<std::array<HaloBlock<float, D, 2, 2>, static_cast<std::size_t>(D)>> areas_;
};

// Whether a cell lies further out than anyone looks.
template <int D>
bool is_far_out(const Domain<D>& domain, const VecI<D>& cell) {
  for (int a = 0; a < D; ++a)
    if (cell[a] > domain.cells[a] + domain.first_cell()[a] + 1) return true;
  return false;
}

// Adds weight times the mean of some values to the entry that is being made.
template <int D>
void add_mean(const Surroundings<D>& around, const Places<D>& values, int component, double weight,
              ExtensionPlan& plan) {
  for (const VecI<D>& cell : values)
    plan.terms.push_back(
        {around.place_of(cell), component, static_cast<float>(weight / static_cast<double>(values.size()))});
}

// A face that a solid closes, from open faces of its own component around it. Returns the constant part.
template <int D>
double plan_solid_face(const SmokeState<D>& state, const Surroundings<D>& around, const VecI<D>& cell, int axis,
                       const Places<D>& gas, ExtensionPlan& plan) {
  const VecD<D> place = around.face_place(cell, axis);
  const Solid<D>* solid = nullptr;
  const double depth = distance_to_solids<D>(state, place, &solid);
  const VecD<D> moves = solid->velocity(place);
  if (gas.empty()) return moves[axis];
  if (state.scene.gas.walls == Walls::kNoSlip) {  // linear through the wall, where the velocity is the solid's
    double height = 0.0;
    for (const VecI<D>& face : gas) height += distance_to_solids<D>(state, around.face_place(face, axis));
    height = std::max(height / static_cast<double>(gas.size()), kLeastDepth * state.domain.h);
    const double mirrored = std::clamp(depth / height, -1.0, 0.0);
    add_mean(around, gas, axis, mirrored, plan);
    return (1.0 - mirrored) * moves[axis];
  }
  const VecD<D> n = solid->normal(place, 0.01 * state.domain.h);  // u - ((u - u_solid) . n) n
  for (int b = 0; b < D; ++b)
    if (b == axis)
      add_mean(around, gas, b, 1.0 - n[b] * n[b], plan);
    else
      add_mean(around, around.gas_across(cell, axis, b), b, -n[axis] * n[b], plan);
  return dot(moves, n) * n[axis];
}

template <int D>
double plan_face(const SmokeState<D>& state, const Surroundings<D>& around, const VecI<D>& cell, int axis,
                 ExtensionPlan& plan) {
  const VecI<D> low = around.below(cell, axis);
  const bool is_wet = around.is_wet(cell, axis);
  const bool is_in_air = !is_wet && (around.type(cell) == CellType::kAir || around.type(low) == CellType::kAir);
  const bool is_in_wall =
      is_behind_wall(state.domain, around.grid_cell(cell)) || is_behind_wall(state.domain, around.grid_cell(low));
  if (!is_in_air && is_in_wall && is_wet) return 0.0;
  const Places<D> gas = around.gas_beside(cell, axis);
  if (is_in_air) {
    add_mean(around, gas, axis, 1.0, plan);
    return gas.empty() ? static_cast<double>(state.air_velocity(axis)) : 0.0;
  }
  if (!is_in_wall) return plan_solid_face(state, around, cell, axis, gas, plan);
  add_mean(around, gas, axis, state.scene.gas.walls == Walls::kNoSlip ? -1.0 : 1.0, plan);
  return 0.0;
}

template <int D>
void plan_axis(const SmokeState<D>& state, const Surroundings<D>& around, int tile, int axis, ExtensionPlan& plan) {
  for (int c = 0; c < Tile<D>::kCells; ++c) {
    const VecI<D> cell = Tile<D>::cell_coord(c);
    if (around.is_of_gas(cell, axis)) continue;
    ExtensionPlan::Entry entry{tile * Tile<D>::kCells + c, static_cast<std::int32_t>(plan.terms.size()), 0, 0.0f};
    const bool is_seen = around.is_near_gas(cell) && !is_far_out(state.domain, around.grid_cell(cell));
    if (axis < D)
      entry.rest = is_seen ? static_cast<float>(plan_face(state, around, cell, axis, plan)) : state.air_velocity(axis);
    else if (is_seen && around.type(cell) == CellType::kSolid)
      add_mean(around, around.gas_beside(cell, axis), 0, 1.0, plan);
    entry.count = static_cast<std::int32_t>(plan.terms.size()) - entry.first;
    plan.entries.push_back(entry);
  }
}

template <int D>
void find_outlets(const SmokeState<D>& state, const Surroundings<D>& around, int tile, std::vector<Outlet>& outlets) {
  for (int c = 0; c < Tile<D>::kCells; ++c)
    for (int axis = 0; axis < D; ++axis) {
      const VecI<D> high = Tile<D>::cell_coord(c), low = around.below(high, axis);
      if (!around.is_of_gas(high, axis)) continue;
      const bool leaves_up = around.type(high) == CellType::kAir, leaves_down = around.type(low) == CellType::kAir;
      if (!leaves_up && !leaves_down) continue;
      const std::int32_t face = tile * Tile<D>::kCells + c;
      const float area = state.open_area() ? (*state.open_area())[axis].tile(tile)[c] : 1.0f;
      outlets.push_back({leaves_up ? around.place_of(low) : face, face, axis, leaves_up ? area : -area});
    }
}

template <int D>
void find_walled_cells(const SmokeState<D>& state, const Surroundings<D>& around, int tile,
                       std::vector<WalledCell>& walled) {
  constexpr std::uint32_t kAll = (std::uint64_t{1} << Tile<D>::kNeighbors) - 1;
  constexpr float kNear = 3.0f;  // cells: whoever is further away has no wall among its neighbours
  const float* distance = state.solid_distance().tile(tile);
  for (int c = 0; c < Tile<D>::kCells; ++c) {
    const VecI<D> cell = Tile<D>::cell_coord(c);
    if (distance[c] > kNear || around.type(cell) != CellType::kFluid) continue;
    if (const std::uint32_t seen = around.seen_from(cell); seen != kAll) walled.push_back({c, seen});
  }
}

}  // namespace

template <int D>
void plan_extension(SmokeState<D>& state) {
  struct Part {
    std::array<ExtensionPlan, static_cast<std::size_t>(D) + 1> plans;
    std::vector<Outlet> outlets;
  };
  std::vector<Part> parts(static_cast<std::size_t>(state.tiles.count()));
  state.walled_cells.assign(state.solids.empty() ? 0 : parts.size() + 1, {});
  parallel_for("plan extension", parts.size(), [&](std::size_t i) {
    if (state.content[i + 1] == TileContent::kFluid) return;
    const int tile = static_cast<int>(i) + 1;
    const Surroundings<D> around(state, tile);
    for (int axis = 0; axis <= D; ++axis) plan_axis(state, around, tile, axis, parts[i].plans[axis]);
    find_outlets(state, around, tile, parts[i].outlets);
    if (!state.solids.empty()) find_walled_cells(state, around, tile, state.walled_cells[i + 1]);
  });
  state.extension = {};
  state.outlets.clear();
  for (const Part& part : parts) {
    state.outlets.insert(state.outlets.end(), part.outlets.begin(), part.outlets.end());
    for (std::size_t axis = 0; axis < part.plans.size(); ++axis) {
      ExtensionPlan& plan = state.extension[axis];
      const auto shift = static_cast<std::int32_t>(plan.terms.size());
      plan.terms.insert(plan.terms.end(), part.plans[axis].terms.begin(), part.plans[axis].terms.end());
      for (ExtensionPlan::Entry entry : part.plans[axis].entries) {
        entry.first += shift;
        plan.entries.push_back(entry);
      }
    }
  }
  std::sort(state.outlets.begin(), state.outlets.end(), [](const Outlet& a, const Outlet& b) {
    return std::tie(a.cell, a.axis, a.face) < std::tie(b.cell, b.axis, b.face);
  });
}

template void plan_extension<2>(SmokeState<2>&);
template void plan_extension<3>(SmokeState<3>&);

}  // namespace spindrift
