#include "grid/tile_map.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "grid/tile.h"
#include "support/property.h"
#include "support/scenes.h"

namespace spindrift {
namespace {

using testing::expect_for_random_cases;
using testing::kD;

IN_2D_AND_3D(TileMapTest);

constexpr int kTilesPerAxis = 5;

// A random choice of tiles, some outside of the index space and some twice.
template <int D>
std::vector<VecI<D>> random_tiles() {
  const auto numbers = *rc::gen::container<std::vector<int>>(static_cast<std::size_t>(D * *rc::gen::inRange(0, 40)),
                                                             rc::gen::inRange(-1, kTilesPerAxis + 1));
  std::vector<VecI<D>> tiles(numbers.size() / D);
  for (std::size_t i = 0; i < tiles.size(); ++i)
    for (int a = 0; a < D; ++a) tiles[i][a] = numbers[i * D + static_cast<std::size_t>(a)];
  return tiles;
}

template <int D>
TileMap<D> empty_map() {
  TileMap<D> map;
  map.reset(VecI<D>::filled(kTilesPerAxis * Tile<D>::kSide));
  return map;
}

template <int D>
std::set<std::array<int, D>> inside(const TileMap<D>& map, const std::vector<VecI<D>>& tiles) {
  std::set<std::array<int, D>> result;
  for (const VecI<D>& tile : tiles)
    if (map.contains(tile)) result.insert(tile.at);
  return result;
}

TYPED_TEST(TileMapTest, holds_exactly_the_wanted_tiles) {
  constexpr int D = kD<TypeParam>;
  expect_for_random_cases(100, [] {
    auto map = empty_map<D>();
    for (int round = 0; round < 3; ++round) {
      const auto wanted = random_tiles<D>();
      map.rebuild(wanted);
      const auto expected = inside(map, wanted);
      RC_ASSERT(map.count() == static_cast<int>(expected.size()));
      std::set<std::array<int, D>> held;
      for (int id = 1; id <= map.count(); ++id) {
        held.insert(map.coord(id).at);
        RC_ASSERT(map.find(map.coord(id)) == id);
      }
      RC_ASSERT(held == expected);
    }
  });
}

TYPED_TEST(TileMapTest, neighbors_are_the_tiles_beside_or_the_dummy) {
  constexpr int D = kD<TypeParam>;
  using T = Tile<D>;
  expect_for_random_cases(100, [] {
    auto map = empty_map<D>();
    map.rebuild(random_tiles<D>());
    for (int id = 1; id <= map.count(); ++id) {
      RC_ASSERT(map.neighbors(id)[T::kSelf] == id);
      for (int n = 0; n < T::kNeighbors; ++n)
        RC_ASSERT(map.neighbors(id)[static_cast<std::size_t>(n)] == map.find(map.coord(id) + T::neighbor_offset(n)));
    }
  });
}

TYPED_TEST(TileMapTest, remembers_the_previous_id_of_a_tile) {
  constexpr int D = kD<TypeParam>;
  expect_for_random_cases(100, [] {
    auto map = empty_map<D>();
    map.rebuild(random_tiles<D>());
    const TileMap<D> before = map;
    map.rebuild(random_tiles<D>());
    for (int id = 1; id <= map.count(); ++id) RC_ASSERT(map.previous(id) == before.find(map.coord(id)));
  });
}

TYPED_TEST(TileMapTest, tiles_of_one_color_do_not_touch) {
  constexpr int D = kD<TypeParam>;
  expect_for_random_cases(100, [] {
    auto map = empty_map<D>();
    map.rebuild(random_tiles<D>());
    int total = 0;
    for (int color = 0; color < TileMap<D>::kColors; ++color) {
      const auto& tiles = map.color(color);
      total += static_cast<int>(tiles.size());
      for (const int a : tiles)
        for (const int n : map.neighbors(a)) RC_ASSERT(n == 0 || n == a || std::ranges::count(tiles, n) == 0);
    }
    RC_ASSERT(total == map.count());
  });
}

TYPED_TEST(TileMapTest, around_periodic_axes_neither) {
  constexpr int D = kD<TypeParam>;
  for (const int tiles : {2, 3, 4, 5}) {
    TileMap<D> map;
    map.reset(VecI<D>::filled(tiles * Tile<D>::kSide), Vec<bool, D>::filled(true));
    std::vector<VecI<D>> all;
    for_each_point(VecI<D>{}, VecI<D>::filled(tiles - 1),
                   [&](const VecI<D>& at) { all.push_back(at - VecI<D>::filled(tiles)); });
    map.rebuild(all);  // a period too low: they mean the same tiles
    ASSERT_EQ(map.count(), power(tiles, D));
    for (int color = 0; color < TileMap<D>::kColors; ++color)
      for (const int a : map.color(color))
        for (const int n : map.neighbors(a)) ASSERT_TRUE(n == a || std::ranges::count(map.color(color), n) == 0);
  }
}

TEST(TileMap, ids_follow_the_morton_curve) {
  auto map = empty_map<2>();
  map.rebuild(std::vector<VecI<2>>{{{1, 1}}, {{2, 0}}, {{0, 1}}, {{1, 0}}, {{0, 0}}});
  const VecI<2> expected[] = {{{0, 0}}, {{1, 0}}, {{0, 1}}, {{1, 1}}, {{2, 0}}};
  for (int id = 1; id <= 5; ++id) EXPECT_EQ(map.coord(id), expected[id - 1]);
}

}  // namespace
}  // namespace spindrift
