// From the particles of a frame to the mesh of the liquid's surface.
#pragma once

#include <span>
#include <vector>

#include "exec/scratch.h"
#include "geometry/solid.h"
#include "spindrift/surface.h"
#include "surface/hold_volume.h"

namespace spindrift {

// The liquid continues inside of solids as a mirror image, and is cut off at their surface.
template <int D>
class MirrorImages {
 public:
  // Appends images of the particles within a distance of solids, mirrored at the solid's surface.
  void add(const SurfaceGrid<D>& grid, const std::vector<Solid<D>>& solids, double within,
           std::vector<float>& positions);

 private:
  struct ImageList {
    int thread = 0;
    std::size_t begin = 0, end = 0;  // among the coordinates that the thread has found
  };

  PerThread<std::vector<float>> found_;
  std::vector<ImageList> lists_;  // by piece of the particles
};

template <int D>
class SurfaceBuilder {
 public:
  static Result<SurfaceBuilder> create(const Scene& scene);

  SurfaceMesh build(const ParticleFrame& particles, double time);
  SurfaceDistance distance() const;  // of the last build

 private:
  explicit SurfaceBuilder(const Scene& scene);
  std::vector<char> vertices_at_solids(const RawSurface<D>& surface) const;
  // `positions`: of the particles and of their images in solids, as in the bins.
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
  std::vector<VecF<D>> extracted_;  // vertices before smoothing
  RawSurface<D> surface_;
};

}  // namespace spindrift
