// Numbers that are possible and rarely meant: other units, times after the end of the run, a camera that sees nothing.
#include <fmt/format.h>

#include <algorithm>

#include "settings/outputs.h"
#include "sim/estimate.h"

namespace spindrift {

namespace {

// Beyond these a scene is more likely in millimetres, in g/cm^3 or in degrees Celsius than as it says.
constexpr double kLargestUsualDomain = 1000.0, kSmallestUsualDomain = 1e-3;  // m
constexpr double kStrongestUsualGravity = 500.0;                             // m/s^2: the Earth's in cm/s^2 is above it
constexpr double kLightestUsualLiquid = 10.0;                                // kg/m^3; liquid hydrogen has 70
constexpr double kStrongestUsualTension = 2.0;                               // N/m; molten iron has 1.9
constexpr double kRoughestUsualBed = 0.1;                                    // of the domain's smallest side
constexpr double kColdestUsualGas = 100.0;                                   // K; 0 serves where only differences count

void look_at_lengths(const Scene& scene, std::vector<std::string>& mistakes) {
  double longest = 0.0;
  for (int a = 0; a < scene.dimension(); ++a) longest = std::max(longest, scene.domain.size[a]);
  if (longest > kLargestUsualDomain || longest < kSmallestUsualDomain)
    mistakes.push_back(fmt::format("the domain is {:.3g} m long; domain.size is in metres", longest));
}

void look_at_gravity(const Scene& scene, std::vector<std::string>& mistakes) {
  const Vec3d& gravity = scene.forces.gravity;
  if (length(gravity) > kStrongestUsualGravity)
    mistakes.push_back(fmt::format("a gravity of {:.3g} m/s^2 is very strong; the Earth's is 9.81", length(gravity)));
  if (gravity[1] > 0.0) mistakes.push_back("forces.gravity points up: y is up, so the Earth's is -9.81 along y");
  if (scene.dimension() == 3 && gravity[1] == 0.0 && gravity[2] != 0.0)
    mistakes.push_back("forces.gravity points along z only: y is up, so the Earth's is [0, -9.81, 0]");
}

void look_at_fluid(const Scene& scene, std::vector<std::string>& mistakes) {
  if (scene.fluid.density < kLightestUsualLiquid)
    mistakes.push_back(fmt::format("a density of {:.3g} kg/m^3 is that of a gas; water has 1000", scene.fluid.density));
  if (scene.fluid.surface_tension > kStrongestUsualTension)
    mistakes.push_back(fmt::format("a surface tension of {:.3g} N/m is beyond that of any liquid; water has 0.072",
                                   scene.fluid.surface_tension));
  double smallest = scene.domain.size[0];
  for (int a = 1; a < scene.dimension(); ++a) smallest = std::min(smallest, scene.domain.size[a]);
  if (scene.fluid.roughness > kRoughestUsualBed * smallest)
    mistakes.push_back(
        fmt::format("fluid.roughness = {:g} is in metres, the size of grains on a bed; the smallest side of the domain "
                    "has {:g} m",
                    scene.fluid.roughness, smallest));
}

// A wave with its level beyond the domain is a full tank or crests alone.
void look_at_waves(const Scene& scene, std::vector<std::string>& mistakes) {
  const double top = scene.domain.size[1];
  for (std::size_t i = 0; i < scene.liquids.size(); ++i) {
    const ShapeSettings& shape = scene.liquids[i].shape;
    if (shape.kind != ShapeSettings::Kind::kWave || (shape.level > 0.0 && shape.level < top)) continue;
    mistakes.push_back(fmt::format("the level of the wave of liquid {} is {:g} m, {} of the domain ({:g} m)", i + 1,
                                   shape.level, shape.level > 0.0 ? "not below the top" : "not above the floor",
                                   shape.level > 0.0 ? top : 0.0));
  }
}

void look_at_heat(const Scene& scene, std::vector<std::string>& mistakes) {
  const double ambient = scene.gas.ambient_temperature;
  const auto is_cold = [](double kelvin) { return kelvin > 0.0 && kelvin < kColdestUsualGas; };
  if (is_cold(ambient))
    mistakes.push_back(fmt::format("gas.ambient_temperature = {:g} is in kelvin; 20 degrees Celsius are 293", ambient));
  double hottest = ambient, fuel = 0.0;
  const auto look_at = [&](const char* what, const auto& all) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      const double temperature = all[i].temperature.value_or(ambient);
      if (ambient >= kColdestUsualGas && is_cold(temperature))
        mistakes.push_back(fmt::format("{} {} has a temperature of {:g}, in kelvin", what, i + 1, temperature));
      hottest = std::max(hottest, temperature);
      fuel = std::max(fuel, all[i].fuel);
    }
  };
  look_at("smoke", scene.smokes);
  look_at("smoke source", scene.smoke_sources);
  if (fuel > 0.0 && hottest < scene.fire.ignition_temperature)
    mistakes.push_back(fmt::format(
        "the fuel never burns: nothing is as hot as fire.ignition_temperature = {:g} K; the hottest has {:g}",
        scene.fire.ignition_temperature, hottest));
}

