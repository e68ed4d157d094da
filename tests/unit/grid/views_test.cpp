#include "grid/views.h"

#include <gtest/gtest.h>

#include <vector>

#include "grid/field.h"
#include "grid/tile.h"
#include "grid/tile_map.h"
#include "support/scenes.h"

namespace spindrift {
namespace {

using testing::kD;

IN_2D_AND_3D(ViewsTest);

TYPED_TEST(ViewsTest, the_view_of_a_field_that_is_not_kept_is_empty) {
  constexpr int D = kD<TypeParam>;
  CellField<float, D> field;
  EXPECT_TRUE(field.view().empty());
  field.resize(1);
  field.data().clear();  // which keeps the memory
  EXPECT_TRUE(field.view().empty());

  const FaceField<float, D>* none = nullptr;
  EXPECT_TRUE((FaceViews<const float, D>(none).empty()));
}

// Also beyond the sides, where an axis is periodic and where it is not.
TYPED_TEST(ViewsTest, the_view_of_a_map_finds_what_the_map_finds) {
  constexpr int D = kD<TypeParam>;
  TileMap<D> map;
  map.reset(VecI<D>::filled(4 * Tile<D>::kSide), {true});
  std::vector<VecI<D>> wanted;
  for_each_point<D>(VecI<D>::filled(1), VecI<D>::filled(3), [&](const VecI<D>& coord) { wanted.push_back(coord); });
  map.rebuild(wanted);
  const TilesView<D> view = map;
  EXPECT_EQ(view.count, map.count());
  for_each_point<D>(VecI<D>::filled(-2), VecI<D>::filled(6), [&](const VecI<D>& coord) {
    const int tile = view.find(coord);
    EXPECT_EQ(tile, map.find(coord));
    if (tile == 0) return;
    EXPECT_EQ(view.coord(tile), map.coord(tile));
    EXPECT_EQ(view.first_cell(tile), map.first_cell(tile));
    EXPECT_EQ(view.neighbors(tile), map.neighbors(tile));
    EXPECT_EQ(view.coord(tile), map.wrapped(coord));
  });
}

}  // namespace
}  // namespace spindrift
