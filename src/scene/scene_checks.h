// Mistakes that no single key shows: what must be true of several keys together, or of a table and the domain.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "scene/scene_node.h"
#include "spindrift/scene.h"

namespace spindrift {

// A mistake at the value of `key`, or at the table if the key is not written there.
Error mistake_at(const SceneNode& table, std::string_view key, std::string message);

// Each takes the settings, the table they were read from, and the scene as far as it has been read: [domain] always.
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

// Particles, which smoke has none of.
std::optional<Error> check_regions_of_smoke(const Scene& scene, const SceneNode& root);

// Of periodic axes, and of liquid in a domain that has some.
std::optional<Error> check_periodic(const DomainSettings& domain, const SceneNode& table);
std::optional<Error> check_periodic_liquid(const Scene& scene, const SceneNode& root);

// Of a solid that has some.
std::optional<Error> check_keyframes(const SolidSettings& solid, const SceneNode& table);

// Of all that moves or changes with time, in a scene that was made in code.
std::optional<Error> check_order(const Scene& scene);

// A probe by itself, whatever it is called.
std::optional<Error> check_probe(const ProbeSettings& probe, const SceneNode& table, const Scene& scene);

// Settings whose keys do not depend on each other.
template <class Settings>
std::optional<Error> check_settings(const Settings&, const SceneNode&, const Scene&) {
  return std::nullopt;
}

}  // namespace spindrift
