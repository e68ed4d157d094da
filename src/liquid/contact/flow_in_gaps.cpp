#include "liquid/contact/flow_in_gaps.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "fluid/force_field.h"
#include "grid/for_each_tile.h"

namespace spindrift {

namespace {

// Ratio to the largest resolved speed above which the flow in a slot is a jet. Below it is the same flow a cell farther
// on, which is faster where it turns along a wall.
constexpr float kJetRatio = 1.5f;

template <int D>
struct LimitedFlow {
  FaceViews<const std::uint8_t, D> known;
  FaceViews<float, D> velocity, change;

  explicit LimitedFlow(LiquidState<D>& state)
      : known(state.known), velocity(state.velocity), change(state.velocity_change) {}
};

// Clamps velocities on the faces with `is_narrow(tile, axis, face)`, and their change by as much.
template <int D, typename IsNarrow>
void limit_speed(const LimitedFlow<D>& flow, int tile, float limit, const IsNarrow& is_narrow) {
  for (int a = 0; a < D; ++a) {
    const std::uint8_t* known = flow.known[a].tile(tile);
    float* u = flow.velocity[a].tile(tile);
    float* change = flow.change[a].tile(tile);
    for (int c = 0; c < Tile<D>::kCells; ++c) {
      if (known[c] == 0 || !is_narrow(tile, a, c)) continue;
      const float limited = std::clamp(u[c], -limit, limit);
      change[c] += limited - u[c];
      u[c] = limited;
    }
  }
}

// The speed at which the weight of all the liquid and the force fields can drive it through a narrow opening, m/s: that
// of a fall from its highest to its lowest cell, times the coefficient of velocity of a sharp-edged orifice.
template <int D>
float speed_of_fall(const LiquidState<D>& state) {
  constexpr double kOrifice = 0.97;
  const VecD<D> gravity = VecD<D>::from(gravity_of_step(state));
  struct FallSpan {
    double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();
  };
  const TilesView<D> tiles = state.tiles;
  const FieldView<const CellType, D> types = state.type;
  const FallSpan span = reduce_tiles(
      "find height of liquid", state.tiles, FallSpan{},
      [&](int tile) {
        FallSpan own;
        const VecD<D> first = VecD<D>::from(tiles.first_cell(tile));
        const CellType* type = types.tile(tile);
        for (int c = 0; c < Tile<D>::kCells; ++c) {
          if (type[c] != CellType::kFluid) continue;
          const double energy = dot(first + VecD<D>::from(Tile<D>::cell_coord(c)), gravity);
          own.low = std::min(own.low, energy);
          own.high = std::max(own.high, energy);
        }
        return own;
      },
      [](const FallSpan& a, const FallSpan& b) { return FallSpan{std::min(a.low, b.low), std::max(a.high, b.high)}; },
      16);
  const double push =
      strongest_field(state.scene, state.time) + (state.frame_path.moves() ? strongest_of_frame(state) : 0.0);
  const double fields = push * length(VecD<D>::from(state.domain.cells));
  const double energy = std::max(span.high - span.low, 0.0) + fields;  // per kg and cell
  return static_cast<float>(kOrifice * std::sqrt(2.0 * energy * state.domain.h));
}

template <int D, typename IsNarrow>
float resolved_speed(const LimitedFlow<D>& flow, int tile, const IsNarrow& is_narrow) {
  float fastest = 0.0f;
  for (int a = 0; a < D; ++a) {
    const std::uint8_t* known = flow.known[a].tile(tile);
    const float* u = flow.velocity[a].tile(tile);
    for (int c = 0; c < Tile<D>::kCells; ++c)
      if (known[c] != 0 && !is_narrow(tile, a, c)) fastest = std::max(fastest, std::abs(u[c]));
  }
  return fastest;
}

}  // namespace

template <int D>
void limit_flow_in_gaps(LiquidState<D>& state, float fastest) {
  const FaceViews<const float, D> open = state.all_solids.open_area, beside_static = state.static_solids.open_area;
  const auto in_gap = [&](int tile, int a, int c) {
    return is_gap(open[a].tile(tile)[c], beside_static[a].tile(tile)[c]);
  };
  const LimitedFlow<D> flow(state);
  for_each_tile("limit flow in gaps", state.tiles, [&](int tile) { limit_speed(flow, tile, fastest, in_gap); }, 4);
}

template <int D>
void limit_flow_in_slots(LiquidState<D>& state) {
  const float fall = speed_of_fall(state);
  if (state.max_speed <= fall) return;
  const FaceViews<const float, D> open(state.open_area());
  const auto in_slot = [&](int tile, int a, int c) { return is_slot(open[a].tile(tile)[c]); };
  const LimitedFlow<D> flow(state);
  const float resolved = max_tiles(
      "find fastest beside slots", state.tiles, 0.0f, [&](int tile) { return resolved_speed(flow, tile, in_slot); }, 4);
  if (state.max_speed <= (resolved > fall ? kJetRatio * resolved : fall)) return;
  const float limit = std::max(fall, resolved);
  for_each_tile("limit flow in slots", state.tiles, [&](int tile) { limit_speed(flow, tile, limit, in_slot); }, 4);
  state.slot_speed_limit = state.max_speed = limit;
}

template <int D>
void limit_particle_speed(const ParticlesView<D>& particles, int tile, float limit) {
  for (std::uint32_t p = particles.tile_begin(tile); p < particles.tile_end(tile); ++p) {
    VecF<D> v;
    for (int a = 0; a < D; ++a) v[a] = particles.velocity[a][p];
    const float speed = length(v);
    if (speed <= limit) continue;
    for (int a = 0; a < D; ++a) particles.velocity[a][p] = v[a] * (limit / speed);
  }
}

template void limit_flow_in_gaps<2>(LiquidState<2>&, float);
template void limit_flow_in_gaps<3>(LiquidState<3>&, float);
template void limit_particle_speed<2>(const ParticlesView<2>&, int, float);
template void limit_particle_speed<3>(const ParticlesView<3>&, int, float);
template void limit_flow_in_slots<2>(LiquidState<2>&);
template void limit_flow_in_slots<3>(LiquidState<3>&);

}  // namespace spindrift
