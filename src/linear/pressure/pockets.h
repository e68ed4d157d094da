// Closed pockets: connected regions of fluid that touch no air. Constants in a pocket are the null space of the
// pressure matrix, and the mean over it is what a right-hand side or a residual must not have.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace spindrift {

struct Pockets {
  std::vector<std::int32_t> cells;  // of all pockets, one after the other, as indices into a field
  std::vector<std::int32_t> begin;  // where those of each begin, and the end; empty without pockets

  std::size_t count() const { return begin.empty() ? 0 : begin.size() - 1; }
  std::span<const std::int32_t> operator[](std::size_t pocket) const {
    return std::span(cells).subspan(begin[pocket], begin[pocket + 1] - begin[pocket]);
  }
  void clear() {
    cells.clear();
    begin.clear();
  }
};

// Takes the mean over each pocket out of a vector. The sum goes over pieces of so many cells, in which it is serial.
inline constexpr std::size_t kWholePocket = std::numeric_limits<std::int32_t>::max();
template <class Value>
void remove_pocket_means(const Pockets& pockets, Value* vector, std::size_t piece);

}  // namespace spindrift
