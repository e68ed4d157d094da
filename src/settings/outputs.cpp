#include "settings/outputs.h"

namespace spindrift {

bool is_rendered(const Scene& scene) { return scene.dimension() == 3 && !scene.is_smoke(); }

bool wants_pictures(const Scene& scene) { return is_rendered(scene) ? scene.render.during_run : scene.output.pictures; }

bool wants_particles(const Scene& scene) {
  return scene.output.particles && !scene.output.formats.empty() && !scene.is_smoke();
}

bool wants_quick_views(const Scene& scene) {
  return is_rendered(scene) && !scene.render.during_run && scene.output.pictures;
}

bool picture_needs_particles(const Scene& scene) {
  if (scene.is_smoke()) return false;
  if (is_rendered(scene)) return scene.render.style == RenderStyle::kParticles;
  const bool shows_cells = scene.output.grid || scene.output.color == ColorBy::kType;
  return !shows_cells || scene.forces.strongest_gravity() == 0.0;  // without it, particles say how fast the flow is
}

bool picture_needs_cells(const Scene& scene) {
  if (scene.is_smoke()) return true;
  const OutputSettings& output = scene.output;
  return !is_rendered(scene) &&
         (output.grid || output.faces || output.arrows > 0 || output.streamlines > 0 ||
          output.color == ColorBy::kPressure || output.color == ColorBy::kVorticity || output.color == ColorBy::kType);
}

bool picture_needs_surface(const Scene& scene) {
  return is_rendered(scene) && scene.render.style == RenderStyle::kWater;
}

bool copies_particles(const Scene& scene) {
  const bool has_box = std::any_of(scene.regions.begin(), scene.regions.end(),
                                   [](const RegionSettings& region) { return !region.particles.empty(); });
  return wants_particles(scene) || has_box || (wants_pictures(scene) && picture_needs_particles(scene)) ||
         makes_surface(scene);
}

bool copies_cells(const Scene& scene) {
  return (wants_pictures(scene) && picture_needs_cells(scene)) || has(scene.output.volumes, VolumeFormat::kVti) ||
         has(scene.output.volumes, VolumeFormat::kRaw);
}

bool makes_surface(const Scene& scene) {
  if (scene.is_smoke()) return false;
  return scene.surface.write != SurfaceFormat::kNone || (wants_pictures(scene) && picture_needs_surface(scene)) ||
         (is_rendered(scene) && has(scene.output.volumes, VolumeFormat::kVdb));
}

}  // namespace spindrift
