// The layout of the relaxing solvers: inside a tile the red cells come first, then the black ones (colour = parity of
// x + y + z). A row of one colour is one SIMD register. Its neighbours across rows are the same register of the next
// row; those along the row are the same register of the other colour, and one shifted by a cell.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "base/simd.h"
#include "grid/field.h"
#include "grid/for_each_tile.h"
#include "grid/tile_map.h"
#include "linear/pressure/pressure_system.h"

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

// Tiles per task in passes over vectors. A task of 4096 values takes about a microsecond, as long as a fork and a join;
// a pass of fewer than four tasks runs on one thread.
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

// The operator for tile kernels; see MultigridLevel.
template <int D>
struct LevelView {
  TilesView<D> tiles;
  const float *diagonal, *inverse_diagonal;
  std::array<const float*, D> coupling;
  const std::uint8_t* is_uniform;  // by tile
};
static_assert(std::is_trivially_copyable_v<LevelView<3>>);

template <int D>
LevelView<D> level_view(const MultigridLevel<D>& level) {
  return {*level.tiles, level.diagonal.data(), level.inverse_diagonal.data(), begins<D>(level.coupling),
          level.is_uniform.data()};
}

// Eight cells of one colour that lie side by side in memory: a row of a tile in 2D, two rows along y in 3D. All places
// are indices into an array of tiles.
template <int D>
struct EightPlaces {
  using S = Split<D>;
  using T = Tile<D>;
  static constexpr int kRows = 8 / S::kHalf;                         // rows of a tile in eight
  static constexpr int kGroups = S::kRows / kRows;                   // groups of eight in a tile
  static constexpr int kPlane = T::kSide / (D == 3 ? 2 : T::kSide);  // groups that differ in y only; 1 in 2D

  int first_row;
  std::size_t own, beside;          // the cells, and those of the other colour in the same rows
  std::size_t before, after;        // of the first row along x: the cell ahead of it and the one behind it
  std::size_t low_row, high_row;    // 3D: the row ahead of the first along y and the one behind the second
  std::size_t last_low, last_high;  // the eight on the low and the high side along the last axis

  EightPlaces(const TilePlaces<D>& tile, int color, int group) : first_row(group * kRows) {
    const int other = (1 - color) * S::kColor + 8 * group;
    own = tile.self + color * S::kColor + 8 * group;
    beside = tile.self + other;
    before = tile.low[0] + other + S::kHalf - 1;
    after = tile.high[0] + other;
    constexpr int step = 8 * kPlane, span = (kGroups / kPlane - 1) * step;
    const int at = group / kPlane;
    last_low = at > 0 ? beside - step : tile.low[D - 1] + other + span;
    last_high = at < kGroups / kPlane - 1 ? beside + step : tile.high[D - 1] + other - span;
    low_row = tile.low[1] + other + T::kMask * S::kHalf;
    high_row = tile.high[1] + other - (T::kSide - 2) * S::kHalf;
  }
};

// Values of the neighbours on both sides along an axis.
struct BothSides {
  Float8 low, high;
};

// Along x. kOdd: the first row starts with a cell of the other colour, so its low neighbours are in place and its high
// ones a cell further. In 3D the second row is the opposite.
template <int D, bool kOdd>
inline BothSides along_x(const float* x, const EightPlaces<D>& at) {
  const Float8 here = load8(x + at.beside);
  if constexpr (D == 2) {
    if constexpr (kOdd) return {here, shift_down(here, x[at.after])};
    return {shift_up(here, x[at.before]), here};
  } else if constexpr (kOdd) {
    const Float8 moved = shuffle<1, 2, 3, 8, 9, 4, 5, 6>(here, Float8{x[at.after], x[at.before + Split<D>::kHalf]});
    return {shuffle<0, 1, 2, 3, 12, 13, 14, 15>(here, moved), shuffle<8, 9, 10, 11, 4, 5, 6, 7>(here, moved)};
  } else {
    const Float8 moved = shuffle<8, 0, 1, 2, 5, 6, 7, 9>(here, Float8{x[at.before], x[at.after + Split<D>::kHalf]});
    return {shuffle<8, 9, 10, 11, 4, 5, 6, 7>(here, moved), shuffle<0, 1, 2, 3, 12, 13, 14, 15>(here, moved)};
  }
}

