#include "geometry/motion.h"

#include <gtest/gtest.h>

namespace spindrift {
namespace {

// A body that goes on from the key of a moment is where it was: the hand takes hold of solids in this way.
template <int D>
void expect_key_is_the_pose(const SolidSettings& solid, double time) {
  const RigidMotion<D> motion(solid);
  const Keyframe key = motion.key_at(time);
  EXPECT_EQ(key.time, time);
  SolidSettings held = solid;
  held.velocity = held.angular_velocity_degrees = {};
  held.keyframes = {key};
  const Pose<D> was = motion.pose(time), is = RigidMotion<D>(held).pose(time);
  for (int a = 0; a < D; ++a) {
    EXPECT_NEAR(is.place[a], was.place[a], 1e-12);
    for (int b = 0; b < D; ++b) EXPECT_NEAR(is.rotation.rows[a][b], was.rotation.rows[a][b], 1e-12);
  }
}

TEST(RigidMotion, the_key_of_a_moment_is_its_pose) {
  SolidSettings moves;
  moves.pivot = {{0.5, 0.25, 0.0}};
  moves.velocity = {{1.0, -0.5, 0.0}};
  moves.angular_velocity_degrees = {{0.0, 0.0, 30.0}};
  SolidSettings keyed;
  keyed.keyframes = {{1.0, {{0.0, 1.0, 0.0}}, {}}, {2.0, {{1.0, 0.0, 0.0}}, {{0.0, 0.0, 90.0}}}};
  for (const double time : {0.0, 1.0, 1.3, 2.0, 5.0})
    for (const SolidSettings& solid : {moves, keyed}) {
      expect_key_is_the_pose<2>(solid, time);
      expect_key_is_the_pose<3>(solid, time);
    }
}

}  // namespace
}  // namespace spindrift
