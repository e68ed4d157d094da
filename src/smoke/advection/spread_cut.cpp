#include "smoke/advection/spread_cut.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "grid/for_each_tile.h"
#include "smoke/advection/way_to_bound.h"
#include "smoke/regions/gas_share.h"

namespace spindrift {

namespace {

template <int D>
using BlockWithRing = HaloBlock<float, D, 1, 1>;

// Room upward and downward; the latter is negative.
template <int D>
struct Rooms {
  CellField<float, D> up, down;
};

template <int D, class Value>
struct RoomsView {
  FieldView<Value, D> up, down;
};

template <int D>
void find_rooms(const GasView<D>& gas, const AdvectedQuantity<D>& field, int tile,
                std::span<const WalledCell> walled_cells, const RoomsView<D, float>& rooms) {
  float *up = rooms.up.tile(tile), *down = rooms.down.tile(tile);
  if (gas.is_air(tile)) {
    std::fill_n(up, Tile<D>::kCells, 0.0f);
    std::fill_n(down, Tile<D>::kCells, 0.0f);
    return;
  }
  const GasShare<D> share(gas, tile);
  const WayToLocalBound<D> upward(gas, field, tile, walled_cells, true),
      downward(gas, field, tile, walled_cells, false);
  for (int c = 0; c < Tile<D>::kCells; ++c) {
    const bool is_gas = share[c] > 0.0f;
    up[c] = is_gas ? upward[c] : 0.0f;
    down[c] = is_gas ? downward[c] : 0.0f;
  }
}

// Turns what was cut off a cell into the share of their room that the cells beside it take up. Each has 2 D such
// neighbours, so none of them fills more than its part of the room.
template <int D>
void find_shares(const TilesView<D>& tiles, const RoomsView<D, const float>& rooms, int tile, float* cut) {
  constexpr float kMost = 1.0f / (2 * D);
  if (std::none_of(cut, cut + Tile<D>::kCells, [](float value) { return value != 0.0f; })) return;
  BlockWithRing<D> up, down;
  load_halo(tiles, rooms.up, tile, up);
  load_halo(tiles, rooms.down, tile, down);
  for (int c = 0; c < Tile<D>::kCells; ++c) {
    if (cut[c] == 0.0f) continue;
    const BlockWithRing<D>& room = cut[c] > 0.0f ? up : down;
    const float* here = &room.at(Tile<D>::cell_coord(c));
    float sum = 0.0f;
    for (int a = 0; a < D; ++a) sum += here[-BlockWithRing<D>::stride(a)] + here[BlockWithRing<D>::stride(a)];
    cut[c] = sum != 0.0f ? std::copysign(std::min(kMost, cut[c] / sum), cut[c]) : 0.0f;
  }
}

template <int D>
void take_shares(const TilesView<D>& tiles, const RoomsView<D, const float>& rooms,
                 const FieldView<const float, D>& shares, int tile, float* to) {
  BlockWithRing<D> share;
  load_halo(tiles, shares, tile, share);
  if (std::none_of(share.values.begin(), share.values.end(), [](float value) { return value != 0.0f; })) return;
  const float *up = rooms.up.tile(tile), *down = rooms.down.tile(tile);
  for (int c = 0; c < Tile<D>::kCells; ++c) {
    const float* here = &share.at(Tile<D>::cell_coord(c));
    float raise = 0.0f, lower = 0.0f;
    for (int a = 0; a < D; ++a)
      for (const int step : {-BlockWithRing<D>::stride(a), BlockWithRing<D>::stride(a)}) {
        raise += std::max(here[step], 0.0f);
        lower += std::max(-here[step], 0.0f);
      }
    to[c] += raise * up[c] + lower * down[c];
  }
}

}  // namespace

template <int D>
void spread_cut(const SmokeState<D>& state, const AdvectedQuantity<D>& field) {
  const auto loan = state.scratch.template borrow<Rooms<D>>();
  loan->up.resize(state.tiles.count());
  loan->down.resize(state.tiles.count());
  const GasView<D> gas = gas_view(state);
  const RoomsView<D, float> rooms{loan->up, loan->down};
  const RoomsView<D, const float> found{loan->up, loan->down};
  std::fill_n(rooms.up.tile(0), Tile<D>::kCells, 0.0f);
  std::fill_n(rooms.down.tile(0), Tile<D>::kCells, 0.0f);
  std::fill_n(field.cut.tile(0), Tile<D>::kCells, 0.0f);
  const auto walled_cells = [&](int tile) { return state.walled_cells_of(tile); };
  for_each_tile("find rooms", state.tiles, [&](int tile) { find_rooms(gas, field, tile, walled_cells(tile), rooms); });
  for_each_tile(
      "find shares of what was cut off", state.tiles,
      [&](int tile) { find_shares(gas.tiles(), found, tile, field.cut.tile(tile)); }, 4);
  for_each_tile(
      "take shares of what was cut off", state.tiles,
      [&](int tile) {
        if (!gas.is_air(tile)) take_shares<D>(gas.tiles(), found, field.cut, tile, field.to.tile(tile));
      },
      4);
}

template void spread_cut<2>(const SmokeState<2>&, const AdvectedQuantity<2>&);
template void spread_cut<3>(const SmokeState<3>&, const AdvectedQuantity<3>&);

}  // namespace spindrift
