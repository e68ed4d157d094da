// Facts about the signed distance of meshes.
#include "geometry/mesh/mesh_shape.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/motion.h"
#include "test_meshes.h"
#include "unit/geometry/random_points.h"
#include "unit/geometry/shape_settings.h"

namespace spindrift {
namespace {

using namespace geometry_tests;

MeshShape mesh_shape(const TriangleMesh& mesh, const Vec3d& offset) {
  return {std::make_shared<const Mesh::Body>(mesh), offset};
}

double brute_force(const TriangleMesh& mesh, const Vec3d& x) {
  double nearest = 1e300;
  for (const auto& t : mesh.triangles) {
    const auto at = [&](std::size_t c) { return mesh.vertices[static_cast<std::size_t>(t[c])]; };
    nearest = std::min(nearest, squared_distance(x, {at(0), at(1), at(2)}));
  }
  return std::sqrt(nearest);
}

// The least distance over a fine net of points on the triangle.
double distance_by_net(const Vec3d& x, const Triangle& t, int steps) {
  double nearest = 1e300;
  for (int i = 0; i <= steps; ++i) {
    for (int j = 0; i + j <= steps; ++j) {
      const double u = double(i) / steps, v = double(j) / steps;
      const Vec3d p = Vec3d::from(t[0]) * (1.0 - u - v) + Vec3d::from(t[1]) * u + Vec3d::from(t[2]) * v;
      nearest = std::min(nearest, length(x - p));
    }
  }
  return nearest;
}

TEST(TriangleDistance, is_the_least_over_the_triangle) {
  RandomPoints random;
  for (int i = 0; i < 300; ++i) {
    const auto corner = [&] { return Vec<float, 3>::from(random.in_box<3>(-1.0, 1.0)); };
    Triangle t{corner(), corner(), corner()};
    if (i % 10 == 0) t[2] = t[0] + (t[1] - t[0]) * 0.3f;  // degenerate to a segment
    if (i % 30 == 0) t[1] = t[2] = t[0];                  // and to a point
    const Vec3d x = random.in_box<3>(-1.5, 1.5);
    const double distance = std::sqrt(squared_distance(x, t)), by_net = distance_by_net(x, t, 100);
    ASSERT_LE(distance, by_net + 1e-6);
    ASSERT_GE(distance, by_net - 0.03);
  }
}

TEST(TriangleBvh, finds_the_nearest_triangle) {
  const TriangleMesh mesh = sphere_mesh(0.5, 12);
  const TriangleBvh bvh(mesh);
  RandomPoints random;
  for (int i = 0; i < 500; ++i) {
    const Vec3d x = random.in_box<3>(-1.0, 1.0);
    ASSERT_NEAR(std::sqrt(bvh.nearest(x).squared_distance), brute_force(mesh, x), 1e-12);
  }
}

TEST(MeshShape, sphere_has_the_distance_of_a_sphere) {
  const double radius = 0.7;
  const MeshShape shape = mesh_shape(sphere_mesh(radius, 64), {{1.0, 2.0, 3.0}});
  RandomPoints random;
  for (int i = 0; i < 10000; ++i) {
    const Vec3d x = random.in_box<3>(-1.2, 1.2);
    const double expected = length(x) - radius, distance = shape.distance(x + Vec3d{{1.0, 2.0, 3.0}});
    ASSERT_NEAR(distance, expected, 0.015);  // the samples are 0.022 apart, the facets 0.001 deep
    // The facets lie inside the sphere, so near its surface only the outside is certain.
    if (std::abs(expected) > 0.0015) {
      ASSERT_EQ(distance < 0.0, expected < 0.0);
    }
  }
}

TEST(MeshShape, sign_is_exact_at_random_points) {
  const Vec3d low{{-0.4, -0.7, -0.2}}, high{{0.5, 0.1, 0.9}};
  const MeshShape shape = mesh_shape(box_mesh(Vec<float, 3>::from(low), Vec<float, 3>::from(high)), {});
  const auto exact =
      made<3>(box_settings(Vec3d::from(Vec<float, 3>::from(low)), Vec3d::from(Vec<float, 3>::from(high))));
  RandomPoints random;
  for (int i = 0; i < 100000; ++i) {
    const Vec3d x = random.in_box<3>(-1.0, 1.0);
    const double expected = exact->distance(x);
    ASSERT_EQ(shape.distance(x) < 0.0, expected < 0.0) << expected;
    ASSERT_NEAR(shape.distance(x), expected, 0.012);
  }
}

TEST(MeshShape, near_the_surface_the_distance_is_within_a_tenth_of_a_sample_cell) {
  const MeshShape ball = mesh_shape(sphere_mesh(0.5, 40), {});
  const MeshShape block = mesh_shape(box_mesh({{-0.5f, -0.25f, -0.1f}}, {{0.5f, 0.3f, 0.2f}}), {});
  RandomPoints random;
  for (const MeshShape* shape : {&ball, &block}) {
    int near = 0;
    for (int i = 0; i < 40000; ++i) {
      const Vec3d x = random.in_box<3>(-0.6, 0.6);
      const double exact = shape->exact_distance(x);
      if (std::abs(exact) > 0.02) continue;
      ++near;
      ASSERT_NEAR(shape->distance(x), exact, 0.1 / 64.0);
    }
    EXPECT_GT(near, 500);
  }
}

TEST(MeshShape, a_wall_much_thinner_than_the_samples_has_an_inside) {
  const float thickness = 0.0007f;  // a twentieth of a sample cell
  for (int axis = 0; axis < 3; ++axis) {
    Vec<float, 3> low{{-0.5f, -0.5f, -0.5f}}, high = -low;
    low[axis] = 0.1f;
    high[axis] = 0.1f + thickness;
    const MeshShape wall = mesh_shape(box_mesh(low, high), {});
    RandomPoints random;
    for (int i = 0; i < 20000; ++i) {
      Vec3d x = random.in_box<3>(-0.499, 0.499);
      x[axis] = low[axis] + thickness * (3.0 * random.number() - 1.0);  // a third each before, in and behind the wall
      const bool is_inside = x[axis] > low[axis] && x[axis] < high[axis];
      ASSERT_EQ(wall.distance(x) < 0.0, is_inside);
      const double expected = std::max(low[axis] - x[axis], x[axis] - high[axis]);
      ASSERT_NEAR(wall.distance(x), expected, 1e-9);
    }
  }
}

TEST(MeshShape, a_thin_shell_is_hollow) {
  const MeshShape shell = mesh_shape(merged(sphere_mesh(0.5, 48), inside_out(sphere_mesh(0.497, 48))), {});
  EXPECT_NEAR(shell.distance({}), 0.497, 0.01);
  RandomPoints random;
  for (int i = 0; i < 20000; ++i) {
    const Vec3d x = random.in_box<3>(-0.6, 0.6);
    const double r = length(x);
    if (r > 0.5 || r < 0.4955) {
      ASSERT_GT(shell.distance(x), 0.0) << r;
    }
    if (r > 0.497 && r < 0.4985) {
      ASSERT_LT(shell.distance(x), 0.0) << r;
    }
  }
}

TEST(MeshShape, rays_through_vertices_and_edges_count_once) {
  const TriangleMesh mesh = box_mesh({{0.0f, 0.0f, 0.0f}}, {{1.0f, 1.0f, 1.0f}});
  const MeshShape shape = mesh_shape(merged(mesh, box_mesh({{2.0f, 0.0f, 0.0f}}, {{3.0f, 1.0f, 1.0f}})), {});
  for (int i = -8; i <= 32; ++i) {
    for (int j = -8; j <= 16; ++j) {
      for (int k = -8; k <= 16; ++k) {  // on the diagonals of the faces, on their edges and in line with their corners
        const Vec3d x{{i / 8.0, j / 8.0, k / 8.0}};
        const auto within = [](double c) { return c >= 0.0 && c <= 1.0; };
        const auto strictly = [](double c) { return c > 0.0 && c < 1.0; };
        if (strictly(x[1]) && strictly(x[2]) && (strictly(x[0]) || strictly(x[0] - 2.0))) {
          ASSERT_LT(shape.exact_distance(x), 0.0);
          ASSERT_LT(shape.distance(x), 0.0);
        } else if (!within(x[1]) || !within(x[2]) || !(within(x[0]) || within(x[0] - 2.0))) {
          ASSERT_GT(shape.exact_distance(x), 0.0);
          ASSERT_GT(shape.distance(x), 0.0);
        }
      }
    }
  }
}

TEST(MeshShape, overlapping_bodies_are_solid_and_orientation_does_not_matter) {
  const TriangleMesh a = sphere_mesh(0.4, 24), b = box_mesh({{0.0f, -0.2f, -0.2f}}, {{0.9f, 0.2f, 0.2f}});
  const MeshShape both = mesh_shape(merged(a, b), {}), turned = mesh_shape(inside_out(merged(a, b)), {});
  RandomPoints random;
  for (int i = 0; i < 20000; ++i) {
    const Vec3d x = random.in_box<3>(-1.0, 1.0);
    const bool in_ball = length(x) < 0.39;
    const bool in_block = x[0] > 0.0 && x[0] < 0.9 && std::abs(x[1]) < 0.2 && std::abs(x[2]) < 0.2;
    if (in_ball || in_block) {
      ASSERT_LE(both.distance(x), 0.0);
    }
    if (length(x) > 0.4 && !in_block) {
      ASSERT_GE(both.distance(x), 0.0);
    }
    ASSERT_EQ(both.distance(x) < 0.0, turned.distance(x) < 0.0);
    ASSERT_NEAR(both.distance(x), turned.distance(x), 0.01);
  }
}

TEST(MeshShape, far_away_the_distance_is_right_within_a_few_percent) {
  const MeshShape ball = mesh_shape(sphere_mesh(0.5, 24), {{1.0, 0.0, 0.0}});
  RandomPoints random;
  for (int i = 0; i < 10000; ++i) {
    const Vec3d x = random.in_box<3>(-20.0, 20.0);
    const double expected = length(x - Vec3d{{1.0, 0.0, 0.0}}) - 0.5;
    if (expected > 0.1) {
      ASSERT_NEAR(ball.distance(x), expected, 0.03 * expected);
    }
  }
  EXPECT_TRUE(std::isnan(ball.distance({{std::nan(""), 0.0, 0.0}})));
}

TEST(MeshShape, normal_of_a_ball_points_away_from_its_centre) {
  const MeshShape ball = mesh_shape(sphere_mesh(0.5, 64), {});
  RandomPoints random;
  for (int i = 0; i < 2000; ++i) {
    const Vec3d x = random.in_box<3>(-1.0, 1.0);
    if (length(x) < 0.2) continue;
    ASSERT_GT(dot(ball.normal(x, 0.02), x) / length(x), 0.99);
  }
}

ShapeSettings mesh_settings() {
  ShapeSettings settings;
  settings.kind = ShapeSettings::Kind::kMesh;
  settings.mesh = *Mesh::create(box_mesh({{0.0f, 0.0f, 0.0f}}, {{1.0f, 2.0f, 3.0f}}), "box");
  return settings;
}

TEST(MeshShape, a_scene_places_a_mesh_by_scale_and_offset) {
  ShapeSettings settings = mesh_settings();
  settings.scale = 0.1;
  settings.offset = {{5.0, 6.0, 7.0}};
  const auto shape = make_shape<3>(settings, "scene.toml");
  ASSERT_TRUE(shape) << shape.error().message;
  const Box<3> bounds = (*shape)->bounds();
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(bounds.low[i], settings.offset[i], 1e-7);
    EXPECT_NEAR(bounds.high[i], settings.offset[i] + 0.1 * (i + 1), 1e-7);
  }
  EXPECT_NEAR((*shape)->distance({{5.05, 6.1, 7.15}}), -0.05, 3e-3);
  EXPECT_NEAR((*shape)->distance({{5.2, 6.1, 7.15}}), 0.1, 1e-3);
}

TEST(MeshShape, the_body_of_a_mesh_is_built_once_for_each_scale) {
  const auto mesh = mesh_settings().mesh;
  EXPECT_EQ(mesh->body(2.0)->get(), mesh->body(2.0)->get());
  EXPECT_NE(mesh->body(2.0)->get(), mesh->body(3.0)->get());
}

ShapeSettings turned_box(const Vec3d& degrees) {
  ShapeSettings settings;
  settings.kind = ShapeSettings::Kind::kMesh;
  settings.mesh = *Mesh::create(box_mesh({{0.0f, 0.0f, 0.0f}}, {{2.0f, 4.0f, 6.0f}}), "box");
  settings.scale = 0.5;
  settings.rotation_degrees = degrees;
  settings.offset = {{10.0, 0.0, 0.0}};
  return settings;
}

TEST(MeshShape, a_quarter_turn_exchanges_the_sides) {
  const auto shape = make_shape<3>(turned_box({{0.0, 0.0, 90.0}}), "scene.toml");
  ASSERT_TRUE(shape) << to_string(shape.error());
  const Box<3> box = (*shape)->bounds();  // x becomes y, and y becomes -x
  for (int a = 0; a < 3; ++a) {
    EXPECT_NEAR(box.low[a], (Vec3d{{8.0, 0.0, 0.0}})[a], 1e-6);
    EXPECT_NEAR(box.high[a], (Vec3d{{10.0, 1.0, 3.0}})[a], 1e-6);
  }
}

TEST(MeshShape, turned_about_all_axes_it_has_the_distance_of_the_turned_box) {
  const Vec3d degrees{{30.0, -70.0, 200.0}}, offset{{10.0, 0.0, 0.0}};
  const auto shape = make_shape<3>(turned_box(degrees), "scene.toml");
  ASSERT_TRUE(shape) << to_string(shape.error());
  const Matrix<3> back = transposed(rotation_from_angles(degrees));
  const auto box = made<3>(box_settings({{0.0, 0.0, 0.0}}, {{1.0, 2.0, 3.0}}));
  RandomPoints random;
  for (int i = 0; i < 2000; ++i) {
    const Vec3d x = random.in_box<3>(-4.0, 4.0);
    const double exact = box->distance(back * x);
    if (exact > 2.0) continue;  // farther away it is right within a few percent
    ASSERT_NEAR((*shape)->distance(x + offset), exact, 0.08) << "a cell of the coarse samples is 0.2 wide";
    if (std::abs(exact) > 1e-5) {
      ASSERT_EQ((*shape)->distance(x + offset) < 0.0, exact < 0.0);
    }
  }
}

TEST(MeshShape, a_bad_scale_and_a_mesh_that_was_not_read_are_refused) {
  ShapeSettings settings = mesh_settings();
  for (const double scale : {0.0, -1.0, 1e-30, 1e30, std::numeric_limits<double>::infinity(), std::nan("")}) {
    settings.scale = scale;
    const auto shape = make_shape<3>(settings, "scene.toml");
    ASSERT_FALSE(shape) << scale;
    EXPECT_EQ(shape.error().place.file, "scene.toml");
  }
  settings = ShapeSettings{};
  settings.kind = ShapeSettings::Kind::kMesh;
  EXPECT_FALSE(make_shape<3>(settings, "scene.toml"));
  settings.file = "box.obj";
  EXPECT_NE(make_shape<3>(settings, "scene.toml").error().message.find("was not read"), std::string::npos);
}

}  // namespace
}  // namespace spindrift
