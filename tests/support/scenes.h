// Small scenes, built in code. Cells are one metre wide unless a test says otherwise, so lengths read as cells.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <type_traits>
#include <vector>

#include "spindrift/scene.h"
#include "spindrift/simulation.h"

namespace spindrift::testing {

// A fact about both dimensions is written once: IN_2D_AND_3D(Suite); TYPED_TEST(Suite, fact) { kD<TypeParam> ... }
using BothDimensions = ::testing::Types<std::integral_constant<int, 2>, std::integral_constant<int, 3>>;
struct DimensionName {
  template <class T>
  static std::string GetName(int) {
    return T::value == 2 ? "2D" : "3D";
  }
};
template <class T>
inline constexpr int kD = T::value;
#define IN_2D_AND_3D(Suite)                \
  template <class T>                       \
  class Suite : public ::testing::Test {}; \
  TYPED_TEST_SUITE(Suite, ::spindrift::testing::BothDimensions, ::spindrift::testing::DimensionName)

// Three numbers, of which a 2D scene uses two.
Vec3d vec(double x, double y, double z = 0.0);

std::vector<Column> all_columns();

ShapeSettings box(const Vec3d& min, const Vec3d& max);
ShapeSettings sphere(const Vec3d& center, double radius);
ShapeSettings plane(const Vec3d& point, const Vec3d& normal);
ShapeSettings difference(const ShapeSettings& whole, const ShapeSettings& without);

LiquidSettings liquid(const ShapeSettings& shape, const Vec3d& velocity = {});
SolidSettings solid(const ShapeSettings& shape, const Vec3d& velocity = {});

// A closed box of this many cells without liquid and without gravity; a frame is one sub-step of a hundredth of a
// second.
Scene empty_box(int dimension, const Vec3d& cells, double cell_size = 1.0);

// The same with a layer of water at rest over the whole floor, under the earth's gravity.
Scene still_pool(int dimension, int cells, int depth, double cell_size = 1.0);

// A column of water that leans on the left wall and collapses.
Scene dam_break(int dimension, int cells, double cell_size = 1.0);

// The classic method, with that many sweeps of Gauss-Seidel.
Scene with_sweeps(Scene scene, int sweeps);

// A scene of the folder `scenes`, with changes as the command line has them: `key=value`.
Scene shipped(const std::string& name, const std::vector<std::string>& changes = {});

// The simulation of a scene that must be accepted.
Simulation simulate(const Scene& scene, int threads = 0);

// The report of the last of these frames.
FrameReport advance(Simulation& simulation, int frames);

}  // namespace spindrift::testing
