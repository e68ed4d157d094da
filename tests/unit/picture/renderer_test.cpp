#include "picture/renderer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <vector>

#include "picture/ray_scene.h"
#include "picture/studio.h"
#include "support/scenes.h"
#include "support/surfaces.h"

namespace spindrift {
namespace {

using namespace testing;

Scene small_scene(RenderStyle style) {
  Scene scene = empty_box(3, vec(8, 8, 8));
  scene.render.style = style;
  scene.render.width = 96;
  scene.render.height = 54;
  scene.render.samples = 4;
  return scene;
}

ParticleFrame pool(const Scene& scene) {
  return lattice(scene, 0.2, [](const Vec3d& x) { return x[1] < 3.0; });
}

// How much bluer than red, over the lower middle of the picture, where the pool is.
double blueness(Image& image) {
  double sum = 0.0;
  for (int y = image.height / 2; y < image.height * 3 / 4; ++y)
    for (int x = image.width * 2 / 5; x < image.width * 3 / 5; ++x)
      sum += static_cast<double>(image.at(x, y).blue - image.at(x, y).red);
  return sum;
}

bool same(const Image& a, const Image& b) {
  for (std::size_t i = 0; i < a.pixels.size(); ++i)
    if (a.pixels[i].red != b.pixels[i].red || a.pixels[i].green != b.pixels[i].green ||
        a.pixels[i].blue != b.pixels[i].blue)
      return false;
  return a.pixels.size() == b.pixels.size();
}

// How much a pixel differs from the four beside it: the median, so that edges do not count.
double speckle(Image& image) {
  std::vector<double> differences;
  for (int y = 1; y + 1 < image.height; ++y)
    for (int x = 1; x + 1 < image.width; ++x) {
      const float around =
          image.at(x - 1, y).red + image.at(x + 1, y).red + image.at(x, y - 1).red + image.at(x, y + 1).red;
      differences.push_back(static_cast<double>(std::abs(image.at(x, y).red - 0.25f * around)));
    }
  std::nth_element(differences.begin(), differences.begin() + static_cast<long>(differences.size() / 2),
                   differences.end());
  return differences[differences.size() / 2];
}

TEST(Camera, sees_the_whole_domain) {
  Scene scene = small_scene(RenderStyle::kWater);
  for (const Vec3d& size : {vec(1, 1, 1), vec(4, 1, 1), vec(0.1, 2.0, 0.3)}) {
    scene.domain.size = size;
    const Camera camera(scene);
    for (int c = 0; c < 8; ++c) {
      float x = 0.0f, y = 0.0f, depth = 0.0f;
      const Vec3f corner = Vec3f::from(Vec3d{{c & 1 ? size[0] : 0.0, c & 2 ? size[1] : 0.0, c & 4 ? size[2] : 0.0}});
      ASSERT_TRUE(camera.project(corner, x, y, depth));
      EXPECT_TRUE(x > 0.0f && x < 96.0f && y > 0.0f && y < 54.0f);
      // Projecting and looking through that pixel are each other's inverse.
      const Vec3f direction = camera.direction(x, y), to = normalized(corner - camera.eye());
      EXPECT_LT(length(direction - to), 1e-4f);
    }
  }
}

// The sum of a light over the upper hemisphere, as a level floor receives it, by rings of equal height.
Vec3f on_the_floor(const std::function<Vec3f(const Vec3f&)>& light) {
  constexpr int kRings = 600, kAround = 1200;
  Vec3f sum{};
  for (int ring = 0; ring < kRings; ++ring)
    for (int i = 0; i < kAround; ++i) {
      const float y = (static_cast<float>(ring) + 0.5f) / kRings, r = std::sqrt(1.0f - y * y);
      const float turn = 2.0f * std::numbers::pi_v<float> * static_cast<float>(i) / kAround;
      sum += light({{r * std::cos(turn), y, r * std::sin(turn)}}) * y;
    }
  return sum * (2.0f * std::numbers::pi_v<float> / (kRings * kAround));
}

// Rays that hit sky or sun and the means that light a floor carry the same energy.
TEST(Studio, a_floor_receives_the_light_that_sky_and_sun_show) {
  const Studio studio(small_scene(RenderStyle::kWater));
  const Vec3f sky = on_the_floor([&](const Vec3f& d) { return studio.sky(d); });
  const Vec3f sun = on_the_floor([&](const Vec3f& d) { return studio.sun_disc(d); });
  for (int c = 0; c < 3; ++c) {
    EXPECT_NEAR(sky[c] / (std::numbers::pi_v<float> * studio.skylight()[c]), 1.0f, 0.02f);
    EXPECT_NEAR(sun[c] / (studio.sunlight()[c] * studio.sun_direction()[1]), 1.0f, 0.02f);
    EXPECT_NEAR(studio.daylight()[c], (sky[c] + sun[c]) / std::numbers::pi_v<float>, 0.03f);
  }
}

TEST(Studio, the_display_keeps_the_order_of_light) {
  float last = 0.0f;
  EXPECT_EQ(to_display({}).red, 0.0f);
  for (float light = 0.001f; light < 1e4f; light *= 1.1f) {
    const float shown = to_display({{light, light, light}}).green;
    EXPECT_GE(shown, last);
    EXPECT_LE(shown, 1.0f);
    last = shown;
  }
  EXPECT_NEAR(last, 1.0f, 1e-6f);
}

// Seen from straight above: the shadow lies where the line from the sun through the ball meets the floor.
TEST(Renderer, a_shadow_lies_opposite_the_sun) {
  if (!can_trace_rays()) GTEST_SKIP() << "built without Embree";
  Scene scene = small_scene(RenderStyle::kWater);
  const Vec3d ball = vec(4, 2, 4);
  scene.solids.push_back(solid(sphere(ball, 1.0)));
  scene.render.eye = vec(4, 30, 4.001);
  scene.render.target = vec(4, 0, 4);
  const Studio studio(scene);
  const Camera camera(scene);
  Image image = Renderer::create(scene, 1)->draw(0.0, SurfaceMesh{});
  const auto floor_at = [&](const Vec3f& along) {
    const Vec3f point = Vec3f::from(ball) + along * (static_cast<float>(ball[1]) / std::abs(along[1]));
    float x = 0.0f, y = 0.0f, depth = 0.0f;
    camera.project(point, x, y, depth);
    return image.at(static_cast<int>(x), static_cast<int>(y)).green;
  };
  const Vec3f sun = studio.sun_direction();
  EXPECT_LT(floor_at(-sun), 0.75f * floor_at({{sun[0], -sun[1], sun[2]}}));
}

TEST(Renderer, every_pixel_of_an_empty_scene_is_a_number_from_0_to_1) {
  if (!can_trace_rays()) GTEST_SKIP() << "built without Embree";
  Scene scene = small_scene(RenderStyle::kWater);
  for (const Vec3d& target : {vec(4, 4, 4), vec(0, 30, 0), vec(4, 0, 20)}) {  // sky with the sun, and floor up close
    scene.render.eye = vec(4, 4, 20.001);
    scene.render.target = target;
    for (const Rgb& pixel : Renderer::create(scene, 1)->draw(0.0, SurfaceMesh{}).pixels)
      for (const float level : {pixel.red, pixel.green, pixel.blue}) EXPECT_TRUE(level >= 0.0f && level <= 1.0f);
  }
}

TEST(Renderer, water_is_blue_and_the_same_for_any_number_of_threads) {
  if (!can_trace_rays()) GTEST_SKIP() << "built without Embree";
  const Scene scene = small_scene(RenderStyle::kWater);
  const SurfaceMesh full = surface_of(scene, pool(scene)), empty;
  Result<Renderer> one = Renderer::create(scene, 1), two = Renderer::create(scene, 2);
  ASSERT_TRUE(one && two);
  Image wet = one->draw(0.0, full), dry = one->draw(0.0, empty);
  EXPECT_GT(blueness(wet), blueness(dry) + 5.0);
  EXPECT_TRUE(same(wet, two->draw(0.0, full)));
}

TEST(Renderer, honey_is_amber) {
  Scene scene = small_scene(RenderStyle::kWater);
  scene.fluid.color = Color{0.95, 0.62, 0.10};
  const auto expect_amber = [](Image image) {
    const Rgb honey = image.at(image.width / 2, image.height * 5 / 8);
    EXPECT_GT(honey.red, 1.2f * honey.green);
    EXPECT_GT(honey.red, 1.3f * honey.blue) << "which the sky's reflection adds to";
    EXPECT_GT(honey.red, 0.3f) << "not black, however thick it is";
  };
  if (can_trace_rays()) expect_amber(Renderer::create(scene, 1)->draw(0.0, surface_of(scene, pool(scene))));
  scene.render.style = RenderStyle::kParticles;
  expect_amber(Renderer::create(scene, 1)->draw(0.0, pool(scene)));
}

// Two liquids side by side, seen from above: red on the left, green on the right.
TEST(Renderer, every_liquid_has_its_own_colour) {
  Scene scene = small_scene(RenderStyle::kWater);
  scene.liquids.resize(2);
  scene.liquids[0].color = Color{0.8, 0.1, 0.1};
  scene.liquids[1].color = Color{0.1, 0.8, 0.1};
  scene.render.eye = vec(4, 20, 4.5);
  scene.render.target = vec(4, 0, 4);
  ParticleFrame particles = pool(scene);
  FrameColumn color{"color", "", FrameColumn::Kind::kColor, 3};
  for (std::size_t p = 0; p < particles.count(); ++p) {
    const bool is_left = particles.position[3 * p] < 4.0f;
    color.values.insert(color.values.end(), {is_left ? 0.8f : 0.1f, is_left ? 0.1f : 0.8f, 0.1f});
  }
  particles.columns.assign({color});
  const auto expect_both = [](Image image) {
    const Rgb left = image.at(image.width * 2 / 5, image.height / 2),
              right = image.at(image.width * 3 / 5, image.height / 2);
    EXPECT_GT(left.red, left.green + 0.1f);
    EXPECT_GT(right.green, right.red + 0.1f);
  };
  if (can_trace_rays()) expect_both(Renderer::create(scene, 1)->draw(0.0, surface_of(scene, particles)));
  scene.render.style = RenderStyle::kParticles;
  expect_both(Renderer::create(scene, 1)->draw(0.0, particles));
}

TEST(Renderer, more_samples_are_smoother) {
  if (!can_trace_rays()) GTEST_SKIP() << "built without Embree";
  Scene scene = small_scene(RenderStyle::kWater);
  scene.render.eye = vec(7.0, 7.5, 7.0);  // no sky, which is smooth with one sample
  scene.render.target = vec(4, 0, 4);
  scene.solids.push_back(solid(sphere(vec(4, 3, 4), 2.0)));
  const SurfaceMesh liquid = surface_of(scene, pool(scene));
  const auto speckle_with = [&](int samples) {
    scene.render.samples = samples;
    Image image = Renderer::create(scene, 2)->draw(0.0, liquid);
    return speckle(image);
  };
  // The error of a mean falls as the root of their number, 4 here; the pattern on the floor stays.
  EXPECT_LT(speckle_with(256), speckle_with(16) / 2.0);
}

TEST(Renderer, a_camera_under_water_sees_through_water) {
  if (!can_trace_rays()) GTEST_SKIP() << "built without Embree";
  Scene scene = small_scene(RenderStyle::kWater);
  scene.solids.push_back(solid(sphere(vec(4, 2.2, 4), 0.5)));  // above the eye, too
  scene.render.target = vec(4, 0, 4.5);
  scene.render.absorption = vec(3.0, 0.9, 0.4) * 0.3;
  const SurfaceMesh liquid = surface_of(scene, pool(scene));
  const auto draw_from = [&](const Vec3d& eye, const SurfaceMesh& surface) {
    scene.render.eye = eye;
    return Renderer::create(scene, 1)->draw(0.0, surface);
  };
  const Vec3d under_water = vec(4.2, 1.2, 4.2);
  Image dry = draw_from(under_water, SurfaceMesh{}), wet = draw_from(under_water, liquid);
  // The water above takes red light, and so does that between the eye and the floor: 1.2 of 3.
  const auto red = [](Image& image) { return image.at(image.width / 2, image.height / 2).red; };
  EXPECT_LT(red(wet), 0.5f * red(dry));
  scene.render.absorption = Vec3d{};
  Image clear = draw_from(under_water, liquid);
  EXPECT_GT(red(clear), red(wet));
}

// Water that lets no light of the floor through, seen from above.
TEST(Renderer, deep_water_scatters_the_light_of_the_sun) {
  if (!can_trace_rays()) GTEST_SKIP() << "built without Embree";
  Scene scene = small_scene(RenderStyle::kWater);
  scene.render.absorption = vec(1, 1, 1) * 20.0;
  scene.render.eye = vec(4, 20, 4.001);
  scene.render.target = vec(4, 0, 4);
  scene.render.samples = 16;
  const SurfaceMesh liquid = surface_of(scene, pool(scene));
  const auto middle = [&] {
    Image image = Renderer::create(scene, 1)->draw(0.0, liquid);
    return image.at(image.width / 2, image.height / 2);
  };
  const Rgb sunny = middle();
  EXPECT_GT(sunny.blue, 0.3f);
  EXPECT_GT(sunny.blue, sunny.red + 0.1f);
  const Vec3f sun = Studio(scene).sun_direction();
  scene.solids.push_back(solid(sphere(vec(4, 3, 4) + Vec3d::from(sun) * 3.0, 1.5)));
  EXPECT_LT(middle().blue, sunny.blue - 0.08f) << "in the shade";
}

TEST(Renderer, a_liquid_may_leave_some_colours_whole) {
  if (!can_trace_rays()) GTEST_SKIP() << "built without Embree";
  Scene scene = small_scene(RenderStyle::kWater);
  const SurfaceMesh liquid = surface_of(scene, pool(scene));
  const auto middle = [&](double green_and_blue) {
    scene.fluid.color = Color{0.5, green_and_blue, green_and_blue};
    Image image = Renderer::create(scene, 1)->draw(0.0, liquid);
    return image.at(image.width / 2, image.height * 5 / 8).green;
  };
  EXPECT_NEAR(middle(1.0), middle(0.999), 0.02f);
}

TEST(Renderer, a_solid_is_seen_and_throws_a_shadow) {
  if (!can_trace_rays()) GTEST_SKIP() << "built without Embree";
  Scene scene = small_scene(RenderStyle::kWater);
  Result<Renderer> without = Renderer::create(scene, 1);
  scene.solids.push_back(solid(sphere(vec(4, 2, 4), 1.5)));
  Result<Renderer> with = Renderer::create(scene, 1);
  ASSERT_TRUE(without && with);
  const Image before = without->draw(0.0, SurfaceMesh{}), after = with->draw(0.0, SurfaceMesh{});
  int darker = 0, changed = 0;
  for (std::size_t i = 0; i < before.pixels.size(); ++i) {
    changed += std::abs(before.pixels[i].red - after.pixels[i].red) > 0.05f;
    darker += after.pixels[i].red < before.pixels[i].red - 0.1f && after.pixels[i].blue < before.pixels[i].blue - 0.1f;
  }
  EXPECT_GT(changed, 100);
  EXPECT_GT(darker, 50);
}

TEST(Renderer, particles_are_seen_without_a_mesh) {
  const Scene scene = small_scene(RenderStyle::kParticles);
  Result<Renderer> renderer = Renderer::create(scene, 1);
  ASSERT_TRUE(renderer);
  ParticleFrame none;
  const Image empty = renderer->draw(0.0, none), full = renderer->draw(0.0, pool(scene));
  EXPECT_FALSE(same(empty, full));
}

TEST(Renderer, a_2d_scene_is_refused) {
  Scene scene = empty_box(2, vec(8, 8));
  const Result<Renderer> renderer = Renderer::create(scene, 1);
  ASSERT_FALSE(renderer);
  EXPECT_EQ(renderer.error().code, ErrorCode::kBadInput);
}

}  // namespace
}  // namespace spindrift
