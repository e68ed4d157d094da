// What a smoke scene will need, found without allocating it.
#include <algorithm>
#include <cmath>

#include "geometry/shape.h"
#include "settings/start_flow.h"
#include "sim/estimate.h"
#include "sim/memory_use.h"

namespace spindrift {

namespace {

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
  constexpr double kSpread = 3.0;  // what rises needs more tiles than it began with
  return CellsOfRun{std::min(all, near), std::min(all, kSpread * near)};
}

// The fastest gas to expect: what leaves a source, or rises through the height of the domain and entrains air.
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

}  // namespace

Result<Estimate> estimate_smoke(const Scene& scene, Estimate result) {
  const auto cells = scene.dimension() == 2 ? cells_of_run<2>(scene) : cells_of_run<3>(scene);
  if (!cells) return cells.error();
  constexpr double kBesideFields = 3.2;  // measured: what stages, tables and a checkpoint hold beside the fields
  std::vector<MemoryUse> uses = memory_of_output(scene, {0.0, cells->at_start}, {0.0, cells->in_all});
  const double of_cell = kBesideFields * smoke_bytes_per_cell(scene);
  const std::string coarser = scene.domain.cell_size ? "raise domain.cell_size" : "lower domain.resolution";
  uses.push_back({of_cell * cells->at_start, coarser});
  uses.push_back({of_cell * (cells->in_all - cells->at_start), coarser, /*is_guess=*/true});
  set_memory(result, uses);
  result.at_start = {0.0, cells->at_start};
  result.at_end = {0.0, cells->in_all};
  result.substeps = substeps_at(scene, expected_speed(scene));
  result.warnings = likely_mistakes(scene, result);
  return result;
}

}  // namespace spindrift
