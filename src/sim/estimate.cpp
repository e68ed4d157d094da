#include "sim/estimate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/hash.h"
#include "base/math.h"
#include "base/no_throw.h"
#include "exec/memory.h"
#include "fluid/grid_state.h"
#include "fluid/solids.h"
#include "geometry/solid.h"
#include "keys/check_ranges.h"
#include "particles/packing.h"
#include "settings/start_flow.h"

namespace spindrift {
std::string best_advice(const std::vector<MemoryUse>& uses) {
  std::string best;
  double most = 0.0;
  std::map<std::string, double> saved;  // by each advice
  for (const MemoryUse& use : uses) {
    if (use.advice.empty() || (saved[use.advice] += use.bytes) <= most) continue;
    most = saved[use.advice];
    best = use.advice;
  }
  return best;
}

template <int D>
ShapeRoom find_room(const Domain<D>& domain, const Shape<D>& shape, const std::vector<Solid<D>>& solids) {
  constexpr int kPoints = 10'000;
  Box<D> box = shape.bounds();
  double cells = 1.0;
  for (int a = 0; a < D; ++a) {
    box.low[a] = std::max(box.low[a], 0.0);
    box.high[a] = std::min(box.high[a], domain.cells[a] * domain.h);
    cells *= std::max(0.0, box.high[a] - box.low[a]) / domain.h;
  }
  int inside = 0, free = 0;
  for (int i = 0; i < kPoints; ++i) {
    VecD<D> x;
    for (int a = 0; a < D; ++a)
      x[a] = box.low[a] +
             (box.high[a] - box.low[a]) * static_cast<double>(random_unit(static_cast<std::uint64_t>(i * D + a)));
    if (shape.distance(x) > 0.0) continue;
    ++inside;
    free += solids.empty() || distance_to_solids<D>(solids, x) > 0.0;
  }
  constexpr double kMissed = 3.0;  // points that may miss a small shape
  constexpr int kEnough = 30;      // points needed to conclude that all of it lies in solids
  return {cells * (inside + kMissed) / kPoints, inside >= kEnough && free == 0};
}

template ShapeRoom find_room<2>(const Domain<2>&, const Shape<2>&, const std::vector<Solid<2>>&);
template ShapeRoom find_room<3>(const Domain<3>&, const Shape<3>&, const std::vector<Solid<3>>&);

namespace {

double solver_bytes_per_cell(const Scene& scene) {
  const int d = scene.dimension();
  const double system = 4.0 * (d + 2);  // matrix, right-hand side
  constexpr double kPcg = 4.0 * 8.0 + 4.0;
  if (scene.pressure_solver() == PressureSolver::kGaussSeidel)  // pcg for drift.projection
    return system + 3.0 * 4.0 + (scene.is_classic() ? 0.0 : kPcg);
  if (scene.pressure_solver() == PressureSolver::kPcg) return system + kPcg;
  return system + 4.0 * (d + 3) * 4.0 / 3.0 + 4.0 * 4.0;  // multigrid: coarser levels add at most a third
}

void set_memory(Estimate& estimate, const std::vector<MemoryUse>& uses) {
  constexpr double kProgram = 42e6;  // with its libraries
  double sum = kProgram, certain = kProgram;
  for (const MemoryUse& use : uses) {
    sum += use.bytes;
    if (!use.is_guess) certain += use.bytes;
  }
  estimate.advice = best_advice(uses);
  estimate.bytes = static_cast<std::int64_t>(std::min(sum, 9e18));
  estimate.bytes_at_least = static_cast<std::int64_t>(std::min(certain, 9e18));
}

template <int D>
Box<D> hull_of(const Box<D>& a, const Box<D>& b) {
  return {min(a.low, b.low), max(a.high, b.high)};
}

// The highest speed of a solid inside the domain between two times; 0 if it does not enter the domain.
template <int D>
double fastest_between(const Scene& scene, Solid<D>& solid, double begin, double end) {
  constexpr int kMoments = 16;  // the speed of a rotating solid depends on its pose
  const Box<D> domain{VecD<D>{}, VecD<D>::from(scene.domain.size)};
  double speed = 0.0;
  Box<D> swept = domain;  // hull of all poses
  for (int i = 0; i <= kMoments; ++i) {
    constexpr double kBefore = 1e-9;  // at the keyframe itself the next motion would count
    solid.move_to(begin + (end - begin) * std::min(i / double(kMoments), 1.0 - kBefore), 0.0);
    const Box<D> box = solid.bounds();
    swept = i == 0 ? box : hull_of(swept, box);
    for (int corner = 0; corner < (1 << D); ++corner) {
      VecD<D> x;
      for (int a = 0; a < D; ++a)
        x[a] = std::clamp((corner >> a) & 1 ? box.high[a] : box.low[a], domain.low[a], domain.high[a]);
      speed = std::max(speed, length(solid.velocity(x)));
    }
  }
  return swept.meets(domain) ? speed : 0.0;
}

template <int D>
Result<SolidMotion> fastest_motion(const Scene& scene, std::size_t index) {
  const SolidSettings& settings = scene.solids[index];
  const auto shape = make_shape<D>(settings.shape, scene.file);
  if (!shape) return shape.error();
  Solid<D> solid(*shape, settings);
  const double run = scene.time.frames / scene.time.fps;
  SolidMotion fastest{index};
  const std::vector<Keyframe> keys = settings.path();
  if (keys.empty()) fastest.speed = fastest_between(scene, solid, 0.0, run);
  for (std::size_t i = 1; i < keys.size(); ++i) {
    const double begin = keys[i - 1].time, end = keys[i].time;
    if (!(begin < end) || begin >= run) continue;  // a jump, or after the end
    const double speed = fastest_between(scene, solid, begin, std::min(end, run));
    if (speed > fastest.speed) fastest = {index, i, speed};
  }
  return fastest;
}

Result<std::vector<SolidMotion>> solid_motions(const Scene& scene) {
  std::vector<SolidMotion> motions;
  for (std::size_t i = 0; i < scene.solids.size(); ++i) {
    if (!scene.solids[i].moves()) continue;
    const auto motion = scene.dimension() == 2 ? fastest_motion<2>(scene, i) : fastest_motion<3>(scene, i);
    if (!motion) return motion.error();
    motions.push_back(*motion);
  }
  return motions;
}

int substeps_at(const Scene& scene, double speed) {
  const double steps = std::ceil(speed / scene.time.fps / (scene.time.cfl * scene.domain.cell()));
  return static_cast<int>(std::clamp(steps, 1.0, static_cast<double>(scene.time.max_substeps)));
}

// Bytes per cell of an existing tile, counted from the fields of SmokeState.
double smoke_bytes_per_cell(const Scene& scene) {
  const int d = scene.dimension();
  const double fields = 3.0 * 4.0 * (d + (scene.has_fuel() ? 3.0 : 2.0)) + 4.0 + 1.0;
  return fields + solver_bytes_per_cell(scene) + (scene.solids.empty() ? 0.0 : 12.0);
}

// Cells of the tiles around a shape.
template <int D>
Result<double> cells_around(const Scene& scene, const ShapeSettings& settings) {
  auto shape = make_shape<D>(settings, scene.file);
  if (!shape) return shape.error();
  const Box<D> box = (*shape)->bounds();
  double cells = 1.0;
  for (int a = 0; a < D; ++a) {
    const double size = scene.domain.cells()[a] + 3.0, h = scene.domain.cell();
    const double length = (std::min(box.high[a], scene.domain.size[a]) - std::max(box.low[a], 0.0)) / h;
    cells *= std::min(size, std::max(length, 0.0) + 5.0 * Tile<D>::kSide);
  }
  return cells;
}

struct CellsOfRun {
  double at_start = 0.0, in_all = 0.0;
};

template <int D>
Result<CellsOfRun> cells_of_run(const Scene& scene) {
  double all = 1.0, near = 0.0;
  for (int a = 0; a < D; ++a) all *= scene.domain.cells()[a] + 3.0 + Tile<D>::kSide;
  std::vector<ShapeSettings> shapes;
  for (const SmokeSettings& smoke : scene.smokes) shapes.push_back(smoke.shape);
  for (const SmokeSourceSettings& source : scene.smoke_sources) shapes.push_back(source.shape);
  for (const ShapeSettings& shape : shapes) {
    const Result<double> cells = cells_around<D>(scene, shape);
    if (!cells) return cells.error();
    near += *cells;
  }
  if (!scene.is_sparse()) return CellsOfRun{all, all};
  constexpr double kSpread = 3.0;  // rising smoke needs more tiles than at the start
  return CellsOfRun{std::min(all, near), std::min(all, kSpread * near)};
}

// The highest gas speed to expect: from a source, or after rising through the domain while entraining air.
double expected_speed(const Scene& scene) {
  const GasSettings& gas = scene.gas;
  double speed = length(gas.wind) + expected_start_speed(gas.velocity, scene.domain), push = 0.0, height = 0.0;
  for (int a = 0; a < scene.dimension(); ++a) height = std::max(height, scene.domain.size[a]);
  auto look_at = [&](const auto& smoke) {
    const double heat =
        smoke.temperature.value_or(gas.ambient_temperature) - gas.ambient_temperature + smoke.fuel * scene.fire.heat;
    push = std::max(push, std::abs(gas.lift * heat - gas.weight * smoke.density));
  };
  for (const SmokeSettings& smoke : scene.smokes) {
    look_at(smoke);
    speed = std::max(speed, expected_start_speed(smoke.velocity, scene.domain));
  }
  for (const SmokeSourceSettings& source : scene.smoke_sources) {
    look_at(source);
    if (source.velocity) speed = std::max(speed, length(*source.velocity));
  }
  if (gas.flow == StartFlow::kTaylorGreen) speed = std::max(speed, 1.0);
  return std::max(speed, 0.5 * std::sqrt(2.0 * push * height));
}

Status estimate_smoke(const Scene& scene, SceneEstimate& result) {
  const auto cells = scene.dimension() == 2 ? cells_of_run<2>(scene) : cells_of_run<3>(scene);
  if (!cells) return cells.error();
  constexpr double kBesideFields = 3.2;  // measured: stages, tables and a checkpoint in addition to the fields
  std::vector<MemoryUse> uses = memory_of_output(scene, {0.0, cells->at_start}, {0.0, cells->in_all});
  const double of_cell = kBesideFields * smoke_bytes_per_cell(scene);
  const std::string coarser = scene.domain.cell_size ? "raise domain.cell_size" : "lower domain.resolution";
  uses.push_back({of_cell * cells->at_start, coarser});
  uses.push_back({of_cell * (cells->in_all - cells->at_start), coarser, /*is_guess=*/true});
  set_memory(result, uses);
  result.at_start = {0.0, cells->at_start};
  result.at_end = {0.0, cells->in_all};
  result.fluid_substeps = substeps_at(scene, expected_speed(scene));
  return Done{};
}

// Bytes per particle and per cell of an existing tile, counted from the columns and fields of LiquidState.
double liquid_bytes_per_particle(const Scene& scene) {
  const int d = scene.dimension();
  const double sort = 4.0 + 4.0 + 2.0 + 1.0 + 8.0;  // order, permutation, cell, bucket, spare columns
  const double start = 4.0 * d + 8.0;               // tiles and strays of the first sort
  return state_bytes_per_particle(scene) + sort + start;
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

// Cells that sources fill: at once, and in total.
struct Emitted {
  double at_once = 0.0, in_all = 0.0;
};

// One source, if the domain has room: by its rate, or by its volume and the flow through it. Liquid at rest falls out
// of it. Open sides and drains remove liquid.
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
  constexpr double kShare = 0.5;  // of its bounding box that a shape fills at least; a ball fills more
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

// Particles, the tiles around them, and outputs.
Status estimate_memory(const Scene& scene, SceneEstimate& result) {
  const Result<Emitted> emitted = cells_from_sources(scene);
  if (!emitted) return emitted.error();
  const int d = scene.dimension(), side = d == 2 ? Tile<2>::kSide : Tile<3>::kSide;
  const double per_cell = d == 2 ? packed_particles_per_cell<2>(scene) : packed_particles_per_cell<3>(scene);
  double room = 1.0, table = 1.0, seeded = 0.0;
  for (int a = 0; a < d; ++a) {
    room *= result.cells[a];
    table *= result.cells[a] / side + 1;
  }
  for (const SeedCount& count : result.seeds) seeded += count.cells;
  const double all = table * math::pow(side, d), more = std::clamp(room - seeded, 0.0, emitted->in_all),
               at_once = std::min(more, emitted->at_once);
  const double start = std::min(  // partly filled tiles and their neighbours
      all, 1.5 * seeded + 4.0 * math::pow(seeded, (d - 1.0) / d) * side);
  // Splashes touch more tiles than the liquid at the start, jets and films of a source many more for their volume, and
  // arrays grow by copying.
  constexpr double kSplash = 2.2, kSpread = 30.0, kGrowth = 2.0;
  const double splash = std::min(all, kSplash * start), spread = std::min(all, splash + kSpread * more);
  const auto particles = static_cast<double>(result.particles);
  result.at_start = {particles, seeded};
  result.at_end = {particles + more * per_cell, seeded + more};
  std::vector<MemoryUse> uses =
      memory_of_output(scene, {particles + at_once * per_cell, seeded + at_once}, result.at_end);
  const double of_particle = liquid_bytes_per_particle(scene), of_cell = liquid_bytes_per_cell(scene);
  const std::string fewer = advice_for_seeds(scene, result.seeds),
                    calmer = "lower domain.resolution, source.rate, source.velocity or source.end";
  uses.push_back({particles * of_particle + start * of_cell + 8.0 * table, fewer});
  uses.push_back({kGrowth * (splash - start) * of_cell, fewer, true});
  uses.push_back({at_once * (per_cell * of_particle + of_cell), calmer});
  uses.push_back(
      {(more - at_once) * per_cell * of_particle + std::max(0.0, kGrowth * (spread - splash) - at_once) * of_cell,
       calmer, true});
  set_memory(result, uses);
  return Done{};
}

Status estimate_liquid(const Scene& scene, SceneEstimate& result) {
  auto seeds = scene.dimension() == 2 ? count_seeds<2>(scene) : count_seeds<3>(scene);
  if (!seeds) return seeds.error();
  result.seeds = std::move(*seeds);
  for (const SeedCount& count : result.seeds) result.particles += count.made;
  if (Status possible = estimate_memory(scene, result); !possible) return possible;

  // The highest liquid speed to expect: from a fall through the domain, or given.
  double speed = fall_speed(scene);
  for (const LiquidSettings& liquid : scene.liquids)
    speed = std::max(speed, expected_start_speed(liquid.velocity, scene.domain));
  for (const SourceSettings& source : scene.sources) speed = std::max(speed, length(source.velocity));
  const double by_tension = std::ceil(1.0 / (scene.time.fps * scene.capillary_step()));
  result.fluid_substeps = std::max(
      substeps_at(scene, speed), static_cast<int>(std::min(by_tension, static_cast<double>(scene.time.max_substeps))));
  return Done{};
}

// Moving solids may need more time steps than the fluid.
Status add_motions(const Scene& scene, SceneEstimate& result) {
  auto motions = solid_motions(scene);
  if (!motions) return motions.error();
  result.motions = std::move(*motions);
  result.substeps = result.fluid_substeps;
  for (const SolidMotion& motion : result.motions) {
    int& needed = motion.keyframe == 0 ? result.substeps : result.most_substeps;
    needed = std::max(needed, substeps_at(scene, motion.speed));
  }
  if (scene.time.substeps > 0) result.substeps = result.most_substeps = scene.time.substeps;
  result.most_substeps = std::max(result.most_substeps, result.substeps);
  return Done{};
}

// Refuses liquids and sources from which no particle would ever come.
template <int D>
Status check_origins(const Scene& scene) {
  const Domain<D> domain(scene.domain);
  std::vector<Solid<D>> solids;
  if (Status placed = place_solids(scene, domain, solids); !placed) return placed;
  const auto place_of = [&](const auto& settings) {
    return settings.place.file.empty() ? Place{scene.file} : settings.place;
  };
  const auto outside = [&](const char* what, const Place& place) {
    return Error{ErrorCode::kBadInput, fmt::format("this {} lies outside the domain", what), place};
  };
  for (const LiquidSettings& liquid : scene.liquids) {
    const auto shape = make_shape<D>(liquid.shape, scene.file);
    if (!shape) return shape.error();
    if (!is_inside((*shape)->bounds(), scene.domain)) return outside("liquid", place_of(liquid));
  }
  const bool solids_move =
      std::any_of(scene.solids.begin(), scene.solids.end(), [](const SolidSettings& solid) { return solid.moves(); });
  for (const SourceSettings& source : scene.sources) {
    const auto shape = make_shape<D>(source.shape, scene.file);
    if (!shape) return shape.error();
    if (!is_inside((*shape)->bounds(), scene.domain)) return outside("source", place_of(source));
    const ShapeRoom found = find_room(domain, **shape, solids);
    if (found.is_in_solids && !solids_move)
      return Error{ErrorCode::kBadInput, "this source lies inside a solid", place_of(source)};
    constexpr double kLeast = 0.1;
    const double particles = found.cells * packed_particles_per_cell<D>(scene);
    if (particles < kLeast)
      return Error{
          ErrorCode::kBadInput,
          fmt::format(
              "this source is too small: it has room for {:.1g} particles; make it about a cell wide ({:.3g} m)",
              particles, domain.h),
          place_of(source)};
  }
  return Done{};
}

Result<SceneEstimate> estimate_as_it_is(const Scene& scene) {
  if (Status possible = check_ranges(scene); !possible) return possible.error();
  SceneEstimate result;
  result.cells = scene.domain.cells();
  result.cell_size = scene.domain.cell();
  if (Status possible = scene.dimension() == 2 ? check_origins<2>(scene) : check_origins<3>(scene); !possible)
    return possible.error();
  if (Status possible = scene.is_smoke() ? estimate_smoke(scene, result) : estimate_liquid(scene, result); !possible)
    return possible.error();
  if (Status possible = add_motions(scene, result); !possible) return possible.error();
  return result;
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

Result<SceneEstimate> estimate_scene(const Scene& scene) {
  if (scene.commands.empty()) return estimate_as_it_is(scene);
  if (Status possible = check_ranges(scene); !possible) return possible.error();
  const auto played = played_scene(scene);  // a mistake in its commands shows here
  return played ? estimate_as_it_is(*played) : Result<SceneEstimate>(played.error());
}

Result<Estimate> estimate(const Scene& scene) {
  return no_throw("estimating a scene", [&]() -> Result<Estimate> {
    const auto found = estimate_scene(scene);
    return found ? Result<Estimate>(*found) : Result<Estimate>(found.error());
  });
}

std::optional<Error> refuse_if_too_large(const Scene& scene, const Estimate& needed) {
  const std::int64_t available = available_memory_bytes();
  if (available >= 0 && needed.bytes_at_least > available)
    return Error{
        ErrorCode::kBadInput,
        fmt::format("the scene needs about {:.1f} GB with {} particles at the start, but {:.1f} GB are free; {}",
                    static_cast<double>(needed.bytes) * 1e-9, needed.particles, static_cast<double>(available) * 1e-9,
                    needed.advice),
        {scene.file}};
  constexpr std::int64_t kMostParticles = (std::int64_t{1} << 32) - 2;
  if (needed.particles > kMostParticles)
    return Error{ErrorCode::kBadInput,
                 fmt::format("{} particles at the start; at most {} are allowed; {}", needed.particles, kMostParticles,
                             needed.advice),
                 {scene.file}};
  return std::nullopt;
}

}  // namespace spindrift
