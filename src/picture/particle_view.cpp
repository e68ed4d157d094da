#include "picture/renderer.h"

#include <algorithm>
#include <cmath>

#include "exec/parallel.h"
#include "picture/colors.h"
#include "picture/painter.h"
#include "picture/particle_colors.h"
#include "picture/studio.h"

namespace spindrift {
namespace {

struct Layer {
  int width, height;
  std::vector<float> depth;
  std::vector<Vec3f> light;

  std::size_t pixel(int x, int y) const { return static_cast<std::size_t>(y) * width + x; }
};

float shade(const Vec3f& normal, const Vec3f& sun) { return 0.42f + 0.58f * std::max(0.0f, dot(normal, sun)); }

Vec3f linear(const Rgb& c) { return {{std::pow(c.red, 2.2f), std::pow(c.green, 2.2f), std::pow(c.blue, 2.2f)}}; }

// The part of a ray inside a box.
struct Span {
  float begin, end;
};
Span span_inside(const Vec3f& eye, const Vec3f& direction, const Box<3>& box) {
  Span span{0.0f, 1e30f};
  for (int a = 0; a < 3; ++a) {
    const auto low = static_cast<float>(box.low[a]) - eye[a], high = static_cast<float>(box.high[a]) - eye[a];
    if (direction[a] == 0.0f && low <= 0.0f && high >= 0.0f) continue;
    const float one = low / direction[a], other = high / direction[a];
    span = {std::max(span.begin, std::min(one, other)), std::min(span.end, std::max(one, other))};
  }
  return span;
}

// Sky, floor, and solids (by sphere tracing).
void draw_ground(const Scene& scene, const Camera& camera, const Studio& studio, const std::vector<Solid<3>>& solids,
                 Layer& layer) {
  const float size = static_cast<float>(length(scene.domain.size));
  const Box<3> shown{scene.domain.size * -0.02, scene.domain.size * 1.02};  // solids further out are not drawn
  parallel_for("draw sky, floor and solids", static_cast<std::size_t>(layer.height), [&](std::size_t y) {
    for (int x = 0; x < layer.width; ++x) {
      const std::size_t i = layer.pixel(x, static_cast<int>(y));
      const Vec3f d = camera.direction(static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f), eye = camera.eye();
      float reached = 1e30f;
      Vec3f light = studio.sky(d) + studio.sun_disc(d);
      if (d[1] < 0.0f) {
        reached = (studio.floor_height() - eye[1]) / d[1];
        const Vec3f p = eye + d * reached;
        light = studio.through_haze(p, times(studio.floor_color(p), studio.daylight()));
      }
      const Span inside = span_inside(eye, d, shown);
      for (const Solid<3>& solid : solids) {
        float t = inside.begin;
        for (int step = 0; step < 200 && t < std::min(reached, inside.end); ++step) {
          const Vec3d p = Vec3d::from(eye + d * t);
          const double distance = solid.distance(p);
          if (distance < 5e-4 * static_cast<double>(size)) {
            reached = t;
            light = kSolidAlbedo *
                    shade(Vec3f::from(solid.normal(p, 1e-3 * static_cast<double>(size))), studio.sun_direction());
            break;
          }
          t += std::max(static_cast<float>(distance), 2e-4f * size);
        }
      }
      layer.light[i] = light;
      float ignored_x = 0.0f, ignored_y = 0.0f;
      layer.depth[i] = 1e30f;
      if (reached < 1e29f) camera.project(eye + d * reached, ignored_x, ignored_y, layer.depth[i]);
    }
  });
}

void draw_balls(const Scene& scene, const Camera& camera, const Studio& studio, const ParticleFrame& particles,
                Layer& layer) {
  const float radius = 0.55f * static_cast<float>(particle_spacing(scene));
  Scene by_speed = scene;
  by_speed.output.color = ColorBy::kSpeed;
  const ColorScale scale = color_scale(by_speed, particles);
  const ParticleTones tones(scene, particles);
  const auto color_of = [&](std::size_t p, double speed) {  // a liquid that has a colour keeps it
    const auto share = static_cast<float>(std::min(1.0, speed / scale.high));
    const bool has_color = scene.fluid.color || tones.has_own();
    return has_color ? mix_colors(tones[p].deep, tones[p].fast, share) : scale.color(speed);
  };
  const float per_radian = camera.pixels_per_radian();
  for (std::size_t p = 0; p < particles.count(); ++p) {
    float x = 0.0f, y = 0.0f, depth = 0.0f;
    const Vec3f center{{particles.position[3 * p], particles.position[3 * p + 1], particles.position[3 * p + 2]}};
    if (!camera.project(center, x, y, depth)) continue;
    const float r = std::max(0.7f, per_radian * radius / depth);
    const int left = std::max(0, static_cast<int>(std::ceil(x - r - 0.5f))),
              top = std::max(0, static_cast<int>(std::ceil(y - r - 0.5f)));
    const int right = std::min(layer.width - 1, static_cast<int>(std::floor(x + r - 0.5f)));
    const int bottom = std::min(layer.height - 1, static_cast<int>(std::floor(y + r - 0.5f)));
    const float speed =
        std::hypot(particles.velocity[3 * p], particles.velocity[3 * p + 1], particles.velocity[3 * p + 2]);
    const Vec3f color = linear(color_of(p, static_cast<double>(speed)));
    for (int py = top; py <= bottom; ++py)
      for (int px = left; px <= right; ++px) {
        const float u = (static_cast<float>(px) + 0.5f - x) / r, v = (static_cast<float>(py) + 0.5f - y) / r;
        const float rest = 1.0f - u * u - v * v;
        if (rest <= 0.0f) continue;
        const std::size_t i = layer.pixel(px, py);
        const float bulge = std::sqrt(rest), at = depth - bulge * radius;
        if (at >= layer.depth[i]) continue;
        layer.depth[i] = at;
        const Vec3f toward = normalized(camera.eye() - center);
        const Vec3f side = normalized(cross(Vec3f{{0, 1, 0}}, toward)), up = cross(toward, side);
        layer.light[i] =
            color * (1.25f * shade(normalized(side * u - up * v + toward * bulge), studio.sun_direction()));
      }
  }
}

}  // namespace

Image draw_particles_3d(const Scene& scene, const ParticleFrame& particles, const std::vector<Solid<3>>& solids) {
  constexpr int kOversampling = 2;  // along each axis, against aliasing
  Scene large = scene;
  large.render.width *= kOversampling;
  large.render.height *= kOversampling;
  const Camera camera(large);
  const Studio studio(scene);
  Layer layer{large.render.width, large.render.height, {}, {}};
  layer.depth.resize(layer.pixel(0, layer.height));
  layer.light.resize(layer.depth.size());
  draw_ground(scene, camera, studio, solids, layer);
  draw_balls(scene, camera, studio, particles, layer);
  Image image(scene.render.width, scene.render.height, {});
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x) {
      Vec3f sum{};
      for (int s = 0; s < kOversampling * kOversampling; ++s)
        sum += layer.light[layer.pixel(kOversampling * x + s % kOversampling, kOversampling * y + s / kOversampling)];
      image.at(x, y) = to_display(sum / static_cast<float>(kOversampling * kOversampling));
    }
  return image;
}

}  // namespace spindrift
