#include "grid/halo.h"

#include <gtest/gtest.h>

#include "base/hash.h"
#include "support/states.h"

namespace spindrift {
namespace {

using testing::kD;
using testing::value_at;

IN_2D_AND_3D(HaloTest);

// A checkered map: some neighbours exist, some do not.
template <int D>
TileMap<D> patchy_map() {
  TileMap<D> map;
  map.reset(VecI<D>::filled(4 * Tile<D>::kSide));
  std::vector<VecI<D>> wanted;
  for (int i = 0; i < power(4, D); ++i) {
    VecI<D> coord;
    for (int a = 0, rest = i; a < D; ++a, rest /= 4) coord[a] = rest % 4;
    if (random_unit(static_cast<std::uint64_t>(i)) < 0.6f) wanted.push_back(coord);
  }
  map.rebuild(wanted);
  return map;
}

template <int D>
CellField<float, D> numbered_field(const TileMap<D>& map) {
  CellField<float, D> field;
  field.resize(map.count());
  for (int tile = 1; tile <= map.count(); ++tile)
    for (int c = 0; c < Tile<D>::kCells; ++c) field.tile(tile)[c] = static_cast<float>(tile * Tile<D>::kCells + c);
  return field;
}

template <int D, int Low, int High>
void expect_halo_equals_lookup() {
  const TileMap<D> map = patchy_map<D>();
  CellField<float, D> field = numbered_field(map);
  HaloBlock<float, D, Low, High> block;
  ASSERT_GT(map.count(), 3);
  for (int tile = 1; tile <= map.count(); ++tile) {
    load_halo(map, field, tile, block);
    VecI<D> local = VecI<D>::filled(-Low);
    for (const float value : block.values) {
      ASSERT_EQ(value, value_at(map, field, map.first_cell(tile) + local));
      ASSERT_EQ(value, block.at(local));
      for (int a = 0; a < D && ++local[a] >= Tile<D>::kSide + High; ++a) local[a] = -Low;
    }
  }
}

TYPED_TEST(HaloTest, block_equals_direct_lookup) {
  expect_halo_equals_lookup<kD<TypeParam>, 1, 1>();
  expect_halo_equals_lookup<kD<TypeParam>, 0, 1>();
  expect_halo_equals_lookup<kD<TypeParam>, 1, 0>();
  expect_halo_equals_lookup<kD<TypeParam>, 2, 3>();
}

TYPED_TEST(HaloTest, missing_tiles_read_as_zero) {
  constexpr int D = kD<TypeParam>;
  TileMap<D> map;
  map.reset(VecI<D>::filled(Tile<D>::kSide));
  map.rebuild(std::vector<VecI<D>>{VecI<D>{}});
  CellField<float, D> field;
  field.resize(1);
  field.fill(3.0f);
  HaloBlock<float, D, 1, 1> block;
  load_halo(map, field, 1, block);
  EXPECT_EQ(std::ranges::count(block.values, 3.0f), Tile<D>::kCells);
  EXPECT_EQ(std::ranges::count(block.values, 0.0f), power(Tile<D>::kSide + 2, D) - Tile<D>::kCells);
}

TYPED_TEST(HaloTest, runs_cover_the_ring_once) {
  constexpr int D = kD<TypeParam>;
  const TileMap<D> map = patchy_map<D>();
  std::vector<int> visits(HaloBlock<float, D, 1, 3>().values.size(), 0);
  for_each_halo_run<D, 1, 3>(map, 1, [&](int, int, const VecI<D>& local, int length) {
    for (int i = 0; i < length; ++i) ++visits[static_cast<std::size_t>(HaloBlock<float, D, 1, 3>::index(local) + i)];
  });
  for (const int n : visits) EXPECT_EQ(n, 1);
}

}  // namespace
}  // namespace spindrift
