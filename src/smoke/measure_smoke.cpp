#include "smoke/smoke_solver.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "base/hash.h"
#include "fluid/force_field.h"
#include "fluid/measure_grid.h"
#include "grid/for_each_tile.h"
#include "grid/halo.h"
#include "smoke/gas_view.h"
#include "smoke/smoke_step.h"

namespace spindrift {

namespace {

constexpr double kNoFront = -1e300;  // what a report holds where there is no smoke

struct SmokeTotals {
  std::array<double, kQuantities> quantity{}, largest{};
  double square_speed = 0.0, front = kNoFront;
  Vec3d velocity{}, place{}, moment{};
  std::uint64_t hash = 0;
};

SmokeTotals combine(SmokeTotals a, const SmokeTotals& b) {
  for (std::size_t q = 0; q < kQuantities; ++q) {
    a.quantity[q] += b.quantity[q];
    a.largest[q] = std::max(a.largest[q], b.largest[q]);
  }
  a.square_speed += b.square_speed;
  a.front = std::max(a.front, b.front);
  a.velocity += b.velocity;
  a.place += b.place;
  a.moment += b.moment;
  a.hash += b.hash;
  return a;
}

// The front is where smoke is half as thick as the thickest that sources or fillings make: the middle of the few cells
// over which advection spreads an edge. Without any smoke to come it is nowhere.
constexpr double kFrontDensity = 0.5, kLeastFrontDensity = 1e-6;
// Drift is relative to no less than this share of all that came in: of the last wisps of smoke it would be rounding.
constexpr double kLeastShareLeft = 1e-6;

template <int D>
SmokeTotals measure_tile(const GasView<D>& gas, const FaceViews<const float, D>& velocity,
                         const QuantityViews<const float, D>& quantity, double front_density, int tile) {
  using T = Tile<D>;
  SmokeTotals totals;
  if (gas.is_air(tile)) return totals;
  const CellType* type = gas.type.tile(tile);
  std::array<HaloBlock<float, D, 0, 1>, D> u;
  for (std::size_t a = 0; a < D; ++a) load_halo(gas.tiles(), velocity[a], tile, u[a]);
  for (int a = 0; a < D; ++a)
    totals.hash = hash_combine(totals.hash, static_cast<std::uint64_t>(gas.tiles().coord(tile)[a]));
  const GasShare<D> share(gas, tile);
  for (int c = 0; c < T::kCells; ++c) {
    if (type[c] != CellType::kFluid) continue;
    const VecI<D> local = T::cell_coord(c);
    const VecD<D> center = VecD<D>::from(gas.tiles().first_cell(tile) + local) + VecD<D>::filled(0.5);
    const Vec3d x = Vec3d::from(gas.solids.domain.to_world(center));
    Vec3d v{};
    for (int a = 0; a < D; ++a) {
      VecI<D> next = local;
      ++next[a];
      const float low = u[a].at(local), high = u[a].at(next);
      v[a] = 0.5 * (static_cast<double>(low) + static_cast<double>(high));
      // Energy from the faces' own squares: the mean of the squares, not the square of the mean.
      totals.square_speed += 0.5 * (static_cast<double>(low) * static_cast<double>(low) +
                                    static_cast<double>(high) * static_cast<double>(high));
      totals.hash = hash_combine(totals.hash, std::bit_cast<std::uint32_t>(low));
    }
    for_each_quantity(quantity, [&](std::size_t q) {
      const float value = quantity[q].tile(tile)[c];
      totals.quantity[q] += static_cast<double>(share[c] * value);
      totals.largest[q] = std::max(totals.largest[q], static_cast<double>(value));
      totals.hash = hash_combine(totals.hash, std::bit_cast<std::uint32_t>(value));
    });
    const auto smoke = static_cast<double>(quantity[kDensity].tile(tile)[c]);
    totals.place += x * (static_cast<double>(share[c]) * smoke);
    if (smoke >= front_density) totals.front = std::max(totals.front, x[0]);
    totals.velocity += v;
    totals.moment += cross(x, v);
  }
  totals.hash = mix(totals.hash);
  return totals;
}

double thickest(const Physics& scene) {
  double density = 0.0;
  for (const SmokeSettings& smoke : scene.smokes) density = std::max(density, smoke.density);
  for (const SmokeSourceSettings& source : scene.smoke_sources) density = std::max(density, source.density);
  return density;
}

}  // namespace

template <int D>
void measure(const SmokeState<D>& state, FrameReport& report) {
  const double front_density = std::max(kLeastFrontDensity, kFrontDensity * thickest(state.scene));
  const GasView<D> gas = gas_view(state);
  const FaceViews<const float, D> velocity = state.velocity;
  const QuantityViews<const float, D> quantity = state.quantity;
  const SmokeTotals totals = reduce_tiles(
      "measure smoke", state.tiles, SmokeTotals{},
      [&](int tile) { return measure_tile(gas, velocity, quantity, front_density, tile); }, combine);
  const double volume = state.domain.cell_volume(), mass = state.scene.gas.density * volume;
  SmokeReport smoke;
  smoke.smoke = totals.quantity[kDensity] * volume;
  smoke.heat = totals.quantity[kHeat] * volume;
  if (state.has_fuel()) smoke.fuel = totals.quantity[kFuel] * volume;
  smoke.max_temperature = totals.largest[kHeat] + state.scene.gas.ambient_temperature;
  smoke.max_density = totals.largest[kDensity];
  const SmokeLedger& ledger = state.ledger[kDensity];
  const double held = totals.quantity[kDensity], accounted = ledger.entered - ledger.left;
  // Over the larger of the two, so that an error also shows where more was booked out than ever came in.
  const double scale = std::max({std::abs(accounted), held, kLeastShareLeft * ledger.entered});
  smoke.drift = scale > 0.0 ? (held - accounted) / scale : 0.0;
  report.smoke = smoke;
  report.time = state.time;
  report.fluid_cells = state.fluid_cells;
  report.tiles = state.tiles.count();
  report.kinetic_energy = 0.5 * mass * totals.square_speed;
  report.linear_momentum = totals.velocity * mass;
  report.angular_momentum = totals.moment * mass;
  if (held > 0.0) report.center_of_mass = totals.place / held;
  report.front_x = totals.front;
  report.max_speed = static_cast<double>(state.max_speed);
  report.state_hash = totals.hash;
  measure_divergence(state, report, [](const auto& at, auto& inflow) { find_gas_inflow(at, inflow); });
}

template <int D>
double cfl_step(const SmokeState<D>& state) {
  const GasSettings& gas = state.scene.gas;
  const FieldView<const float, D> densities = state.density(), heats = state.heat();
  const auto sinks = static_cast<float>(gas.weight), rises = static_cast<float>(gas.lift);
  const double push = reduce_tiles(
      "find strongest buoyancy", state.tiles, 0.0f,
      [&](int tile) {
        const float* smoke = densities.tile(tile);
        const float* heat = heats.tile(tile);
        float largest = 0.0f;
        for (int c = 0; c < Tile<D>::kCells; ++c)
          largest = std::max(largest, std::abs(rises * heat[c] - sinks * smoke[c]));
        return largest;
      },
      [](float a, float b) { return std::max(a, b); }, 8);
  double speed = std::max(static_cast<double>(state.max_speed), fastest_solid<D>(state)), source_push = 0.0;
  for (const SmokeSource<D>& source : state.sources) {
    const double heat = source.settings.temperature.value_or(gas.ambient_temperature) - gas.ambient_temperature;
    source_push = std::max(source_push, std::abs(gas.lift * heat - gas.weight * source.settings.density));
    if (source.settings.velocity)
      for (int a = 0; a < D; ++a) speed = std::max(speed, std::abs((*source.settings.velocity)[a]));
  }
  const double strongest = std::max(static_cast<double>(push), source_push) + strongest_field(state.scene, state.time) +
                           (state.frame_path.moves() ? strongest_of_frame(state) : 0.0);
  const double h = state.domain.h, cfl = state.scene.time.cfl;
  double longest = std::numeric_limits<double>::infinity();
  if (speed > 0.0) longest = cfl * h / speed;
  if (strongest > 0.0) longest = std::min(longest, std::sqrt(2.0 * cfl * h / strongest));
  return longest;
}

template void measure<2>(const SmokeState<2>&, FrameReport&);
template void measure<3>(const SmokeState<3>&, FrameReport&);
template double cfl_step<2>(const SmokeState<2>&);
template double cfl_step<3>(const SmokeState<3>&);

}  // namespace spindrift
