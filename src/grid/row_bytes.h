// A row of a tile's bytes (cell types, layers, flags) as one register.
#pragma once

#include <type_traits>

#include "base/simd.h"
#include "grid/tile.h"

namespace spindrift {

template <int D>
using RowBytes = std::conditional_t<D == 2, Byte16, Byte8>;
static_assert(sizeof(RowBytes<2>) == Tile<2>::kSide && sizeof(RowBytes<3>) == Tile<3>::kSide);

}  // namespace spindrift
