// Values on the grid, stored tile by tile without halos. The placement, at cell centres or on faces, is part of the
// type. A face belongs to the cell on its high side.
#pragma once

#include <algorithm>
#include <array>

#include "exec/buffer.h"
#include "exec/parallel.h"
#include "grid/tile.h"
#include "grid/views.h"

namespace spindrift {

enum class Placement { kCell, kFace };

// Of fields, and of columns of particles.
enum class Lifetime {
  kState,  // kept from step to step
  kStep,   // written in every step before it is read
};

template <class Value, int D, Placement P>
class Field {
 public:
  static constexpr std::size_t kCells = Tile<D>::kCells;

  // For `tiles` tiles and the dummy of zeros. Discards the contents.
  void resize(int tiles) {
    resize_discard(data_, (static_cast<std::size_t>(tiles) + 1) * kCells);
    std::fill_n(data_.begin(), kCells, Value{});
  }
  void fill(Value value) {
    parallel_for(
        "fill", tiles(), [&](std::size_t i) { std::fill_n(tile(static_cast<int>(i) + 1), kCells, value); }, 16);
  }
  std::size_t tiles() const { return data_.empty() ? 0 : data_.size() / kCells - 1; }
  bool empty() const { return data_.empty(); }

  Value* tile(int id) { return data_.data() + static_cast<std::size_t>(id) * kCells; }
  const Value* tile(int id) const { return data_.data() + static_cast<std::size_t>(id) * kCells; }
  Buffer<Value>& data() { return data_; }  // all tiles, the dummy first
  const Buffer<Value>& data() const { return data_; }
  void swap(Field& other) noexcept { data_.swap(other.data_); }

  // For tile kernels; until the field is resized or swapped.
  FieldView<Value, D> view() { return {data_.empty() ? nullptr : data_.data()}; }
  FieldView<const Value, D> view() const { return {data_.empty() ? nullptr : data_.data()}; }
  operator FieldView<Value, D>() { return view(); }
  operator FieldView<const Value, D>() const { return view(); }

 private:
  Buffer<Value> data_;
};

template <class Value, int D>
using CellField = Field<Value, D, Placement::kCell>;

// One component per axis, each on the faces across that axis.
template <class Value, int D>
using FaceField = std::array<Field<Value, D, Placement::kFace>, D>;

}  // namespace spindrift
