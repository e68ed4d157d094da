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

TYPED_TEST(ViewsTest, a_view_shows_the_tiles_of_its_field) {
  constexpr int D = kD<TypeParam>;
  CellField<float, D> field;
  field.resize(2);
  const FieldView<float, D> view = field;
  const FieldView<const float, D> read_only = view;
  EXPECT_FALSE(view.empty());
  for (int tile = 0; tile <= 2; ++tile) {
    EXPECT_EQ(view.tile(tile), field.tile(tile));
    EXPECT_EQ(read_only.tile(tile), field.tile(tile));
  }
}

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

TYPED_TEST(ViewsTest, each_axis_has_the_view_of_its_component) {
  constexpr int D = kD<TypeParam>;
  FaceField<float, D> faces;
  for (auto& component : faces) component.resize(1);
  const FaceViews<float, D> views = faces;
  const FaceViews<const float, D> read_only(&faces);
  for (std::size_t a = 0; a < D; ++a) {
    EXPECT_EQ(views[a].tile(1), faces[a].tile(1));
    EXPECT_EQ(read_only[a].tile(1), faces[a].tile(1));
  }
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
