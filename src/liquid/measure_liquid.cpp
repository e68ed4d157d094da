#include "liquid/liquid_solver.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>
#include <numbers>
#include <type_traits>
#include <vector>

#include "base/hash.h"
#include "base/math.h"
#include "fluid/force_field.h"
#include "fluid/measure_grid.h"
#include "fluid/projection.h"
#include "fluid/solids.h"
#include "geometry/fractions.h"
#include "grid/for_each_tile.h"
#include "grid/halo.h"

namespace spindrift {

namespace {

// The share of a cell that is both open and below the surface: the largest possible under a ceiling along the surface,
// the smallest possible over a floor, the product of both where they cross at a right angle.
double wet_share(double open, double below, double cosine) {
  const double across = open * below;
  const double along = cosine > 0.0 ? std::max(open + below - 1.0, 0.0) : std::min(open, below);
  return across + std::abs(cosine) * (along - across);
}

template <int D>
struct LiquidInCells {
  SolidsView<D> solids;
  FieldView<const CellType, D> type;
  FieldView<const float, D> surface_distance;  // empty: none is known
  CellRanges<D> particles;
  double particles_per_cell;  // of liquid at rest
};
static_assert(std::is_trivially_copyable_v<LiquidInCells<3>>);

// The liquid's surface and the open shares in the cells of a tile.
template <int D>
class SurfaceInCells {
 public:
  SurfaceInCells(const LiquidInCells<D>& cells, int tile)
      : has_surface_(!cells.surface_distance.empty()), has_solids_(!cells.solids.empty()) {
    const TilesView<D>& tiles = cells.solids.tiles;
    load_halo(tiles, cells.type, tile, types_);
    if (has_surface_) load_halo(tiles, cells.surface_distance, tile, surface_);
    if (has_solids_) load_halo(tiles, cells.solids.distance, tile, solid_);
  }

  CellType type(const VecI<D>& cell) const { return types_.at(cell); }

  double open(const VecI<D>& cell) const {
    return has_solids_ ? volume_fraction_outside(double{solid_.at(cell)}) : 1.0;
  }

  // Drops too thin for a surface have none.
  bool has_surface(const VecI<D>& cell) const {
    return has_surface_ && type(cell) != CellType::kSolid &&
           !(type(cell) == CellType::kFluid && surface_.at(cell) >= 0.0f);
  }

  // The wet share of a cell with a surface.
  double wet(const VecI<D>& cell) const {
    const double open_share = open(cell), below = volume_fraction_inside(double{surface_.at(cell)});
    if (open_share == 1.0 || open_share == 0.0 || below == 0.0 || below == 1.0) return open_share * below;
    return wet_share(open_share, below, cosine(cell));
  }

  bool touches_air(const VecI<D>& cell) const {
    for (int n = 0; n < Tile<D>::kNeighbors; ++n)
      if (types_.at(cell + Tile<D>::neighbor_offset(n)) == CellType::kAir) return true;
    return false;
  }

 private:
  // The cosine between the normals of the liquid and the solid.
  double cosine(const VecI<D>& cell) const {
    VecF<D> up, out;
    for (int a = 0; a < D; ++a) {
      VecI<D> low = cell, high = cell;
      --low[a];
      ++high[a];
      const VecI<D>& from = type(low) == CellType::kSolid ? cell : low;
      const VecI<D>& to = type(high) == CellType::kSolid ? cell : high;
      up[a] = (surface_.at(to) - surface_.at(from)) / static_cast<float>(std::max(to[a] - from[a], 1));
      out[a] = solid_.at(high) - solid_.at(low);
    }
    const float size = length(up) * length(out);
    return size > 0.0f ? static_cast<double>(dot(up, out) / size) : 0.0;
  }

