#include "liquid/measure_liquid.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "base/hash.h"
#include "fluid/force_field.h"
#include "fluid/measure_grid.h"
#include "fluid/projection.h"
#include "fluid/solids.h"
#include "grid/for_each_tile.h"
#include "liquid/center_around.h"
#include "liquid/wet_volume.h"

namespace spindrift {

namespace {

// Cells that a particle lies in a solid before it counts as escaped: less is rounding, of positions in single
// precision.
constexpr double kEscapeDepth = 1e-4;

// Sums over the particles of a tile, or of many tiles.
struct ParticleTotals {
  double count = 0.0, square_speed = 0.0, max_speed = 0.0, front = std::numeric_limits<double>::lowest();
  Vec3d velocity{}, position{}, moment{};
  std::int64_t escaped = 0, left = 0;
  std::uint64_t hash = 0;
};

ParticleTotals combine(const ParticleTotals& a, const ParticleTotals& b) {
  return {a.count + b.count,
          a.square_speed + b.square_speed,
          std::max(a.max_speed, b.max_speed),
          std::max(a.front, b.front),
          a.velocity + b.velocity,
          a.position + b.position,
          a.moment + b.moment,
          a.escaped + b.escaped,
          a.left + b.left,
          a.hash + b.hash};  // a sum: tiles without particles change nothing
}

// The columns beside position and velocity that there are, as the hash takes them.
template <int D>
class HashedColumns {
 public:
  explicit HashedColumns(const ParticleSet<D>& particles) {
    for (const auto& column : particles.affine) add(column, before_id_);
    if (!particles.id.empty()) id_ = particles.id.data();
    add(particles.age, after_id_);
    for (const auto& column : particles.color) add(column, after_id_);
    add(particles.viscosity, after_id_);
  }
  std::uint64_t combine(std::uint64_t hash, std::uint32_t p) const {
    for (const float* column : before_id_) hash = hash_combine(hash, std::bit_cast<std::uint32_t>(column[p]));
    if (id_) hash = hash_combine(hash, id_[p]);
    for (const float* column : after_id_) hash = hash_combine(hash, std::bit_cast<std::uint32_t>(column[p]));
    return hash;
  }

