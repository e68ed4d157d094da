// From the particles of a frame to the mesh of the liquid's surface.
#pragma once

#include <span>

#include "spindrift/surface.h"
#include "surface/liquid_pieces.h"
#include "surface/solid_contact.h"

namespace spindrift {

template <int D>
class SurfaceBuilder {
 public:
  static Result<SurfaceBuilder> create(const Scene& scene);

  SurfaceMesh build(const ParticleFrame& particles, double time);
  SurfaceDistance distance() const;  // of the last build

 private:
  explicit SurfaceBuilder(const Scene& scene);
  std::vector<char> vertices_at_solids(const RawSurface<D>& surface) const;
  // `positions` are those in the bins: of the particles, and of their images in solids.
  SurfaceMesh to_mesh(const ParticleFrame& particles, std::span<const float> positions,
                      const RawSurface<D>& surface) const;

  SurfaceSettings settings_;
  SurfaceGrid<D> grid_;
  SurfaceLevel<D> level_;
  std::vector<Solid<D>> solids_;

  MirrorImages<D> images_;
  std::vector<float> with_images_;  // positions of the particles and of their images in solids
  ParticleBins<D> bins_;
  LiquidPieces<D> pieces_;
  std::vector<VecF<D>> extracted_;  // where the vertices of the surface came from
  RawSurface<D> surface_;
};

}  // namespace spindrift
