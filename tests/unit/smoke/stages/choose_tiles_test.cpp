// Which tiles exist: all of a closed room, those near smoke under an open sky.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "support/smoke_states.h"

namespace spindrift {
namespace {

using testing::kD;
using testing::vec;

IN_2D_AND_3D(ChooseTilesTest);

constexpr int kTiles = 9;  // along each axis

// Wind along x through a wide open sky, in which `cell` holds smoke.
template <int D>
Scene sky(const VecI<D>& cell) {
  const int cells = kTiles * Tile<D>::kSide - 3;  // with the border, whole tiles
  Scene scene = testing::empty_box(D, vec(cells, cells, cells));
  for (int side = 0; side < 2 * D; ++side) scene.domain.open.push_back(static_cast<Side>(side));
  scene.gas.wind = vec(2.0, 0.0, 0.0);
  SmokeSettings puff;
  Vec3d middle{};
  for (int a = 0; a < D; ++a) middle[a] = cell[a] - Domain<D>::kBorder + 0.5;
  puff.shape = testing::sphere(middle, 0.9);
  scene.smokes = {puff};
  return scene;
}

template <int D>
VecI<D> middle_of_tile(int coord) {
  return VecI<D>::filled(coord * Tile<D>::kSide + Tile<D>::kSide / 2);
}

// How many tiles lie between a tile and those of the list, along the axis where it is most.
template <int D>
int tiles_to(const VecI<D>& coord, const std::vector<VecI<D>>& smoky) {
  int nearest = kTiles;
  for (const VecI<D>& other : smoky) {
    int most = 0;
    for (int a = 0; a < D; ++a) most = std::max(most, std::abs(coord[a] - other[a]));
    nearest = std::min(nearest, most);
  }
  return nearest;
}

// Gas up to a tile around the smoke, air to look into a tile further, nothing beyond.
template <int D>
void expect_tiles_around(const SmokeState<D>& state, const std::vector<VecI<D>>& smoky) {
  int gas = 0;
  for (int slot = 0; slot < std::pow(kTiles, D); ++slot) {
    VecI<D> coord;
    for (int a = 0, rest = slot; a < D; ++a, rest /= kTiles) coord[a] = rest % kTiles;
    const int tile = state.tiles.find(coord), away = tiles_to(coord, smoky);
    EXPECT_EQ(tile != 0, away <= 2);
    if (tile == 0) continue;
    EXPECT_EQ(state.content[static_cast<std::size_t>(tile)] == TileContent::kAir, away == 2);
    for (int c = 0; c < Tile<D>::kCells; ++c) {
      const bool is_inside = state.domain.contains(state.tiles.first_cell(tile) + Tile<D>::cell_coord(c));
      EXPECT_EQ(state.type.tile(tile)[c], away <= 1 && is_inside ? CellType::kFluid : CellType::kAir);
      gas += away <= 1 && is_inside;
    }
  }
  EXPECT_EQ(state.fluid_cells, gas);
}

TYPED_TEST(ChooseTilesTest, all_of_a_closed_box_is_gas) {
  constexpr int D = kD<TypeParam>;
  auto state = testing::make_smoke<D>(testing::air_box(D, 20));
  choose_tiles(*state);
  EXPECT_EQ(state->fluid_cells, static_cast<std::int64_t>(std::pow(20, D)));
  testing::for_each_place(*state, D, [&](int tile, int c, const VecD<D>& x) {
    const bool is_inside = std::all_of(x.at.begin(), x.at.end(), [](double p) { return p > 0.0 && p < 1.0; });
    EXPECT_EQ(state->type.tile(tile)[c], is_inside ? CellType::kFluid : CellType::kSolid);
  });
}

TYPED_TEST(ChooseTilesTest, under_an_open_sky_tiles_exist_around_the_smoke_only_and_follow_it) {
  constexpr int D = kD<TypeParam>;
  auto state = testing::make_smoke<D>(sky<D>(middle_of_tile<D>(3)));
  choose_tiles(*state);
  expect_tiles_around<D>(*state, {VecI<D>::filled(3)});
  // It drifts into the next tile along x.
  VecI<D> there = middle_of_tile<D>(3);
  there[0] += Tile<D>::kSide;
  testing::value_at(state->tiles, state->density(), there) = 0.5f;
  VecI<D> next = VecI<D>::filled(3);
  ++next[0];
  choose_tiles(*state);
  expect_tiles_around<D>(*state, {VecI<D>::filled(3), next});
  // And is gone where it was.
  for (int n = 0; n < Tile<D>::kNeighbors; ++n)
    testing::value_at(state->tiles, state->density(), middle_of_tile<D>(3) + Tile<D>::neighbor_offset(n)) = 0.0f;
  choose_tiles(*state);
  expect_tiles_around<D>(*state, {next});
}

// Heat that nobody sees counts as well, and a trace that nobody can see does not.
TYPED_TEST(ChooseTilesTest, heat_keeps_a_tile_and_a_trace_of_it_or_of_smoke_does_not) {
  constexpr int D = kD<TypeParam>;
  auto state = testing::make_smoke<D>(sky<D>(middle_of_tile<D>(4)));
  testing::set_density(*state, [](const VecD<D>&) { return 5e-5; });
  testing::set_quantity(*state, Quantity::kHeat, [](const VecD<D>&) { return 0.02; });
  VecI<D> hot = middle_of_tile<D>(4);
  hot[1] -= Tile<D>::kSide;
  testing::value_at(state->tiles, state->heat(), hot) = -1.0f;
  choose_tiles(*state);
  VecI<D> coord = VecI<D>::filled(4);
  --coord[1];
  expect_tiles_around<D>(*state, {coord});
}

// Also the tiles of a source that opens within the step, and of none that has closed.
TYPED_TEST(ChooseTilesTest, a_source_has_its_tiles_while_it_is_open) {
  constexpr int D = kD<TypeParam>;
  Scene scene = sky<D>(middle_of_tile<D>(2));
  SmokeSourceSettings source;
  source.shape = scene.smokes[0].shape;
  source.start = 1.0;
  source.end = 2.0;
  scene.smokes[0].density = 0.0;
  scene.smoke_sources = {source};
  for (const auto& [time, is_open] : {std::pair{0.5, false}, {0.95, true}, {1.5, true}, {2.0, false}}) {
    auto state = testing::make_smoke<D>(scene);
    state->time = time;
    state->dt = 0.1;
    choose_tiles(*state);
    expect_tiles_around<D>(*state, is_open ? std::vector{VecI<D>::filled(2)} : std::vector<VecI<D>>{});
  }
}

// What a tile held stays in its cells; one that is new holds still air, or the wind.
TYPED_TEST(ChooseTilesTest, values_stay_in_their_places_and_new_tiles_have_the_wind) {
  constexpr int D = kD<TypeParam>;
  auto state = testing::make_smoke<D>(sky<D>(middle_of_tile<D>(3)));
  choose_tiles(*state);
  const auto smoke = [](const VecD<D>& x) { return 1.0 + 0.01 * x[0] + 0.001 * x[1]; };
  testing::set_density(*state, smoke);
  testing::set_velocity(*state, [](const VecD<D>& x) { return x * 0.1; });
  std::vector<VecI<D>> old;
  for (int tile = 1; tile <= state->tiles.count(); ++tile) old.push_back(state->tiles.coord(tile));
  choose_tiles(*state);
  int kept = 0, fresh = 0;
  testing::for_each_place(*state, D, [&](int tile, int c, const VecD<D>& x) {
    const bool is_old = std::find(old.begin(), old.end(), state->tiles.coord(tile)) != old.end();
    ++(is_old ? kept : fresh);
    EXPECT_EQ(state->density().tile(tile)[c], is_old ? static_cast<float>(smoke(x)) : 0.0f);
    const float face = static_cast<float>(0.1 * (x[0] - 0.5));
    EXPECT_FLOAT_EQ(state->velocity[0].tile(tile)[c], is_old ? face : 2.0f);
    if (!is_old) {
      EXPECT_EQ(state->velocity[1].tile(tile)[c], 0.0f);
    }
  });
  EXPECT_GT(kept, 0);
  EXPECT_GT(fresh, 0);
}

}  // namespace
}  // namespace spindrift
