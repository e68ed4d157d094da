#include "smoke/change_smoke.h"

#include "fluid/grid_state.h"
#include "grid/for_each_tile.h"
#include "smoke/extension/extend.h"
#include "smoke/regions/gas_regions.h"
#include "smoke/stages/smoke_stages.h"

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

// What a new solid covers, and what one uncovers that is gone, is treated as if it had moved; see choose_tiles.
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

}  // namespace

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
  if (!scene.gas.reflection) state.advecting_velocity = {};
  return Done{};
}

template Status change_scene<2>(SmokeState<2>&, const Physics&);
template Status change_scene<3>(SmokeState<3>&, const Physics&);

}  // namespace spindrift
