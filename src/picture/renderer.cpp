#include "picture/renderer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>

#include "base/hash.h"
#include "exec/parallel.h"
#include "picture/ray_meshes.h"
#include "picture/studio.h"

namespace spindrift {
namespace {

constexpr float kPi = std::numbers::pi_v<float>;
constexpr float kRefraction = 1.33f;
constexpr int kMostBounces = 12;
constexpr int kSplits = 1;  // bounces that follow both reflection and refraction; later ones choose one at random
constexpr float kLeastReflected = 0.03f;  // share; less is refracted instead: chosen at random it would be specks
constexpr float kFaintSun = 0.003f;       // share of the sun's disc that later bounces see
constexpr float kLeastCloudy = 0.01f;     // share of light that liquid scatters; below it the sun's is left out
constexpr int kMostCrossings = 5;         // of the liquid's surface, on the way to the light
constexpr int kFirstSamples = 4;          // per pixel; more only where they differ

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

// The share of light left after a distance in liquid.
Vec3f absorbed(const LiquidTint& tint, float distance) {
  return {{std::exp(-tint.absorption[0] * distance), std::exp(-tint.absorption[1] * distance),
           std::exp(-tint.absorption[2] * distance)}};
}

LiquidTint mean_tint(const LiquidTint& a, const LiquidTint& b) {
  return {(a.absorption + b.absorption) * 0.5f, (a.body + b.body) * 0.5f};
}

// Water as it looks: light is followed through the surface as it reflects, refracts and is absorbed.
class WaterRenderer {
 public:
  // `rays` has the solids; the liquid is added.
  WaterRenderer(const Scene& scene, RayScene rays, int frame_mesh, const SurfaceMesh& liquid);

  Image draw() const;  // on the threads of the pool that runs it; the same picture for any number

 private:
  class Random;
  struct Path;
  struct Pixel;
  Vec3f light_along(Path path, Random& random) const;
  Vec3f light_at_liquid(const Path& path, const RayHit& hit, const Vec3f& point, Random& random) const;
  Vec3f diffuse(const Vec3f& point, const Vec3f& normal, const Vec3f& albedo, bool is_inside, Random& random) const;
  Vec3f scattered(const Path& path, const LiquidTint& tint, float distance, const Vec3f& taken, Random& random) const;
  Vec3f transmittance(Vec3f origin, const Vec3f& direction, bool is_inside, bool& reaches_sky) const;
  const LiquidTint& tint_at(const RayHit& hit) const { return has_tints_ ? hit.tint : tint_; }
  bool is_in_liquid(Vec3f point) const;
  Vec3f sample(int x, int y, int index) const;

