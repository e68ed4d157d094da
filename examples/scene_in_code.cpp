// A scene made in code: water in a tank, a moving ball, a solid of triangles; its surface and a picture as files.
//   scene_in_code FOLDER
#include <cstdio>
#include <string>

#include "spindrift/spindrift.h"

using namespace spindrift;

namespace {

// A pyramid over a square on the floor.
Result<std::shared_ptr<const Mesh>> pyramid() {
  TriangleMesh mesh;
  mesh.vertices = {{{0.6f, 0, 0.1f}}, {{0.9f, 0, 0.1f}}, {{0.9f, 0, 0.4f}}, {{0.6f, 0, 0.4f}}, {{0.75f, 0.3f, 0.25f}}};
  mesh.triangles = {{0, 1, 2}, {0, 2, 3}, {1, 0, 4}, {2, 1, 4}, {3, 2, 4}, {0, 3, 4}};
  return Mesh::create(mesh, "pyramid");
}

Result<Scene> tank() {
  Scene scene;
  scene.title = "Water, a ball and a pyramid";
  scene.domain.size = {{1.0, 0.5, 0.5}};
  scene.domain.resolution = 32;
  scene.liquids.emplace_back().shape.max = {{0.4, 0.35, 0.5}};  // a box from the origin
  SolidSettings ball;
  ball.shape.kind = ShapeSettings::Kind::kSphere;
  ball.shape.center = {{0.2, 0.4, 0.25}};
  ball.shape.radius = 0.08;
  ball.velocity = {{0.3, 0.0, 0.0}};
  scene.solids.push_back(ball);
  const auto mesh = pyramid();
  if (!mesh) return mesh.error();
  SolidSettings& stands = scene.solids.emplace_back();
  stands.shape.kind = ShapeSettings::Kind::kMesh;
  stands.shape.mesh = *mesh;
  scene.render.style = RenderStyle::kParticles;
  return scene;
}

Status simulate_into(const std::string& folder) {
  const Result<Scene> scene = tank();
  if (!scene) return scene.error();
  Result<Simulation> simulation = Simulation::create(*scene);
  if (!simulation) return simulation.error();
  for (int frame = 0; frame < 6; ++frame)
    if (const auto report = simulation->advance_frame(); !report) return report.error();

  Result<SurfaceMesher> mesher = SurfaceMesher::create(*scene);
  if (!mesher) return mesher.error();
  const Result<ParticleFrame> particles = simulation->particles();
  if (!particles) return particles.error();
  const Result<SurfaceMesh> surface = mesher->build(*particles, simulation->time());
  if (!surface) return surface.error();
  std::printf("%zu faces around %.4f m^3\n", surface->faces(), enclosed_volume(*surface));
  if (Status written = write_surface(folder + "/water.obj", *surface); !written) return written;

  Result<FramePainter> painter = FramePainter::create(*scene);
  if (!painter) return painter.error();
  const Result<Image> image = painter->draw(*simulation);
  if (!image) return image.error();
  return write_image(folder + "/water.png", *image);
}

}  // namespace

int main(int argc, char** argv) {
  const Status done = simulate_into(argc > 1 ? argv[1] : ".");
  if (!done) std::fprintf(stderr, "%s\n", to_string(done.error()).c_str());
  return done ? 0 : 1;
}
