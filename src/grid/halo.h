// A tile with a ring of its neighbours' values, as one dense block: stencils then run in straight rows.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "base/simd.h"
#include "grid/field.h"
#include "grid/tile.h"
#include "grid/tile_map.h"
#include "grid/views.h"

namespace spindrift {

// A block of kSide + Low + High values along each axis; index `at` counts from -Low.
template <class Value, int D, int Low, int High = Low>
struct HaloBlock {
  static constexpr int kSide = Tile<D>::kSide;
  static constexpr int kExtent = kSide + Low + High;
  static constexpr int stride(int axis) { return power(kExtent, axis); }
  static constexpr int index(const VecI<D>& local) {
    int i = 0;
    for (int a = D - 1; a >= 0; --a) i = i * kExtent + local[a] + Low;
    return i;
  }

  alignas(64) std::array<Value, static_cast<std::size_t>(power(kExtent, D))> values;

  Value& at(const VecI<D>& local) { return values[index(local)]; }
  const Value& at(const VecI<D>& local) const { return values[index(local)]; }
};

// Splits the ring around tile `id` into runs along x that lie in one tile each:
// run(tile id, first cell inside that tile, local coordinates of the run's start, length as an integral constant).
// Not by for_each_point: with a known number of rows the compiler generates a sixth fewer instructions for a halo, and
// a third fewer for transfers.
template <int D, int Low, int High, class Run>
void for_each_halo_run(const TilesView<D>& map, int id, Run&& run) {
  using T = Tile<D>;
  const auto& neighbors = map.neighbors(id);
  VecI<D> local = VecI<D>::filled(-Low);
  const int rows = power(T::kSide + Low + High, D - 1);
  for (int r = 0; r < rows; ++r) {
    VecI<D> offset, inside;
    for (int a = 1; a < D; ++a) {
      offset[a] = local[a] < 0 ? -1 : local[a] >= T::kSide ? 1 : 0;
      inside[a] = local[a] & T::kMask;
    }
    auto part = [&]<int Start, int Length>() {
      if constexpr (Length > 0) {
        offset[0] = Start < 0 ? -1 : Start >= T::kSide ? 1 : 0;
        local[0] = Start;
        inside[0] = Start & T::kMask;
        run(neighbors[T::neighbor_index(offset)], T::cell_index(inside), local, std::integral_constant<int, Length>{});
      }
    };
    part.template operator()<-Low, Low>();
    part.template operator()<0, T::kSide>();
    part.template operator()<T::kSide, High>();
    for (int a = 1; a < D; ++a) {
      if (++local[a] < T::kSide + High) break;
      local[a] = -Low;
    }
  }
}

// Fields and maps convert to their views.
template <class Value, int D, int Low, int High>
void load_halo(const std::type_identity_t<TilesView<D>>& map, std::type_identity_t<FieldView<const Value, D>> field,
               int id, HaloBlock<Value, D, Low, High>& block) {
  for_each_halo_run<D, Low, High>(map, id, [&](int tile, int cell, const VecI<D>& local, auto length) {
    std::memcpy(&block.at(local), field.tile(tile) + cell, length() * sizeof(Value));  // a few vector moves
  });
}

// Replaces every value of a tile by a mean of the 3^D cells around it, axis by axis: `side` is the weight of the two
// neighbours along an axis, the cell has the rest. A neighbour without `counts` is replaced by the cell, as by a
// mirror. The ring becomes undefined.
template <int D>
void average_with_neighbors(const HaloBlock<std::uint8_t, D, 1, 1>& counts, float side,
                            HaloBlock<float, D, 1, 1>& values) {
  using Values = HaloBlock<float, D, 1, 1>;
  for (int a = 0; a < D; ++a) {
    const Values before = values;
    const auto stride = static_cast<std::size_t>(Values::stride(a));
    for (std::size_t i = stride; i < before.values.size() - stride; ++i) {
      const float here = before.values[i];
      const float low = counts.values[i - stride] ? before.values[i - stride] : here;
      const float high = counts.values[i + stride] ? before.values[i + stride] : here;
      values.values[i] = here + side * ((low - here) + (high - here));
    }
  }
}

// A row of a tile's bytes (cell types, layers, flags) as one register.
template <int D>
using RowBytes = std::conditional_t<D == 2, Byte16, Byte8>;
static_assert(sizeof(RowBytes<2>) == Tile<2>::kSide && sizeof(RowBytes<3>) == Tile<3>::kSide);

}  // namespace spindrift
