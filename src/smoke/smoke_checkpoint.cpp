#include "smoke/smoke_checkpoint.h"

#include <limits>

#include "fluid/grid_checkpoint.h"
#include "smoke/extension/extend.h"
#include "smoke/regions/gas_regions.h"

namespace spindrift {

namespace {

constexpr const char* kNames[kQuantities] = {"density", "heat", "fuel"};

template <class Archive, class State>
void visit(Archive& archive, State& state) {
  visit_grid(archive, state);
  archive.array("tile_content", state.content);
  archive.array("burnt", state.burnt.data());
  archive.value("confinement_budget", state.confinement_budget);
  for (std::size_t q = 0; q < kQuantities; ++q) {
    const std::string name = kNames[q];
    archive.array("cell_" + name, state.quantity[q].data());
    archive.value("ledger_" + name + "_entered", state.ledger[q].entered);
    archive.value("ledger_" + name + "_left", state.ledger[q].left);
    archive.array("ledger_" + name + "_owed", state.ledger[q].owed);
  }
}

template <int D>
void check_smoke(StateLoader& archive, const SmokeState<D>& state) {
  check_grid(archive, state);
  for (std::size_t q = 0; q < kQuantities; ++q) {
    const bool is_kept = q != kFuel || state.scene.has_fuel();
    if (is_kept) check_field(archive, state.quantity[q], state.tiles, kNames[q]);
    if (!is_kept && !state.quantity[q].empty()) archive.refuse(kNames[q], "does not fit the scene");
    for (const double owed : state.ledger[q].owed)
      check_number(archive, owed, std::numeric_limits<double>::lowest(), "ledger");
  }
  check_number(archive, state.confinement_budget, std::numeric_limits<double>::lowest(), "confinement_budget");
  if (!state.burnt.empty()) check_field(archive, state.burnt, state.tiles, "burnt");
  if (std::ssize(state.content) != state.tiles.count() + 1) archive.refuse("tile_content", "does not fit the tiles");
  for (const TileContent content : state.content)
    if (content > TileContent::kFluid) archive.refuse("tile_content", "holds a value that is no content");
}

}  // namespace

template <int D>
void save_state(StateSaver& archive, const SmokeState<D>& state) {
  visit(archive, state);
}

template <int D>
Status load_state(StateLoader& archive, SmokeState<D>& state) {
  visit(archive, state);
  if (Status complete = check_and_complete(archive, state, check_smoke<D>); !complete) return complete;
  plan_extension(state);
  find_regions(state);
  for (const SmokeLedger& ledger : state.ledger)
    if (std::ssize(ledger.owed) != state.regions + 1) archive.refuse("ledger", "does not fit the regions of gas");
  if (archive.error()) return *archive.error();
  return Done{};
}

template void save_state<2>(StateSaver&, const SmokeState<2>&);
template void save_state<3>(StateSaver&, const SmokeState<3>&);
template Status load_state<2>(StateLoader&, SmokeState<2>&);
template Status load_state<3>(StateLoader&, SmokeState<3>&);

}  // namespace spindrift
