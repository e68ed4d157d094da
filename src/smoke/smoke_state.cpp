#include "smoke/smoke_state.h"

#include <cmath>
#include <numbers>

#include "base/math.h"
#include "fluid/grid_state.h"
#include "geometry/fractions.h"
#include "grid/for_each_tile.h"
#include "settings/start_flow.h"
#include "smoke/gas_regions.h"
#include "smoke/gas_view.h"
#include "smoke/smoke_step.h"

namespace spindrift {

namespace {

// A shape that is full of smoke at the start.
template <int D>
struct SmokeFilling {
  std::shared_ptr<const Shape<D>> shape;
  SmokeSettings settings;
};

// Sets the gas in motion where `holds(place of a face)`, besides the wind: on the faces across which it moves.
template <int D, class Holds>
Status start_flow(SmokeState<D>& state, const StartVelocity& velocity, const Holds& holds) {
  const auto flow = StartFlowAt::of(velocity, D);
  if (!flow) return Error{ErrorCode::kBadInput, flow.error().message, {state.scene.file}};
  const TilesView<D> tiles = state.tiles;
  const Domain<D>& domain = state.domain;
  const FaceViews<float, D> velocities = state.velocity;
  VecF<D> air;
  for (int a = 0; a < D; ++a) air[a] = state.air_velocity(a);
  const auto for_each_face = [&](int tile, const auto& visit) {
    const VecI<D> first = tiles.first_cell(tile);
    for (int a = 0; a < D; ++a)
      for (int c = 0; c < Tile<D>::kCells && flow->moves(a); ++c) {
        VecD<D> face = VecD<D>::from(first + Tile<D>::cell_coord(c)) + VecD<D>::filled(0.5);
        face[a] -= 0.5;
        const VecD<D> x = domain.to_world(face);
        if (holds(x)) visit(a, Vec3d::from(x), velocities[a].tile(tile)[c]);
      }
  };
  for_each_tile("start flow", state.tiles, [&](int tile) {
    for_each_face(tile,
                  [&](int a, const Vec3d& x, float& u) { u = air[a] + static_cast<float>(flow->component(a, x)); });
  });
  Status possible = Done{};
  for (int tile = 1; tile <= static_cast<int>(state.tiles.count()) && !velocity.is_uniform(); ++tile)
    for_each_face(tile, [&](int, const Vec3d& x, float) {
      if (possible) possible = flow->check(x, {state.scene.file});
    });
  return possible;
}

// Fills a shape; partly covered cells get their share. Where shapes overlap, the later one counts.
template <int D>
Status fill(SmokeState<D>& state, const SmokeSettings& smoke, const Shape<D>& shape) {
  using T = Tile<D>;
  const Domain<D>& domain = state.domain;
  const auto values = quantities_of(state.scene, smoke);
  const TilesView<D> tiles = state.tiles;
  const FieldView<const CellType, D> types = state.type;
  const QuantityViews<float, D> quantity = state.quantity;
  for_each_tile("fill shape with smoke", state.tiles, [&](int tile) {
    const VecD<D> first = VecD<D>::from(tiles.first_cell(tile));
    for (int c = 0; c < T::kCells; ++c) {
      const VecD<D> cell = first + VecD<D>::from(T::cell_coord(c));
      const double distance = shape.distance(domain.to_world(cell + VecD<D>::filled(0.5)));
      const auto share = static_cast<float>(volume_fraction_inside(distance / domain.h));
      if (share > 0.0f && types.tile(tile)[c] == CellType::kFluid)
        for_each_quantity(quantity, [&](std::size_t q) {
          float& value = quantity[q].tile(tile)[c];
          value += share * (values[q] - value);
        });
    }
  });
  return start_flow(state, smoke.velocity, [&](const VecD<D>& x) { return shape.distance(x) <= 0.0; });
}

// By the formulas of the gas, up to the domain's sides.
template <int D>
Status start_flow_in_domain(SmokeState<D>& state) {
  constexpr double kSlack = 1e-6;  // cells: faces on the sides themselves belong to it, whatever rounding says
  const Box<D> box{VecD<D>{}, VecD<D>::from(state.domain.cells) * state.domain.h};
  return start_flow(state, state.scene.gas.velocity,
                    [&](const VecD<D>& x) { return box.contains(x, kSlack * state.domain.h); });
}

// u = sin X cos Y cos Z, v = -cos X sin Y cos Z with X, Y, Z from 0 to pi over the domain: a cell of the vortex has
// walls for borders. Along a periodic axis from 0 to 2 pi. Scaled along y so that the flow is free of divergence in any
// box.
template <int D>
void start_taylor_green(SmokeState<D>& state) {
  const Domain<D>& domain = state.domain;
  VecD<D> wave;
  for (int a = 0; a < D; ++a) {
    const double turns = domain.is_periodic[a] ? 2.0 : 1.0;
    wave[a] = turns * std::numbers::pi / (domain.cells[a] * domain.h);
  }
  const TilesView<D> tiles = state.tiles;
  const FaceViews<float, D> velocity = state.velocity;
  for_each_tile("start taylor green", state.tiles, [&](int tile) {
    for (int a = 0; a < 2; ++a)
      for (int c = 0; c < Tile<D>::kCells; ++c) {
        VecD<D> face = VecD<D>::from(tiles.first_cell(tile) + Tile<D>::cell_coord(c)) + VecD<D>::filled(0.5);
        face[a] -= 0.5;
        const VecD<D> x = domain.to_world(face);
        double u = a == 0 ? 1.0 : -wave[0] / wave[1];
        for (int b = 0; b < D; ++b) u *= a == b ? math::sin(wave[b] * x[b]) : math::cos(wave[b] * x[b]);
        velocity[a].tile(tile)[c] = static_cast<float>(u);
      }
  });
}

template <int D>
float largest_component(const SmokeState<D>& state) {
  const FaceViews<const float, D> velocity = state.velocity;
  return reduce_tiles(
      "find largest velocity", state.tiles, 0.0f,
      [&](int tile) {
        float largest = 0.0f;
        for (const auto& component : velocity)
          for (int c = 0; c < Tile<D>::kCells; ++c) largest = std::max(largest, std::abs(component.tile(tile)[c]));
        return largest;
      },
      [](float a, float b) { return std::max(a, b); });
}

}  // namespace

template <int D>
Result<std::unique_ptr<SmokeState<D>>> make_empty_smoke_state(const Physics& scene) {
  auto state = std::make_unique<SmokeState<D>>();
  if (Status made = set_up_grid<D>(scene, *state); !made) return made.error();
  if (Status made = place_shapes<D>(scene.smoke_sources, *state, state->sources); !made) return made.error();
  for (std::size_t q = 0; q < kQuantities; ++q)
    if (q != kFuel || scene.has_fuel()) state->quantity[q].resize(0);
  return state;
}

template <int D>
Result<std::unique_ptr<SmokeState<D>>> make_smoke_state(const Physics& scene) {
  auto made = make_empty_smoke_state<D>(scene);
  if (!made) return made.error();
  SmokeState<D>& state = **made;
  std::vector<SmokeFilling<D>> fillings;
  if (Status placed = place_shapes<D>(scene.smokes, state, fillings); !placed) return placed.error();
  const std::size_t sources = state.sources.size();
  // For the choice of tiles the smoke at the start is a source.
  for (const SmokeFilling<D>& filling : fillings) state.sources.push_back({filling.shape, {}});
  choose_tiles(state);
  state.sources.resize(sources);
  if (Status moves = start_flow_in_domain(state); !moves) return moves.error();
  for (const SmokeFilling<D>& filling : fillings)
    if (Status filled = fill(state, filling.settings, *filling.shape); !filled) return filled.error();
  if (scene.gas.flow == StartFlow::kTaylorGreen) start_taylor_green(state);
  extend_velocity(state);
  const auto totals = total_of_gas(state);
  for (std::size_t q = 0; q < kQuantities; ++q) state.ledger[q].entered = totals[q];
  state.max_speed = largest_component(state);
  return made;
}

template Result<std::unique_ptr<SmokeState<2>>> make_empty_smoke_state<2>(const Physics&);
template Result<std::unique_ptr<SmokeState<3>>> make_empty_smoke_state<3>(const Physics&);
template Result<std::unique_ptr<SmokeState<2>>> make_smoke_state<2>(const Physics&);
template Result<std::unique_ptr<SmokeState<3>>> make_smoke_state<3>(const Physics&);

}  // namespace spindrift
