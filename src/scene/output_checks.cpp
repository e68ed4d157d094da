// What must be true of the keys of [output], and of a [[region]], together.
#include <fmt/format.h>

#include <algorithm>

#include "scene/scene_checks.h"
#include "scene/scene_words.h"
#include "settings/outputs.h"

namespace spindrift {

namespace {

using Mistake = std::optional<Error>;
using RegionKind = RegionSettings::Kind;

// Frames or a rate; and where files come with frames, no more than there are. `has_every`: not as by default, which a
// scene with every key filled in has, too.
Mistake check_rate(const SceneNode& table, const std::string& every, bool has_every, const std::string& rate,
                   double value, double most) {
  if (has_every && value > 0.0) return mistake_at(table, rate, fmt::format("give '{}' or '{}', not both", every, rate));
  if (value <= most) return std::nullopt;
  return mistake_at(table, rate,
                    fmt::format("these files come with frames, {:g} in a second: '{}' must be at most that; raise "
                                "time.fps for more",
                                most, rate));
}

Mistake check_box(const RegionSettings& region, const SceneNode& table, const Scene& scene) {
  for (int a = 0; a < scene.dimension(); ++a) {
    const std::string_view axis = word_of(static_cast<Axis>(a));
    if (!(region.min[a] < region.max[a]))
      return mistake_at(
          table, "max",
          fmt::format("'max' must be above 'min': {} is not above {} along {}", region.max[a], region.min[a], axis));
    if (region.max[a] <= 0.0 || region.min[a] >= scene.domain.size[a])
      return mistake_at(table, region.max[a] <= 0.0 ? "max" : "min",
                        fmt::format("this region lies outside the domain, which goes from 0 to {} along {}",
                                    scene.domain.size[a], axis));
  }
  if (region.particles.empty() && region.volumes.empty())
    return mistake_at(table, "kind",
                      "this box writes nothing: name formats for its 'particles' or its 'volumes', such as "
                      "particles = [\"ply\"]");
  const auto vdb = std::find(region.volumes.begin(), region.volumes.end(), VolumeFormat::kVdb);
  if (vdb != region.volumes.end())
    return mistake_at(
        table, "volumes",
        fmt::format("the volumes of a region are '{}' or '{}': '{}' holds the whole surface",
                    word_of(VolumeFormat::kVti), word_of(VolumeFormat::kRaw), word_of(VolumeFormat::kVdb)));
  return std::nullopt;
}

Mistake check_inside(const SceneNode& table, std::string_view key, double x, int axis, const Scene& scene) {
  if (x >= 0.0 && x <= scene.domain.size[axis]) return std::nullopt;
  return mistake_at(table, key,
                    fmt::format("this region lies outside the domain: {} is not between 0 and {} along {}", x,
                                scene.domain.size[axis], word_of(static_cast<Axis>(axis))));
}

Mistake check_place(const RegionSettings& region, const SceneNode& table, const Scene& scene) {
  if (region.kind == RegionKind::kBox) return check_box(region, table, scene);
  const int axis = static_cast<int>(region.axis);
  if (axis >= scene.dimension()) return mistake_at(table, "axis", "a 2D scene has no axis 'z'");
  if (region.kind == RegionKind::kSlice) return check_inside(table, "at", region.at, axis, scene);
  for (int a = 0; a < scene.dimension(); ++a)
    if (a != axis)
      if (auto mistake = check_inside(table, "position", region.position[a], a, scene)) return mistake;
  return std::nullopt;
}

}  // namespace

Mistake check_settings(const OutputSettings& output, const SceneNode& table, const Scene& scene) {
  const double fps = scene.time.fps;
  if (auto mistake = check_rate(table, "particles_every", output.particles_every > 0, "particles_rate",
                                output.particles_rate, fps))
    return mistake;
  return check_rate(table, "volumes_every", output.volumes_every > 0, "volumes_rate", output.volumes_rate, fps);
}

// The regions before this one are known already.
Mistake check_settings(const RegionSettings& region, const SceneNode& table, const Scene& scene) {
  if (region.name.empty()) return mistake_at(table, "name", "a region needs a name, for its files");
  if (auto mistake = check_place(region, table, scene)) return mistake;
  constexpr double kAnyRate = 1e9;
  if (auto mistake = check_rate(table, "every", region.every > 1, "rate", region.rate,
                                is_table(region) ? kAnyRate : scene.time.fps))
    return mistake;
  const auto same = [&](const RegionSettings& other) {
    return &other != &region && probe_file_name(other.name) == probe_file_name(region.name);
  };
  const auto other = std::find_if(scene.regions.begin(), scene.regions.end(), same);
  if (other == scene.regions.end()) return std::nullopt;
  if (other->name == region.name)
    return mistake_at(table, "name", fmt::format("two regions have the name '{}'; it names their files", region.name));
  return mistake_at(table, "name",
                    fmt::format("the regions '{}' and '{}' would have the same files, named '{}': all but letters from "
                                "a to z, digits and '-' becomes '_' in them",
                                other->name, region.name, probe_file_name(region.name)));
}

Mistake check_regions_of_smoke(const Scene& scene, const SceneNode& root) {
  const SceneNode* regions = root.find("region");
  for (std::size_t i = 0; regions && i < scene.regions.size() && i < regions->children.size(); ++i)
    if (!scene.regions[i].particles.empty())
      return mistake_at(regions->children[i], "particles", "smoke has no particles: a box of it has 'volumes' alone");
  return std::nullopt;
}

}  // namespace spindrift
