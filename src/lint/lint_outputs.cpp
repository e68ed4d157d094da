// Times after the end of the run, files that are written once, probes and a camera that see nothing.
#include <fmt/format.h>

#include <algorithm>

#include "lint/rules.h"
#include "settings/outputs.h"

namespace spindrift {

namespace {

void warn_of_times(const Scene& scene, Warnings& warnings) {
  const double run = scene.time.frames / scene.time.fps;
  const auto look_at = [&](const char* what, const auto& all) {
    for (std::size_t i = 0; i < all.size(); ++i)
      if (all[i].start >= run)
        warnings.push_back(
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
    warnings.push_back(
        late == std::ssize(probe.times)
            ? fmt::format("probe '{}': all of its times are after the end of the run ({:g} s)", probe.name, run)
            : fmt::format("probe '{1}': {2} of its {0} times are after the end of the run ({3:g} s)",
                          probe.times.size(), probe.name, late, run));
  }
}

// Whether only the first of the outputs lies within the run.
bool is_too_rare(const Scene& scene, double rate) {
  constexpr double kRounding = 1e-6;  // as in is_due()
  return rate > 0.0 && scene.time.frames / scene.time.fps * rate + kRounding < 1.0;
}

void warn_of_regions(const Scene& scene, Warnings& warnings) {
  for (const RegionSettings& region : scene.regions) {
    if (region.rate <= 0.0 && region.every > scene.time.frames)
      warnings.push_back(fmt::format("region '{1}': every = {0} writes only frame 0 of {2} frames", region.every,
                                     region.name, scene.time.frames));
    if (is_too_rare(scene, region.rate))
      warnings.push_back(fmt::format("region '{1}': rate = {0:g} writes only the start of a run of {2:g} s",
                                     region.rate, region.name, scene.time.frames / scene.time.fps));
  }
}

void warn_of_outputs(const Scene& scene, Warnings& warnings) {
  if (!scene.is_smoke() && scene.output.particles && scene.output.formats.empty())
    warnings.push_back(
        "output.formats is empty, so no particles are written; set output.particles = false if that is meant");
  const auto look_at = [&](const char* key, int every) {
    if (every > scene.time.frames)
      warnings.push_back(fmt::format("{} = {} writes only frame 0 of {} frames", key, every, scene.time.frames));
  };
  look_at("output.every", scene.output.every);
  look_at("output.particles_every", scene.output.particles_every);
  const auto warn_of_rate = [&](const char* key, double rate, const char* what) {
    if (is_too_rare(scene, rate))
      warnings.push_back(fmt::format("{} = {:g} {} only at the start of a run of {:g} s", key, rate, what,
                                     scene.time.frames / scene.time.fps));
  };
  if (wants_particles(scene)) warn_of_rate("output.particles_rate", scene.output.particles_rate, "writes particles");
  if (!scene.output.volumes.empty()) {
    look_at("output.volumes_every", scene.output.volumes_every);
    warn_of_rate("output.volumes_rate", scene.output.volumes_rate, "writes volumes");
  }
  if (!scene.probes.empty()) warn_of_rate("output.probe_rate", scene.output.probe_rate, "reads probes");
}

void warn_of_boxes(const Scene& scene, Warnings& warnings) {
  for (const ProbeSettings& probe : scene.probes) {
    bool is_outside = false;
    for (int a = 0; probe.min && probe.max && a < scene.dimension(); ++a)
      is_outside |= (*probe.max)[a] < 0.0 || (*probe.min)[a] > scene.domain.size[a];
    if (is_outside && !probe.on)
      warnings.push_back(fmt::format("the box of probe '{}' lies outside the domain", probe.name));
  }
}

// Whether no corner of the domain lies ahead of the camera.
void warn_of_camera(const Scene& scene, Warnings& warnings) {
  if (scene.dimension() == 2 || !(scene.render.eye || scene.render.target)) return;
  if (scene.render.eye == scene.render.target) {
    warnings.push_back("render.eye and render.target are the same point");
    return;
  }
  if (!scene.render.eye) return;  // the default sees the domain
  const Vec3d eye = *scene.render.eye, ahead = scene.render.target.value_or(scene.domain.size * 0.5) - eye;
  double farthest = 0.0;
  for (int corner = 0; corner < 8; ++corner) {
    Vec3d x{};
    for (int a = 0; a < 3; ++a) x[a] = (corner >> a) & 1 ? scene.domain.size[a] : 0.0;
    farthest = std::max(farthest, dot(x - eye, ahead));
  }
  if (farthest <= 0.0) warnings.push_back("the camera looks away from the domain; check render.eye and render.target");
}

}  // namespace

void lint_outputs(const Scene& scene, Warnings& warnings) {
  warn_of_times(scene, warnings);
  warn_of_outputs(scene, warnings);
  warn_of_regions(scene, warnings);
  warn_of_boxes(scene, warnings);
  warn_of_camera(scene, warnings);
}

}  // namespace spindrift
