#include "particles/particle_set.h"

#include <gtest/gtest.h>

#include <utility>

#include "support/states.h"

namespace spindrift {
namespace {

using testing::box;
using testing::empty_box;
using testing::kD;
using testing::liquid;
using testing::make_state;
using testing::vec;

IN_2D_AND_3D(ParticlesViewTest);

TYPED_TEST(ParticlesViewTest, columns_that_are_not_kept_are_null) {
  constexpr int D = kD<TypeParam>;
  Scene scene = empty_box(D, vec(8, 8, 8));
  scene.liquids = {liquid(box(vec(1, 1, 1), vec(3, 3, 3)))};
  auto state = make_state<D>(scene);
  const ParticlesView<D> view = state->particles.view();
  EXPECT_EQ(view.position[0], state->particles.position[0].data());
  EXPECT_EQ(view.age, nullptr);
  EXPECT_EQ(view.viscosity, nullptr);
  EXPECT_EQ(view.affine[0], nullptr);
  EXPECT_EQ(view.color[2], nullptr);
}

TYPED_TEST(ParticlesViewTest, a_view_finds_the_particles_of_a_tile_and_those_that_are_gone) {
  constexpr int D = kD<TypeParam>;
  Scene scene = empty_box(D, vec(40, 40, 40));
  scene.liquids = {liquid(box(vec(15, 15, 15), vec(18, 18, 18)))};
  auto state = make_state<D>(scene);
  const ParticlesView<D, const float> view = std::as_const(state->particles).view();
  std::size_t count = 0;
  for (int tile = 1; tile <= state->tiles.count(); ++tile) {
    EXPECT_EQ(view.is_empty(tile), view.tile_begin(tile) == view.tile_end(tile));
    for (std::uint32_t p = view.tile_begin(tile); p < view.tile_end(tile); ++p, ++count) {
      EXPECT_FALSE(view.is_removed(p));
      for (int a = 0; a < D; ++a) EXPECT_EQ(view.template place<float>(p)[a], state->particles.position[a][p]);
    }
  }
  EXPECT_EQ(count, state->particles.count());
  state->particles.position[0][0] = kRemoved;
  EXPECT_TRUE(view.is_removed(0));
}

}  // namespace
}  // namespace spindrift
