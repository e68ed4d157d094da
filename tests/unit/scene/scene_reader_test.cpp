// What a scene file says arrives in the Scene, and what it leaves out has its default.
#include <gtest/gtest.h>

#include "spindrift/scene_file.h"

namespace spindrift {
namespace {

Scene scene_of(const std::string& text) {
  auto scene = parse_scene(text, "scene.toml");
  EXPECT_TRUE(scene) << to_string(scene.error());
  return scene ? *scene : Scene{};
}

TEST(scene_reader, fills_in_defaults) {
  const Scene scene = scene_of("[domain]\nsize=[1,2,3]\n[[source]]\nshape='sphere'\ncenter=[0,0,0]\nradius=1");
  const Scene defaults;
  EXPECT_EQ(scene.file, "scene.toml");
  EXPECT_EQ(scene.dimension(), 3);
  EXPECT_EQ(scene.domain.size, (Vec3d{{1, 2, 3}}));
  EXPECT_EQ(scene.time.fps, defaults.time.fps);
  EXPECT_EQ(scene.solver.transfer, defaults.solver.transfer);
  EXPECT_EQ(scene.forces.gravity, defaults.forces.gravity);
  EXPECT_EQ(scene.particles.columns, defaults.particles.columns);
  EXPECT_FALSE(scene.drift.push_apart.has_value());
  EXPECT_EQ(scene.sources.front().end, SourceSettings{}.end);
}

TEST(scene_reader, two_numbers_make_a_2d_scene) {
  const Scene scene = scene_of("[domain]\nsize=[2,1]\n[[liquid]]\nshape='box'\nmin=[0,0]\nmax=[1,0.5]");
  EXPECT_EQ(scene.dimension(), 2);
  EXPECT_EQ(scene.particles_per_cell(), 4);
  EXPECT_EQ(scene.liquids.front().shape.max, (Vec3d{{1, 0.5, 0}}));
}

TEST(scene_reader, reads_every_single_table) {
  const Scene scene = scene_of(R"(
title = "all"
[[liquid]]            # tables may come in any order
shape = "box"
min = [0, 0]
max = [1, 1]
velocity = [1, -2]
count = 7
spacing = 0.25
[output]
particles = false
every = 3
color = "pressure"
[drift]
density_term = false
stiffness = 0.5
push_apart = false
[solver]
order = "move_then_project"
transfer = "apic"
kernel = "quadratic"
integrator = "rk4"
pressure = "gauss_seidel"
sweeps = 12
[particles]
per_cell = 9
packing = "jittered"
seed = 9007199254740993
columns = ["age", "color"]
[forces]
gravity = [0.5, -1]
[fluid]
density = 800
color = [0.9, 0.5, 0]
[time]
fps = 25
frames = 10
substeps = 4
[domain]
size = [4, 2]
cell_size = 0.5
open = ["top", "left"]
)");
  EXPECT_EQ(scene.title, "all");
  EXPECT_EQ(scene.liquids.front().velocity, (Vec3d{{1, -2, 0}}));
  EXPECT_EQ(scene.liquids.front().count, 7);
  EXPECT_EQ(scene.liquids.front().spacing, 0.25);
  EXPECT_FALSE(scene.output.particles);
  EXPECT_EQ(scene.output.color, ColorBy::kPressure);
  EXPECT_EQ(scene.drift.density_term, false);
  EXPECT_EQ(scene.drift.push_apart, false);
  EXPECT_EQ(scene.solver.order, StepOrder::kMoveThenProject);
  EXPECT_EQ(scene.solver.transfer, Transfer::kApic);
  EXPECT_EQ(scene.solver.kernel, Kernel::kQuadratic);
  EXPECT_EQ(scene.solver.integrator, Integrator::kRk4);
  EXPECT_EQ(scene.solver.pressure, PressureSolver::kGaussSeidel);
  EXPECT_EQ(scene.particles.seed, 9007199254740993) << "beyond what a double can hold";
  EXPECT_EQ(scene.particles.columns, (std::vector<Column>{Column::kAge, Column::kColor}));
  EXPECT_EQ(scene.forces.gravity, (Vec3d{{0.5, -1, 0}}));
  ASSERT_TRUE(scene.fluid.color) << "of three numbers in 2D, too";
  EXPECT_EQ(scene.fluid.color->green, 0.5);
  EXPECT_EQ(scene.fluid.color->blue, 0.0);
  EXPECT_EQ(scene.time.substeps, 4);
  EXPECT_EQ(scene.domain.open, (std::vector<Side>{Side::kTop, Side::kLeft}));
  EXPECT_EQ(scene.domain.cells(), (Vec<int, 3>{{8, 4, 1}}));
}

TEST(scene_reader, reads_shapes_inside_shapes) {
  const Scene scene = scene_of(R"(
[domain]
size = [1, 1, 1]
[[liquid]]
shape = "difference"
parts = [
  {shape = "union", parts = [{shape = "sphere", center = [0, 0, 0], radius = 1},
                             {shape = "capsule", from = [0, 0, 0], to = [1, 0, 0], radius = 0.5}]},
  {shape = "plane", point = [0, 0.5, 0], normal = [0, 2, 0]},
]
)");
  const ShapeSettings& shape = scene.liquids.front().shape;
  EXPECT_EQ(shape.kind, ShapeSettings::Kind::kDifference);
  ASSERT_EQ(shape.parts.size(), 2u);
  EXPECT_EQ(shape.parts[0].parts[1].to, (Vec3d{{1, 0, 0}}));
  EXPECT_EQ(shape.parts[1].normal, (Vec3d{{0, 2, 0}}));
}

TEST(scene_reader, rotations_are_one_number_in_2d_and_three_in_3d) {
  const std::string ball = "[[solid]]\nshape='sphere'\nradius=1\n";
  const Scene flat = scene_of("[domain]\nsize=[1,1]\n[[liquid]]\nshape='sphere'\ncenter=[0,0]\nradius=1\n" + ball +
                              "center=[0,0]\npivot=[1,2]\nkeyframes=[{time=0,rotation_degrees=45},{time=1}]");
  EXPECT_EQ(flat.solids.front().keyframes[0].rotation_degrees, (Vec3d{{0, 0, 45}}));
  const Scene deep = scene_of("[domain]\nsize=[1,1,1]\n[[liquid]]\nshape='sphere'\ncenter=[0,0,0]\nradius=1\n" + ball +
                              "center=[0,0,0]\npivot=[1,2,3]\nangular_velocity_degrees=[10,20,30]");
  EXPECT_EQ(deep.solids.front().angular_velocity_degrees, (Vec3d{{10, 20, 30}}));
}

TEST(scene_reader, reads_force_fields_by_kind) {
  const Scene scene = scene_of(R"(
[domain]
size = [1, 1, 1]
[[liquid]]
shape = "sphere"
center = [0, 0, 0]
radius = 1
[[force]]
kind = "vortex"
center = [0.5, 0, 0.5]
axis = [0, 1, 0]
strength = 3
[[force]]
kind = "uniform"
acceleration = [1, 2, 3]
start = 1
end = 2
)");
  ASSERT_EQ(scene.force_fields.size(), 2u);
  EXPECT_EQ(scene.force_fields[0].axis, (Vec3d{{0, 1, 0}}));
  EXPECT_EQ(scene.force_fields[1].acceleration, (Vec3d{{1, 2, 3}}));
  EXPECT_EQ(scene.force_fields[1].end, 2.0);
}

}  // namespace
}  // namespace spindrift
