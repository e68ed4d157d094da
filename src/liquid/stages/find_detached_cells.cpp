// Finds cells where a wall would pull on the liquid (negative pressure). A wall can push but not pull: where air can
// come between, the pressure p of a cell beside the wall and the outflow div u that it leaves satisfy
//   p >= 0,   div u >= 0,   p div u = 0        [Batty2007, sec. 4; Gerszewski2013]
// The set of detached cells is solved for over the time steps: a cell that air reaches is added where its pressure is
// negative, and removed where the flow returns. Detached cells count as air from the next step on (detach_cells).
#include <algorithm>
#include <cstring>
#include <type_traits>

#include "fluid/solids.h"
#include "grid/for_each_tile.h"
#include "grid/halo.h"
#include "liquid/density/rest.h"
#include "liquid/liquid_step.h"

namespace spindrift {

namespace {

// Share of the pressure of a cell's weight, or of its surface tension. A smaller negative pressure is sampling noise:
// still water would detach from walls again and again.
constexpr double kLeastPull = 0.25;

template <int D>
struct LiquidAtWalls {
  SolidsView<D> solids;
  CellRanges<D> particles;
  FieldView<const CellType, D> type;
  FaceViews<const float, D> velocity;
  FieldView<const double, D> pressure;
  FieldView<std::uint8_t, D> detached;
};
static_assert(std::is_trivially_copyable_v<LiquidAtWalls<3>>);

// The cells and faces in and around a tile.
template <int D>
struct WallCells {
  using Types = HaloBlock<CellType, D, 1>;
  const LiquidAtWalls<D>& liquid;
  const SolidsView<D>& solids;
  int tile;
  Types type;
  std::array<HaloBlock<float, D, 0, 1>, D> area, u;
  HaloBlock<float, D, 1> solid;  // distance to solids, cells

  WallCells(const LiquidAtWalls<D>& of, int which) : liquid(of), solids(of.solids), tile(which) {
    load_halo(solids.tiles, liquid.type, tile, type);
  }
  bool has(CellType what) const {
    return std::memchr(type.values.data(), static_cast<int>(what), type.values.size()) != nullptr;
  }
  void load_faces() {
    for (std::size_t a = 0; a < D; ++a) {
      load_halo(solids.tiles, liquid.velocity[a], tile, u[a]);
      if (!solids.empty()) load_halo(solids.tiles, solids.open_area[a], tile, area[a]);
    }
    if (!solids.empty()) load_halo(solids.tiles, solids.distance, tile, solid);
  }
  // Between solids that the grid hardly resolves: the cell is farther from them than its neighbours. Air could not
  // enter there, and the pressure around would drive liquid into the gap at any speed.
  bool is_in_slot(const VecI<D>& cell) const {
    constexpr float kFree = 1.0f, kNearer = 0.05f;  // cells; the latter is more than rounding
    if (solids.empty() || solid.at(cell) > kFree) return false;
    const float* here = &solid.at(cell);
    for (int a = 0; a < D; ++a) {
      const int step = HaloBlock<float, D, 1>::stride(a);
      if (here[-step] < *here - kNearer && here[step] < *here - kNearer) return true;
    }
    return false;
  }
  float open_share(const VecI<D>& face, const VecI<D>& beside, int a) const {
    if (type.at(beside) == CellType::kSolid) return 0.0f;
    return solids.empty() ? 1.0f : area[a].at(face);
  }
  bool is_beside_air(const VecI<D>& cell) const {
    const CellType* here = &type.at(cell);
    for (int n = 0; n < Tile<D>::kNeighbors; ++n)
      if (here[Types::index(Tile<D>::neighbor_offset(n)) - Types::index(VecI<D>{})] == CellType::kAir) return true;
    return false;
  }
  float solid_velocity(const VecI<D>& face, int a) const {
    return solids.has_moving ? solid_velocity_on_face(solids, solids.tiles.first_cell(tile) + face, a) : 0.0f;
  }
};

struct Outflow {
  float flow = 0.0f;  // out through all faces of a cell
  bool is_at_wall = false;
};
template <int D>
Outflow outflow_of(const WallCells<D>& cells, const VecI<D>& cell, bool with_flow) {
  Outflow out;
  for (int a = 0; a < D; ++a)
    for (int side = 0; side < 2; ++side) {
      VecI<D> beside = cell, face = cell;
      beside[a] += side ? 1 : -1;
      face[a] += side;
      const float open = cells.open_share(face, beside, a);
      out.is_at_wall |= open < 1.0f;
      if (!with_flow) continue;
      float through = open > 0.0f ? open * cells.u[a].at(face) : 0.0f;
      if (open < 1.0f) through += (1.0f - open) * cells.solid_velocity(face, a);
      out.flow += side ? through : -through;
    }
  return out;
}

// `least` is the smallest negative pressure that counts.
template <int D>
void find_detached_cells_of_tile(const LiquidAtWalls<D>& liquid, float least, int tile) {
  using T = Tile<D>;
  std::uint8_t* detached = liquid.detached.tile(tile);
  WallCells<D> cells(liquid, tile);
  const bool may_detach = cells.has(CellType::kAir) && cells.has(CellType::kFluid) &&
                          (cells.has(CellType::kSolid) || !liquid.solids.empty());
  if (!may_detach) {
    std::memset(detached, 0, T::kCells);
    return;
  }
  cells.load_faces();
  const double* q = liquid.pressure.tile(tile);
  const std::uint32_t* begin = liquid.particles.cells_of(tile);
  for (int c = 0; c < T::kCells; ++c) {
    const VecI<D> cell = T::cell_coord(c);
    const CellType type = cells.type.at(cell);
    const bool was_detached = detached[c] != 0 && type == CellType::kAir;
    detached[c] = 0;
    if (type == CellType::kSolid || begin[c + 1] == begin[c] || cells.is_in_slot(cell)) continue;
    if (was_detached) {
      const Outflow out = outflow_of(cells, cell, true);
      detached[c] = out.is_at_wall && out.flow > 0.0f;
    } else {
      detached[c] = type == CellType::kFluid && static_cast<float>(q[c]) < -least && cells.is_beside_air(cell) &&
                    outflow_of(cells, cell, false).is_at_wall;
    }
  }
}

}  // namespace

template <int D>
void find_detached_cells(LiquidState<D>& state) {
  const double wave = shortest_wave_speed(state);
  const auto least = static_cast<float>(kLeastPull * wave * wave * state.kick.dt / state.domain.h);
  const LiquidAtWalls<D> liquid{state.solids_view(), state.particles.ranges(), state.type,
                                state.velocity,      state.scaled_pressure,    state.detached};
  for_each_tile(
      "find detached cells", state.tiles, [&](int tile) { find_detached_cells_of_tile(liquid, least, tile); }, 4);
}

template void find_detached_cells<2>(LiquidState<2>&);
template void find_detached_cells<3>(LiquidState<3>&);

}  // namespace spindrift
