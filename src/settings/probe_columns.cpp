#include "settings/probe_columns.h"

namespace spindrift {

namespace {

constexpr const char* kVelocities[] = {"u", "v", "w"};
constexpr const char* kForces[] = {"fx", "fy", "fz"};
constexpr const char* kTorques[] = {"tx", "ty", "tz"};

void add_columns(const Scene& scene, const ProbeSettings& probe, std::vector<ProbeColumn>& columns) {
  using Kind = ProbeSettings::Kind;
  const bool is_2d = scene.dimension() == 2;
  const auto add = [&](const char* quantity, const char* unit) {
    columns.push_back({probe_column(probe.name), quantity, unit});
  };
  const auto add_vector = [&](const char* const* quantities, const char* unit, int first = 0) {
    for (int a = first; a < (first == 2 ? 3 : scene.dimension()); ++a) add(quantities[a], unit);
  };
  switch (probe.kind) {
    case Kind::kPoint:
      add("pressure", "Pa");
      return add_vector(kVelocities, "m/s");
    case Kind::kHeight:
      return add("height", "m");
    case Kind::kDepth:
      return add("depth", "m");
    case Kind::kFront:
      add("front", "m");
      return add("farthest", "m");
    case Kind::kPressure:
      return add("pressure", "Pa");
    case Kind::kVelocity:
      return add_vector(kVelocities, "m/s");
    case Kind::kForce:
      return add_vector(kForces, is_2d ? "N/m" : "N");
    case Kind::kTorque:
      return add_vector(kTorques, is_2d ? "Nm/m" : "Nm", is_2d ? 2 : 0);
    case Kind::kVolume:
      return add(scene.is_smoke() ? "smoke" : "volume", is_2d ? "m^2" : "m^3");
    case Kind::kFlux:
      return add("flux", is_2d ? "m^2/s" : "m^3/s");
    case Kind::kSurface:
      return;
    case Kind::kEnergy:
      break;
  }
  const char* const joule = is_2d ? "J/m" : "J";
  add("kinetic", joule);
  if (scene.is_smoke()) return;
  add("potential", joule);
  if (scene.uses_surface_tension()) add("surface", joule);
  add("total", joule);
}

}  // namespace

std::string probe_column(std::string name) {
  for (char& c : name)
    if (c == ',' || c == '"' || static_cast<unsigned char>(c) < 0x20) c = '_';
  return name;
}

std::string probe_file_name(std::string name) {
  for (char& c : name) {
    const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
    if (!is_plain) c = '_';
  }
  return name;
}

std::vector<ProbeColumn> probe_columns(const Scene& scene) {
  std::vector<ProbeColumn> columns;
  for (const ProbeSettings& probe : scene.probes) add_columns(scene, probe, columns);
  return columns;
}

}  // namespace spindrift
