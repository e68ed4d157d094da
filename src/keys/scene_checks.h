// Rules between several keys, or between a table and the domain.
#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "keys/scene_node.h"
#include "spindrift/scene.h"

namespace spindrift {

// An error at the value of `key`, or at the table if it has no such key.
template <class... Args>
Error mistake_at(const SceneNode& table, std::string_view key, fmt::format_string<Args...> text, Args&&... args) {
  const SceneNode* const node = table.find(key);
  return {.message = fmt::format(text, std::forward<Args>(args)...), .place = node ? node->place : table.place};
}

// Each takes the settings, the table they were read from, and the scene as read so far, which always has [domain].
std::optional<Error> check_settings(const DomainSettings& domain, const SceneNode& table, const Scene& scene);
std::optional<Error> check_settings(const ShapeSettings& shape, const SceneNode& table, const Scene& scene);
std::optional<Error> check_settings(const LiquidSettings& liquid, const SceneNode& table, const Scene& scene);
std::optional<Error> check_settings(const SolidSettings& solid, const SceneNode& table, const Scene& scene);
std::optional<Error> check_settings(const SourceSettings& source, const SceneNode& table, const Scene& scene);
std::optional<Error> check_settings(const DrainSettings& drain, const SceneNode& table, const Scene& scene);
std::optional<Error> check_settings(const ForceFieldSettings& force, const SceneNode& table, const Scene& scene);
std::optional<Error> check_settings(const ForceSettings& forces, const SceneNode& table, const Scene& scene);
std::optional<Error> check_settings(const FrameSettings& frame, const SceneNode& table, const Scene& scene);
std::optional<Error> check_settings(const Command& command, const SceneNode& table, const Scene& scene);
std::optional<Error> check_settings(const SmokeSettings& smoke, const SceneNode& table, const Scene& scene);
std::optional<Error> check_settings(const SmokeSourceSettings& source, const SceneNode& table, const Scene& scene);
std::optional<Error> check_settings(const ProbeSettings& probe, const SceneNode& table, const Scene& scene);
std::optional<Error> check_settings(const OutputSettings& output, const SceneNode& table, const Scene& scene);
std::optional<Error> check_settings(const RegionSettings& region, const SceneNode& table, const Scene& scene);
std::optional<Error> check_settings(const Scene& whole, const SceneNode& root, const Scene& scene);

// Smoke has no particles.
std::optional<Error> check_regions_of_smoke(const Scene& scene, const SceneNode& root);

// Periodic axes, and liquid in a periodic domain.
std::optional<Error> check_periodic(const DomainSettings& domain, const SceneNode& table);
std::optional<Error> check_periodic_liquid(const Scene& scene, const SceneNode& root);

// A solid with keyframes.
std::optional<Error> check_keyframes(const SolidSettings& solid, const SceneNode& table);

// Everything that moves or changes with time, in a scene made in code.
std::optional<Error> check_order(const Scene& scene);

// A probe without its name.
std::optional<Error> check_probe(const ProbeSettings& probe, const SceneNode& table, const Scene& scene);

// Settings whose keys do not depend on each other.
template <class Settings>
std::optional<Error> check_settings(const Settings&, const SceneNode&, const Scene&) {
  return std::nullopt;
}

}  // namespace spindrift
