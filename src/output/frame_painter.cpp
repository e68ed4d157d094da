// Pictures of a simulation that its user steps.
#include <memory>
#include <utility>

#include "base/no_throw.h"
#include "keys/check_ranges.h"
#include "output/products.h"
#include "spindrift/picture.h"

namespace spindrift {

class FramePainter::Model {
 public:
  Model(const Scene& scene, FrameDrawer drawer) : scene_(scene), drawer_(std::move(drawer)) {}

  Result<Image> draw(const Simulation& simulation) {
    const Scene& scene = simulation.scene();
    if (scene.is_smoke() != scene_.is_smoke() || scene.domain.cells() != scene_.domain.cells())
      return Error{ErrorCode::kBadInput, "the painter was made for another scene than the simulation's"};
    Products products = drawer_.products(std::move(particles_), std::move(cells_));
    if (Status copied = products.copy(simulation, drawer_.needs()); !copied) return copied.error();
    Result<Image> image = drawer_.draw(products);
    particles_ = products.take_particles();
    cells_ = products.take_cells();
    return image;
  }

  Intact intact{"drawing a frame"};

 private:
  Scene scene_;
  FrameDrawer drawer_;
  ParticleFrame particles_;  // their memory is used again
  CellFrame cells_;
};

FramePainter::FramePainter(std::unique_ptr<Model> model) : model_(std::move(model)) {}
FramePainter::FramePainter(FramePainter&&) noexcept = default;
FramePainter& FramePainter::operator=(FramePainter&&) noexcept = default;
FramePainter::~FramePainter() = default;

Result<FramePainter> FramePainter::create(const Scene& scene, int threads) {
  return no_throw("setting up a painter of frames", [&]() -> Result<FramePainter> {
    if (Status possible = check_ranges(scene); !possible) return possible.error();
    Result<FrameDrawer> drawer = FrameDrawer::create(scene, threads);
    if (!drawer) return drawer.error();
    return FramePainter(std::make_unique<Model>(scene, std::move(*drawer)));
  });
}

Result<Image> FramePainter::draw(const Simulation& simulation) {
  return model_->intact.change([&] { return model_->draw(simulation); });
}

}  // namespace spindrift
