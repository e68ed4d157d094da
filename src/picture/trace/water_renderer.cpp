#include "picture/trace/water_renderer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "base/hash.h"
#include "exec/parallel.h"
#include "picture/trace/liquid_mesh.h"

namespace spindrift {
namespace {

constexpr float kPi = std::numbers::pi_v<float>;
constexpr float kRefraction = 1.33f;
constexpr int kMostBounces = 12;
constexpr int kSplits = 1;         // so often both reflection and refraction are followed, then one of them by chance
constexpr int kMostCrossings = 5;  // of the liquid's surface, on the way to the light
constexpr int kFirstSamples = 4;   // per pixel, at least; more only where they differ

Vec3f times(const Vec3f& a, const Vec3f& b) { return {{a[0] * b[0], a[1] * b[1], a[2] * b[2]}}; }
float luminance(const Vec3f& c) { return 0.2126f * c[0] + 0.7152f * c[1] + 0.0722f * c[2]; }

// Share of unpolarised light that a boundary reflects; `ratio` is the refractive index before it over that behind it.
float fresnel(float cosine, float ratio, float& cosine_behind) {
  const float sine = ratio * ratio * (1.0f - cosine * cosine);
  if (sine >= 1.0f) return 1.0f;
  cosine_behind = std::sqrt(1.0f - sine);
  const float s = (ratio * cosine - cosine_behind) / (ratio * cosine + cosine_behind);
  const float p = (cosine - ratio * cosine_behind) / (cosine + ratio * cosine_behind);
  return 0.5f * (s * s + p * p);
}

// Two directions across a unit vector.
void frame_of(const Vec3f& n, Vec3f& a, Vec3f& b) {
  a = normalized(cross(std::abs(n[1]) < 0.9f ? Vec3f{{0, 1, 0}} : Vec3f{{1, 0, 0}}, n));
  b = cross(n, a);
}

// What is left of light after its way through liquid.
Vec3f absorbed(const LiquidTint& tint, float distance) {
  return {{std::exp(-tint.absorption[0] * distance), std::exp(-tint.absorption[1] * distance),
           std::exp(-tint.absorption[2] * distance)}};
}

LiquidTint mean_tint(const LiquidTint& a, const LiquidTint& b) {
  return {(a.absorption + b.absorption) * 0.5f, (a.body + b.body) * 0.5f};
}

}  // namespace

// The n-th number of a path: over the samples of a pixel an even sequence [Roberts2018], shifted from pixel to pixel.
// Only the first eight: two numbers with the same step would always go together, and what they choose would not average
// out.
class WaterRenderer::Random {
 public:
  Random(std::uint64_t pixel, int index) : pixel_(mix(pixel)), index_(static_cast<std::uint64_t>(index)) {}
  float next() {
    const std::uint64_t key = pixel_ + 0x9e3779b97f4a7c15ULL * (count_ + 1);
    if (count_++ >= kSteps.size()) return random_unit(hash_combine(key, index_));
    const float x = random_unit(key) + kSteps[count_ - 1] * static_cast<float>(index_);
    return x - std::floor(x);
  }

