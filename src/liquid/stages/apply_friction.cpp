// Friction at walls, by a law for the shear stress tau = rho c |u| u, with the velocity u along the wall in the cell
// beside it:
//   c = friction                              a coefficient of drag, or
//   c = (kappa / ln(y / z0))^2                the logarithmic profile over a rough bed [Nikuradse1933], with the middle
//                                             of the cell at y = h / 2 and z0 = roughness / 30.
// It slows the layer of one cell beside the wall, du/dt = - c |u| u / h, implicitly: it can stop the liquid but not
// reverse it. Flow and viscosity carry the effect farther.
#include <algorithm>
#include <cmath>
#include <type_traits>

#include "base/math.h"
#include "fluid/solids.h"
#include "grid/for_each_tile.h"
#include "grid/halo.h"
#include "liquid/liquid_step.h"

namespace spindrift {

namespace {

template <int D>
double friction_coefficient(const LiquidState<D>& state) {
  constexpr double kKarman = 0.41, kGrain = 30.0;  // z0 of sand of that size
  constexpr double kLeastRatio = 2.0;              // there is no profile above grains as large as a cell
  const FluidSettings& fluid = state.scene.fluid;
  if (fluid.roughness <= 0.0) return fluid.friction;
  const double ratio = std::max(0.5 * state.domain.h * kGrain / fluid.roughness, kLeastRatio);
  const double share = kKarman / math::log(ratio);
  return share * share;
}

template <int D>
struct FlowAtWalls {
  SolidsView<D> solids;
  FieldView<const CellType, D> type;
  FaceViews<const float, D> velocity;
  FaceViews<const std::uint8_t, D> known;
};
static_assert(std::is_trivially_copyable_v<FlowAtWalls<3>>);

// A tile with the velocities and cells around it. `i` is an index into the blocks; a cell's face is the one on its low
// side.
template <int D>
struct FrictionCells {
  using Types = HaloBlock<CellType, D, 1>;
  Types type;
  std::array<HaloBlock<float, D, 1>, D> area, u;
  std::array<HaloBlock<std::uint8_t, D, 1>, D> known;
  bool has_area;

  FrictionCells(const FlowAtWalls<D>& flow, int tile) : has_area(!flow.solids.empty()) {
    const SolidsView<D>& solids = flow.solids;
    load_halo(solids.tiles, flow.type, tile, type);
    for (std::size_t a = 0; a < D; ++a) {
      load_halo(solids.tiles, flow.velocity[a], tile, u[a]);
      load_halo(solids.tiles, flow.known[a], tile, known[a]);
      if (has_area) load_halo(solids.tiles, solids.open_area[a], tile, area[a]);
    }
  }
  bool is_wet(int i, int a) const {
    return type.values[i] == CellType::kFluid || type.values[i - Types::stride(a)] == CellType::kFluid;
  }
  bool is_closed(int i, int a) const {
    return type.values[i] == CellType::kSolid || type.values[i - Types::stride(a)] == CellType::kSolid ||
           (has_area && area[a].values[i] == 0.0f);
  }
  // The number of walls along a face, half a cell away from it: they close the faces across b on both of its sides.
  int walls_along(int i, int a, int b) const {
    const int back = Types::stride(a), high = Types::stride(b);
    return (is_closed(i, b) && is_closed(i - back, b)) + (is_closed(i + high, b) && is_closed(i + high - back, b));
  }
  // The velocity along axis t in the middle of a face across another axis: the mean over the known faces around it.
  float velocity_on_face(int i, int a, int t) const {
    const int back = Types::stride(a), on = Types::stride(t);
    float sum = 0.0f;
    int count = 0;
    for (const int at : {i, i - back, i + on, i + on - back}) {
      if (known[t].values[at] == 0) continue;
      sum += u[t].values[at];
      ++count;
    }
    return count > 0 ? sum / static_cast<float>(count) : 0.0f;
  }
};

// The velocity of a free face after the step's friction.
template <int D>
float slowed(const SolidsView<D>& solids, const FrictionCells<D>& cells, int tile, int c, int a, float pace) {
  const int i = FrictionCells<D>::Types::index(Tile<D>::cell_coord(c));
  const float u = cells.u[a].values[i];
  float drag = 0.0f, wall = 0.0f;
  bool is_at_wall = false;
  for (int b = 0; b < D; ++b) {
    const int walls = b == a ? 0 : cells.walls_along(i, a, b);
    if (walls == 0) continue;
    if (!is_at_wall && solids.has_moving) wall = wall_velocity(solids, tile, c, a);
    is_at_wall = true;
    float square = (u - wall) * (u - wall);
    if constexpr (D == 3) {
      const float aside = cells.velocity_on_face(i, a, 3 - a - b);
      square += aside * aside;
    }
    drag += pace * static_cast<float>(walls) * std::sqrt(square);
  }
  return is_at_wall ? wall + (u - wall) / (1.0f + drag) : u;
}

template <int D>
void slow_tile(const FlowAtWalls<D>& flow, float pace, int tile, const FaceViews<float, D>& slower) {
  using T = Tile<D>;
  const FrictionCells<D> cells(flow, tile);
  for (int a = 0; a < D; ++a) {
    float* to = slower[a].tile(tile);
    for (int c = 0; c < T::kCells; ++c) {
      const int i = FrictionCells<D>::Types::index(T::cell_coord(c));
      const bool is_free = cells.is_wet(i, a) && !cells.is_closed(i, a);
      to[c] = is_free ? slowed(flow.solids, cells, tile, c, a, pace) : cells.u[a].values[i];
    }
  }
}

}  // namespace

template <int D>
void apply_friction(LiquidState<D>& state) {
  const auto pace = static_cast<float>(friction_coefficient(state) * state.kick.dt / state.domain.h);
  auto loan = state.scratch.template borrow<FaceField<float, D>>();
  for (auto& field : *loan) field.resize(state.tiles.count());
  const FlowAtWalls<D> flow{state.solids_view(), state.type, state.velocity, state.known};
  const FaceViews<float, D> slower = *loan, velocity = state.velocity;
  for_each_tile("find friction", state.tiles, [&](int tile) { slow_tile(flow, pace, tile, slower); });
  for_each_tile(
      "apply friction", state.tiles,
      [&](int tile) {
        for (int a = 0; a < D; ++a) std::copy_n(slower[a].tile(tile), Tile<D>::kCells, velocity[a].tile(tile));
      },
      8);
}

template void apply_friction<2>(LiquidState<2>&);
template void apply_friction<3>(LiquidState<3>&);

}  // namespace spindrift