 private:
  static void add(const Buffer<float>& column, std::vector<const float*>& columns) {
    if (!column.empty()) columns.push_back(column.data());
  }
  std::vector<const float*> before_id_, after_id_;
  const std::uint32_t* id_ = nullptr;
};

template <int D>
ParticleTotals measure_tile(const SolidsView<D>& solids, const ParticlesView<D, const float>& particles,
                            const HashedColumns<D>& columns, int tile) {
  const Domain<D>& domain = solids.domain;
  const VecD<D> origin = VecD<D>::from(solids.tiles.first_cell(tile));
  ParticleTotals totals;
  const std::uint32_t begin = particles.tile_begin(tile), end = particles.tile_end(tile);
  if (begin == end) return totals;
  for (int a = 0; a < D; ++a)
    totals.hash = hash_combine(totals.hash, static_cast<std::uint64_t>(solids.tiles.coord(tile)[a]));
  double max_square_speed = 0.0;
  for (std::uint32_t p = begin; p < end; ++p) {
    if (particles.is_removed(p)) {  // gone: the next sort will drop it
      ++totals.left;
      continue;
    }
    Vec3d v{};
    VecD<D> at = origin;
    for (int a = 0; a < D; ++a) {
      const float xa = particles.position[a][p];
      const float va = particles.velocity[a][p];
      at[a] += static_cast<double>(xa);
      v[a] = static_cast<double>(va);
      totals.hash = hash_combine(
          totals.hash, std::uint64_t{std::bit_cast<std::uint32_t>(xa)} << 32 | std::bit_cast<std::uint32_t>(va));
    }
    const VecD<D> world = domain.to_world(domain.wrapped(at));
    const auto x = Vec3d::from(world);
    bool inside = true;
    for (int a = 0; a < D; ++a)
      inside &= domain.is_periodic[a] || (at[a] >= Domain<D>::kBorder && at[a] <= Domain<D>::kBorder + domain.cells[a]);
    if (inside && !solids.empty() && may_touch_solid(solids, tile, at - origin))
      inside = distance_to_solids(solids.solids, world) > -kEscapeDepth * domain.h;
    totals.escaped += !inside;
    totals.count += 1.0;
    const double square_speed = dot(v, v);
    totals.square_speed += square_speed;
    max_square_speed = std::max(max_square_speed, square_speed);
    totals.front = std::max(totals.front, x[0]);
    totals.velocity += v;
    totals.position += x;
    totals.moment += cross(x, v);
    totals.hash = columns.combine(totals.hash, p);
  }
  totals.max_speed = std::sqrt(max_square_speed);
  totals.hash = mix(totals.hash);
  return totals;
}

// The volume that there should be: what was seeded as it measured then, or the part of it that is left, and what has
// come since by the particle.
double accounted_volume(const ParticleLedger& ledger, double particle_volume) {
  const auto seeded = static_cast<double>(ledger.seeded), present = static_cast<double>(ledger.present());
  const double seeded_volume = ledger.seeded_volume > 0.0 ? ledger.seeded_volume : seeded * particle_volume;
  if (present >= seeded) return seeded_volume + (present - seeded) * particle_volume;
  return seeded_volume * (present / seeded);
}

}  // namespace

template <int D>
void measure(const LiquidState<D>& state, FrameReport& report) {
  const HashedColumns<D> columns(state.particles);
  const SolidsView<D> solids = state.solids_view();
  const ParticlesView<D, const float> particles = state.particles.view();
  const ParticleTotals totals = reduce_tiles(
      "measure particles", state.tiles, ParticleTotals{},
      [&](int tile) { return measure_tile(solids, particles, columns, tile); }, combine);
  const double cell_volume = state.domain.cell_volume();
  const double particle_volume = cell_volume / state.particles_per_cell;
  const double mass = state.scene.fluid.density * particle_volume;
  report.time = state.time;
  report.particles = static_cast<std::int64_t>(totals.count);
  report.fluid_cells = state.fluid_cells;
  report.tiles = state.tiles.count();
  // The cells are those of before the last move. What left in it still wets them, and takes its share along.
  const double held = totals.count + static_cast<double>(totals.left);
  report.volume = held > 0.0 ? wet_volume(state) * (totals.count / held) : 0.0;
  const double accounted = accounted_volume(state.ledger, particle_volume);
  report.volume_drift = accounted > 0.0 ? report.volume / accounted - 1.0 : 0.0;
  for (const Source<D>& source : state.sources)  // what may still follow is not reported
    if (source.refused > 0.0) report.unmet_inflow += (source.refused + source.owed) * particle_volume;
  report.kinetic_energy = 0.5 * mass * totals.square_speed;
  report.potential_energy = -mass * dot(gravity_in_tank(state), totals.position);
  report.linear_momentum = totals.velocity * mass;
  report.angular_momentum = totals.moment * mass;
  report.center_of_mass = totals.count > 0.0 ? totals.position / totals.count : Vec3d{};
  for (int a = 0; a < D; ++a)
    if (state.domain.is_periodic[a] && totals.count > 0.0)
      report.center_of_mass[a] = center_around(state, a).value_or(report.center_of_mass[a]);
  report.max_speed = totals.max_speed;
  report.front_x = totals.count > 0.0 ? totals.front : 0.0;
  report.escaped_particles = totals.escaped;
  report.state_hash = hash_combine(totals.hash, static_cast<std::uint64_t>(report.particles));
  measure_divergence(state, report, [](const auto& at, auto& inflow) { find_inflow(at, inflow); });
}

template <int D>
double cfl_step(const LiquidState<D>& state) {
  const ParticlesView<D, const float> particles = state.particles.view();
  const double fastest = reduce_tiles(
      "find fastest particle", state.tiles, 0.0f,
      [&](int tile) {
        float square = 0.0f;
        for (std::uint32_t p = particles.tile_begin(tile); p < particles.tile_end(tile); ++p) {
          float sum = 0.0f;
          for (const float* v : particles.velocity) sum += v[p] * v[p];
          square = std::max(square, sum);
        }
        return square;
      },
      [](float a, float b) { return std::max(a, b); }, 8);
  const double push = strongest_push(state);
  double speed =
      std::max(std::sqrt(static_cast<double>(fastest)), fastest_solid<D>(state)) + std::sqrt(push * state.domain.h);
  for (const SourceSettings& source : state.scene.sources) speed = std::max(speed, length(source.velocity));
  constexpr double kNoLimit = 1e30;  // s
  const double longest = speed > 0.0 ? state.scene.time.cfl * state.domain.h / speed : kNoLimit;
  return std::min(longest, state.scene.capillary_step());
}

template void measure<2>(const LiquidState<2>&, FrameReport&);
template void measure<3>(const LiquidState<3>&, FrameReport&);
template double cfl_step<2>(const LiquidState<2>&);
template double cfl_step<3>(const LiquidState<3>&);

}  // namespace spindrift
