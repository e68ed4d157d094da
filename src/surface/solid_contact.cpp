// Images of particles behind the surface of solids, and the solids near a place.
#include "surface/solid_contact.h"

#include <algorithm>
#include <limits>

#include "exec/parallel.h"

namespace spindrift {

namespace {

constexpr std::size_t kPiece = 4096;  // particles: one test for each, and a few distances for those near solids

// The width of the differences that a solid's normal is taken from, in particle spacings: well above the rounding of
// positions, and well below what a surface resolves.
constexpr double kNormalStep = 0.1;

}  // namespace

template <int D>
double distance_to(const std::vector<const Solid<D>*>& solids, const VecD<D>& x) {
  double nearest = std::numeric_limits<double>::infinity();
  for (const Solid<D>* solid : solids) nearest = std::min(nearest, solid->distance(x));
  return nearest;
}

template <int D>
void find_solids_near(const std::vector<Solid<D>>& solids, const Box<D>& box, double margin,
                      std::vector<const Solid<D>*>& near) {
  near.clear();
  for (const Solid<D>& solid : solids)
    if (solid.bounds().meets(box, margin)) near.push_back(&solid);
}

template <int D>
void MirrorImages<D>::add(const SurfaceGrid<D>& grid, const std::vector<Solid<D>>& solids, double within,
                          std::vector<float>& positions) {
  const std::size_t count = positions.size() / 3;
  lists_.assign((count + kPiece - 1) / kPiece, {});
  found_.prepare();
  found_.for_each([](std::vector<float>& images) { images.clear(); });
  parallel_pieces("mirror particles in solids", count, kPiece, [&](std::size_t first, std::size_t last) {
    std::vector<float>& images = found_.here();
    const std::size_t begin = images.size();
    for (std::size_t p = first; p < last; ++p) {
      VecD<D> x;
      for (int a = 0; a < D; ++a) x[a] = positions[3 * p + a];
      for (const Solid<D>& solid : solids) {
        if (!solid.bounds().contains(x, within)) continue;
        const double distance = solid.distance(x);
        if (!(distance < within)) continue;
        const VecD<D> normal = solid.normal(x, kNormalStep * grid.particle_spacing);
        const VecD<D> image = x - normal * (2.0 * std::max(distance, 0.0));
        if (!(solid.distance(image) <= 0.0)) continue;  // through a thin plate: its other side is another place
        for (int a = 0; a < 3; ++a) images.push_back(a < D ? static_cast<float>(image[std::min(a, D - 1)]) : 0.0f);
      }
    }
    lists_[first / kPiece] = {thread_number(), begin, images.size()};
  });
  for (const ImageList& list : lists_) {
    const float* images = found_.of(list.thread).data();
    positions.insert(positions.end(), images + list.begin, images + list.end);
  }
}

#define SPINDRIFT_INSTANTIATE(D)                                                         \
  template class MirrorImages<D>;                                                        \
  template void find_solids_near<D>(const std::vector<Solid<D>>&, const Box<D>&, double, \
                                    std::vector<const Solid<D>*>&);                      \
  template double distance_to<D>(const std::vector<const Solid<D>*>&, const VecD<D>&)
SPINDRIFT_INSTANTIATE(2);
SPINDRIFT_INSTANTIATE(3);
#undef SPINDRIFT_INSTANTIATE

}  // namespace spindrift
