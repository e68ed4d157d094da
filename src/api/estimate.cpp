// What a scene will need, found without allocating it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "api/snapshot.h"
#include "base/memory.h"
#include "particles/packing.h"
#include "stages/seed_particles.h"

namespace spindrift {

namespace {

// Bytes per particle and per cell of an existing tile, counted from the columns and fields of LiquidState.
double bytes_per_particle(const Scene& scene) {
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

double bytes_per_cell(const Scene& scene) {
  const int d = scene.dimension();
  const double fields = 4.0 * (2 * d + 1) + d + 1.0 + 4.0 + 4.0;
  double solver = 4.0 * (d + 2);  // matrix, right-hand side
  if (scene.solver.pressure == PressureSolver::kGaussSeidel) solver += 3.0 * 4.0;
  if (scene.solver.pressure == PressureSolver::kPcg) solver += 4.0 * 8.0 + 4.0;
  if (scene.solver.pressure == PressureSolver::kMultigrid) solver += 4.0 * (d + 3) * 4.0 / 3.0 + 4.0 * 4.0;
  if (scene.is_viscous()) solver += 4.0 * (8 * d + 2 + d * (d - 1) / 2) + (1 << d);
  return fields + solver + (scene.solids.empty() ? 0.0 : 12.0) + 4.0;
}

}  // namespace

Result<Estimate> estimate(const Scene& scene) {
  Estimate result;
  result.cells = scene.domain.cells();
  result.cell_size = scene.domain.cell();
  for (int a = 0; a < scene.dimension(); ++a)
    if (result.cells[a] > (1 << 20))
      return Error{ErrorCode::kBadInput,
                   fmt::format("{} cells along an axis; at most {} are possible", result.cells[a], 1 << 20),
                   {scene.file}};
  if (scene.is_smoke()) return estimate_smoke(scene, std::move(result));
  const auto seeds = scene.dimension() == 2 ? count_seeds<2>(scene) : count_seeds<3>(scene);
  if (!seeds) return seeds.error();
  for (const SeedCount& count : *seeds) result.particles += count.made;

  const int d = scene.dimension();
  const int side = d == 2 ? Tile<2>::kSide : Tile<3>::kSide;
  const double per_cell = d == 2 ? packed_particles_per_cell<2>(scene) : packed_particles_per_cell<3>(scene);
  double table = 1.0;
  for (int a = 0; a < d; ++a) table *= static_cast<double>(result.cells[a] / side + 1);
  const double wet = static_cast<double>(result.particles) / per_cell;
  const double cells =
      1.5 * wet + 4.0 * std::pow(wet, (d - 1.0) / d) * side;  // partly filled tiles and their neighbours
  result.bytes = static_cast<std::int64_t>(static_cast<double>(result.particles) * bytes_per_particle(scene) +
                                           cells * bytes_per_cell(scene) + 8.0 * table + 16e6);

  // The fastest liquid to expect: what falls through the height of the domain, or is sent off faster.
  double height = 0.0, speed = 0.0;
  for (int a = 0; a < d; ++a) height = std::max(height, scene.domain.size[a]);
  for (const LiquidSettings& liquid : scene.liquids) speed = std::max(speed, length(liquid.velocity));
  for (const SourceSettings& source : scene.sources) speed = std::max(speed, length(source.velocity));
  speed = std::max(speed, std::sqrt(2.0 * length(scene.forces.gravity) * height));
  const double by_speed = speed / scene.time.fps / (scene.time.cfl * result.cell_size);
  const double steps = std::ceil(std::max(by_speed, 1.0 / (scene.time.fps * scene.capillary_step())));
  result.substeps = static_cast<int>(std::clamp(steps, 1.0, static_cast<double>(scene.time.max_substeps)));
  result.warnings = likely_mistakes(scene, result, *seeds);
  if (scene.time.substeps > 0) result.substeps = scene.time.substeps;
  return result;
}

std::optional<Error> refuse_if_too_large(const Scene& scene, const Estimate& needed) {
  const std::int64_t available = available_memory_bytes();
  if ((available < 0 || needed.bytes <= available) && needed.particles < (std::int64_t{1} << 32) - 1)
    return std::nullopt;
  return Error{
      ErrorCode::kBadInput,
      fmt::format("the scene needs about {:.1f} GB for {} particles, but {:.1f} GB are free; lower domain.resolution "
                  "or particles.per_cell",
                  static_cast<double>(needed.bytes) * 1e-9, needed.particles, static_cast<double>(available) * 1e-9),
      {scene.file}};
}

}  // namespace spindrift
