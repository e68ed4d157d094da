// The sort by tile and cell, compared with std::stable_sort.
#include "particles/particle_sorter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "support/property.h"
#include "support/states.h"

namespace spindrift {
namespace {

using testing::empty_box;
using testing::expect_for_random_cases;
using testing::kD;
using testing::vec;

IN_2D_AND_3D(ParticleSorterTest);

template <int D>
struct Sorted {
  Scene scene = empty_box(D, vec(60, 40, 30));
  Domain<D> domain{scene.domain};
  ParticleSet<D> particles;
  TileMap<D> map;
  ParticleSorter<D> sorter;

  Sorted() {
    scene.particles.columns = testing::all_columns();
    scene.solver.transfer = Transfer::kApic;
    map.reset(domain.extent());
  }

  // Every column gets a number that tells which particle it belongs to.
  void add(const VecD<D>& x) {
    const auto number = static_cast<float>(particles.next_id);
    particles.add(x, VecF<D>::filled(number), scene);
    particles.age.back() = number;
    for (auto& column : particles.affine) column.back() = number;
    for (auto& channel : particles.color) channel.back() = number;
  }
  void sort(int reach = 2) { report = sorter.sort(particles, map, reach); }
  VecD<D> place(std::uint32_t p, int tile) const {
    VecD<D> x = VecD<D>::from(map.first_cell(tile));
    for (int a = 0; a < D; ++a) x[a] += static_cast<double>(particles.position[static_cast<std::size_t>(a)][p]);
    return x;
  }
  SortReport report;
};

template <int D>
VecD<D> random_place(const Domain<D>& domain) {
  VecD<D> x;
  for (int a = 0; a < D; ++a)  // quarters of cells: faces and centres come up often
    x[a] = Domain<D>::kBorder + 0.25 * *rc::gen::inRange(0, 4 * domain.cells[a]);
  return x;
}

template <int D>
void move_some(Sorted<D>& set) {
  for (std::size_t p = 0; p < set.particles.count(); ++p) {
    const int kind = *rc::gen::inRange(0, 10);  // most stay near, a few go far
    for (int a = 0; a < D; ++a) {
      const float shift =
          0.25f * static_cast<float>(kind < 8 ? *rc::gen::inRange(-8, 8) : *rc::gen::inRange(-160, 160));
      set.particles.position[static_cast<std::size_t>(a)][p] += shift;
    }
  }
}

// The order that a stable sort of the particles' old order would give, as ids.
template <int D>
std::vector<std::uint32_t> expected_order(const Sorted<D>& set) {
  struct Key {
    std::uint64_t morton;
    int cell;
    std::uint32_t id;
  };
  std::vector<Key> keys;
  auto add = [&](std::uint32_t p, const VecI<D>& tile) {
    VecI<D> coord = tile, local;
    for (int a = 0; a < D; ++a) {
      const int c = static_cast<int>(std::floor(set.particles.position[static_cast<std::size_t>(a)][p]));
      coord[a] += c >> Tile<D>::kLog2;
      local[a] = c & Tile<D>::kMask;
    }
    if (!set.map.contains(coord)) return;
    std::uint64_t morton = 0;
    for (int bit = 0; bit < 8; ++bit)
      for (int a = 0; a < D; ++a) morton |= static_cast<std::uint64_t>((coord[a] >> bit) & 1) << (D * bit + a);
    keys.push_back({morton, Tile<D>::cell_index(local), set.particles.id[p]});
  };
  for (int tile = 1; tile <= set.map.count(); ++tile)
    for (std::uint32_t p = set.particles.tile_begin(tile); p < set.particles.tile_end(tile); ++p)
      add(p, set.map.coord(tile));
  for (std::size_t i = 0; i < set.particles.added_tiles.size(); ++i)
    add(static_cast<std::uint32_t>(set.particles.sorted_count() + i), set.particles.added_tiles[i]);
  std::stable_sort(keys.begin(), keys.end(), [](const Key& a, const Key& b) {
    return a.morton != b.morton ? a.morton < b.morton : a.cell < b.cell;
  });
  std::vector<std::uint32_t> ids;
  for (const Key& key : keys) ids.push_back(key.id);
  return ids;
}

TYPED_TEST(ParticleSorterTest, first_sort_is_a_stable_sort) {
  constexpr int D = kD<TypeParam>;
  expect_for_random_cases(100, [] {
    Sorted<D> set;
    for (int i = *rc::gen::inRange(0, 300); i > 0; --i) set.add(random_place(set.domain));
    const auto expected = expected_order(set);
    set.sort();
    RC_ASSERT(std::equal(expected.begin(), expected.end(), set.particles.id.begin(), set.particles.id.end()));
  });
}

TYPED_TEST(ParticleSorterTest, later_sorts_order_by_tile_and_cell_and_are_stable_within_a_tile) {
  constexpr int D = kD<TypeParam>;
  expect_for_random_cases(100, [] {
    Sorted<D> set;
    for (int i = *rc::gen::inRange(0, 300); i > 0; --i) set.add(random_place(set.domain));
    set.sort();
    for (std::size_t p = 0; p < set.particles.count(); ++p)  // within the tile: no arrivals from elsewhere
      for (auto& column : set.particles.position)
        column[p] = 0.25f * static_cast<float>(*rc::gen::inRange(0, 4 * Tile<D>::kSide));
    const auto expected = expected_order(set);
    set.sort();
    RC_ASSERT(std::equal(expected.begin(), expected.end(), set.particles.id.begin(), set.particles.id.end()));
  });
}

TYPED_TEST(ParticleSorterTest, keeps_every_particle_with_its_place_and_columns) {
  constexpr int D = kD<TypeParam>;
  expect_for_random_cases(100, [] {
    Sorted<D> set;
    const int count = *rc::gen::inRange(1, 300);
    for (int i = 0; i < count; ++i) set.add(random_place(set.domain));
    set.sort();
    move_some(set);
    std::vector<VecD<D>> place(static_cast<std::size_t>(count));
    for (int tile = 1; tile <= set.map.count(); ++tile)
      for (std::uint32_t p = set.particles.tile_begin(tile); p < set.particles.tile_end(tile); ++p)
        place[set.particles.id[p]] = set.place(p, tile);
    std::vector<int> seen(static_cast<std::size_t>(count), 0);
    int inside = 0;
    for (const VecD<D>& x : place) {
      VecI<D> tile;
      for (int a = 0; a < D; ++a) tile[a] = static_cast<int>(std::floor(x[a])) >> Tile<D>::kLog2;
      inside += set.map.contains(tile);
    }
    set.sort();
    RC_ASSERT(static_cast<int>(set.particles.count()) == inside);
    for (int tile = 1; tile <= set.map.count(); ++tile)
      for (std::uint32_t p = set.particles.tile_begin(tile); p < set.particles.tile_end(tile); ++p) {
        const std::uint32_t id = set.particles.id[p];
        RC_ASSERT(seen[id]++ == 0);
        RC_ASSERT(set.place(p, tile) == place[id]);
        RC_ASSERT(set.particles.age[p] == static_cast<float>(id));
        for (const auto& column : set.particles.velocity) RC_ASSERT(column[p] == static_cast<float>(id));
        for (const auto& column : set.particles.affine) RC_ASSERT(column[p] == static_cast<float>(id));
        for (const auto& column : set.particles.color) RC_ASSERT(column[p] == static_cast<float>(id));
      }
  });
}

TYPED_TEST(ParticleSorterTest, cell_begin_is_exact) {
  constexpr int D = kD<TypeParam>;
  expect_for_random_cases(100, [] {
    Sorted<D> set;
    for (int i = *rc::gen::inRange(0, 300); i > 0; --i) set.add(random_place(set.domain));
    set.sort();
    move_some(set);
    set.sort();
    std::uint32_t next = 0;
    for (int tile = 1; tile <= set.map.count(); ++tile)
      for (int c = 0; c < Tile<D>::kCells; ++c) {
        const auto cell = static_cast<std::size_t>(tile * Tile<D>::kCells + c);
        RC_ASSERT(set.particles.cell_begin[cell] == next);
        for (; next < set.particles.cell_begin[cell + 1]; ++next)
          for (int a = 0; a < D; ++a) {
            const float x = set.particles.position[static_cast<std::size_t>(a)][next];
            RC_ASSERT(static_cast<int>(std::floor(x)) == Tile<D>::cell_coord(c)[a]);
          }
      }
    RC_ASSERT(next == set.particles.count());
  });
}

TYPED_TEST(ParticleSorterTest, tiles_within_reach_exist_and_no_others) {
  constexpr int D = kD<TypeParam>;
  expect_for_random_cases(100, [] {
    Sorted<D> set;
    const int reach = *rc::gen::inRange(0, Tile<D>::kSide);
    for (int i = *rc::gen::inRange(1, 20); i > 0; --i) set.add(random_place(set.domain));
    set.sort(reach);
    std::vector<VecI<D>> cells;
    for (int tile = 1; tile <= set.map.count(); ++tile)
      for (std::uint32_t p = set.particles.tile_begin(tile); p < set.particles.tile_end(tile); ++p)
        cells.push_back(VecI<D>::from(set.place(p, tile)));
    for (const VecI<D>& cell : cells)
      for (int corner = 0; corner < power(3, D); ++corner) {
        VecI<D> tile;
        for (int a = 0, rest = corner; a < D; ++a, rest /= 3)
          tile[a] = (cell[a] + reach * (rest % 3 - 1)) >> Tile<D>::kLog2;
        RC_ASSERT(!set.map.contains(tile) || set.map.find(tile) != 0);
      }
    RC_ASSERT(set.map.count() <= static_cast<int>(cells.size()) * power(3, D));
  });
}

TYPED_TEST(ParticleSorterTest, drops_removed_particles_and_reports_broken_ones) {
  constexpr int D = kD<TypeParam>;
  Sorted<D> set;
  for (int i = 0; i < 10; ++i) set.add(VecD<D>::filled(2.5 + i));
  set.sort();
  set.particles.position[0][3] = kRemoved;
  set.particles.position[D - 1][5] = std::numeric_limits<float>::quiet_NaN();
  set.particles.position[0][6] = std::numeric_limits<float>::infinity();
  set.sort();
  EXPECT_EQ(set.report.removed + set.report.broken, 3);
  EXPECT_GE(set.report.broken, 1);
  EXPECT_EQ(set.particles.count(), 7u);
}

TYPED_TEST(ParticleSorterTest, ten_thousand_particles_in_one_cell_sort_right) {
  constexpr int D = kD<TypeParam>;
  for (const double corner : {1.0, 20.0}) {
    Sorted<D> set;
    VecD<D> cell = VecD<D>::filled(corner);
    if (corner > 1.0)  // the last cell at the right, top and front
      for (int a = 0; a < D; ++a) cell[a] = Domain<D>::kBorder + set.domain.cells[a] - 1;
    for (int i = 0; i < 10000; ++i) {
      VecD<D> x = cell;
      for (int a = 0; a < D; ++a) x[a] += 1e-4 * ((i * (a + 7)) % 10000);
      set.add(x);
    }
    set.sort();
    set.sort();
    ASSERT_EQ(set.particles.count(), 10000u);
    for (std::uint32_t i = 0; i < 10000; ++i) ASSERT_EQ(set.particles.id[i], i);
  }
}

}  // namespace
}  // namespace spindrift
