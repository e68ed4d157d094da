// Particles by blocks of 8 x 8 x 8 cells, which are the leaves of OpenVDB's trees.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "exec/buffer.h"
#include "spindrift/vec.h"

namespace spindrift {

struct PointBlocks {
  static constexpr int kSide = 8;
  static constexpr std::size_t kCells = 512;

  std::vector<Vec<int, 3>> first;    // cell of each block: multiples of kSide
  std::vector<std::uint32_t> begin;  // in `order`, of each block; and the end of the last
  Buffer<std::uint32_t> order;       // numbers of the particles, rising in a block
  Buffer<std::uint16_t> cell;        // of each particle, in its block: z fastest, as OpenVDB has it

  std::size_t count() const { return first.size(); }
  std::span<const std::uint32_t> particles(std::size_t block) const {
    return std::span(order).subspan(begin[block], begin[block + 1] - begin[block]);
  }
};

// Cell (0, 0, 0) begins at the origin. Fast where neighbours in the list are neighbours in space.
PointBlocks sort_into_blocks(std::span<const float> positions, double cell_size);

}  // namespace spindrift
