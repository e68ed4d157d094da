// The layout of the relaxing solvers: inside a tile the red cells come first, then the black ones (colour = parity of
// x + y + z). A row of one colour is then one SIMD register; its neighbours across rows are the same register of the
// next row, its neighbours along the row are the same register of the other colour and one shifted by a cell.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <type_traits>

#include "base/simd.h"
#include "grid/field.h"
#include "grid/for_each_tile.h"
#include "grid/tile_map.h"

namespace spindrift {

template <int D>
struct Split {
  using T = Tile<D>;
  static constexpr int kHalf = T::kSide / 2;    // cells of one colour in a row
  static constexpr int kColor = T::kCells / 2;  // cells of one colour in a tile
  static constexpr int kRows = T::kCells / T::kSide;
  using RowValues = std::conditional_t<D == 2, Float8, Float4>;
  static_assert(sizeof(RowValues) == kHalf * sizeof(float));

  static RowValues load(const float* p) {
    RowValues row;
    std::memcpy(&row, p, sizeof row);
    return row;
  }
  static void store(float* p, RowValues row) { std::memcpy(p, &row, sizeof row); }
  static constexpr int row_parity(int row) {
    int parity = 0;
    for (int a = 0; a < D - 1; ++a) parity ^= row >> (T::kLog2 * a);
    return parity & 1;
  }
  // Where cell x of a row is stored, and where the cell of an index into a tile is.
  static constexpr int index(int x, int row) { return ((x + row_parity(row)) & 1) * kColor + row * kHalf + x / 2; }
  static constexpr int index(int cell) { return index(cell % T::kSide, cell / T::kSide); }
};

// Where a tile and its axis neighbours begin in an array of tiles.
template <int D>
struct TilePlaces {
  std::size_t self, low[D], high[D];

  TilePlaces(const TilesView<D>& tiles, int tile) : self(Tile<D>::offset(tile)) {
    const auto& neighbors = tiles.neighbors(tile);
    for (int a = 0; a < D; ++a) {
      low[a] = Tile<D>::offset(neighbors[Tile<D>::face_neighbor(a, 0)]);
      high[a] = Tile<D>::offset(neighbors[Tile<D>::face_neighbor(a, 1)]);
    }
  }
};

// Where a row of cells of one colour and the rows of the other colour around it begin in an array of tiles.
template <int D>
struct RowPlaces {
  using S = Split<D>;
  using T = Tile<D>;
  std::size_t own, beside, low[D], high[D];

  RowPlaces(const TilePlaces<D>& tile, int color, int row) {
    const int other = (1 - color) * S::kColor + row * S::kHalf;
    own = tile.self + color * S::kColor + row * S::kHalf;
    beside = tile.self + other;
    low[0] = tile.low[0] + other + S::kHalf - 1;  // the one cell before the row
    high[0] = tile.high[0] + other;               // the one cell after it
    for (int a = 1; a < D; ++a) {
      const int local = (row >> (T::kLog2 * (a - 1))) & T::kMask;
      const int step = S::kHalf << (T::kLog2 * (a - 1));
      low[a] = local > 0 ? beside - step : tile.low[a] + other + T::kMask * step;
      high[a] = local < T::kMask ? beside + step : tile.high[a] + other - T::kMask * step;
    }
  }
};

// Tiles of a piece in passes over vectors. A piece of 4096 values takes about a microsecond, as long as a fork and a
// join; a pass of fewer than four is done by one thread, as all are on coarse levels.
template <int D>
inline std::size_t grain_of_pass(std::size_t tiles) {
  constexpr std::size_t kPiece = 4096 / Tile<D>::kCells, kLeastPieces = 4;
  return tiles < kLeastPieces * kPiece ? std::max<std::size_t>(tiles, 1) : kPiece;
}
template <int D>
inline std::size_t grain_of_pass(const TileMap<D>& map) {
  return grain_of_pass<D>(static_cast<std::size_t>(map.count()));
}

// Where the arrays of the axes begin.
template <int D>
std::array<const float*, D> begins(const std::array<Buffer<float>, D>& arrays) {
  std::array<const float*, D> result;
  for (std::size_t a = 0; a < D; ++a) result[a] = arrays[a].data();
  return result;
}

// Copies between the layouts. The dummy tile of the split array is zero.
template <int D, class From, class Value>
void to_split(const TileMap<D>& map, const CellField<From, D>& field, Buffer<Value>& split) {
  using T = Tile<D>;
  resize_discard(split, T::offset(map.count() + 1));
  std::fill_n(split.begin(), T::kCells, Value{});
  const FieldView<const From, D> values = field;
  Value* split_values = split.data();
  for_each_tile(
      "copy to split layout", map,
      [&](int tile) {
        const From* from = values.tile(tile);
        Value* to = split_values + T::offset(tile);
        for (int row = 0; row < Split<D>::kRows; ++row)
          for (int x = 0; x < T::kSide; ++x) to[Split<D>::index(x, row)] = static_cast<Value>(from[row * T::kSide + x]);
      },
      grain_of_pass(map));
}

template <int D, class Value>
void from_split(const TileMap<D>& map, const Buffer<Value>& split, CellField<double, D>& field) {
  using T = Tile<D>;
  const FieldView<double, D> values = field;
  const Value* split_values = split.data();
  for_each_tile(
      "copy from split layout", map,
      [&](int tile) {
        double* to = values.tile(tile);
        const Value* from = split_values + T::offset(tile);
        for (int row = 0; row < Split<D>::kRows; ++row)
          for (int x = 0; x < T::kSide; ++x) to[row * T::kSide + x] = from[Split<D>::index(x, row)];
      },
      grain_of_pass(map));
}

}  // namespace spindrift
