#include "picture/picture_maker.h"

#include <optional>
#include <utility>

#include "settings/outputs.h"

namespace spindrift {

Result<PictureMaker> PictureMaker::create(const Scene& scene, int threads) {
  const auto make = [](auto painter) -> Result<PictureMaker> {
    if (!painter) return painter.error();
    return PictureMaker(std::move(*painter));
  };
  Result<PictureMaker> maker = is_rendered(scene)                           ? make(Renderer::create(scene, threads))
                               : scene.is_smoke() && scene.dimension() == 3 ? make(VolumePainter::create(scene))
                                                                            : make(Painter::create(scene));
  if (!maker) return maker;
  maker->needs_particles_ = picture_needs_particles(scene);
  maker->needs_cells_ = picture_needs_cells(scene);
  maker->needs_surface_ = picture_needs_surface(scene);
  if (std::holds_alternative<VolumePainter>(maker->painter_)) maker->pool_ = std::make_unique<ThreadPool>(threads);
  return maker;
}

Image PictureMaker::draw(double time, const ParticleFrame& particles, const CellFrame& cells,
                         const SurfaceMesh& surface) {
  if (auto* painter = std::get_if<Painter>(&painter_)) return painter->draw(time, particles, cells);
  if (auto* painter = std::get_if<VolumePainter>(&painter_)) {
    std::optional<Image> image;
    pool_->run([&] { image = painter->draw(time, cells); });
    return std::move(*image);
  }
  const Renderer& renderer = std::get<Renderer>(painter_);
  return needs_surface_ ? renderer.draw(time, surface) : renderer.draw(time, particles);
}

}  // namespace spindrift