// Along y in 3D. kGroup: place of the two rows among those of the tile with the same z.
template <int kGroup>
inline Float8 low_along_y(const float* x, const EightPlaces<3>& at) {
  if constexpr (kGroup == 0) return join(load4(x + at.low_row), load4(x + at.beside));
  return load8(x + at.beside - 4);
}
template <int kGroup>
inline Float8 high_along_y(const float* x, const EightPlaces<3>& at) {
  if constexpr (kGroup == EightPlaces<3>::kPlane - 1) return join(load4(x + at.beside + 4), load4(x + at.high_row));
  return load8(x + at.beside + 4);
}

// sum_j c_ij x_j over the neighbours of eight cells.
template <int D, bool kOdd, int kGroup>
inline Float8 neighbor_sum(const std::array<const float*, D>& coupling, const EightPlaces<D>& at, const float* x) {
  const BothSides beside = along_x<D, kOdd>(x, at);
  const float* c = coupling[0];
  Float8 sum = load8(c + at.own) * beside.low + along_x<D, kOdd>(c, at).high * beside.high;
  if constexpr (D == 3) {
    c = coupling[1];
    sum += load8(c + at.own) * low_along_y<kGroup>(x, at) + high_along_y<kGroup>(c, at) * high_along_y<kGroup>(x, at);
  }
  c = coupling[D - 1];
  return sum + load8(c + at.own) * load8(x + at.last_low) + load8(c + at.last_high) * load8(x + at.last_high);
}

// In a uniform tile, where all couplings are `coupling`.
template <int D, bool kOdd, int kGroup>
inline Float8 neighbor_sum(float coupling, const EightPlaces<D>& at, const float* x) {
  const BothSides beside = along_x<D, kOdd>(x, at);
  Float8 sum = beside.low + beside.high;
  if constexpr (D == 3) sum += low_along_y<kGroup>(x, at) + high_along_y<kGroup>(x, at);
  return coupling * (sum + load8(x + at.last_low) + load8(x + at.last_high));
}

// Calls visit(places, sum of neighbours) for all cells of one colour of a tile.
template <int D, class Coupling, class Visit>
inline void for_each_eight(const TilePlaces<D>& places, int color, const Coupling& coupling, const float* x,
                           Visit&& visit) {
  using Eight = EightPlaces<D>;
  auto plane = [&]<bool kOdd>(int first) {
    auto group = [&]<int kGroup>() {
      if constexpr (kGroup < Eight::kPlane) {
        const Eight at(places, color, first + kGroup);
        visit(at, neighbor_sum<D, kOdd, kGroup>(coupling, at, x));
      }
    };
    group.template operator()<0>();
    group.template operator()<1>();
    group.template operator()<2>();
    group.template operator()<3>();
  };
  static_assert(Eight::kPlane <= 4);
  for (int first = 0; first < Eight::kGroups; first += Eight::kPlane)
    if ((color ^ Split<D>::row_parity(first * Eight::kRows)) & 1)
      plane.template operator()<true>(first);
    else
      plane.template operator()<false>(first);
}

// On a level; visit gets a third argument, whether the tile is uniform, as a constant.
template <int D, class Visit>
inline void for_each_eight(const LevelView<D>& level, int tile, int color, const float* x, Visit&& visit) {
  const TilePlaces<D> places(level.tiles, tile);
  if (level.is_uniform[tile])
    for_each_eight(places, color, level.coupling[0][places.self], x,
                   [&](const EightPlaces<D>& at, Float8 sum) { visit(at, sum, std::true_type{}); });
  else
    for_each_eight(places, color, level.coupling, x,
                   [&](const EightPlaces<D>& at, Float8 sum) { visit(at, sum, std::false_type{}); });
}

// The diagonal or its inverse: one number in a uniform tile.
template <bool kUniform>
inline Float8 load_diagonal(const float* values, std::size_t at) {
  return kUniform ? splat8(values[at]) : load8(values + at);
}

// Sums of eight, kept apart and in double precision until the end.
class SumOfEights {
 public:
  void add(Float8 v) {
    low_ += __builtin_convertvector(low_half(v), Double4);
    high_ += __builtin_convertvector(high_half(v), Double4);
  }
  double total() const {
    const Double4 sum = low_ + high_;
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
  }

 private:
  using Double4 = double __attribute__((vector_size(32)));
  Double4 low_{}, high_{};
};

}  // namespace spindrift
