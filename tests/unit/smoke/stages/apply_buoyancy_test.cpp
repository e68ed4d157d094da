// Heavy smoke sinks and hot gas rises, against gravity's direction, by what the scene says.
#include <gtest/gtest.h>

#include "support/smoke_states.h"

namespace spindrift {
namespace {

using testing::kD;
using testing::vec;

IN_2D_AND_3D(ApplyBuoyancyTest);

template <int D>
std::unique_ptr<SmokeState<D>> room(const Vec3d& gravity) {
  Scene scene = testing::air_box(D, 12);
  scene.forces.gravity = gravity;
  scene.gas.weight = 0.8;
  scene.gas.lift = 0.02;
  auto state = testing::make_smoke<D>(scene);
  state->dt = 0.25;
  return state;
}

// -weight s + lift T along up, from the mean of the two cells of a face: exact for fields that vary linearly.
TYPED_TEST(ApplyBuoyancyTest, smoke_and_heat_accelerate_along_gravity_only) {
  constexpr int D = kD<TypeParam>;
  const auto smoke = [](const VecD<D>& x) { return 1.0 + x[0] - 0.5 * x[1]; };
  const auto heat = [](const VecD<D>& x) { return 30.0 + 20.0 * x[D - 1]; };
  for (const Vec3d& gravity : {vec(0.0, -9.81), vec(0.0, 5.0), vec(-3.0, -4.0), Vec3d{}}) {
    auto state = room<D>(gravity);
    testing::set_density(*state, smoke);
    testing::set_quantity(*state, Quantity::kHeat, heat);
    testing::set_velocity(*state, [](const VecD<D>&) { return VecD<D>::filled(0.5); });
    apply_buoyancy(*state);
    const Vec3d up = length(gravity) > 0.0 ? gravity * (-1.0 / length(gravity)) : vec(0.0, 1.0);
    for (int a = 0; a < D; ++a)
      testing::for_each_gas(*state, a, [&](int tile, int c, const VecD<D>& x) {
        const double gain = 0.25 * (-0.8 * smoke(x) + 0.02 * heat(x)) * up[a];
        EXPECT_NEAR(state->velocity[static_cast<std::size_t>(a)].tile(tile)[c], 0.5 + gain, 1e-5);
      });
  }
}

TYPED_TEST(ApplyBuoyancyTest, force_fields_act_on_gas_of_any_kind) {
  constexpr int D = kD<TypeParam>;
  Scene scene = testing::air_box(D, 12);
  ForceFieldSettings wind;
  wind.acceleration = vec(3.0, 0.0);
  wind.end = 1.0;
  scene.force_fields = {wind};
  for (const double time : {0.0, 1.0}) {
    auto state = testing::make_smoke<D>(scene);
    state->time = time;
    state->dt = 0.25;
    state->kick = {time, 0.25};
    apply_buoyancy(*state);
    testing::for_each_gas(*state, 0, [&](int tile, int c, const VecD<D>&) {
      EXPECT_FLOAT_EQ(state->velocity[0].tile(tile)[c], time < 1.0 ? 0.75f : 0.0f);
    });
  }
}

}  // namespace
}  // namespace spindrift