 private:
  // Powers of the root of x^9 = x + 1: even in all eight dimensions at once.
  static constexpr std::array<float, 8> kSteps{0.9215993f, 0.8493453f, 0.7827561f, 0.7213875f,
                                               0.6648302f, 0.6127071f, 0.5646704f, 0.5203999f};
  std::uint64_t pixel_, index_;
  std::uint64_t count_ = 0;
};

struct WaterRenderer::Path {
  Vec3f origin{}, direction{};
  bool is_inside = false;
  int bounces = 0;
  LiquidTint tint;  // of the liquid at its origin, if that is inside
};

WaterRenderer::WaterRenderer(const Scene& scene, RayScene rays, int frame_mesh, const SurfaceMesh& liquid)
    : studio_(scene),
      camera_(scene),
      rays_(std::move(rays)),
      frame_(frame_mesh),
      width_(scene.render.width),
      height_(scene.render.height),
      samples_(scene.render.samples),
      size_(static_cast<float>(length(scene.domain.size))),
      hair_(1e-5f * size_) {
  tint_ = liquid_tint(scene);
  RayMesh mesh = liquid_mesh(scene, liquid);
  has_tints_ = !mesh.tints.empty();
  liquid_ = rays_.add(std::move(mesh));
  rays_.commit();
  starts_inside_ = is_in_liquid(camera_.eye());
}

// Whether the nearest face of the liquid, solids aside, is seen from within; its mesh is closed.
bool WaterRenderer::is_in_liquid(Vec3f point) const {
  const Vec3f direction = normalized(Vec3f{{0.31f, 0.90f, 0.17f}});  // up, but not along edges of a grid
  for (int i = 0; i < kMostCrossings; ++i) {
    const RayHit hit = rays_.first_hit(point, direction, hair_, 1e6f * size_);
    if (hit.mesh < 0) return false;
    if (hit.mesh == liquid_) return dot(hit.normal, direction) > 0.0f;
    point = point + direction * hit.distance;
  }
  return false;
}

// What is left of light on a straight way to the sky; the liquid on it absorbs, solids stop it.
Vec3f WaterRenderer::transmittance(Vec3f origin, const Vec3f& direction, bool is_inside, bool& reaches_sky) const {
  Vec3f left{{1, 1, 1}};
  reaches_sky = false;
  for (int i = 0; i < kMostCrossings; ++i) {
    const RayHit hit = rays_.first_hit(origin, direction, hair_, 1e6f * size_);
    if (hit.mesh < 0) {
      reaches_sky = direction[1] > 0.0f;
      return left;
    }
    if (hit.mesh != liquid_) return {};
    if (is_inside) left = times(left, absorbed(tint_at(hit), hit.distance));
    is_inside = dot(hit.normal, direction) < 0.0f;
    float behind = 0.0f;
    const float reflected = fresnel(std::abs(dot(hit.smooth_normal, direction)), 1.0f / kRefraction, behind);
    left = left * (1.0f - reflected);
    origin = origin + direction * hit.distance;
  }
  return left;
}

Vec3f WaterRenderer::diffuse(const Vec3f& point, const Vec3f& normal, const Vec3f& albedo, bool is_inside,
                             Random& random) const {
  Vec3f a, b;
  bool is_open = false;
  // The sun, from a point on its disc.
  frame_of(studio_.sun_direction(), a, b);
  const float radius = studio_.sun_spread() * std::sqrt(random.next()), angle = 2.0f * kPi * random.next();
  const Vec3f to_sun =
      normalized(studio_.sun_direction() + a * (radius * std::cos(angle)) + b * (radius * std::sin(angle)));
  Vec3f light{};
  const float facing = dot(normal, studio_.sun_direction());
  if (facing > 0.0f)
    light += times(studio_.sunlight(), transmittance(point, to_sun, is_inside, is_open)) * (facing / kPi);
  // The sky, in a random direction that favours those the surface faces. Its mean brightness serves for all of them:
  // what is open then looks even, and only what is half hidden needs many samples.
  frame_of(normal, a, b);
  const float r = std::sqrt(random.next()), turn = 2.0f * kPi * random.next();
  const Vec3f up = normalized(a * (r * std::cos(turn)) + b * (r * std::sin(turn)) +
                              normal * std::sqrt(std::max(0.0f, 1.0f - r * r)));
  const Vec3f left = transmittance(point, up, is_inside, is_open);
  light += times(is_open ? studio_.skylight() : studio_.skylight() * 0.3f, left);
  return times(albedo, light);
}

// Reflects and refracts. The geometric normal points out of the liquid.
Vec3f WaterRenderer::light_at_liquid(const Path& path, const RayHit& hit, const Vec3f& point, Random& random) const {
  const bool leaves = path.is_inside;
  Vec3f normal = leaves ? -hit.smooth_normal : hit.smooth_normal;
  const Vec3f face = leaves ? -hit.normal : hit.normal;
  if (dot(normal, path.direction) > -0.02f) normal = face;  // seen from behind only by the smoothing
  const float cosine = std::clamp(-dot(normal, path.direction), 0.0f, 1.0f);
  const float ratio = leaves ? kRefraction : 1.0f / kRefraction;
  float behind = 0.0f;
  const float share = fresnel(cosine, ratio, behind);
  Path reflected{point, normalized(path.direction + normal * (2.0f * cosine)), path.is_inside, path.bounces + 1,
                 tint_at(hit)};
  if (dot(reflected.direction, face) < 0.0f)
    reflected.direction = normalized(reflected.direction - face * (2.0f * dot(reflected.direction, face)));
  if (share >= 1.0f) return light_along(reflected, random);
  Path refracted{point, normalized(path.direction * ratio + normal * (ratio * cosine - behind)), !path.is_inside,
                 path.bounces + 1, tint_at(hit)};
  if (dot(refracted.direction, face) > 0.0f) refracted.direction = path.direction;
  if (path.bounces < kSplits && share > 0.03f) {
    const Vec3f through = light_along(refracted, random);  // first: most of the light, and the even numbers go to it
    return through * (1.0f - share) + light_along(reflected, random) * share;
  }
  return light_along(random.next() < share ? reflected : refracted, random);
}

Vec3f WaterRenderer::light_along(Path path, Random& random) const {
  if (path.bounces > kMostBounces) return studio_.horizon() * 0.4f;
  RayHit hit = rays_.first_hit(path.origin, path.direction, hair_, 1e6f * size_);
  const float down = path.direction[1] < 0.0f ? (studio_.floor_height() - path.origin[1]) / path.direction[1] : -1.0f;
  const bool sees_floor = down > hair_ && (hit.mesh < 0 || down < hit.distance);
  const float distance = sees_floor ? down : hit.distance;
  const Vec3f point = path.origin + path.direction * distance;
  // The bottom of the liquid stands on the floor, with no air between.
  const bool sees_bottom =
      !sees_floor && hit.mesh == liquid_ && hit.normal[1] < -0.99f && point[1] < -10.0f * studio_.floor_height();
  Vec3f light{};
  if (sees_floor || sees_bottom) {
    if (sees_bottom && dot(hit.normal, path.direction) < 0.0f) return studio_.horizon() * 0.3f;  // from below the floor
    const bool is_wet = path.is_inside;
    light = diffuse(point, Vec3f{{0, 1, 0}}, studio_.floor_color(point), is_wet, random);
    const float haze = studio_.haze(point);
    light = light * (1.0f - haze) + studio_.horizon() * haze;
  } else if (hit.mesh < 0) {
    light = studio_.sky(path.direction);
  } else if (hit.mesh == liquid_) {
    path.is_inside = dot(hit.normal, path.direction) > 0.0f;  // the face knows best
    light = light_at_liquid(path, hit, point, random);
  } else {
    Vec3f normal = hit.smooth_normal;
    if (dot(normal, path.direction) > 0.0f) normal = -normal;
    light = diffuse(hit.smooth_point, normal, hit.mesh == frame_ ? kFrameAlbedo : kSolidAlbedo, path.is_inside, random);
  }
  if (!path.is_inside || !std::isfinite(distance)) return light;
  const bool ends_at_surface = !sees_floor && hit.mesh == liquid_;
  const LiquidTint tint = ends_at_surface ? mean_tint(path.tint, tint_at(hit)) : path.tint;
  const Vec3f left = absorbed(tint, distance);
  return times(light, left) + times(times(tint.body, studio_.skylight()), Vec3f{{1, 1, 1}} - left);
}

Vec3f WaterRenderer::sample(int x, int y, int index) const {
  Random random(static_cast<std::uint64_t>(y) * 65536u + static_cast<std::uint64_t>(x), index);
  const float sx = static_cast<float>(x) + random.next(), sy = static_cast<float>(y) + random.next();
  Vec3f light = light_along({camera_.eye(), camera_.direction(sx, sy), starts_inside_, 0, tint_}, random);
  for (int c = 0; c < 3; ++c)
    light[c] = std::isfinite(light[c]) ? std::clamp(light[c], 0.0f, 4.0f) : 0.0f;  // no fireflies
  return light;
}

// What a pixel's samples came to.
struct WaterRenderer::Pixel {
  Vec3f sum{};
  float squares = 0.0f;  // of brightness as the eye sees it
  float bright = 0.0f;
  int count = 0;

