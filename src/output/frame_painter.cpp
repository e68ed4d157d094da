// Pictures of a simulation that somebody steps by hand.
#include <optional>
#include <utility>

#include "base/no_throw.h"
#include "output/products.h"
#include "scene/check_ranges.h"
#include "spindrift/picture.h"

namespace spindrift {

class FramePainter::Model {
 public:
  static Result<std::unique_ptr<Model>> create(const Scene& scene, int threads) {
    Result<PictureMaker> maker = PictureMaker::create(scene, threads);
    if (!maker) return maker.error();
    std::unique_ptr<Model> model(new Model(scene, std::move(*maker)));
    if (!model->maker_.needs_surface()) return model;
    Result<SurfaceMesher> mesher = SurfaceMesher::create(scene, threads);
    if (!mesher) return mesher.error();
    model->mesher_ = std::move(*mesher);
    return model;
  }

  Result<Image> draw(const Simulation& simulation) {
    const Scene& scene = simulation.scene();
    if (scene.is_smoke() != scene_.is_smoke() || scene.domain.cells() != scene_.domain.cells())
      return Error{ErrorCode::kBadInput, "the painter was made for another scene than the simulation's"};
    Products products(mesher_ ? &*mesher_ : nullptr, std::move(particles_), std::move(cells_));
    if (Status copied = products.copy(simulation, needs_of(maker_)); !copied) return copied.error();
    Result<Image> image = products.draw(maker_);
    particles_ = products.take_particles();
    cells_ = products.take_cells();
    return image;
  }

  Intact intact{"drawing a frame"};

 private:
  Model(const Scene& scene, PictureMaker maker) : scene_(scene), maker_(std::move(maker)) {}

  Scene scene_;
  PictureMaker maker_;
  std::optional<SurfaceMesher> mesher_;  // where pictures need a surface
  ParticleFrame particles_;              // their memory is used again
  CellFrame cells_;
};

FramePainter::FramePainter(std::unique_ptr<Model> model) : model_(std::move(model)) {}
FramePainter::FramePainter(FramePainter&&) noexcept = default;
FramePainter& FramePainter::operator=(FramePainter&&) noexcept = default;
FramePainter::~FramePainter() = default;

Result<FramePainter> FramePainter::create(const Scene& scene, int threads) {
  return no_throw("setting up a painter of frames", [&]() -> Result<FramePainter> {
    if (Status possible = check_ranges(scene); !possible) return possible.error();
    auto model = Model::create(scene, threads);
    if (!model) return model.error();
    return FramePainter(std::move(*model));
  });
}

Result<Image> FramePainter::draw(const Simulation& simulation) {
  return model_->intact.change([&] { return model_->draw(simulation); });
}

}  // namespace spindrift