  bool has_surface_, has_solids_;
  HaloBlock<CellType, D, 1, 1> types_;
  HaloBlock<float, D, 1, 1> surface_, solid_;
};

// A cell inside the liquid counts with its open share. A cell that touches air, even at a corner, counts with the share
// below the surface, or by its particles where no surface is known.
template <int D>
double wet_cells_of_tile(const LiquidInCells<D>& cells, int tile) {
  const SurfaceInCells<D> surface(cells, tile);
  const std::uint32_t* begin = cells.particles.cells_of(tile);
  double sum = 0.0;
  for (int c = 0; c < Tile<D>::kCells; ++c) {
    const VecI<D> cell = Tile<D>::cell_coord(c);
    if (surface.type(cell) == CellType::kFluid && !surface.touches_air(cell))
      sum += surface.open(cell);
    else if (surface.has_surface(cell))
      sum += surface.wet(cell);
    else
      sum += std::min(1.0, (begin[c + 1] - begin[c]) / cells.particles_per_cell);
  }
  return sum;
}

}  // namespace

template <int D>
double wet_volume(const LiquidState<D>& state) {
  const LiquidInCells<D> cells{state.solids_view(), state.type, state.surface_distance, state.particles.ranges(),
                               state.particles_per_cell};
  const double wet =
      sum_tiles("sum wet volume", state.tiles, [&](int tile) { return wet_cells_of_tile(cells, tile); }, 4);
  return wet * state.domain.cell_volume();
}

namespace {

// If the mean on the unit circle is shorter than this, its direction is chance.
constexpr double kNoMiddle = 1e-3;

struct CircleSum {
  double count = 0.0, cosine = 0.0, sine = 0.0;
};

// Calls visit(coordinate along the axis, in cells) for every particle of a tile.
template <int D, class Visit>
void for_each_coordinate(const TilesView<D>& tiles, const ParticlesView<D, const float>& particles, int tile, int axis,
                         Visit&& visit) {
  const double origin = tiles.first_cell(tile)[axis];
  for (std::uint32_t p = particles.tile_begin(tile); p < particles.tile_end(tile); ++p)
    if (!particles.is_removed(p)) visit(origin + static_cast<double>(particles.position[axis][p]));
}

// The middle of the liquid along a periodic axis, in metres. A mean of coordinates would jump when a drop passes the
// side. The coordinates are laid around a circle; the direction of their mean there plus the mean of the shortest
// distances from it is exactly the centre of mass of liquid no longer than half of the domain. None if the liquid is
// everywhere.
template <int D>
std::optional<double> center_around(const LiquidState<D>& state, int axis) {
  const double period = state.domain.cells[axis], angle = 2.0 * std::numbers::pi / period;
  const TilesView<D> tiles = state.tiles;
  const ParticlesView<D, const float> particles = state.particles.view();
  const CircleSum on_circle = reduce_tiles(
      "sum around a circle", state.tiles, CircleSum{},
      [&](int tile) {
        CircleSum sum;
        for_each_coordinate(tiles, particles, tile, axis, [&](double x) {
          sum.count += 1.0;
          sum.cosine += math::cos(angle * x);
          sum.sine += math::sin(angle * x);
        });
        return sum;
      },
      [](const CircleSum& a, const CircleSum& b) {
        return CircleSum{a.count + b.count, a.cosine + b.cosine, a.sine + b.sine};
      },
      4);
  const double square = on_circle.cosine * on_circle.cosine + on_circle.sine * on_circle.sine;
  if (std::sqrt(square) <= kNoMiddle * on_circle.count) return std::nullopt;
  const double near = math::atan2(on_circle.sine, on_circle.cosine) / angle;
  const double distances = sum_tiles(
      "sum distances from the middle", state.tiles,
      [&](int tile) {
        double sum = 0.0;
        for_each_coordinate(tiles, particles, tile, axis, [&](double x) {
          const double distance = x - near;
          sum += distance - period * std::floor(distance / period + 0.5);
        });
        return sum;
      },
      4);
  const double middle = near + distances / on_circle.count;
  return (middle - period * std::floor(middle / period)) * state.domain.h;
}

// Depth in a solid, in cells, from which a particle counts as escaped: less is rounding of single-precision positions.
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

// The columns beside position and velocity, in the hash's order.
template <int D>
class HashedColumns {
 public:
  explicit HashedColumns(const ParticleSet<D>& particles) {
    describe_columns(particles, [&](const ColumnInfo& info, const auto& column) {
      const bool is_apart = info.in_frames == InFrames::kPosition || info.in_frames == InFrames::kVelocity;
      if (is_apart || info.life != Lifetime::kState) return;
      for_each_component(column, [&](const auto& values, std::size_t) {
        static_assert(sizeof(values[0]) == sizeof(std::uint32_t));
        if (!values.empty()) columns_.push_back(reinterpret_cast<const std::byte*>(values.data()));
      });
    });
  }
  std::uint64_t combine(std::uint64_t hash, std::uint32_t p) const {
    for (const std::byte* column : columns_) {
      std::uint32_t word = 0;
      std::memcpy(&word, column + sizeof word * p, sizeof word);
      hash = hash_combine(hash, word);
    }
    return hash;
  }

 private:
  std::vector<const std::byte*> columns_;
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
    if (particles.is_removed(p)) {  // until the next sort
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

// The expected volume: the seeded volume as measured at the start, less drained and plus emitted particles.
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
  // Cells show the liquid before the last move. Particles removed since then are subtracted by their share.
  const double held = totals.count + static_cast<double>(totals.left);
  report.volume = held > 0.0 ? wet_volume(state) * (totals.count / held) : 0.0;
  const double accounted = accounted_volume(state.ledger, particle_volume);
  report.volume_drift = accounted > 0.0 ? report.volume / accounted - 1.0 : 0.0;
  for (std::size_t i = 0; i < state.sources.size(); ++i)
    if (state.refused[i] > 0.0) report.unmet_inflow += (state.refused[i] + state.owed[i]) * particle_volume;
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
  const double fastest = max_tiles(
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
      8);
  const double push = strongest_push(state);
  double speed =
      std::max(std::sqrt(static_cast<double>(fastest)), fastest_solid<D>(state)) + std::sqrt(push * state.domain.h);
  for (const SourceSettings& source : state.scene.sources) speed = std::max(speed, length(source.velocity));
  constexpr double kNoLimit = 1e30;  // s
  const double longest = speed > 0.0 ? state.scene.time.cfl * state.domain.h / speed : kNoLimit;
  return std::min(longest, state.scene.capillary_step());
}

template double wet_volume<2>(const LiquidState<2>&);
template double wet_volume<3>(const LiquidState<3>&);
template void measure<2>(const LiquidState<2>&, FrameReport&);
template void measure<3>(const LiquidState<3>&, FrameReport&);
template double cfl_step<2>(const LiquidState<2>&);
template double cfl_step<3>(const LiquidState<3>&);

}  // namespace spindrift
