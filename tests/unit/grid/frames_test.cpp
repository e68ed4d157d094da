#include "grid/frames.h"

#include <gtest/gtest.h>

namespace spindrift {
namespace {

// Water that turns about a vertical axis at `spin` radians a second, in a box of cells.
CellFrame turning(int across, int layers, double spin) {
  CellFrame cells;
  cells.cells = {{across, across, layers}};
  cells.cell_size = 0.25;
  const auto count = static_cast<std::size_t>(across) * static_cast<std::size_t>(across * layers);
  cells.type.assign(count, CellType::kFluid);
  for (std::size_t i = 0; i < count; ++i) {
    const double x = cells.cell_size * static_cast<double>(i % static_cast<std::size_t>(across));
    const double y =
        cells.cell_size * static_cast<double>(i / static_cast<std::size_t>(across) % static_cast<std::size_t>(across));
    cells.velocity.insert(cells.velocity.end(), {static_cast<float>(-spin * y), static_cast<float>(spin * x), 0.0f});
  }
  return cells;
}

TEST(velocity_slopes, water_that_turns_as_one_has_twice_its_spin_everywhere) {
  for (const int layers : {1, 3}) {
    const CellFrame cells = turning(5, layers, 1.5);
    for (std::size_t i = 0; i < cells.type.size(); ++i) EXPECT_EQ(vorticity(cells, i), 3.0) << i;
  }
}

TEST(velocity_slopes, only_neighbours_with_fluid_count) {
  CellFrame cells = turning(3, 1, 1.0);
  for (const std::size_t beside : {1u, 3u, 5u, 7u}) {
    cells.type[beside] = CellType::kAir;
    cells.velocity[3 * beside] = cells.velocity[3 * beside + 1] = 1e9f;
    EXPECT_EQ(vorticity(cells, beside), 0.0);
  }
  EXPECT_EQ(vorticity(cells, 4), 0.0);  // nobody beside it
  cells.type[5] = CellType::kFluid;
  cells.velocity[3 * 5 + 1] = cells.velocity[3 * 4 + 1] + 1.0f;
  EXPECT_EQ(velocity_slope(cells, 4, 1, 0), 4.0);  // one neighbour, a cell away
}

}  // namespace
}  // namespace spindrift
