// Closed faces beside liquid move with the solid, in the component across the face only: free slip. From here on a
// face is known if it touches liquid; a velocity between two cells of air, or inside a solid, is undefined.
#include <cstdint>

#include "fluid/solids/solid_distance.h"
#include "grid/for_each_tile.h"
#include "grid/halo.h"
#include "grid/row_bytes.h"
#include "liquid/stages/liquid_stages.h"

namespace spindrift {

namespace {

template <int D>
void constrain_tile(LiquidState<D>& state, int tile) {
  using T = Tile<D>;
  using Types = HaloBlock<CellType, D, 1, 0>;
  using Row = RowBytes<D>;
  constexpr auto kFluid = static_cast<std::uint8_t>(CellType::kFluid),
                 kSolid = static_cast<std::uint8_t>(CellType::kSolid);
  Types types;
  load_halo(state.tiles, state.type, tile, types);
  const bool moving = state.has_moving_solids();
  const FaceField<float, D>* areas = state.open_area();
  for (int a = 0; a < D; ++a) {
    const auto axis = static_cast<std::size_t>(a);
    float* u = state.velocity[axis].tile(tile);
    float* saved = state.transferred_velocity[axis].tile(tile);
    std::uint8_t* known = state.known[axis].tile(tile);
    const float* area = areas ? (*areas)[axis].tile(tile) : nullptr;
    for (int first = 0; first < T::kCells; first += T::kSide) {
      const CellType* row = &types.at(T::cell_coord(first));
      const Row high = load_bytes<Row>(row), low = load_bytes<Row>(row - Types::stride(a));
      const Row wet = is_equal(high, kFluid) | is_equal(low, kFluid);
      const Row solid = is_equal(high, kSolid) | is_equal(low, kSolid);
      if (any_bit(areas ? wet : wet & solid))
        for (int c = first; c < first + T::kSide; ++c) {
          if (!wet[c - first] || !(area ? area[c] == 0.0f : solid[c - first] != 0)) continue;
          u[c] = moving ? solid_velocity_on_face(state, state.tiles.first_cell(tile) + T::cell_coord(c), a) : 0.0f;
          if (!known[c]) saved[c] = u[c];  // no particle reached it: nothing has changed
        }
      store_bytes(known + first, wet & 1);
    }
  }
}

}  // namespace

template <int D>
void constrain_velocity(LiquidState<D>& state) {
  for_each_tile("constrain velocity", state.tiles, [&](int tile) { constrain_tile(state, tile); }, 4);
}

template void constrain_velocity<2>(LiquidState<2>&);
template void constrain_velocity<3>(LiquidState<3>&);

}  // namespace spindrift