  Studio studio_;
  Camera camera_;
  RayScene rays_;
  int frame_, liquid_;
  int width_, height_, samples_;
  float size_, hair_;           // of the domain; the least step of a ray
  LiquidTint tint_;             // of the scene's fluid
  bool has_tints_ = false;      // liquids differ; the tint of the surface holds for the liquid behind it
  bool starts_inside_ = false;  // the camera is under water
};

// The n-th random number of a path. The first eight are a low-discrepancy sequence over the samples of a pixel
// [Roberts2018], shifted from pixel to pixel; each has its own step, so that they are independent.
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
  // Powers of the root of x^9 = x + 1: evenly distributed in eight dimensions.
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

// Whether the nearest face of the liquid, ignoring solids, is seen from inside; its mesh is closed.
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

// The share of light left on a straight line to the sky: liquid absorbs, solids block.
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
  // The sky, in a random direction weighted by the cosine. Its mean brightness is used for all directions, which needs
  // fewer samples.
  frame_of(normal, a, b);
  const float r = std::sqrt(random.next()), turn = 2.0f * kPi * random.next();
  const Vec3f up = normalized(a * (r * std::cos(turn)) + b * (r * std::sin(turn)) +
                              normal * std::sqrt(std::max(0.0f, 1.0f - r * r)));
  const Vec3f left = transmittance(point, up, is_inside, is_open);
  light += times(is_open ? studio_.skylight() : studio_.bounced_light(), left);
  return times(albedo, light);
}

// Reflects and refracts. The geometric normal points out of the liquid.
Vec3f WaterRenderer::light_at_liquid(const Path& path, const RayHit& hit, const Vec3f& point, Random& random) const {
  const bool leaves = path.is_inside;
  Vec3f normal = leaves ? -hit.smooth_normal : hit.smooth_normal;
  const Vec3f face = leaves ? -hit.normal : hit.normal;
  if (dot(normal, path.direction) > -0.02f) normal = face;  // seen from behind because of the smoothing
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
  const bool glints = luminance(studio_.sun_disc(reflected.direction)) > 0.0f;
  if (path.bounces < kSplits && (share > kLeastReflected || glints)) {
    const Vec3f through =
        light_along(refracted, random);  // first: it has most of the light and gets the low-discrepancy numbers
    return through * (1.0f - share) + light_along(reflected, random) * share;
  }
  return light_along(share > kLeastReflected && random.next() < share ? reflected : refracted, random);
}

Vec3f WaterRenderer::light_along(Path path, Random& random) const {
  if (path.bounces > kMostBounces) return studio_.bounced_light();
  RayHit hit = rays_.first_hit(path.origin, path.direction, hair_, 1e6f * size_);
  const float down = path.direction[1] < 0.0f ? (studio_.floor_height() - path.origin[1]) / path.direction[1] : -1.0f;
  const bool sees_floor = down > hair_ && (hit.mesh < 0 || down < hit.distance);
  const float distance = sees_floor ? down : hit.distance;
  const Vec3f point = path.origin + path.direction * distance;
  // The bottom of the liquid touches the floor.
  const bool sees_bottom =
      !sees_floor && hit.mesh == liquid_ && hit.normal[1] < -0.99f && point[1] < -10.0f * studio_.floor_height();
  Vec3f light{};
  if (sees_floor || sees_bottom) {
    if (sees_bottom && dot(hit.normal, path.direction) < 0.0f) return studio_.bounced_light();  // from below the floor
    const bool is_wet = path.is_inside;
    light = diffuse(point, Vec3f{{0, 1, 0}}, studio_.floor_color(point), is_wet, random);
    light = studio_.through_haze(point, light);
  } else if (hit.mesh < 0) {
    const Vec3f sun = studio_.sun_disc(path.direction);
    // Bounces chosen at random meet the disc too rarely for its full light: single samples would shine.
    light = studio_.sky(path.direction) + (path.bounces <= kSplits ? sun : sun * kFaintSun);
  } else if (hit.mesh == liquid_) {
    path.is_inside = dot(hit.normal, path.direction) > 0.0f;  // by the face's side
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
  return times(light, left) + scattered(path, tint, distance, Vec3f{{1, 1, 1}} - left, random);
}

// Light of sky and sun that the liquid along a path scatters towards its origin, once. `taken` is the share that it
// takes from light behind it.
Vec3f WaterRenderer::scattered(const Path& path, const LiquidTint& tint, float distance, const Vec3f& taken,
                               Random& random) const {
  const Vec3f cloudy = times(tint.body, taken);
  if (luminance(cloudy) < kLeastCloudy) return times(cloudy, studio_.skylight());
  // Where: more likely near the origin, from where more light returns.
  const float mean = (tint.absorption[0] + tint.absorption[1] + tint.absorption[2]) / 3.0f;
  const float at = -std::log(1.0f - random.next() * (1.0f - std::exp(-mean * distance))) / mean;
  bool is_open = false;
  const Vec3f from_sun =
      transmittance(path.origin + path.direction * std::min(at, distance), studio_.sun_direction(), true, is_open);
  return times(cloudy, studio_.skylight() + times(studio_.sunlight(), from_sun) / (4.0f * kPi));
}

Vec3f WaterRenderer::sample(int x, int y, int index) const {
  Random random(static_cast<std::uint64_t>(y) * 65536u + static_cast<std::uint64_t>(x), index);
  const float sx = static_cast<float>(x) + random.next(), sy = static_cast<float>(y) + random.next();
  Vec3f light = light_along({camera_.eye(), camera_.direction(sx, sy), starts_inside_, 0, tint_}, random);
  for (int c = 0; c < 3; ++c)
    light[c] = std::isfinite(light[c]) ? std::clamp(light[c], 0.0f, 8.0f) : 0.0f;  // no fireflies
  return light;
}

// Sums over a pixel's samples.
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
  // The accepted error of a pixel's brightness (0..1): that of `samples_` samples with a deviation of 0.06. Noisier
  // pixels get all samples, others fewer.
  const float even = 0.06f / std::sqrt(static_cast<float>(samples_));
  const auto width = static_cast<std::size_t>(width_), height = static_cast<std::size_t>(height_);
  std::vector<Pixel> pixels(width * height);
  std::vector<float> variance(pixels.size());
  // A few samples may agree by chance, so neighbouring pixels count too.
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

}  // namespace

struct Renderer::Content {
  Content(const Scene& a_scene, std::vector<Solid<3>> some_solids, int threads)
      : scene(a_scene), solids(std::move(some_solids)), pool(threads) {}

