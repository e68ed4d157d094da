// Age and Müller's colours.
#include <gtest/gtest.h>

#include <cmath>

#include "base/hash.h"
#include "support/states.h"

namespace spindrift {
namespace {

using testing::kD;
using testing::make_state;
using testing::vec;

IN_2D_AND_3D(ColorParticlesTest);

TYPED_TEST(ColorParticlesTest, age_is_the_time_since_the_particle_was_made) {
  constexpr int D = kD<TypeParam>;
  Scene scene = testing::still_pool(D, 8, 4);
  scene.particles.columns = {Column::kAge};
  auto solver = testing::make_solver<D>(scene);
  testing::advance(*solver, 25);
  for (const float age : solver->state().particles.age) EXPECT_NEAR(age, 0.25f, 1e-5f);
}

TYPED_TEST(ColorParticlesTest, thin_liquid_flashes_to_foam_and_fades_to_blue) {
  constexpr int D = kD<TypeParam>;
  Scene scene = testing::still_pool(D, 8, 6);
  scene.particles.columns = {Column::kColor};
  auto state = make_state<D>(scene);
  testing::set_step(*state, 1.0 / 60.0);
  // As if all liquid were half as dense as at rest.
  state->density.fill(static_cast<float>(0.5 * state->rest_density));
  color_particles(*state);
  EXPECT_EQ(state->particles.color[0][0], 0.8f);
  EXPECT_EQ(state->particles.color[2][0], 1.0f);
  state->density.fill(static_cast<float>(state->rest_density));
  for (int i = 0; i < 40; ++i) color_particles(*state);
  EXPECT_NEAR(state->particles.color[0][0], 0.4f, 1e-4f);
  EXPECT_NEAR(state->particles.color[1][0], 0.4f, 1e-4f);
  EXPECT_EQ(state->particles.color[2][0], 1.0f);
  for (int i = 0; i < 100; ++i) color_particles(*state);
  EXPECT_EQ(state->particles.color[0][0], 0.0f);
}

TYPED_TEST(ColorParticlesTest, colours_of_liquids_stay_what_they_are) {
  constexpr int D = kD<TypeParam>;
  Scene scene = testing::still_pool(D, 8, 6);
  scene.particles.columns = {Column::kColor, Column::kAge};  // age: so that the row runs
  scene.liquids[0].color = Color{0.25, 0.5, 0.75};
  auto state = make_state<D>(scene);
  testing::set_step(*state, 1.0 / 60.0);
  for (int i = 0; i < 3; ++i) color_particles(*state);
  for (std::size_t p = 0; p < state->particles.count(); ++p)
    for (std::size_t c = 0; c < 3; ++c) ASSERT_EQ(state->particles.color[c][p], 0.25f * static_cast<float>(c + 1));
}

// Every cell's particles come closer to their mean, by 0.6 % in a sixtieth of a second, and the mean stays what it is.
TYPED_TEST(ColorParticlesTest, the_particles_of_a_cell_mix_their_colours_and_keep_their_mean) {
  constexpr int D = kD<TypeParam>;
  Scene scene = testing::still_pool(D, 8, 6);
  scene.particles.columns = {Column::kColor};
  auto state = make_state<D>(scene);
  state->density.fill(static_cast<float>(state->rest_density));  // no foam
  auto& green = state->particles.color[1];
  for (std::size_t p = 0; p < green.size(); ++p) green[p] = 0.5f + 0.4f * random_unit(p);
  const std::vector<float> before(green.begin(), green.end());
  testing::set_step(*state, 0.5 / 60.0);
  const int steps = 20;
  for (int i = 0; i < steps; ++i) color_particles(*state);
  const double fade = 0.01 * steps * 0.5, kept = std::pow(1.0 - 0.006 * 0.5, steps);
  testing::for_each_cell(*state, [&](const VecI<D>&, int tile, int c) {
    const std::uint32_t* range = state->particles.cells_of(tile) + c;
    double mean = 0.0;
    for (std::uint32_t p = range[0]; p < range[1]; ++p) mean += static_cast<double>(before[p]) / (range[1] - range[0]);
    for (std::uint32_t p = range[0]; p < range[1]; ++p)
      EXPECT_NEAR(green[p], mean + kept * (static_cast<double>(before[p]) - mean) - fade, 1e-5);
  });
}

}  // namespace
}  // namespace spindrift
