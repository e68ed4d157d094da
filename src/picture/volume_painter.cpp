#include "picture/volume_painter.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "base/hash.h"
#include "exec/parallel.h"
#include "geometry/place_solids.h"
#include "picture/smoke_volume.h"
#include "settings/outputs.h"

namespace spindrift {
namespace {

constexpr float kSlantX = 0.55f, kSlantZ = -0.35f;  // of the lamp's rays, for each cell down
constexpr double kStep = 0.7;                       // cells, of a ray through smoke
constexpr double kEmptyStep = 3.0;                  // cells, through empty blocks; less than half a block
constexpr float kOpaque = 0.01f;                    // of light left, below which a ray ends
// Pixels whose brightness (0 to 1) differs by more than this from a neighbour get all samples.
constexpr float kAlike = 0.015f;

// Light besides fire.
struct Lighting {
  Vec3f lamp, sky, horizon, zenith;
  float smoke_albedo;  // the share of extinguished light that smoke scatters
};
constexpr Vec3f kFloorOfSmoke{{0.20f, 0.19f, 0.18f}}, kSolidInSmoke{{0.34f, 0.30f, 0.26f}};
constexpr float kLampOnFloor = 0.32f;  // dimmer: the floor is not the subject

// White smoke in the light of a lamp; dark soot of fire at dusk.
constexpr Lighting kDay{{{0.86f, 0.82f, 0.75f}},
                        {{0.050f, 0.068f, 0.098f}},
                        {{0.0125f, 0.0185f, 0.0315f}},
                        {{0.0026f, 0.0040f, 0.0080f}},
                        0.95f};
constexpr Lighting kDusk{{{0.075f, 0.080f, 0.095f}},
                         {{0.022f, 0.030f, 0.046f}},
                         {{0.0080f, 0.0115f, 0.0200f}},
                         {{0.0018f, 0.0028f, 0.0056f}},
                         0.45f};

// Linear for most of the range, then bright light saturates softly; as display values.
float display_of(float v) {
  constexpr float kStraight = 0.55f, kRest = 1.0f - kStraight;
  const float mapped = v < kStraight ? v : kStraight + kRest * (1.0f - std::exp(-(v - kStraight) / kRest));
  return encode_srgb(mapped);
}

Rgb to_pixel(const Vec3f& light) { return {display_of(light[0]), display_of(light[1]), display_of(light[2])}; }

struct Ray {
  Vec3d from, along;
};

// Sees the whole domain from the front, a little from above and from the right, unless the scene says otherwise.
class SmokeCamera {
 public:
  SmokeCamera(const RenderSettings& settings, const Vec3d& size, int width, int height)
      : width_(width), height_(height), view_(settings.field_of_view_degrees * std::numbers::pi / 180.0) {
    const Vec3d target = settings.target.value_or(size * 0.5);
    const Vec3d towards = Vec3d{{0.42, 0.26, 1.0}};
    const double radius = 0.37 * length(size), aspect = std::min(1.0, 1.0 * width / height);
    const double away = 1.02 * radius / std::sin(0.5 * view_ * aspect) / length(towards);
    from_ = settings.eye.value_or(target + towards * away);
    forward_ = (target - from_) / length(target - from_);
    const bool is_steep = std::abs(forward_[1]) > 0.999;
    right_ = cross(forward_, is_steep ? Vec3d{{0.0, 0.0, -1.0}} : Vec3d{{0.0, 1.0, 0.0}});
    right_ = right_ / length(right_);
    up_ = cross(right_, forward_);
  }
  Ray ray(double px, double py) const {
    const double scale = 2.0 * std::tan(0.5 * view_) / height_;
    const Vec3d along = forward_ + right_ * ((px - 0.5 * width_) * scale) + up_ * ((0.5 * height_ - py) * scale);
    return {from_, along / length(along)};
  }

