// What must be true of a [[probe]]'s keys together.
#include <fmt/format.h>

#include <algorithm>

#include "scene/scene_checks.h"
#include "scene/scene_key.h"
#include "scene/scene_nearest.h"
#include "scene/scene_words.h"
#include "settings/outputs.h"

namespace spindrift {

namespace {

using Mistake = std::optional<Error>;
using ProbeKind = ProbeSettings::Kind;

// A line that looks up and down begins anywhere: of it, y does not matter.
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
    return mistake_at(table, key,
                      fmt::format("this probe lies outside the domain: {} is not between 0 and {} along {}", x, size,
                                  word_of(static_cast<Axis>(axis))));
  }
  return std::nullopt;
}

// One place, and all of it.
Mistake check_places(const ProbeSettings& probe, const SceneNode& table, const Scene& scene) {
  if (probe.from.has_value() != probe.to.has_value())
    return mistake_at(table, probe.from ? "from" : "to", "a line has two ends, 'from' and 'to'");
  if (probe.min.has_value() != probe.max.has_value())
    return mistake_at(table, probe.min ? "min" : "max", "a box has two corners, 'min' and 'max'");
  for (int a = 0; probe.min && a < scene.dimension(); ++a)
    if ((*probe.min)[a] > (*probe.max)[a])
      return mistake_at(table, "max",
                        fmt::format("'max' must not be below 'min': {} is less than {} along {}", (*probe.max)[a],
                                    (*probe.min)[a], word_of(static_cast<Axis>(a))));
  const bool may_choose =
      probe.kind == ProbeKind::kDepth || probe.kind == ProbeKind::kPressure || probe.kind == ProbeKind::kVelocity;
  const bool has_other = probe.from.has_value() || probe.min.has_value();
  if (may_choose && probe.position.has_value() == has_other) {
    const char* other = probe.kind == ProbeKind::kDepth ? "'from' and 'to'" : "'min' and 'max'";
    return mistake_at(table, "position",
                      has_other ? fmt::format("give 'position' or {}, not both", other)
                                : fmt::format("this probe needs a place: give 'position' or {}", other));
  }
  if (probe.radius && !probe.position)
    return mistake_at(table, "radius", "'radius' is of a disc around 'position', not of a box");
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
    return mistake_at(table, "at",
                      fmt::format("this plane lies outside the domain: {} is not between 0 and {} along {}", probe.at,
                                  scene.domain.size[axis], word_of(probe.axis)));
  if (probe.kind == ProbeKind::kFlux && probe.min && probe.max &&
      !(probe.at >= (*probe.min)[axis] && probe.at <= (*probe.max)[axis]))
    return mistake_at(table, "at",
                      fmt::format("this plane misses the box: {} is not between {} and {} along {}", probe.at,
                                  (*probe.min)[axis], (*probe.max)[axis], word_of(probe.axis)));
  return std::nullopt;
}

Mistake check_solid_name(const std::optional<std::string>& name, std::string_view key, const SceneNode& table,
                         const Scene& scene) {
  if (!name) return std::nullopt;
  std::vector<std::string> names;
  for (const SolidSettings& solid : scene.solids)
    if (solid.name) names.push_back(*solid.name);
  if (std::find(names.begin(), names.end(), *name) != names.end()) return std::nullopt;
  const std::string near = likely_word(*name, names);
  return mistake_at(table, key,
                    fmt::format("no [[solid]] has the name '{}'{}", *name,
                                !near.empty()   ? fmt::format("; did you mean '{}'?", near)
                                : names.empty() ? "; none has one: give it a 'name'"
                                                : fmt::format("; there are {}", word_list(names))));
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

// The probes before this one are known already, and so are all solids.
Mistake check_settings(const ProbeSettings& probe, const SceneNode& table, const Scene& scene) {
  if (probe.name.empty()) return mistake_at(table, "name", "a probe needs a name, for its columns");
  if (auto mistake = check_probe(probe, table, scene)) return mistake;
  const auto same = [&](const ProbeSettings& other) {
    if (&other == &probe) return false;
    const bool are_files = probe.kind == ProbeKind::kSurface && other.kind == ProbeKind::kSurface;
    return probe_column(other.name) == probe_column(probe.name) ||
           (are_files && probe_file_name(other.name) == probe_file_name(probe.name));
  };
  const auto other = std::find_if(scene.probes.begin(), scene.probes.end(), same);
  if (other == scene.probes.end()) return std::nullopt;
  return mistake_at(table, "name",
                    other->name == probe.name
                        ? fmt::format("two probes have the name '{}'; it names their columns", probe.name)
                        : fmt::format("the probes '{}' and '{}' would have the same name in tables and files, where "
                                      "some signs become '_'",
                                      other->name, probe.name));
}

}  // namespace spindrift
