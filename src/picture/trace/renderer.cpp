#include "picture/trace/renderer.h"

#include <optional>

#include "exec/parallel.h"
#include "picture/trace/camera.h"
#include "picture/trace/particle_view.h"
#include "picture/trace/solid_meshes.h"
#include "picture/trace/water_renderer.h"
#include "settings/outputs.h"

namespace spindrift {

struct Renderer::Content {
  Content(const Scene& a_scene, std::vector<Solid<3>> some_solids, int threads)
      : scene(a_scene), solids(std::move(some_solids)), pool(threads) {}

  std::vector<Solid<3>> solids_at(double time) const {
    std::vector<Solid<3>> moved = solids;
    for (Solid<3>& solid : moved) solid.move_to(time, 0.0);
    return moved;
  }

  Scene scene;
  std::vector<Solid<3>> solids;
  mutable ThreadPool pool;
};

Renderer::Renderer(std::unique_ptr<Content> content) : content_(std::move(content)) {}
Renderer::Renderer(Renderer&&) noexcept = default;
Renderer& Renderer::operator=(Renderer&&) noexcept = default;
Renderer::~Renderer() = default;

Result<Renderer> Renderer::create(const Scene& scene, int threads) {
  if (scene.dimension() != 3)
    return Error{ErrorCode::kBadInput, "only 3D scenes are rendered; a run paints 2D ones itself"};
  if (!Camera(scene).has_direction())
    return Error{ErrorCode::kBadInput,
                 "the camera stands at the point it looks at (render.eye, render.target): move one"};
  if (scene.render.style == RenderStyle::kWater && !can_trace_rays())
    return Error{ErrorCode::kBadInput,
                 "this program was built without Embree, which pictures of water need (apt-get install libembree-dev, "
                 "then build anew); --style particles works without it"};
  auto solids = make_solids(scene);
  if (!solids) return solids.error();
  return Renderer(std::make_unique<Content>(scene, std::move(*solids), threads));
}

bool Renderer::needs_surface() const { return picture_needs_surface(content_->scene); }

Image Renderer::draw(double time, const SurfaceMesh& liquid) const {
  std::optional<Image> image;
  content_->pool.run([&] {
    const Scene& scene = content_->scene;
    RayScene rays;
    const int frame = rays.add(frame_mesh(scene));
    const double skin = 0.25 * scene.domain.cell() / scene.surface.resolution;
    const Box<3> domain{{}, scene.domain.size};
    for (const Solid<3>& solid : content_->solids_at(time))
      if (scene.domain.periodic.empty() || solid.bounds().meets(domain))  // an image may be out of sight
        rays.add(solid_mesh(scene, scene.solids[static_cast<std::size_t>(solid.number())], solid, skin));
    image = WaterRenderer(scene, std::move(rays), frame, liquid).draw();
  });
  return std::move(*image);
}

Image Renderer::draw(double time, const ParticleFrame& particles) const {
  std::optional<Image> image;
  content_->pool.run([&] { image = draw_particles_3d(content_->scene, particles, content_->solids_at(time)); });
  return std::move(*image);
}

}  // namespace spindrift
