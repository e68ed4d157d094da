// The library core alone, without files: a falling drop made in code, stepped, measured and meshed.
#include <cstdio>

#include "spindrift/core.h"

using namespace spindrift;

namespace {

Scene falling_drop() {
  Scene scene;
  scene.domain.size = {{0.4, 0.4, 0.4}};
  scene.domain.resolution = 24;
  LiquidSettings& drop = scene.liquids.emplace_back();
  drop.shape.kind = ShapeSettings::Kind::kSphere;
  drop.shape.center = {{0.2, 0.25, 0.2}};
  drop.shape.radius = 0.1;
  return scene;
}

Status simulate() {
  const Scene scene = falling_drop();
  Result<Simulation> simulation = Simulation::create(scene);
  if (!simulation) return simulation.error();
  for (int frame = 0; frame < 3; ++frame) {
    const Result<FrameReport> report = simulation->advance_frame();
    if (!report) return report.error();
    std::printf("frame %d  state %016llx\n", report->frame, static_cast<unsigned long long>(report->state_hash));
  }
  Result<SurfaceMesher> mesher = SurfaceMesher::create(scene);
  if (!mesher) return mesher.error();
  const Result<ParticleFrame> particles = simulation->particles();
  if (!particles) return particles.error();
  const Result<SurfaceMesh> surface = mesher->build(*particles, simulation->time());
  if (!surface) return surface.error();
  std::printf("%zu faces around %.6f m^3\n", surface->faces(), enclosed_volume(*surface));
  return Done{};
}

}  // namespace

int main() {
  const Status done = simulate();
  if (!done) std::fprintf(stderr, "%s\n", to_string(done.error()).c_str());
  return done ? 0 : 1;
}
