// Sets the velocity on closed faces beside liquid to that of the solid, in the component across the face only: free
// slip. From here on exactly the faces that touch liquid are known.
#include <cstdint>
#include <type_traits>

#include "fluid/solids.h"
#include "grid/for_each_tile.h"
#include "grid/halo.h"
#include "liquid/liquid_step.h"

namespace spindrift {

namespace {

template <int D>
struct ConstrainedFaces {
  FieldView<const CellType, D> type;
  FaceViews<float, D> velocity, transferred;
  FaceViews<std::uint8_t, D> known;
};
static_assert(std::is_trivially_copyable_v<ConstrainedFaces<3>>);

template <int D>
void constrain_tile(const SolidsView<D>& solids, const ConstrainedFaces<D>& faces, int tile) {
  using T = Tile<D>;
  using Types = HaloBlock<CellType, D, 1, 0>;
  using Row = RowBytes<D>;
  constexpr auto kFluid = static_cast<std::uint8_t>(CellType::kFluid),
                 kSolid = static_cast<std::uint8_t>(CellType::kSolid);
  Types types;
  load_halo(solids.tiles, faces.type, tile, types);
  for (int a = 0; a < D; ++a) {
    float* u = faces.velocity[a].tile(tile);
    float* saved = faces.transferred[a].tile(tile);
    std::uint8_t* known = faces.known[a].tile(tile);
    const float* area = solids.empty() ? nullptr : solids.open_area[a].tile(tile);
    for (int first = 0; first < T::kCells; first += T::kSide) {
      const CellType* row = &types.at(T::cell_coord(first));
      const Row high = load_bytes<Row>(row), low = load_bytes<Row>(row - Types::stride(a));
      const Row wet = is_equal(high, kFluid) | is_equal(low, kFluid);
      const Row solid = is_equal(high, kSolid) | is_equal(low, kSolid);
      if (any_bit(area ? wet : wet & solid))
        for (int c = first; c < first + T::kSide; ++c) {
          if (!wet[c - first] || !(area ? area[c] == 0.0f : solid[c - first] != 0)) continue;
          u[c] = solids.has_moving ? solid_velocity_on_face(solids, solids.tiles.first_cell(tile) + T::cell_coord(c), a)
                                   : 0.0f;
          if (!known[c]) saved[c] = u[c];  // no particle reached it: no change
        }
      store_bytes(known + first, wet & 1);
    }
  }
}

}  // namespace

template <int D>
void constrain_velocity(LiquidState<D>& state) {
  const SolidsView<D> solids = state.solids_view();
  const ConstrainedFaces<D> faces{state.type, state.velocity, state.transferred_velocity, state.known};
  for_each_tile("constrain velocity", state.tiles, [&](int tile) { constrain_tile(solids, faces, tile); }, 4);
}

template void constrain_velocity<2>(LiquidState<2>&);
template void constrain_velocity<3>(LiquidState<3>&);

}  // namespace spindrift