 private:
  int width_, height_;
  double view_;  // radians, across the picture's height
  Vec3d from_{}, forward_{}, right_{}, up_{};
};

// The part of a ray inside the box from the origin to `size`.
std::optional<std::pair<double, double>> crossing(const Ray& ray, const Vec3d& size) {
  double enter = 0.0, leave = 1e300;
  for (int a = 0; a < 3; ++a) {
    if (std::abs(ray.along[a]) < 1e-12) {
      if (ray.from[a] < 0.0 || ray.from[a] > size[a]) return std::nullopt;
      continue;
    }
    double low = -ray.from[a] / ray.along[a], high = (size[a] - ray.from[a]) / ray.along[a];
    if (low > high) std::swap(low, high);
    enter = std::max(enter, low);
    leave = std::min(leave, high);
  }
  if (enter >= leave) return std::nullopt;
  return std::pair(enter, leave);
}

// The contents of one frame for rays. Metres.
class SmokeView {
 public:
  SmokeView(const Scene& scene, const CellFrame& cells, const std::vector<Solid<3>>& solids)
      : lighting_(scene.has_fuel() ? kDusk : kDay),
        h_(cells.cell_size),
        size_(Vec3d::from(cells.cells) * cells.cell_size),
        solids_(solids),
        volume_(scene, cells, kSlantX, kSlantZ),
        fire_(volume_, solids, cells.cell_size) {
    const Vec3d lamp = Vec3d{{-static_cast<double>(kSlantX), 1.0, -static_cast<double>(kSlantZ)}};
    to_lamp_ = lamp / length(lamp);
  }

  // The light along a ray; `offset` (0 to 1) shifts the samples of the gas.
  Vec3f light_along(const Ray& ray, double offset) const {
    double distance = 0.0;
    const Vec3f behind = backdrop(ray, distance);
    float through = 1.0f;
    Vec3f gathered{};
    if (const auto span = crossing(ray, size_)) {
      const double end = std::min(span->second, distance);
      for (double t = span->first + kStep * h_ * offset; t < end && through > kOpaque;) {
        const Vec3d x = (ray.from + ray.along * t) / h_;
        if (volume_.is_empty(x)) {
          t += kEmptyStep * h_;
          continue;
        }
        gathered += pass_gas(x, through);
        t += kStep * h_;
      }
    }
    return gathered + behind * through;
  }

 private:
  // The light that one step through the gas adds; reduces `through` by its extinction.
  Vec3f pass_gas(const Vec3d& x, float& through) const {
    const SmokeVolume::Optics gas = volume_.optics(x);
    Vec3f added{};
    if (gas.extinction > 0.0f) {
      const float taken = 1.0f - std::exp(-gas.extinction * static_cast<float>(kStep));
      const Vec3f lit = lighting_.sky + lighting_.lamp * volume_.light(x) + fire_.in_smoke(x);
      added += lit * (through * taken * lighting_.smoke_albedo);
      // Light emitted within the step is attenuated within it.
      added += gas.emission * (through * taken / gas.extinction);
      through *= 1.0f - taken;
    } else {
      added += gas.emission * (through * static_cast<float>(kStep));
    }
    return added;
  }

  // The lamp's light at a point; shadows end softly at the domain's sides.
  float lamp_at(const Vec3d& x) const {
    if (x[0] < 0 || x[2] < 0 || x[0] > size_[0] || x[2] > size_[2] || x[1] > size_[1]) return 1.0f;
    double margin = 1.0;
    for (const int a : {0, 2}) margin = std::min({margin, 8.0 * x[a] / size_[a], 8.0 * (1.0 - x[a] / size_[a])});
    return 1.0f + static_cast<float>(margin) * (volume_.light(x / h_) - 1.0f);
  }

  // The light of the first hit behind the smoke: a solid, the floor, or the background.
  Vec3f backdrop(const Ray& ray, double& distance) const {
    distance = 1e300;
    const auto height = static_cast<float>(std::clamp(4.0 * ray.along[1] + 0.35, 0.0, 1.0));
    Vec3f light = mix_light(lighting_.horizon, lighting_.zenith, height);
    const double down = ray.along[1] < -1e-6 ? -ray.from[1] / ray.along[1] : 1e300;
    if (const Solid<3>* solid = first_solid(ray, down, distance))
      return on_solid(*solid, ray.from + ray.along * distance);
    distance = down;
    if (down >= 1e300) return light;
    const Vec3d x = ray.from + ray.along * down;
    const double far = length(x - size_ * 0.5) / length(size_);
    return mix_light(on_floor(x), light, static_cast<float>(std::clamp((far - 0.5) / 1.6, 0.0, 1.0)));
  }

  const Solid<3>* first_solid(const Ray& ray, double end, double& distance) const {
    const auto span = solids_.empty() ? std::nullopt : crossing(ray, size_);
    if (!span) return nullptr;
    for (double t = span->first; t < std::min(span->second, end);) {
      const Vec3d x = ray.from + ray.along * t;
      double nearest = 1e300;
      const Solid<3>* hit = nullptr;
      for (const Solid<3>& solid : solids_)
        if (const double d = solid.distance(x); d < nearest) nearest = d, hit = &solid;
      distance = t;
      if (nearest < 0.01 * h_) return hit;
      t += std::max(nearest, 0.05 * h_);
    }
    return nullptr;
  }

