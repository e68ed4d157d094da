#include "output/read_frame.h"

#include <gtest/gtest.h>

#include "formats/volumes/raw_volume.h"
#include "formats/vtk/vtk.h"
#include "support/frames.h"
#include "support/scenes.h"
#include "support/temporary_folder.h"

namespace spindrift {
namespace {

using namespace testing;

TEST(ReadCells, every_number_comes_back) {
  const Scene scene = empty_box(2, vec(6, 4));
  CellFrame frame = half_full_cells(scene.domain.cells(), scene.domain.cell());
  frame.time = 0.5;
  const TemporaryFolder folder;
  ASSERT_TRUE(write_vti(folder / "cells.vti", frame) && write_raw_volume(folder / "cells.json", frame));
  for (const char* name : {"cells.vti", "cells.json"}) {
    const Result<CellFrame> read = read_cells(folder / name, scene, 0.5);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->cells, frame.cells);
    EXPECT_EQ(read->cell_size, frame.cell_size);
    EXPECT_EQ(read->time, 0.5);
    EXPECT_EQ(read->type, frame.type);
    EXPECT_EQ(read->density, frame.density);
    EXPECT_EQ(read->pressure, frame.pressure);
    EXPECT_EQ(read->velocity, frame.velocity);
  }
}

TEST(ReadCells, another_grid_or_one_without_a_quantity_is_refused) {
  const Scene scene = empty_box(2, vec(6, 4));
  const TemporaryFolder folder;
  ASSERT_TRUE(write_vti(folder / "other.vti", half_full_cells({{4, 6, 1}}, 1.0)));
  EXPECT_FALSE(read_cells(folder / "other.vti", scene, 0.0));
  CellFrame poor = half_full_cells(scene.domain.cells(), scene.domain.cell());
  poor.pressure.clear();
  ASSERT_TRUE(write_raw_volume(folder / "poor.json", poor));
  EXPECT_FALSE(read_cells(folder / "poor.json", scene, 0.0));
  EXPECT_FALSE(read_cells(folder / "none.vti", scene, 0.0));
}

}  // namespace
}  // namespace spindrift