  std::vector<Solid<3>> solids_at(double time) const {
    std::vector<Solid<3>> moved = solids;
    for (Solid<3>& solid : moved) solid.move_to(time, 0.0);
    return moved;
  }

  Scene scene;
  std::vector<Solid<3>> solids;
  mutable ThreadPool pool;
};

Renderer::Renderer(std::unique_ptr<Content> content) : content_(std::move(content)) {}
Renderer::Renderer(Renderer&&) noexcept = default;
Renderer& Renderer::operator=(Renderer&&) noexcept = default;
Renderer::~Renderer() = default;

Result<Renderer> Renderer::create(const Scene& scene, int threads) {
  if (scene.dimension() != 3)
    return Error{ErrorCode::kBadInput, "only 3D scenes are rendered; pictures of 2D scenes are drawn by the run"};
  if (!Camera(scene).has_direction())
    return Error{ErrorCode::kBadInput,
                 "render.eye and render.target are one point; the camera has no direction: move one of them"};
  if (scene.render.style == RenderStyle::kWater && !can_trace_rays())
    return Error{ErrorCode::kBadInput,
                 "pictures of water need Embree, and this program was built without it; install it (apt-get install "
                 "libembree-dev) and build again, or use --style particles"};
  auto solids = make_solids(scene);
  if (!solids) return solids.error();
  return Renderer(std::make_unique<Content>(scene, std::move(*solids), threads));
}

Image Renderer::draw(double time, const SurfaceMesh& liquid) const {
  std::optional<Image> image;
  content_->pool.run([&] {
    const Scene& scene = content_->scene;
    RayScene rays;
    const int frame = rays.add(frame_mesh(scene));
    const double skin = 0.25 * scene.domain.cell() / scene.surface.resolution;
    const Box<3> domain{{}, scene.domain.size};
    for (const Solid<3>& solid : content_->solids_at(time))
      if (scene.domain.periodic.empty() || solid.bounds().meets(domain))  // an image may be out of sight
        rays.add(solid_mesh(scene, scene.solids[static_cast<std::size_t>(solid.number())], solid, skin));
    image = WaterRenderer(scene, std::move(rays), frame, liquid).draw();
  });
  return std::move(*image);
}

Image Renderer::draw(double time, const ParticleFrame& particles) const {
  std::optional<Image> image;
  content_->pool.run([&] { image = draw_particles_3d(content_->scene, particles, content_->solids_at(time)); });
  return std::move(*image);
}

}  // namespace spindrift
