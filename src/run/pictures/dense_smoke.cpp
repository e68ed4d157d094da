#include "run/pictures/dense_smoke.h"

#include <algorithm>

#include "exec/parallel.h"
#include "geometry/place_solids.h"
#include "grid/domain.h"
#include "grid/frames.h"
#include "grid/tile.h"

namespace spindrift {
namespace {

std::size_t index_of(const Vec<int, 3>& place, const Vec<int, 3>& cells) {
  return cell_number(cells, place[0], place[1], place[2]);
}

Vec<int, 3> place_of(std::size_t index, const Vec<int, 3>& cells) {
  const auto x = static_cast<std::size_t>(cells[0]), y = static_cast<std::size_t>(cells[1]);
  return {{static_cast<int>(index % x), static_cast<int>(index / x % y), static_cast<int>(index / x / y)}};
}

// Air outside of the computed region, as Simulation::cells() has it.
CellFrame still_air(const Scene& scene, double time, bool has_fuel) {
  CellFrame frame;
  frame.time = time;
  frame.cells = scene.domain.cells();
  frame.cell_size = scene.domain.cell();
  const std::size_t count = cell_count(frame.cells);
  frame.keeps_temperature = true;
  frame.keeps_fuel = has_fuel;
  frame.type.assign(count, CellType::kAir);
  frame.density.assign(count, 0.0f);
  frame.pressure.assign(count, 0.0f);
  frame.temperature.assign(count, static_cast<float>(scene.gas.ambient_temperature));
  if (has_fuel) frame.fuel.assign(count, 0.0f);
  frame.velocity.assign(3 * count, 0.0f);
  for (std::size_t i = 0; i < frame.velocity.size(); ++i)
    if (const int a = static_cast<int>(i % 3); a < scene.dimension())
      frame.velocity[i] = static_cast<float>(scene.gas.wind[a]);
  return frame;
}

void copy_gas(const FluidCells& fluid, CellFrame& frame) {
  for (std::size_t i = 0; i < fluid.count(); ++i) {
    const std::size_t to = index_of(fluid.place[i], frame.cells);
    frame.type[to] = CellType::kFluid;
    frame.density[to] = fluid.density[i];
    frame.pressure[to] = fluid.pressure[i];
    frame.temperature[to] = fluid.temperature[i];
    if (!fluid.fuel.empty()) frame.fuel[to] = fluid.fuel[i];
    for (std::size_t a = 0; a < 3; ++a) frame.velocity[3 * to + a] = fluid.velocity[3 * i + a];
  }
}

// Which tiles hold gas.
template <int D>
class TilesWithGas {
 public:
  TilesWithGas(const Scene& scene, const FluidCells& fluid) : domain_(scene.domain) {
    for (int a = 0; a < D; ++a) tiles_[a] = (domain_.extent()[a] + Tile<D>::kSide - 1) / Tile<D>::kSide;
    has_gas_.assign(index_of(tiles_ - Vec<int, 3>::filled(1), tiles_) + 1, 0);
    for (const Vec<int, 3>& place : fluid.place) has_gas_[index_of(tile(place), tiles_)] = 1;
  }
  bool contain(const Vec<int, 3>& place) const { return has_gas_[index_of(tile(place), tiles_)]; }

 private:
  Vec<int, 3> tile(const Vec<int, 3>& place) const {
    Vec<int, 3> at{};
    for (int a = 0; a < D; ++a) at[a] = (place[a] + domain_.first_cell()[a]) / Tile<D>::kSide;
    return at;
  }

  Domain<D> domain_;
  Vec<int, 3> tiles_ = Vec<int, 3>::filled(1);
  std::vector<char> has_gas_;
};

// A tile with gas holds nothing else but what solids close. In the others the centres of cells say where solids are.
template <int D>
Status mark_solids(const Scene& scene, double time, const FluidCells& fluid, CellFrame& frame) {
  std::vector<Solid<D>> solids;
  if (Status placed = place_solids<D>(scene, Domain<D>(scene.domain), solids); !placed) return placed;
  for (Solid<D>& solid : solids) solid.move_to(time, 0.0);
  const TilesWithGas<D> tiles(scene, fluid);
  const auto is_solid = [&](const Vec<int, 3>& place) {
    if (tiles.contain(place)) return true;
    VecD<D> center;
    for (int a = 0; a < D; ++a) center[a] = (place[a] + 0.5) * frame.cell_size;
    return std::any_of(solids.begin(), solids.end(),
                       [&](const Solid<D>& solid) { return solid.distance(center) < 0.0; });
  };
  parallel_for(
      "mark cells in solids", frame.type.size(),
      [&](std::size_t i) {
        if (frame.type[i] == CellType::kFluid || !is_solid(place_of(i, frame.cells))) return;
        frame.type[i] = CellType::kSolid;
        for (std::size_t a = 0; a < 3; ++a) frame.velocity[3 * i + a] = 0.0f;
      },
      4096);
  return Done{};
}

}  // namespace

Result<CellFrame> dense_smoke(const Scene& scene, double time, const FluidCells& fluid) {
  CellFrame frame = still_air(scene, time, fluid.has_fuel());
  copy_gas(fluid, frame);
  if (scene.solids.empty()) return frame;
  const Status marked =
      scene.dimension() == 2 ? mark_solids<2>(scene, time, fluid, frame) : mark_solids<3>(scene, time, fluid, frame);
  if (!marked) return marked.error();
  return frame;
}

}  // namespace spindrift
