#include <algorithm>
#include <tuple>
#include <type_traits>

#include "fluid/solids.h"
#include "smoke/extension/extend.h"
#include "smoke/extension/gas_surroundings.h"

namespace spindrift {

namespace {

template <int D>
using PlanWriter = typename ExtensionPlan<D>::Writer;

// Cells. Gas that is nearer to a wall to which it sticks counts as this far from it: the value in the wall is that of
// the gas times depth over distance, which has no bound as the distance vanishes. A larger one lets the gas at the wall
// slip.
constexpr double kLeastDistance = 0.25;

// What values beyond the gas are planned from.
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

// Whether a cell lies beyond the border of the grid, where its tile goes on but nothing is ever read.
template <int D>
bool is_far_out(const Domain<D>& domain, const VecI<D>& cell) {
  for (int a = 0; a < D; ++a)
    if (cell[a] >= domain.first_cell()[a] + domain.cells[a] + Domain<D>::kHighBorder) return true;
  return false;
}

// Adds weight times the mean of some values to the entry that is being made.
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

// Cells: gas further away from solids has no wall between itself and its neighbours, as all ways to them along the axes
// stay within 2.6 cells. A larger one costs time and finds nothing more.
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

template void plan_extension<2>(SmokeState<2>&);
template void plan_extension<3>(SmokeState<3>&);

}  // namespace spindrift