  Vec3f on_solid(const Solid<3>& solid, const Vec3d& x) const {
    const Vec3d normal = solid.normal(x, 0.1 * h_);
    const Vec3d outside = x + normal * (1.5 * h_);  // in a cell of gas
    const auto facing = static_cast<float>(std::max(0.0, dot(normal, to_lamp_)));
    const Vec3f light = lighting_.sky * (0.75f + 0.35f * static_cast<float>(normal[1])) +
                        lighting_.lamp * (facing * lamp_at(outside)) +
                        fire_.on_surface((x + normal * (0.1 * h_)) / h_, normal);
    return times(kSolidInSmoke, light);
  }

  Vec3f on_floor(const Vec3d& x) const {
    const Vec3d up{{0.0, 1.0, 0.0}};
    const Vec3f light = lighting_.sky + lighting_.lamp * (kLampOnFloor * lamp_at(x)) + fire_.on_surface(x / h_, up);
    return times(kFloorOfSmoke, light);
  }

  Lighting lighting_;
  double h_;
  Vec3d size_, to_lamp_{};
  const std::vector<Solid<3>>& solids_;
  SmokeVolume volume_;
  FireLight fire_;
};

// Samples distributed evenly over a pixel [Roberts2018]; the first is its middle.
struct SamplePlace {
  double x, y, offset;
  SamplePlace(int px, int py, int index) {
    const auto even = [&](double step, double start) {
      return start + step * index - std::floor(start + step * index);
    };
    x = px + even(0.8191725133961645, 0.5);
    y = py + even(0.6710436067037893, 0.5);
    const auto key = static_cast<std::uint64_t>(py) * 65536u + static_cast<std::uint64_t>(px);
    offset = even(0.5497004779019703, static_cast<double>(random_unit(key)));
  }
};

float brightness(const Rgb& c) { return 0.2126f * c.red + 0.7152f * c.green + 0.0722f * c.blue; }

// Whether the first sample of a pixel is as bright as those around it.
bool is_even(const Image& image, int x, int y) {
  const auto at = [&](int i, int j) {
    i = std::clamp(i, 0, image.width - 1);
    j = std::clamp(j, 0, image.height - 1);
    return brightness(image.pixels[static_cast<std::size_t>(j) * image.width + i]);
  };
  float least = 1e9f, most = -1e9f;
  for (int n = 0; n < 9; ++n) {
    const float value = at(x + n % 3 - 1, y + n / 3 - 1);
    least = std::min(least, value);
    most = std::max(most, value);
  }
  return most - least < kAlike;
}

}  // namespace

Result<VolumePainter> VolumePainter::create(const Scene& scene) {
  VolumePainter painter(scene);
  if (Status placed = place_solids<3>(scene, Domain<3>(scene.domain), painter.solids_); !placed) return placed.error();
  return painter;
}

Image VolumePainter::draw(double time, const CellFrame& cells) {
  for (Solid<3>& solid : solids_) solid.move_to(time, 0.0);
  const PictureSize picture = picture_size(scene_);
  const SmokeView view(scene_, cells, solids_);
  const SmokeCamera eye(scene_.render, Vec3d::from(cells.cells) * cells.cell_size, picture.width, picture.height);
  const auto sample = [&](int px, int py, int index) {
    const SamplePlace place(px, py, index);
    return view.light_along(eye.ray(place.x, place.y), place.offset);
  };
  Image first(picture.width, picture.height, {});
  std::vector<Vec3f> light(first.pixels.size());
  const auto rows = static_cast<std::size_t>(picture.height);
  parallel_for("march through smoke", rows, [&](std::size_t py) {
    for (int px = 0; px < picture.width; ++px) {
      const std::size_t i = py * picture.width + px;
      light[i] = sample(px, static_cast<int>(py), 0);
      first.pixels[i] = to_pixel(light[i]);
    }
  });
  Image image = first;
  const int samples = scene_.render.samples;
  parallel_for("refine edges of smoke", samples > 1 ? rows : 0, [&](std::size_t py) {
    for (int px = 0; px < picture.width; ++px) {
      const std::size_t i = py * picture.width + px;
      if (is_even(first, px, static_cast<int>(py))) continue;
      Vec3f sum = light[i];
      for (int s = 1; s < samples; ++s) sum += sample(px, static_cast<int>(py), s);
      image.pixels[i] = to_pixel(sum * (1.0f / static_cast<float>(samples)));
    }
  });
  return image;
}

}  // namespace spindrift
