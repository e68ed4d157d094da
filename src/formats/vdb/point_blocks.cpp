#include "formats/vdb/point_blocks.h"

#include <cmath>
#include <numeric>
#include <unordered_map>

namespace spindrift {
namespace {

// The number of the block that holds a cell; one that is met for the first time is added.
class BlockFinder {
 public:
  explicit BlockFinder(std::vector<Vec<int, 3>>& first) : first_(first) {}

  std::uint32_t find(const Vec<int, 3>& cell) {
    std::uint64_t key = 0;
    for (int a = 0; a < 3; ++a) key = key << 21 | (static_cast<std::uint64_t>(cell[a] >> 3) & 0x1fffff);
    if (key == last_key_) return last_;
    const auto [entry, is_new] = numbers_.try_emplace(key, static_cast<std::uint32_t>(first_.size()));
    if (is_new) first_.push_back({{cell[0] & ~7, cell[1] & ~7, cell[2] & ~7}});
    last_key_ = key;
    return last_ = entry->second;
  }

 private:
  std::vector<Vec<int, 3>>& first_;
  std::unordered_map<std::uint64_t, std::uint32_t> numbers_;
  std::uint64_t last_key_ = ~std::uint64_t{0};
  std::uint32_t last_ = 0;
};

}  // namespace

PointBlocks sort_into_blocks(std::span<const float> positions, double cell_size) {
  const std::size_t count = positions.size() / 3;
  PointBlocks blocks;
  blocks.cell.resize(count);
  Buffer<std::uint32_t> block(count);
  BlockFinder finder(blocks.first);
  const double per_metre = 1.0 / cell_size;
  for (std::size_t p = 0; p < count; ++p) {
    Vec<int, 3> cell;
    for (int a = 0; a < 3; ++a)
      cell[a] = static_cast<int>(std::floor(static_cast<double>(positions[3 * p + a]) * per_metre));
    block[p] = finder.find(cell);
    blocks.cell[p] = static_cast<std::uint16_t>((cell[0] & 7) << 6 | (cell[1] & 7) << 3 | (cell[2] & 7));
  }
  blocks.begin.assign(blocks.count() + 1, 0);
  for (const std::uint32_t b : block) ++blocks.begin[std::size_t{b} + 1];
  std::partial_sum(blocks.begin.begin(), blocks.begin.end(), blocks.begin.begin());
  blocks.order.resize(count);
  std::vector<std::uint32_t> next(blocks.begin.begin(), blocks.begin.end() - 1);
  for (std::size_t p = 0; p < count; ++p) blocks.order[next[block[p]]++] = static_cast<std::uint32_t>(p);
  return blocks;
}

}  // namespace spindrift
