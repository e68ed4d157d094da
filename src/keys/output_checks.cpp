// Rules between the keys of [output], of a [[region]] and of a [[probe]].
#include <fmt/format.h>

#include <algorithm>

#include "keys/scene_checks.h"
#include "keys/scene_key.h"
#include "keys/scene_words.h"
#include "settings/outputs.h"
#include "spindrift/text.h"

namespace spindrift {

namespace {

using Mistake = std::optional<Error>;
using RegionKind = RegionSettings::Kind;

// Either a number of frames or a rate. Files are written at frames, so their rate is at most `most`. `has_every`: other
// than the default, which resolved scenes contain.
Mistake check_rate(const SceneNode& table, const std::string& every, bool has_every, const std::string& rate,
                   double value, double most) {
  if (has_every && value > 0.0) return mistake_at(table, rate, "give '{}' or '{}', not both", every, rate);
  if (value <= most) return std::nullopt;
  return mistake_at(table, rate, "'{1}' must be at most time.fps = {0:g}: these files are written at frames", most,
                    rate);
}

Mistake check_box(const RegionSettings& region, const SceneNode& table, const Scene& scene) {
  for (int a = 0; a < scene.dimension(); ++a) {
    const std::string_view axis = word_of(static_cast<Axis>(a));
    if (!(region.min[a] < region.max[a]))
      return mistake_at(table, "max", "'max' must be above 'min': {} is not above {} along {}", region.max[a],
                        region.min[a], axis);
    if (region.max[a] <= 0.0 || region.min[a] >= scene.domain.size[a])
      return mistake_at(table, region.max[a] <= 0.0 ? "max" : "min",
                        "this region lies outside the domain, which extends from 0 to {} along {}",
                        scene.domain.size[a], axis);
  }
  if (region.particles.empty() && region.volumes.empty())
    return mistake_at(table, "kind",
                      "this box writes nothing; set 'particles' or 'volumes', for example particles = [\"ply\"]");
  const auto vdb = std::find(region.volumes.begin(), region.volumes.end(), VolumeFormat::kVdb);
  if (vdb != region.volumes.end())
    return mistake_at(table, "volumes", "volumes of a region must be '{}' or '{}': '{}' contains the whole surface",
                      word_of(VolumeFormat::kVti), word_of(VolumeFormat::kRaw), word_of(VolumeFormat::kVdb));
  return std::nullopt;
}

Mistake check_inside(const SceneNode& table, std::string_view key, double x, int axis, const Scene& scene) {
  if (x >= 0.0 && x <= scene.domain.size[axis]) return std::nullopt;
  return mistake_at(table, key, "this region lies outside the domain: {} is not between 0 and {} along {}", x,
                    scene.domain.size[axis], word_of(static_cast<Axis>(axis)));
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

// `scene` holds the regions before this one.
Mistake check_settings(const RegionSettings& region, const SceneNode& table, const Scene& scene) {
  if (region.name.empty()) return mistake_at(table, "name", "a region needs a name for its files");
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
    return mistake_at(table, "name", "two regions have the name '{}', which names their files", region.name);
  return mistake_at(table, "name",
                    "regions '{}' and '{}' have the same file name '{}': characters other than A to Z, a "
                    "to z, 0 to 9 and '-' become '_'",
                    other->name, region.name, probe_file_name(region.name));
}

Mistake check_regions_of_smoke(const Scene& scene, const SceneNode& root) {
  const SceneNode* regions = root.find("region");
  for (std::size_t i = 0; regions && i < scene.regions.size() && i < regions->children.size(); ++i)
    if (!scene.regions[i].particles.empty())
      return mistake_at(regions->children[i], "particles", "smoke has no particles; use 'volumes'");
  return std::nullopt;
}

namespace {

using ProbeKind = ProbeSettings::Kind;

// y does not matter for vertical lines.
bool looks_up(const ProbeSettings& probe) {
  return probe.kind == ProbeKind::kHeight || probe.kind == ProbeKind::kSurface ||
         (probe.kind == ProbeKind::kDepth && probe.position.has_value());
}

Mistake check_point(const ProbeSettings& probe, const std::optional<Vec3d>& point, std::string_view key,
                    const SceneNode& table, const Scene& scene) {
  for (int axis = 0; point && axis < scene.dimension(); ++axis) {
    const double x = (*point)[axis], size = scene.domain.size[axis];
    if (axis == static_cast<int>(Axis::kY) && looks_up(probe)) continue;
    if (x >= 0.0 && x <= size) continue;
    return mistake_at(table, key, "this probe lies outside the domain: {} is not between 0 and {} along {}", x, size,
                      word_of(static_cast<Axis>(axis)));
  }
  return std::nullopt;
}

// Exactly one place, completely given.
Mistake check_places(const ProbeSettings& probe, const SceneNode& table, const Scene& scene) {
  if (probe.from.has_value() != probe.to.has_value())
    return mistake_at(table, probe.from ? "from" : "to", "a line needs both 'from' and 'to'");
  if (probe.min.has_value() != probe.max.has_value())
    return mistake_at(table, probe.min ? "min" : "max", "a box needs both 'min' and 'max'");
  for (int a = 0; probe.min && a < scene.dimension(); ++a)
    if ((*probe.min)[a] > (*probe.max)[a])
      return mistake_at(table, "max", "'max' must not be below 'min': {} is less than {} along {}", (*probe.max)[a],
                        (*probe.min)[a], word_of(static_cast<Axis>(a)));
  const bool may_choose =
      probe.kind == ProbeKind::kDepth || probe.kind == ProbeKind::kPressure || probe.kind == ProbeKind::kVelocity;
  const bool has_other = probe.from.has_value() || probe.min.has_value();
  if (may_choose && probe.position.has_value() == has_other) {
    const char* other = probe.kind == ProbeKind::kDepth ? "'from' and 'to'" : "'min' and 'max'";
    return mistake_at(table, "position", "{}",
                      has_other ? fmt::format("give 'position' or {}, not both", other)
                                : fmt::format("this probe needs 'position' or {}", other));
  }
  if (probe.radius && !probe.position)
    return mistake_at(table, "radius", "'radius' belongs to a disc around 'position', not to a box");
  if (probe.radius.has_value() != probe.normal.has_value())
    return mistake_at(table, probe.radius ? "radius" : "normal", "a disc needs both 'radius' and 'normal'");
  if (probe.normal && length(*probe.normal) < kLeastLength)
    return mistake_at(table, "normal", "'normal' must not be zero");
  return std::nullopt;
}

Mistake check_axes(const ProbeSettings& probe, const SceneNode& table, const Scene& scene) {
  const int axis = static_cast<int>(probe.axis), way = static_cast<int>(probe.direction) / 2;
  if (probe.kind == ProbeKind::kFlux && axis >= scene.dimension())
    return mistake_at(table, "axis", "a 2D scene has no axis 'z'");
  if (probe.kind == ProbeKind::kFront && way >= scene.dimension())
    return mistake_at(table, "direction", "a 2D scene has no axis 'z'");
  if (probe.kind == ProbeKind::kFlux && (probe.at < 0.0 || probe.at > scene.domain.size[axis]))
    return mistake_at(table, "at", "this plane lies outside the domain: {} is not between 0 and {} along {}", probe.at,
                      scene.domain.size[axis], word_of(probe.axis));
  if (probe.kind == ProbeKind::kFlux && probe.min && probe.max &&
      !(probe.at >= (*probe.min)[axis] && probe.at <= (*probe.max)[axis]))
    return mistake_at(table, "at", "this plane misses the box: {} is not between {} and {} along {}", probe.at,
                      (*probe.min)[axis], (*probe.max)[axis], word_of(probe.axis));
  return std::nullopt;
}

Mistake check_solid_name(const std::optional<std::string>& name, std::string_view key, const SceneNode& table,
                         const Scene& scene) {
  if (!name) return std::nullopt;
  std::vector<std::string> names;
  for (const SolidSettings& solid : scene.solids) {
    if (solid.name == name) return std::nullopt;
    if (solid.name) names.push_back(*solid.name);
  }
  const std::string near = nearest_word(*name, names);
  return mistake_at(table, key, "no [[solid]] has the name '{}'{}", *name,
                    !near.empty()   ? fmt::format("; did you mean '{}'?", near)
                    : names.empty() ? "; give the solid a 'name'"
                                    : fmt::format("; the names are {}", fmt::join(names, ", ")));
}

}  // namespace

Mistake check_probe(const ProbeSettings& probe, const SceneNode& table, const Scene& scene) {
  if (auto mistake = check_point(probe, probe.position, "position", table, scene)) return mistake;
  if (auto mistake = check_point(probe, probe.from, "from", table, scene)) return mistake;
  if (auto mistake = check_point(probe, probe.to, "to", table, scene)) return mistake;
  if (auto mistake = check_places(probe, table, scene)) return mistake;
  if (auto mistake = check_axes(probe, table, scene)) return mistake;
  if (auto mistake = check_solid_name(probe.on, "on", table, scene)) return mistake;
  return check_solid_name(probe.solid, "solid", table, scene);
}

// `scene` holds all solids and the probes before this one.
Mistake check_settings(const ProbeSettings& probe, const SceneNode& table, const Scene& scene) {
  if (probe.name.empty()) return mistake_at(table, "name", "a probe needs a name for its columns");
  if (auto mistake = check_probe(probe, table, scene)) return mistake;
  const auto same = [&](const ProbeSettings& other) {
    if (&other == &probe) return false;
    const bool are_files = probe.kind == ProbeKind::kSurface && other.kind == ProbeKind::kSurface;
    return probe_column(other.name) == probe_column(probe.name) ||
           (are_files && probe_file_name(other.name) == probe_file_name(probe.name));
  };
  const auto other = std::find_if(scene.probes.begin(), scene.probes.end(), same);
  if (other == scene.probes.end()) return std::nullopt;
  return mistake_at(
      table, "name", "{}",
      other->name == probe.name
          ? fmt::format("two probes have the name '{}', which names their columns", probe.name)
          : fmt::format("probes '{}' and '{}' have the same name in tables and files, where some characters become '_'",
                        other->name, probe.name));
}

}  // namespace spindrift
