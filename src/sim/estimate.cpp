// What a scene will need, found without allocating it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/math.h"
#include "base/no_throw.h"
#include "exec/memory.h"
#include "geometry/shape.h"
#include "liquid/seed_particles.h"
#include "particles/packing.h"
#include "scene/check_ranges.h"
#include "settings/start_flow.h"
#include "sim/estimate.h"
#include "sim/memory_use.h"

namespace spindrift {

namespace {

// Bytes per particle and per cell of an existing tile, counted from the columns and fields of LiquidState.
double state_bytes_per_particle(const Scene& scene) {
  const int d = scene.dimension();
  double columns = 2.0 * d;
  if (scene.solver.transfer == Transfer::kApic) columns += d * d;
  if (scene.has_column(Column::kId)) columns += 1.0;
  if (scene.has_column(Column::kAge)) columns += 1.0;
  if (scene.has_column(Column::kColor)) columns += 3.0;
  if (scene.has_own_viscosities()) columns += 1.0;
  const double sort = 4.0 + 4.0 + 2.0 + 1.0 + 8.0;  // order, permutation, cell, bucket, spare columns
  const double start = 4.0 * d + 8.0;               // tiles and strays of the first sort
  const double weights = scene.solver.weights == Weights::kCached ? 40.0 * d : 0.0;
  return 4.0 * columns + sort + start + weights;
}

double liquid_bytes_per_cell(const Scene& scene) {
  const int d = scene.dimension();
  const double fields = 4.0 * (2 * d + 1) + d + 1.0 + 4.0 + 4.0;
  double solver = solver_bytes_per_cell(scene);
  if (scene.is_viscous()) solver += 4.0 * (8 * d + 2 + d * (d - 1) / 2) + (1 << d);
  return fields + solver + (scene.solids.empty() ? 0.0 : 12.0) + 4.0;
}

double longest_side(const Scene& scene) {
  double longest = 0.0;
  for (int a = 0; a < scene.dimension(); ++a) longest = std::max(longest, scene.domain.size[a]);
  return longest;
}

double fall_speed(const Scene& scene) {
  return std::sqrt(2.0 * scene.forces.strongest_gravity() * longest_side(scene));
}

// Cells that sources fill: at once, as large as they are, and in all.
struct Emitted {
  double at_once = 0.0, in_all = 0.0;
};

// Of one source, if the domain has room for it: by its rate, or what it holds and what streams through it. Liquid at
// rest falls out of it. Through open sides and drains the liquid leaves again.
template <int D>
Result<Emitted> cells_from(const Scene& scene, const SourceSettings& source) {
  double seconds = std::min(source.end, scene.time.frames / scene.time.fps) - source.start;
  if (seconds <= 0.0) return Emitted{};
  constexpr double kCrossings = 10.0;
  const double speed = source.velocity == Vec3d{} ? fall_speed(scene) : length(source.velocity);
  if ((!scene.domain.open.empty() || !scene.drains.empty()) && speed > 0.0)
    seconds = std::min(seconds, kCrossings * longest_side(scene) / speed);
  const double cell = math::pow(scene.domain.cell(), D);
  if (source.rate > 0.0) return Emitted{0.0, source.rate * seconds / cell};
  auto shape = make_shape<D>(source.shape, scene.file);
  if (!shape) return shape.error();
  const Box<D> box = (*shape)->bounds();
  VecD<D> size;
  double volume = 1.0, stream = 0.0;
  for (int a = 0; a < D; ++a) {
    size[a] = std::max(0.0, std::min(box.high[a], scene.domain.size[a]) - std::max(box.low[a], 0.0));
    volume *= size[a];
  }
  for (int a = 0; a < D && volume > 0.0; ++a) {
    const double falls = speed * scene.forces.gravity[a] / std::max(length(scene.forces.gravity), 1e-30);
    stream += std::abs(source.velocity == Vec3d{} ? falls : source.velocity[a]) * volume / size[a];
  }
  constexpr double kShare = 0.5;  // of its box that a shape holds for certain, a ball or more
  return Emitted{kShare * volume / cell, (volume + stream * seconds) / cell};
}

Result<Emitted> cells_from_sources(const Scene& scene) {
  Emitted sum;
  for (const SourceSettings& source : scene.sources) {
    const auto one = scene.dimension() == 2 ? cells_from<2>(scene, source) : cells_from<3>(scene, source);
    if (!one) return one.error();
    sum.at_once += one->at_once;
    sum.in_all += one->in_all;
  }
  return sum;
}

// The key that decides how many particles the largest liquid has.
std::string advice_for_seeds(const Scene& scene, const std::vector<SeedCount>& seeds) {
  const std::string coarser = scene.domain.cell_size ? "raise domain.cell_size" : "lower domain.resolution";
  const auto most = std::max_element(seeds.begin(), seeds.end(),
                                     [](const SeedCount& a, const SeedCount& b) { return a.made < b.made; });
  if (most == seeds.end()) return coarser;
  const auto i = static_cast<std::size_t>(most - seeds.begin());
  if (scene.liquids[i].count) return fmt::format("{} or lower liquid.{}.count", coarser, i + 1);
  if (scene.particles.packing == Packing::kHexagonal) return coarser + " or raise particles.radius";
  if (scene.liquids[i].spacing) return fmt::format("{} or raise liquid.{}.spacing", coarser, i + 1);
  return coarser + " or lower particles.per_cell";
}

// Particles, the tiles around them, and what a run writes of them.
Status estimate_memory(const Scene& scene, const std::vector<SeedCount>& seeds, Estimate& result) {
  const Result<Emitted> emitted = cells_from_sources(scene);
  if (!emitted) return emitted.error();
  const int d = scene.dimension(), side = d == 2 ? Tile<2>::kSide : Tile<3>::kSide;
  const double per_cell = d == 2 ? packed_particles_per_cell<2>(scene) : packed_particles_per_cell<3>(scene);
  double room = 1.0, table = 1.0, seeded = 0.0;
  for (int a = 0; a < d; ++a) {
    room *= result.cells[a];
    table *= result.cells[a] / side + 1;
  }
  for (const SeedCount& count : seeds) seeded += count.cells;
  const double all = table * math::pow(side, d), more = std::clamp(room - seeded, 0.0, emitted->in_all),
               at_once = std::min(more, emitted->at_once);
  const double start = std::min(  // partly filled tiles and their neighbours
      all, 1.5 * seeded + 4.0 * math::pow(seeded, (d - 1.0) / d) * side);
  // What falls and splashes touches more tiles than it began with, jets and films of a source very many for what they
  // hold, and arrays grow by copying.
  constexpr double kSplash = 2.2, kSpread = 30.0, kGrowth = 2.0;
  const double splash = std::min(all, kSplash * start), spread = std::min(all, splash + kSpread * more);
  const auto particles = static_cast<double>(result.particles);
  std::vector<MemoryUse> uses = memory_of_output(scene, {particles + at_once * per_cell, seeded + at_once},
                                                 {particles + more * per_cell, seeded + more});
  const double of_particle = state_bytes_per_particle(scene), of_cell = liquid_bytes_per_cell(scene);
  const std::string fewer = advice_for_seeds(scene, seeds),
                    calmer =
                        "lower domain.resolution, or let the sources be smaller, slower or close earlier "
                        "(source.rate, source.velocity, source.end)";
  uses.push_back({particles * of_particle + start * of_cell + 8.0 * table, fewer});
  uses.push_back({kGrowth * (splash - start) * of_cell, fewer, true});
  uses.push_back({at_once * (per_cell * of_particle + of_cell), calmer});
  uses.push_back(
      {(more - at_once) * per_cell * of_particle + std::max(0.0, kGrowth * (spread - splash) - at_once) * of_cell,
       calmer, true});
  set_memory(result, uses);
  result.at_start = {particles, seeded};
  result.at_end = {particles + more * per_cell, seeded + more};
  return Done{};
}

// What is certain is refused by, what is only likely is warned of.
void warn_of_memory(Estimate& result) {
  const std::int64_t available = available_memory_bytes();
  if (available >= 0 && result.bytes_at_least <= available && result.bytes > available)
    result.warnings.push_back(
        fmt::format("the scene may come to need about {:.1f} GB, and {:.1f} GB are free; if it does, {}",
                    static_cast<double>(result.bytes) * 1e-9, static_cast<double>(available) * 1e-9, result.advice));
}

// The rest of an estimate, for liquid.
Result<Estimate> estimate_liquid(const Scene& scene, Estimate result) {
  const auto seeds = scene.dimension() == 2 ? count_seeds<2>(scene) : count_seeds<3>(scene);
  if (!seeds) return seeds.error();
  for (const SeedCount& count : *seeds) result.particles += count.made;
  if (Status possible = estimate_memory(scene, *seeds, result); !possible) return possible.error();

  // The fastest liquid to expect: what falls through the height of the domain, or is sent off faster.
  double speed = fall_speed(scene);
  for (const LiquidSettings& liquid : scene.liquids)
    speed = std::max(speed, expected_start_speed(liquid.velocity, scene.domain));
  for (const SourceSettings& source : scene.sources) speed = std::max(speed, length(source.velocity));
  const double by_tension = std::ceil(1.0 / (scene.time.fps * scene.capillary_step()));
  result.substeps = std::max(substeps_at(scene, speed),
                             static_cast<int>(std::min(by_tension, static_cast<double>(scene.time.max_substeps))));
  result.warnings = likely_mistakes(scene, result, *seeds);
  return result;
}

// Solids that move may need more sub-steps than the fluid does by itself.
Status add_motions(const Scene& scene, Estimate& result) {
  const auto motions = solid_motions(scene);
  if (!motions) return motions.error();
  for (const SolidMotion& motion : *motions) {
    int& needed = motion.keyframe == 0 ? result.substeps : result.most_substeps;
    needed = std::max(needed, substeps_at(scene, motion.speed));
  }
  if (scene.time.substeps > 0) result.substeps = result.most_substeps = scene.time.substeps;
  result.most_substeps = std::max(result.most_substeps, result.substeps);
  warn_of_motions(scene, *motions, result.most_substeps, result.warnings);
  return Done{};
}

// With the first of the warnings, which may say why it came to this.
Error explained(Error error, const std::vector<std::string>& warnings) {
  if (!warnings.empty()) error.message += fmt::format("; {}", warnings.front());
  return error;
}

Result<Estimate> estimate_whole(const Scene& scene) {
  if (Status possible = check_ranges(scene); !possible) return possible.error();
  Estimate result;
  result.cells = scene.domain.cells();
  result.cell_size = scene.domain.cell();
  for (int a = 0; a < scene.dimension(); ++a)
    if (result.cells[a] > (1 << 20))
      return Error{ErrorCode::kBadInput,
                   fmt::format("{} cells along an axis; at most {} are possible", result.cells[a], 1 << 20),
                   {scene.file}};
  std::vector<std::string> of_shapes;
  if (Status possible = check_shapes(scene, of_shapes); !possible) return possible.error();
  if (Status possible = check_sources(scene, of_shapes); !possible) return explained(possible.error(), of_shapes);
  Result<Estimate> whole =
      scene.is_smoke() ? estimate_smoke(scene, std::move(result)) : estimate_liquid(scene, std::move(result));
  if (!whole) return explained(whole.error(), of_shapes);
  if (Status possible = add_motions(scene, *whole); !possible) return possible.error();
  whole->warnings.insert(whole->warnings.end(), of_shapes.begin(), of_shapes.end());
  warn_of_memory(*whole);
  return whole;
}

}  // namespace

Result<std::optional<SeededVolume>> seeded_volume(const Scene& scene) {
  using Volume = std::optional<SeededVolume>;
  if (scene.is_smoke() || scene.liquids.empty()) return Volume{};
  for (const LiquidSettings& liquid : scene.liquids)
    if (liquid.count) return Volume{};
  const auto seeds = scene.dimension() == 2 ? count_seeds<2>(scene) : count_seeds<3>(scene);
  if (!seeds) return seeds.error();
  const auto asked = scene.dimension() == 2 ? cells_asked_for<2>(scene) : cells_asked_for<3>(scene);
  if (!asked) return asked.error();
  if (!*asked) return Volume{};
  const double cell = math::pow(scene.domain.cell(), scene.dimension());
  SeededVolume volume{**asked * cell, 0.0};
  for (const SeedCount& count : *seeds) volume.seeded += count.cells * cell;
  return Volume{volume};
}

Result<Estimate> estimate(const Scene& scene) {
  return no_throw("estimating a scene", [&]() -> Result<Estimate> {
    if (scene.commands.empty()) {
      Result<Estimate> whole = estimate_whole(scene);
      if (whole) warn_of_idle_settings(scene, whole->warnings);
      return whole;
    }
    if (Status possible = check_ranges(scene); !possible) return possible.error();
    const auto played = played_scene(scene);  // a mistake in its commands shows here
    return played ? estimate_whole(*played) : Result<Estimate>(played.error());
  });
}

std::optional<Error> refuse_if_too_large(const Scene& scene, const Estimate& needed) {
  const std::int64_t available = available_memory_bytes();
  if (available >= 0 && needed.bytes_at_least > available)
    return Error{
        ErrorCode::kBadInput,
        fmt::format("the scene needs about {:.1f} GB, with {} particles at the start, but {:.1f} GB are free; {}",
                    static_cast<double>(needed.bytes) * 1e-9, needed.particles, static_cast<double>(available) * 1e-9,
                    needed.advice),
        {scene.file}};
  constexpr std::int64_t kMostParticles = (std::int64_t{1} << 32) - 2;
  if (needed.particles > kMostParticles)
    return Error{ErrorCode::kBadInput,
                 fmt::format("{} particles at the start; at most {} are possible; {}", needed.particles, kMostParticles,
                             needed.advice),
                 {scene.file}};
  return std::nullopt;
}

}  // namespace spindrift
