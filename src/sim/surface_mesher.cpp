// The surface of a frame, for the scene's dimension and on threads of its own.
#include <fmt/format.h>

#include <optional>

#include "base/no_throw.h"
#include "exec/parallel.h"
#include "grid/frames.h"
#include "keys/check_ranges.h"
#include "spindrift/surface.h"
#include "surface/surface_builder.h"

namespace spindrift {

class SurfaceMesher::Model {
 public:
  explicit Model(int threads) : pool_(threads) {}
  virtual ~Model() = default;
  virtual SurfaceMesh build(const ParticleFrame& particles, double time) = 0;
  virtual SurfaceDistance distance() = 0;
  virtual int dimension() const = 0;

  Intact intact{"making a surface"};

 protected:
  ThreadPool pool_;
};

namespace {

template <int D>
class MesherModel final : public SurfaceMesher::Model {
 public:
  MesherModel(SurfaceBuilder<D> builder, int threads) : Model(threads), builder_(std::move(builder)) {}
  SurfaceMesh build(const ParticleFrame& particles, double time) override {
    SurfaceMesh mesh;
    pool_.run([&] { mesh = builder_.build(particles, time); });
    return mesh;
  }
  SurfaceDistance distance() override {
    SurfaceDistance result;
    pool_.run([&] { result = builder_.distance(); });
    return result;
  }
  int dimension() const override { return D; }

 private:
  SurfaceBuilder<D> builder_;
};

template <int D>
Result<std::unique_ptr<SurfaceMesher::Model>> make_model(const Scene& scene, int threads) {
  Result<SurfaceBuilder<D>> builder = SurfaceBuilder<D>::create(scene);
  if (!builder) return builder.error();
  return std::unique_ptr<SurfaceMesher::Model>(std::make_unique<MesherModel<D>>(std::move(*builder), threads));
}

}  // namespace

SurfaceMesher::SurfaceMesher(std::unique_ptr<Model> model) : model_(std::move(model)) {}
SurfaceMesher::SurfaceMesher(SurfaceMesher&&) noexcept = default;
SurfaceMesher& SurfaceMesher::operator=(SurfaceMesher&&) noexcept = default;
SurfaceMesher::~SurfaceMesher() = default;

Result<SurfaceMesher> SurfaceMesher::create(const Scene& scene, int threads) {
  return no_throw("setting up a mesher of surfaces", [&]() -> Result<SurfaceMesher> {
    if (Status possible = check_ranges(scene); !possible) return possible.error();
    auto model = scene.dimension() == 2 ? make_model<2>(scene, threads) : make_model<3>(scene, threads);
    if (!model) return model.error();
    return SurfaceMesher(std::move(*model));
  });
}

Result<SurfaceMesh> SurfaceMesher::build(const ParticleFrame& particles, double time) {
  return model_->intact.change([&]() -> Result<SurfaceMesh> {
    if (Status fits = check_frame(particles); !fits) return fits.error();
    if (particles.dimension != model_->dimension())
      return Error{ErrorCode::kBadInput, fmt::format("these particles are in {}D, and the scene is in {}D",
                                                     particles.dimension, model_->dimension())};
    return model_->build(particles, time);
  });
}
Result<SurfaceDistance> SurfaceMesher::distance() const {
  return model_->intact.look([&]() -> Result<SurfaceDistance> { return model_->distance(); });
}

}  // namespace spindrift
