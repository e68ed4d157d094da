// Fields and maps for tile kernels: pointers and sizes, trivially copyable, without ownership.
#pragma once

#include <array>
#include <cstddef>
#include <type_traits>

#include "grid/tile.h"

namespace spindrift {

// The values of a field, tile by tile; of a const Value where a kernel only reads them.
template <class Value, int D>
struct FieldView {
  Value* values = nullptr;  // of all tiles, the dummy first; null: no such field

  bool empty() const { return values == nullptr; }
  Value* tile(int id) const { return values + Tile<D>::offset(id); }
  operator FieldView<const Value, D>() const
    requires(!std::is_const_v<Value>)
  {
    return {values};
  }
};

// Views of an array of fields: a component for each axis, or one for each quantity.
template <class Value, int D, int N>
class FieldViews {
 public:
  FieldViews() = default;  // of none
  template <class Field>
  FieldViews(std::array<Field, N>& fields) {
    for (std::size_t i = 0; i < N; ++i) views_[i] = fields[i];
  }
  template <class Field>
  FieldViews(const std::array<Field, N>& fields) {
    for (std::size_t i = 0; i < N; ++i) views_[i] = fields[i];
  }
  template <class Field>
  explicit FieldViews(const std::array<Field, N>* fields) {  // null: there are none
    if (fields) *this = FieldViews(*fields);
  }
  operator FieldViews<const Value, D, N>() const
    requires(!std::is_const_v<Value>)
  {
    return views_;
  }

  bool empty() const { return views_[0].empty(); }
  const FieldView<Value, D>& operator[](std::size_t i) const { return views_[i]; }
  auto begin() const { return views_.begin(); }
  auto end() const { return views_.end(); }

 private:
  std::array<FieldView<Value, D>, N> views_;
};

template <class Value, int D>
using FaceViews = FieldViews<Value, D, D>;

// See TileMap.
template <int D>
struct TilesView {
  using T = Tile<D>;

  int count = 0;
  VecI<D> extent{};  // of the index space, in tiles
  Vec<bool, D> is_periodic{};
  const VecI<D>* coords = nullptr;                                 // by id
  const std::array<int, T::kNeighbors>* neighbor_table = nullptr;  // by id
  const int* ids = nullptr;                                        // by slot, 0 where there is no tile

  const VecI<D>& coord(int id) const { return coords[id]; }
  VecI<D> first_cell(int id) const {
    VecI<D> cell = coord(id);
    for (int a = 0; a < D; ++a) cell[a] *= T::kSide;
    return cell;
  }
  const std::array<int, T::kNeighbors>& neighbors(int id) const { return neighbor_table[id]; }

  int find(const VecI<D>& coord) const {
    if (contains(coord)) return ids[slot(coord)];
    const VecI<D> at = wrapped(coord);
    return contains(at) ? ids[slot(at)] : 0;
  }
  bool contains(const VecI<D>& coord) const {
    for (int a = 0; a < D; ++a)
      if (coord[a] < 0 || coord[a] >= extent[a]) return false;
    return true;
  }
  // The periodic image inside the index space.
  VecI<D> wrapped(VecI<D> coord) const {
    for (int a = 0; a < D; ++a)
      if (is_periodic[a]) coord[a] = (coord[a] % extent[a] + extent[a]) % extent[a];
    return coord;
  }
  std::size_t slot(const VecI<D>& coord) const {
    std::size_t index = 0;
    for (int a = D - 1; a >= 0; --a)
      index = index * static_cast<std::size_t>(extent[a]) + static_cast<std::size_t>(coord[a]);
    return index;
  }
};

static_assert(std::is_trivially_copyable_v<FieldView<float, 3>> && std::is_trivially_copyable_v<FaceViews<float, 3>> &&
              std::is_trivially_copyable_v<TilesView<3>>);

}  // namespace spindrift