  void add(const Vec3f& light) {
    const float seen = std::sqrt(luminance(light));
    sum += light;
    bright += seen;
    squares += seen * seen;
    ++count;
  }
  float variance() const {  // of one sample
    if (count < 2) return 1.0f;
    const float n = static_cast<float>(count), mean = bright / n;
    return std::max(0.0f, squares / n - mean * mean) * n / (n - 1.0f);
  }
};

Image WaterRenderer::draw() const {
  // The error that a pixel may have, of brightness 0..1: that of `samples_` which differ by 0.06 or so. Those that
  // differ more get all samples asked for, the others fewer.
  const float even = 0.06f / std::sqrt(static_cast<float>(samples_));
  const auto width = static_cast<std::size_t>(width_), height = static_cast<std::size_t>(height_);
  std::vector<Pixel> pixels(width * height);
  std::vector<float> variance(pixels.size());
  // A few samples may agree by chance, so it goes by those of the pixels around, too.
  const auto is_even = [&](std::size_t x, std::size_t y) {
    float sum = 0.0f, count = 0.0f;
    for (std::size_t j = y - std::min<std::size_t>(y, 1); j <= std::min(y + 1, height - 1); ++j)
      for (std::size_t i = x - std::min<std::size_t>(x, 1); i <= std::min(x + 1, width - 1); ++i, ++count)
        sum += variance[j * width + i];
    return sum / count < even * even * static_cast<float>(pixels[y * width + x].count);
  };
  for (int count = std::min(samples_, std::max(kFirstSamples, samples_ / 16)), drawn = 0; drawn < samples_;
       drawn = count, count = std::min(count + std::max(kFirstSamples, count / 2), samples_)) {
    parallel_for("trace paths of light", height, [&](std::size_t y) {
      for (std::size_t x = 0; x < width; ++x) {
        if (drawn > 0 && is_even(x, y)) continue;
        Pixel& pixel = pixels[y * width + x];
        while (pixel.count < count) pixel.add(sample(static_cast<int>(x), static_cast<int>(y), pixel.count));
      }
    });
    for (std::size_t i = 0; i < pixels.size(); ++i) variance[i] = pixels[i].variance();
  }
  Image image(width_, height_, {});
  parallel_for("make colors of light", height, [&](std::size_t y) {
    for (std::size_t i = y * width; i < (y + 1) * width; ++i)
      image.pixels[i] = to_display(pixels[i].sum / static_cast<float>(pixels[i].count));
  });
  return image;
}

}  // namespace spindrift