// A field with a radius fades to nothing there, about a point or, of a vortex in 3D, about an axis.
void look_at_forces(const Scene& scene, std::vector<std::string>& mistakes) {
  using Kind = ForceFieldSettings::Kind;
  for (std::size_t i = 0; i < scene.force_fields.size(); ++i) {
    const ForceFieldSettings& force = scene.force_fields[i];
    if (force.kind == Kind::kUniform) continue;
    const double h = scene.domain.cell();
    if (force.radius < 0.5 * h)
      mistakes.push_back(
          fmt::format("force {} may catch nothing: its radius of {:g} m is less than half a cell (a cell is {:.3g} m)",
                      i + 1, force.radius, h));
    if (force.kind == Kind::kVortex && scene.dimension() == 3) continue;
    Vec3d away{};
    for (int a = 0; a < scene.dimension(); ++a)
      away[a] = std::max({0.0, -force.center[a], force.center[a] - scene.domain.size[a]});
    if (length(away) >= force.radius)
      mistakes.push_back(
          fmt::format("force {} does not reach into the domain: its radius is {:g} m, and its centre {:g} "
                      "m away",
                      i + 1, force.radius, length(away)));
  }
}

void look_at_times(const Scene& scene, std::vector<std::string>& mistakes) {
  const double run = scene.time.frames / scene.time.fps;
  const auto look_at = [&](const char* what, const auto& all) {
    for (std::size_t i = 0; i < all.size(); ++i)
      if (all[i].start >= run)
        mistakes.push_back(
            fmt::format("{} {} starts at {:g} s, after the end of the run ({:g} s)", what, i + 1, all[i].start, run));
  };
  look_at("source", scene.sources);
  look_at("drain", scene.drains);
  look_at("force", scene.force_fields);
  look_at("smoke source", scene.smoke_sources);
  look_at("solid", scene.solids);
  for (const ProbeSettings& probe : scene.probes) {
    constexpr double kRounding = 1e-9;
    const auto late = std::count_if(probe.times.begin(), probe.times.end(),
                                    [&](double time) { return time > run * (1.0 + kRounding); });
    if (late == 0) continue;
    mistakes.push_back(
        late == std::ssize(probe.times)
            ? fmt::format("the probe '{}' has times after the end of the run ({:g} s) only", probe.name, run)
            : fmt::format("of the {} times of the probe '{}' {} come after the end of the run ({:g} s)",
                          probe.times.size(), probe.name, late, run));
  }
}

// Whether what is written at a rate comes no second time.
bool is_too_rare(const Scene& scene, double rate) {
  constexpr double kRounding = 1e-6;  // of the time between two, as where they are due
  return rate > 0.0 && scene.time.frames / scene.time.fps * rate + kRounding < 1.0;
}

