// What a surface must be, whatever the particles: closed, outward, as large as the liquid, flat where the liquid is.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numbers>
#include <numeric>

#include "support/scenes.h"
#include "support/surfaces.h"

namespace spindrift {
namespace {

using namespace testing;

IN_2D_AND_3D(Surface);

double ball_volume(int dimension, double radius) {
  return dimension == 2 ? std::numbers::pi * radius * radius : 4.0 / 3.0 * std::numbers::pi * radius * radius * radius;
}

auto ball(int dimension, const Vec3d& center, double radius) {
  return [=](const Vec3d& x) {
    double square = 0.0;
    for (int a = 0; a < dimension; ++a) square += (x[a] - center[a]) * (x[a] - center[a]);
    return square < radius * radius;
  };
}
auto below(double height) {
  return [=](const Vec3d& x) { return x[1] < height; };
}
double cell_measure(const Scene& scene) { return std::pow(0.5, scene.dimension()); }  // of a particle; cells of 1 m

// Highest and lowest vertex of the free surface over the middle of a pool.
std::pair<double, double> height_range(const SurfaceMesh& mesh, double level) {
  double low = 1e30, high = -1e30;
  for (std::size_t v = 0; v < mesh.vertices(); ++v) {
    const double x = mesh.position[3 * v], y = mesh.position[3 * v + 1], z = mesh.position[3 * v + 2];
    if (std::abs(y - level) > 0.7 || x < 0.01 || x > 15.99) continue;
    if (mesh.dimension == 3 && (z < 0.01 || z > 15.99)) continue;
    low = std::min(low, y);
    high = std::max(high, y);
  }
  return {low, high};
}

TYPED_TEST(Surface, a_drop_has_the_volume_of_its_liquid) {
  const int D = kD<TypeParam>;
  const Scene scene = empty_box(D, vec(24, 24, 24));
  for (const double disorder : {0.0, 1.0})
    for (const double radius : {2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0}) {
      const ParticleFrame drop = lattice(scene, disorder, ball(D, vec(12.1, 11.8, 12.3), radius));
      const SurfaceMesh mesh = surface_of(scene, drop);
      expect_closed(mesh);
      const double liquid = static_cast<double>(drop.count()) * cell_measure(scene);
      EXPECT_NEAR(enclosed_volume(mesh) / liquid, 1.0, 0.01) << "radius " << radius << " disorder " << disorder;
      EXPECT_NEAR(enclosed_volume(mesh) / ball_volume(D, radius), 1.0, radius < 5.0 ? 0.03 : 0.02);
    }
}

TYPED_TEST(Surface, a_tank_has_the_volume_of_its_liquid_and_is_flat_at_top_and_walls) {
  const int D = kD<TypeParam>;
  const Scene scene = empty_box(D, vec(16, 16, 16));
  const ParticleFrame pool = lattice(scene, 0.0, below(6.0));
  const SurfaceMesh mesh = surface_of(scene, pool);
  expect_closed(mesh);
  const double floor = D == 2 ? 16.0 : 256.0;
  EXPECT_NEAR(enclosed_volume(mesh) / (6.0 * floor), 1.0, 0.01);
  const auto [low, high] = height_range(mesh, 6.0);
  EXPECT_NEAR(low, high, 1e-4);  // no trace of the lattice
  EXPECT_NEAR(high, 6.0, 0.05);
  // It reaches the walls at the same height, and all corners of the floor.
  double reached = 0.0, corner = 1e30;
  for (std::size_t v = 0; v < mesh.vertices(); ++v) {
    const float* x = &mesh.position[3 * v];
    if (x[0] == 16.0f) reached = std::max(reached, 1.0 * x[1]);
    corner = std::min(corner, 1.0 * std::abs(x[0]) + std::abs(x[1]) + std::abs(x[2]));
  }
  EXPECT_NEAR(reached, high, 1e-3);
  EXPECT_EQ(corner, 0.0);
}

TYPED_TEST(Surface, is_not_made_of_particles_of_another_dimension) {
  const int D = kD<TypeParam>;
  auto mesher = SurfaceMesher::create(empty_box(D, vec(8, 8, 8)), 1);
  ASSERT_TRUE(mesher);
  const auto mesh = mesher->build(lattice(empty_box(5 - D, vec(8, 8, 8)), 0.0, below(3.0)), 0.0);
  ASSERT_FALSE(mesh);
  EXPECT_NE(mesh.error().message.find("these particles are in"), std::string::npos) << mesh.error().message;
}

TYPED_TEST(Surface, tanks_of_any_depth_have_the_volume_of_their_liquid) {
  const int D = kD<TypeParam>;
  const Scene scene = empty_box(D, vec(16, 16, 16));
  for (const double disorder : {0.0, 0.7})
    for (const double depth : {4.0, 6.5, 8.0, 11.0}) {
      const ParticleFrame pool = lattice(scene, disorder, below(depth));
      const double liquid = static_cast<double>(pool.count()) * cell_measure(scene);
      EXPECT_NEAR(enclosed_volume(surface_of(scene, pool)) / liquid, 1.0, 0.01)
          << "depth " << depth << " disorder " << disorder;
    }
}

TYPED_TEST(Surface, disorder_of_the_particles_hardly_shows) {
  const int D = kD<TypeParam>;
  const Scene scene = empty_box(D, vec(16, 16, 16));
  const SurfaceMesh mesh = surface_of(scene, lattice(scene, 0.7, below(6.0)));
  double sum = 0.0, squares = 0.0, count = 0.0;
  for (std::size_t v = 0; v < mesh.vertices(); ++v) {
    const double y = mesh.position[3 * v + 1];
    if (std::abs(y - 6.0) > 0.6 || mesh.position[3 * v] < 1.0f || mesh.position[3 * v] > 15.0f) continue;
    if (D == 3 && (mesh.position[3 * v + 2] < 1.0f || mesh.position[3 * v + 2] > 15.0f)) continue;
    sum += y;
    squares += y * y;
    count += 1.0;
  }
  EXPECT_NEAR(sum / count, 6.0, 0.05);
  EXPECT_LT(std::sqrt(squares / count - sum * sum / count / count), 0.06);  // of a cell
}

// How far the free surface is off from y = height(x), cells, root mean square, two cells and more away from walls.
double unevenness(const SurfaceMesh& mesh, double side, const std::function<double(const float*)>& height) {
  double squares = 0.0, count = 0.0;
  for (std::size_t v = 0; v < mesh.vertices(); ++v) {
    const float* x = &mesh.position[3 * v];
    const auto is_near = [&](double at) { return at < 2.0 || at > side - 2.0; };
    if (x[1] < 1.0f || is_near(x[0]) || (mesh.dimension == 3 && is_near(x[2]))) continue;
    const double off = static_cast<double>(x[1]) - height(x);
    squares += off * off;
    count += 1.0;
  }
  return std::sqrt(squares / count);
}

TYPED_TEST(Surface, the_lattice_of_the_particles_leaves_no_ridges_in_a_calm_slope) {
  const int D = kD<TypeParam>;
  const Scene scene = empty_box(D, vec(24, 24, 24));
  const auto height = [&](const auto& x) {
    return 8.0 + 0.21 * (static_cast<double>(x[0]) - 12.0) + (D == 3 ? 0.17 * (static_cast<double>(x[2]) - 12.0) : 0.0);
  };
  const SurfaceMesh mesh = surface_of(scene, lattice(scene, 0.0, [&](const Vec3d& x) { return x[1] < height(x); }));
  expect_closed(mesh);
  EXPECT_LT(unevenness(mesh, 24.0, [&](const float* x) { return height(x); }), D == 2 ? 0.025 : 0.015);
}

TYPED_TEST(Surface, a_wave_keeps_its_height) {
  const int D = kD<TypeParam>;
  const Scene scene = empty_box(D, vec(32, 16, 8));
  const auto height = [](const auto& x) {
    return 8.0 + 1.5 * std::cos(2.0 * std::numbers::pi * static_cast<double>(x[0]) / 16.0);
  };
  const auto is_in_wall = [](float at, float side) { return at == 0.0f || at == side; };
  const SurfaceMesh mesh = surface_of(scene, lattice(scene, 0.5, [&](const Vec3d& x) { return x[1] < height(x); }));
  double moment = 0.0, weight = 0.0;
  for (std::size_t v = 0; v < mesh.vertices(); ++v) {
    const float* x = &mesh.position[3 * v];
    if (x[1] < 4.0f || is_in_wall(x[0], 32.0f) || (D == 3 && is_in_wall(x[2], 8.0f))) continue;
    const double wave = height(x) - 8.0;
    moment += wave * (static_cast<double>(x[1]) - 8.0);
    weight += wave * wave;
  }
  EXPECT_NEAR(moment / weight, 1.0, 0.06);
}

TYPED_TEST(Surface, a_resting_pool_moves_as_little_as_its_particles) {
  const int D = kD<TypeParam>;
  const Scene scene = empty_box(D, vec(16, 16, 16));
  ParticleFrame pool = lattice(scene, 0.5, below(6.0));
  const double before = enclosed_volume(surface_of(scene, pool));
  const auto [low, high] = height_range(surface_of(scene, pool), 6.0);
  for (std::size_t i = 0; i < pool.position.size(); ++i)  // a thousandth of a cell
    pool.position[i] += 1e-3f * (random_unit(i) - 0.5f) * (D == 3 || i % 3 != 2 ? 1.0f : 0.0f);
  const SurfaceMesh mesh = surface_of(scene, pool);
  EXPECT_NEAR(enclosed_volume(mesh) / before, 1.0, 1e-4);
  const auto [new_low, new_high] = height_range(mesh, 6.0);
  EXPECT_NEAR(new_low, low, 5e-3);
  EXPECT_NEAR(new_high, high, 5e-3);
}

TYPED_TEST(Surface, particles_far_apart_are_drops_of_their_own) {
  const int D = kD<TypeParam>;
  Scene scene = empty_box(D, vec(16, 16, 16));
  scene.surface.resolution = 4.0;  // fine enough to see a particle
  scene.surface.smoothing = 0;
  ParticleFrame frame;
  frame.dimension = D;
  for (const double x : {5.3, 7.1}) {
    for (const double c : {x, 8.2, D == 3 ? 8.1 : 0.0}) frame.position.push_back(static_cast<float>(c));
    frame.velocity.insert(frame.velocity.end(), {0.0f, 0.0f, 0.0f});
  }
  const SurfaceMesh mesh = surface_of(scene, frame);
  expect_closed(mesh);
  ASSERT_GT(mesh.vertices(), 0u);
  // Balls as large as the liquid the particles stand for.
  const double radius = D == 2 ? std::sqrt(0.25 / std::numbers::pi) : std::cbrt(0.125 * 0.75 / std::numbers::pi);
  for (std::size_t v = 0; v < mesh.vertices(); ++v) {
    double nearest = 1e30;
    for (std::size_t p = 0; p < 2; ++p)
      nearest = std::min<double>(nearest, std::hypot(mesh.position[3 * v] - frame.position[3 * p],
                                                     mesh.position[3 * v + 1] - frame.position[3 * p + 1],
                                                     mesh.position[3 * v + 2] - frame.position[3 * p + 2]));
    EXPECT_NEAR(nearest, radius, 0.15 * radius);
  }
}

// The connected parts of a mesh.
std::vector<SurfaceMesh> parts_of(const SurfaceMesh& mesh) {
  std::vector<std::uint32_t> parent(mesh.vertices());
  std::iota(parent.begin(), parent.end(), 0u);
  const auto root_of = [&](std::uint32_t v) {
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
  };
  const auto D = static_cast<std::size_t>(mesh.dimension);
  for (std::size_t c = 0; c < mesh.corners.size(); ++c)
    parent[root_of(mesh.corners[c])] = root_of(mesh.corners[c - c % D]);
  std::map<std::uint32_t, SurfaceMesh> parts;
  for (const std::uint32_t corner : mesh.corners) parts[root_of(corner)].corners.push_back(corner);
  std::vector<SurfaceMesh> result;
  for (auto& [root, part] : parts) {
    part.dimension = mesh.dimension;
    part.position = mesh.position;
    result.push_back(std::move(part));
  }
  return result;
}

// 1 inside of a mesh, 0 outside.
double winding_number(const SurfaceMesh& mesh, const Vec3d& x) {
  const auto to = [&](std::size_t c) {
    const float* at = &mesh.position[3 * std::size_t{mesh.corners[c]}];
    const Vec3d way = Vec3d{{at[0], at[1], at[2]}} - x;
    return way / length(way);
  };
  double angle = 0.0;
  if (mesh.dimension == 2) {
    for (std::size_t c = 0; c < mesh.corners.size(); c += 2)
      angle += std::atan2(cross(to(c), to(c + 1))[2], dot(to(c), to(c + 1)));
    return angle / (2.0 * std::numbers::pi);
  }
  for (std::size_t c = 0; c < mesh.corners.size(); c += 3) {
    const Vec3d p = to(c), q = to(c + 1), r = to(c + 2);
    angle += 2.0 * std::atan2(dot(p, cross(q, r)), 1.0 + dot(p, q) + dot(q, r) + dot(r, p));
  }
  return angle / (4.0 * std::numbers::pi);
}

// Drops, filaments along the last axis and sheets, of this thickness.
ParticleFrame thin_liquid(const Scene& scene, double disorder, int long_axes, double thickness) {
  return lattice(scene, disorder, [&](const Vec3d& x) {
    const Vec3d tilt = vec(0.0, 0.2, 0.3), middle = vec(8.1, 7.9, 8.2);
    double square = 0.0;
    for (int a = 0; a < scene.dimension(); ++a) {
      const bool is_long = a >= scene.dimension() - long_axes;
      if (is_long && std::abs(x[a] - middle[a]) > 5.0) return false;
      if (is_long) continue;
      double off = x[a] - middle[a];
      for (int b = scene.dimension() - long_axes; b < scene.dimension(); ++b) off += tilt[b] * (x[b] - middle[b]);
      square += off * off;
    }
    return square < thickness * thickness / 4.0;
  });
}

TYPED_TEST(Surface, thin_liquid_keeps_its_volume_and_its_outside_whatever_the_smoothing) {
  const int D = kD<TypeParam>;
  Scene scene = empty_box(D, vec(16, 16, 16));
  for (int long_axes = 0; long_axes < D; ++long_axes)
    for (const double disorder : {0.0, 0.7})
      for (const double thickness : {0.5, 0.75, 1.0, 1.5, 2.0, 3.0}) {
        const ParticleFrame liquid = thin_liquid(scene, disorder, long_axes, thickness);
        scene.surface.smoothing = 0;
        const std::vector<SurfaceMesh> rough = parts_of(surface_of(scene, liquid));
        for (const int smoothing : {1, 10, 100}) {
          scene.surface.smoothing = smoothing;
          const SurfaceMesh mesh = surface_of(scene, liquid);
          expect_closed(mesh);
          const std::vector<SurfaceMesh> smooth = parts_of(mesh);
          ASSERT_EQ(smooth.size(), rough.size());
          const double most = static_cast<double>(liquid.count()) * cell_measure(scene);
          for (std::size_t i = 0; i < rough.size(); ++i) {
            EXPECT_GT(enclosed_volume(smooth[i]), 0.9 * enclosed_volume(rough[i]))
                << "thickness " << thickness << " smoothing " << smoothing << " long axes " << long_axes;
            EXPECT_GT(enclosed_volume(rough[i]), 0.0);
          }
          EXPECT_LE(enclosed_volume(mesh), 1.1 * most);
        }
      }
}

TEST(SurfaceOfSplash, only_air_pockets_have_negative_volume) {
  const Scene scene = shipped("dam_break_pillar_3d", {"domain.resolution=32"});
  Simulation simulation = simulate(scene);
  advance(simulation, 24);
  std::size_t most_parts = 0;
  for (int frame = 27; frame <= 45; frame += 3) {
    advance(simulation, 3);
    const std::vector<SurfaceMesh> parts = parts_of(surface_of(scene, *simulation.particles()));
    most_parts = std::max(most_parts, parts.size());
    for (const SurfaceMesh& part : parts) {
      if (enclosed_volume(part) > 0.0) continue;
      const float* at = &part.position[3 * std::size_t{part.corners[0]}];
      double around = 0.0;
      for (const SurfaceMesh& other : parts)
        if (&other != &part) around += winding_number(other, {{at[0], at[1], at[2]}});
      EXPECT_NEAR(around, 1.0, 1e-3) << "frame " << frame << ", faces " << part.faces();
    }
  }
  EXPECT_GT(most_parts, 10u);  // it splashes
}

TYPED_TEST(Surface, any_resolution_gives_the_same_surface) {
  const int D = kD<TypeParam>;
  Scene scene = empty_box(D, vec(20, 20, 20));
  const ParticleFrame drop = lattice(scene, 0.5, ball(D, vec(10.2, 9.9, 10.1), 6.0));
  const double liquid = static_cast<double>(drop.count()) * cell_measure(scene);
  for (const double resolution : {1.5, 2.0, 2.7, 4.0}) {
    scene.surface.resolution = resolution;
    const SurfaceMesh mesh = surface_of(scene, drop);
    expect_closed(mesh);
    EXPECT_NEAR(enclosed_volume(mesh) / liquid, 1.0, 0.02) << resolution;
  }
}

TYPED_TEST(Surface, the_same_bits_for_any_number_of_threads) {
  const int D = kD<TypeParam>;
  Scene scene = dam_break(D, 16);
  Simulation simulation = simulate(scene, 2);
  advance(simulation, 20);
  const ParticleFrame particles = *simulation.particles();
  const SurfaceMesh one = surface_of(scene, particles, 1), three = surface_of(scene, particles, 3);
  expect_closed(one);
  EXPECT_EQ(one.position, three.position);
  EXPECT_EQ(one.velocity, three.velocity);
  EXPECT_EQ(one.corners, three.corners);
}

TYPED_TEST(Surface, vertices_carry_what_the_particles_around_them_carry) {
  const int D = kD<TypeParam>;
  Scene scene = empty_box(D, vec(16, 16, 16));
  ParticleFrame pool = lattice(scene, 0.3, below(6.0));
  FrameColumn age{"age", "s"}, color{"color", "", FrameColumn::Kind::kColor, 3};
  for (std::size_t i = 0; i < pool.count(); ++i) {
    const float x = pool.position[3 * i];
    pool.velocity[3 * i] = x;
    pool.velocity[3 * i + 1] = -2.0f;
    age.values.push_back(x);
    for (const float channel : {0.25f, x / 16.0f, 1.0f}) color.values.push_back(channel);
  }
  pool.columns.assign({age, color});
  const SurfaceMesh mesh = surface_of(scene, pool);
  ASSERT_EQ(mesh.velocity.size(), mesh.position.size());
  const std::vector<float>&ages = mesh.columns.values("age"), &colors = mesh.columns.values("color");
  ASSERT_EQ(ages.size(), mesh.vertices());
  ASSERT_EQ(colors.size(), mesh.position.size());
  for (std::size_t v = 0; v < mesh.vertices(); ++v) {
    const float x = mesh.position[3 * v];
    const float slack = x > 1.0f && x < 15.0f ? 0.3f : 0.6f;  // one-sided at a wall
    EXPECT_NEAR(mesh.velocity[3 * v], x, slack);
    EXPECT_NEAR(mesh.velocity[3 * v + 1], -2.0f, 1e-4f);
    EXPECT_NEAR(ages[v], x, slack);
    EXPECT_NEAR(colors[3 * v], 0.25f, 1e-5f);
  }
}

TYPED_TEST(Surface, water_around_a_solid_ends_at_the_solid) {
  const int D = kD<TypeParam>;
  Scene scene = empty_box(D, vec(16, 16, 16));
  const Vec3d center = vec(8.0, 4.0, 8.0);
  scene.solids.push_back(solid(sphere(center, 2.5)));
  const ParticleFrame pool =
      lattice(scene, 0.3, [&](const Vec3d& x) { return below(8.0)(x) && !ball(D, center, 2.5)(x); });
  const SurfaceMesh mesh = surface_of(scene, pool);
  expect_closed(mesh);
  const double exact = 8.0 * (D == 2 ? 16.0 : 256.0) - ball_volume(D, 2.5);
  EXPECT_NEAR(enclosed_volume(mesh) / exact, 1.0, 0.01);
  int on_solid = 0;
  for (std::size_t v = 0; v < mesh.vertices(); ++v) {
    double square = 0.0;
    for (int a = 0; a < D; ++a) square += std::pow(mesh.position[3 * v + static_cast<std::size_t>(a)] - center[a], 2);
    const double distance = std::sqrt(square) - 2.5;
    if (distance < 0.7) {
      EXPECT_NEAR(distance, 0.0, 0.12);
      ++on_solid;
    }
  }
  EXPECT_GT(on_solid, 10);
}

TYPED_TEST(Surface, no_particles_give_an_empty_mesh) {
  const int D = kD<TypeParam>;
  const Scene scene = empty_box(D, vec(8, 8, 8));
  ParticleFrame none;
  none.dimension = D;
  const SurfaceMesh mesh = surface_of(scene, none);
  EXPECT_EQ(mesh.vertices(), 0u);
  EXPECT_EQ(mesh.faces(), 0u);
}

// A drop that passes the sides is cut there and closed on both of them, and has all of its volume.
TYPED_TEST(Surface, of_a_domain_that_repeats_itself_is_cut_cleanly_at_its_sides) {
  const int D = kD<TypeParam>;
  Scene scene = empty_box(D, vec(32, 24, 32));
  scene.domain.periodic = {Axis::kX};
  if (D == 3) scene.domain.periodic.push_back(Axis::kZ);
  const auto around = [&](double center) {
    return [=](const Vec3d& x) {
      const double dx = x[0] - center - 32.0 * std::round((x[0] - center) / 32.0), dy = x[1] - 12.0;
      const double dz = D == 3 ? x[2] - 16.0 : 0.0;
      return dx * dx + dy * dy + dz * dz < 36.0;
    };
  };
  const ParticleFrame cut = lattice(scene, 0.0, around(2.0)), whole = lattice(scene, 0.0, around(16.0));
  ASSERT_EQ(cut.count(), whole.count());
  const SurfaceMesh mesh = surface_of(scene, cut);
  expect_closed(mesh);
  EXPECT_NEAR(enclosed_volume(mesh) / enclosed_volume(surface_of(scene, whole)), 1.0, 0.005);
  double top[2] = {0.0, 0.0};  // on either side: the drop is cut in the same place
  for (std::size_t v = 0; v < mesh.vertices(); ++v)
    for (const int side : {0, 1})
      if (std::abs(static_cast<double>(mesh.position[3 * v]) - 32.0 * side) < 1e-6)
        top[side] = std::max(top[side], static_cast<double>(mesh.position[3 * v + 1]));
  EXPECT_NEAR(top[0], 12.0 + std::sqrt(32.0), 0.2);
  EXPECT_NEAR(top[1], top[0], 0.05);
}

}  // namespace
}  // namespace spindrift
