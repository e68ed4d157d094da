// Sources: the gas inside a source's shape takes its smoke, heat, fuel and velocity, at once or at a rate. A cell that
// is partly inside takes its share. A source with noise is weaker in patches that come and go.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <type_traits>

#include "base/hash.h"
#include "base/math.h"
#include "geometry/fractions.h"
#include "geometry/shape.h"
#include "grid/for_each_tile.h"
#include "smoke/gas_view.h"
#include "smoke/smoke_step.h"
#include "spindrift/scene.h"

namespace spindrift {

namespace {

// The strength of a source with noise, so that its plume is not symmetric and its flames flicker: 1 down to 1 - noise.
// Random numbers on a lattice in space and time, interpolated smoothly; a function of place and time only.
template <int D>
class SourceNoise {
 public:
  SourceNoise(const SmokeSourceSettings& source, const Box<D>& bounds, double domain_size, double time,
              std::uint64_t seed)
      : depth_(static_cast<float>(source.noise)), seed_(seed), time_(time / source.noise_time) {
    double longest = 0.0;
    for (int a = 0; a < D; ++a) longest = std::max(longest, bounds.high[a] - bounds.low[a]);
    constexpr double kPatches = 4.0;  // along the longest side
    spacing_ = source.noise_size.value_or(std::min(longest, domain_size) / kPatches);
  }

  float strength(const VecD<D>& x) const {
    if (depth_ == 0.0f) return 1.0f;
    std::array<std::int64_t, D + 1> low;
    std::array<float, D + 1> share;
    for (std::size_t a = 0; a <= D; ++a) {
      const double at = a == D ? time_ : x[static_cast<int>(a)] / spacing_;
      low[a] = static_cast<std::int64_t>(std::floor(at));
      const auto t = static_cast<float>(at - static_cast<double>(low[a]));
      share[a] = t * t * (3.0f - 2.0f * t);
    }
    float sum = 0.0f;
    for (std::uint32_t corner = 0; corner < 2u << D; ++corner) {
      std::uint64_t key = seed_;
      float weight = 1.0f;
      for (std::size_t a = 0; a <= D; ++a) {
        const bool is_high = corner >> a & 1u;
        key = hash_combine(key, static_cast<std::uint64_t>(low[a] + (is_high ? 1 : 0)));
        weight *= is_high ? share[a] : 1.0f - share[a];
      }
      sum += weight * random_unit(key);
    }
    // Means of random numbers concentrate around 1/2: stretched to reach both ends.
    constexpr float kStretch = 2.2f;
    return 1.0f - depth_ * std::clamp(0.5f + kStretch * (sum - 0.5f), 0.0f, 1.0f);
  }

