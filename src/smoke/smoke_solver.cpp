#include "smoke/smoke_solver.h"

#include <cmath>
#include <limits>

#include "base/archive.h"
#include "base/check.h"
#include "fluid/grid_state.h"
#include "fluid/solver_body.h"
#include "fluid/state_fields.h"
#include "grid/for_each_tile.h"
#include "smoke/extend.h"
#include "smoke/gas_regions.h"
#include "smoke/smoke_state.h"
#include "smoke/smoke_step.h"

namespace spindrift {

namespace {

// Without solids all gas is region 1, and the field that says so is empty.
template <int D>
void label_all_gas(SmokeState<D>& state) {
  state.region.resize(state.tiles.count());
  const FieldView<const CellType, D> types = state.type;
  const FieldView<std::int32_t, D> regions = state.region;
  for_each_tile("label all gas", state.tiles, [&](int tile) {
    for (int c = 0; c < Tile<D>::kCells; ++c) regions.tile(tile)[c] = types.tile(tile)[c] == CellType::kFluid ? 1 : 0;
  });
}

// Cells that a new solid covers or a removed one uncovers are treated as if the solid had moved; see choose_tiles.
template <int D>
void change_solids(SmokeState<D>& state, std::vector<Solid<D>> solids) {
  if (solids.empty() && state.solids.empty()) return;
  state.for_each_quantity([&](std::size_t q) { extend_quantity(state, state.quantity[q]); });
  if (state.region.empty()) label_all_gas(state);
  const RegionSums<QuantityAmounts> held = held_by_regions(state);
  replace_solids(state, std::move(solids));
  classify_cells_of_gas(state);
  renew_regions(state, *held);
}

template <int D>
void check_smoke(StateLoader& archive, const SmokeState<D>& state) {
  check_grid(archive, state);
  if (state.scene.has_fuel() != state.has_fuel()) archive.refuse("cell_fuel", "does not fit the scene");
  for (const SmokeLedger& ledger : state.ledger)
    for (const double owed : ledger.owed) check_number(archive, owed, std::numeric_limits<double>::lowest(), "ledger");
  if (std::ssize(state.content) != state.tiles.count() + 1) archive.refuse("tile_content", "does not fit the tiles");
  for (const TileContent content : state.content)
    if (content > TileContent::kFluid) archive.refuse("tile_content", "holds a value that is no content");
}

}  // namespace

// What Solver calls of a fluid: see FluidKind in solver.h.

template <int D>
Status change_scene(SmokeState<D>& state, const Physics& scene) {
  if (scene.has_fuel() != state.scene.has_fuel())
    return Error{ErrorCode::kBadInput, "fuel cannot come into a scene without it while it runs, nor leave one with it"};
  std::vector<SmokeSource<D>> sources;
  std::vector<Solid<D>> solids;
  if (Status placed = place_shapes<D>(scene.smoke_sources, state, sources); !placed) return placed;
  if (Status placed = place_solids<D>(scene, state.domain, solids); !placed) return placed;

  state.sources = std::move(sources);
  change_solids(state, std::move(solids));
  state.scene = scene;
  state.frame_path = FramePath(scene.frame, D);
  state.frame = {};
  drop_unused_fields(state);
  return Done{};
}

template <int D>
Status complete_state(StateLoader& archive, SmokeState<D>& state) {
  if (Status complete = check_and_complete(archive, state, check_smoke<D>); !complete) return complete;
  plan_extension(state);
  find_regions(state);
  for (const SmokeLedger& ledger : state.ledger)
    if (std::ssize(ledger.owed) != state.regions + 1) archive.refuse("ledger", "does not fit the regions of gas");
  if (archive.error()) return *archive.error();
  return Done{};
}

template <int D>
void check_invariants(const SmokeState<D>& state) {
  SPINDRIFT_CHECK(std::ssize(state.content) == state.tiles.count() + 1);
  SPINDRIFT_CHECK(std::ssize(state.density().data()) == (state.tiles.count() + 1) * Tile<D>::kCells);
  for (int tile = 1; tile <= state.tiles.count(); ++tile)
    for (int c = 0; c < Tile<D>::kCells; ++c) {
      if (state.type.tile(tile)[c] != CellType::kFluid) continue;
      for (const auto& component : state.velocity) SPINDRIFT_CHECK(std::isfinite(component.tile(tile)[c]));
      for (const auto& quantity : state.quantity)
        SPINDRIFT_CHECK(quantity.empty() || std::isfinite(quantity.tile(tile)[c]));
    }
}

template <int D>
struct FluidKind<SmokeState<D>> {
  static Result<std::unique_ptr<SmokeState<D>>> make(const Physics& scene) { return make_smoke_state<D>(scene); }
  static Result<std::unique_ptr<SmokeState<D>>> make_empty(const Physics& scene) {
    return make_empty_smoke_state<D>(scene);
  }
  static std::vector<Stage<SmokeState<D>>> step(const Physics& scene) { return smoke_step<D>(scene); }
  static void begin_step(SmokeState<D>& state) { state.kick = {state.time + 0.5 * state.dt, state.dt}; }
  static void end_step(SmokeState<D>&) {}
};

template class Solver<SmokeState<2>>;
template class Solver<SmokeState<3>>;

}  // namespace spindrift