void look_at_regions(const Scene& scene, std::vector<std::string>& mistakes) {
  for (const RegionSettings& region : scene.regions) {
    if (region.rate <= 0.0 && region.every > scene.time.frames)
      mistakes.push_back(fmt::format("every = {} writes the region '{}' at frame 0 alone, of {} frames", region.every,
                                     region.name, scene.time.frames));
    if (is_too_rare(scene, region.rate))
      mistakes.push_back(fmt::format("rate = {:g} writes the region '{}' at the start alone, in a run of {:g} s",
                                     region.rate, region.name, scene.time.frames / scene.time.fps));
  }
}

void look_at_outputs(const Scene& scene, std::vector<std::string>& mistakes) {
  if (!scene.is_smoke() && scene.output.particles && scene.output.formats.empty())
    mistakes.push_back(
        "output.formats names no format, so no particles are written; output.particles = false would say so");
  const auto look_at = [&](const char* key, int every) {
    if (every > scene.time.frames)
      mistakes.push_back(fmt::format("{} = {} writes frame 0 alone, of {} frames", key, every, scene.time.frames));
  };
  look_at("output.every", scene.output.every);
  look_at("output.particles_every", scene.output.particles_every);
  const auto look_at_rate = [&](const char* key, double rate, const char* what) {
    if (is_too_rare(scene, rate))
      mistakes.push_back(fmt::format("{} = {:g} {} at the start alone, in a run of {:g} s", key, rate, what,
                                     scene.time.frames / scene.time.fps));
  };
  if (wants_particles(scene)) look_at_rate("output.particles_rate", scene.output.particles_rate, "writes particles");
  if (!scene.output.volumes.empty()) {
    look_at("output.volumes_every", scene.output.volumes_every);
    look_at_rate("output.volumes_rate", scene.output.volumes_rate, "writes volumes");
  }
  if (!scene.probes.empty()) look_at_rate("output.probe_rate", scene.output.probe_rate, "reads probes");
}

// A box outside of the domain holds nothing.
void look_at_boxes(const Scene& scene, std::vector<std::string>& mistakes) {
  for (const ProbeSettings& probe : scene.probes) {
    bool is_outside = false;
    for (int a = 0; probe.min && probe.max && a < scene.dimension(); ++a)
      is_outside |= (*probe.max)[a] < 0.0 || (*probe.min)[a] > scene.domain.size[a];
    if (is_outside && !probe.on)
      mistakes.push_back(fmt::format("the box of the probe '{}' lies outside of the domain", probe.name));
  }
}

// Whether no corner of the domain lies ahead of the camera.
void look_at_camera(const Scene& scene, std::vector<std::string>& mistakes) {
  if (scene.dimension() == 2 || !(scene.render.eye || scene.render.target)) return;
  if (scene.render.eye == scene.render.target) {
    mistakes.push_back("render.eye and render.target are the same point: the camera looks nowhere");
    return;
  }
  if (!scene.render.eye) return;  // it stands where it sees the domain
  const Vec3d eye = *scene.render.eye, ahead = scene.render.target.value_or(scene.domain.size * 0.5) - eye;
  double farthest = 0.0;
  for (int corner = 0; corner < 8; ++corner) {
    Vec3d x{};
    for (int a = 0; a < 3; ++a) x[a] = (corner >> a) & 1 ? scene.domain.size[a] : 0.0;
    farthest = std::max(farthest, dot(x - eye, ahead));
  }
  if (farthest <= 0.0) mistakes.push_back("the camera looks away from the domain: check render.eye and render.target");
}

}  // namespace

void warn_of_unusual_numbers(const Scene& scene, std::vector<std::string>& mistakes) {
  look_at_lengths(scene, mistakes);
  look_at_gravity(scene, mistakes);
  if (scene.is_smoke()) {
    look_at_heat(scene, mistakes);
  } else {
    look_at_fluid(scene, mistakes);
    look_at_waves(scene, mistakes);
  }
  look_at_forces(scene, mistakes);
  look_at_times(scene, mistakes);
  look_at_outputs(scene, mistakes);
  look_at_regions(scene, mistakes);
  look_at_boxes(scene, mistakes);
  look_at_camera(scene, mistakes);
}

}  // namespace spindrift