 private:
  float depth_;
  std::uint64_t seed_;
  double time_, spacing_ = 1.0;
};

// Raises (or, below zero, lowers) a value to that of a source, scaled by its share of the cell.
float raised_to_source(float value, float of_source, float share) {
  const float target = of_source * share;
  const bool has_reached = of_source >= 0.0f ? value >= target : value <= target;
  return has_reached ? value : target;
}

// A source and what it emits into.
template <int D>
struct SmokeEmission {
  GasView<D> gas;
  QuantityViews<float, D> quantity;
  FaceViews<float, D> velocity;
  const Shape<D>* shape;  // an object of the host
  SourceNoise<D> noise;
  std::array<float, kQuantities> values;  // of the source
  float pace;                             // share of the way to them within the step
  bool has_velocity;
  VecF<D> source_velocity;
};
static_assert(std::is_trivially_copyable_v<SmokeEmission<3>>);

// Whether a source may reach into a tile: half the diagonal of the tile and a cell around it.
template <int D>
bool may_reach(const SmokeEmission<D>& source, int tile) {
  constexpr int kSide = Tile<D>::kSide, kMargin = 1;  // cells; a cell that is covered in part lies within half a cell
  const Domain<D>& domain = source.gas.solids.domain;
  const VecD<D> middle = VecD<D>::from(source.gas.tiles().first_cell(tile)) + VecD<D>::filled(0.5 * kSide);
  return source.shape->distance(domain.to_world(middle)) <=
         0.5 * domain.h * (kSide + 2 * kMargin) * std::sqrt(static_cast<double>(D));
}

// Returns what the tile gains.
template <int D>
QuantityAmounts emit_into_tile(const SmokeEmission<D>& source, int tile) {
  using T = Tile<D>;
  const Domain<D>& domain = source.gas.solids.domain;
  const VecD<D> first = VecD<D>::from(source.gas.tiles().first_cell(tile));
  QuantityAmounts gains{};
  const float pace = source.pace;
  const CellType* type = source.gas.type.tile(tile);
  const GasShare<D> of_gas(source.gas, tile);
  for (int c = 0; c < T::kCells; ++c) {
    const VecD<D> cell = first + VecD<D>::from(T::cell_coord(c));
    const VecD<D> middle = domain.to_world(cell + VecD<D>::filled(0.5));
    const float share = static_cast<float>(volume_fraction_inside(source.shape->distance(middle) / domain.h));
    if (type[c] == CellType::kFluid && share > 0.0f) {
      const float strength = share * source.noise.strength(middle);
      for_each_quantity(source.quantity, [&](std::size_t q) {
        float& value = source.quantity[q].tile(tile)[c];
        const float before = value;
        value += pace * (raised_to_source(value, source.values[q], strength) - value);
        gains[q] += static_cast<double>(of_gas[c]) * (static_cast<double>(value) - static_cast<double>(before));
      });
    }
    if (!source.has_velocity) continue;
    for (int a = 0; a < D; ++a) {
      VecD<D> face = cell + VecD<D>::filled(0.5);
      face[a] -= 0.5;
      if (source.shape->distance(domain.to_world(face)) > 0.0) continue;
      float& u = source.velocity[a].tile(tile)[c];
      u += pace * (source.source_velocity[a] - u);
    }
  }
  return gains;
}

template <int D>
SmokeEmission<D> emission_of(SmokeState<D>& state, const SmokeSource<D>& source, std::uint64_t number) {
  const Vec3d& size = state.scene.domain.size;
  const SmokeSourceSettings& settings = source.settings;
  const SourceNoise<D> noise(settings, source.shape->bounds(), std::max({size[0], size[1], size[2]}), state.time,
                             number);
  return {gas_view(state),
          state.quantity,
          state.velocity,
          source.shape.get(),
          noise,
          quantities_of(state.scene, settings),
          static_cast<float>(settings.rate > 0.0 ? 1.0 - math::exp(-settings.rate * state.dt) : 1.0),
          settings.velocity.has_value(),
          VecF<D>::from(settings.velocity.value_or(Vec3d{}))};
}

}  // namespace

template <int D>
void emit_smoke(SmokeState<D>& state) {
  std::uint64_t number = 0;
  for (const SmokeSource<D>& source : state.sources) {
    ++number;
    if (state.time < source.settings.start || state.time >= source.settings.end) continue;
    const SmokeEmission<D> emission = emission_of(state, source, number);
    const QuantityAmounts gains = reduce_tiles(
        "emit smoke", state.tiles, QuantityAmounts{},
        [&](int tile) {
          const bool emits = !emission.gas.is_air(tile) && may_reach(emission, tile);
          return emits ? emit_into_tile(emission, tile) : QuantityAmounts{};
        },
        [](QuantityAmounts a, const QuantityAmounts& b) { return a += b; });
    for (std::size_t q = 0; q < kQuantities; ++q) state.ledger[q].entered += gains[q];
  }
}

template void emit_smoke<2>(SmokeState<2>&);
template void emit_smoke<3>(SmokeState<3>&);

}  // namespace spindrift
