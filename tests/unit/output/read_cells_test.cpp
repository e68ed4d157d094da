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
