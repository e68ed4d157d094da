#include "settings/fall_speed.h"

#include <gtest/gtest.h>

#include <cmath>

namespace spindrift {
namespace {

TEST(fall_speed, is_most_of_what_a_fall_through_the_domain_reaches) {
  Scene scene;
  scene.domain.dimension = 2;
  scene.domain.size = {{3.0, 2.0, 0.0}};
  scene.forces.gravity = {{0.0, -10.0, 0.0}};
  EXPECT_DOUBLE_EQ(fall_energy(scene), 20.0);
  EXPECT_DOUBLE_EQ(*fall_speed(scene), 0.6 * std::sqrt(40.0));
  scene.forces.gravity = {};
  EXPECT_FALSE(fall_speed(scene));
}

}  // namespace
}  // namespace spindrift
