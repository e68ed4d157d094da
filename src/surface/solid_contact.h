// How a surface ends at solids: the liquid goes on inside of them as a mirror image, and is cut off at their surface.
#pragma once

#include <vector>

#include "exec/per_thread.h"
#include "geometry/solid.h"
#include "surface/surface_grid.h"

namespace spindrift {

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

// The solids whose bounds come within `margin` of the box.
template <int D>
void find_solids_near(const std::vector<Solid<D>>& solids, const Box<D>& box, double margin,
                      std::vector<const Solid<D>*>& near);

template <int D>
double distance_to(const std::vector<const Solid<D>*>& solids, const VecD<D>& x);

}  // namespace spindrift
