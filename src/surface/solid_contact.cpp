#include "surface/solid_contact.h"

#include <algorithm>

#include "exec/parallel.h"

namespace spindrift {

template <int D>
double distance_to(const std::vector<const Solid<D>*>& solids, const VecD<D>& x) {
  double nearest = 1e30;
  for (const Solid<D>* solid : solids) nearest = std::min(nearest, solid->distance(x));
  return nearest;
}

template <int D>
std::vector<const Solid<D>*> solids_near(const std::vector<Solid<D>>& solids, const VecD<D>& low, const VecD<D>& high,
                                         double margin) {
  std::vector<const Solid<D>*> near;
  for (const Solid<D>& solid : solids) {
    const Box<D> box = solid.bounds();
    bool touches = true;
    for (int a = 0; a < D; ++a) touches &= box.low[a] <= high[a] + margin && box.high[a] >= low[a] - margin;
    if (touches) near.push_back(&solid);
  }
  return near;
}

template <int D>
void add_mirror_images(const SurfaceGrid<D>& grid, const std::vector<Solid<D>>& solids, double within,
                       std::vector<float>& positions) {
  if (solids.empty()) return;
  const std::size_t count = positions.size() / 3;
  constexpr std::size_t kPiece = 4096;
  std::vector<std::vector<float>> images((count + kPiece - 1) / kPiece);
  parallel_pieces("add mirror images", count, kPiece, [&](std::size_t begin, std::size_t end) {
    std::vector<float>& piece = images[begin / kPiece];
    for (std::size_t p = begin; p < end; ++p) {
      VecD<D> x;
      for (int a = 0; a < D; ++a) x[a] = static_cast<double>(positions[3 * p + static_cast<std::size_t>(a)]);
      for (const Solid<D>& solid : solids) {
        const Box<D> box = solid.bounds();
        bool is_near = true;
        for (int a = 0; a < D; ++a) is_near &= x[a] >= box.low[a] - within && x[a] <= box.high[a] + within;
        if (!is_near) continue;
        const double distance = solid.distance(x);
        if (!(distance < within)) continue;
        const VecD<D> image = x - solid.normal(x, 0.1 * grid.particle_spacing) * (2.0 * std::max(distance, 0.0));
        if (!(solid.distance(image) <= 0.0)) continue;  // through a thin plate: its other side is another place
        for (int a = 0; a < 3; ++a) piece.push_back(a < D ? static_cast<float>(image[std::min(a, D - 1)]) : 0.0f);
      }
    }
  });
  for (const std::vector<float>& piece : images) positions.insert(positions.end(), piece.begin(), piece.end());
}

template void add_mirror_images<2>(const SurfaceGrid<2>&, const std::vector<Solid<2>>&, double, std::vector<float>&);
template std::vector<const Solid<2>*> solids_near<2>(const std::vector<Solid<2>>&, const VecD<2>&, const VecD<2>&,
                                                     double);
template double distance_to<2>(const std::vector<const Solid<2>*>&, const VecD<2>&);
template void add_mirror_images<3>(const SurfaceGrid<3>&, const std::vector<Solid<3>>&, double, std::vector<float>&);
template std::vector<const Solid<3>*> solids_near<3>(const std::vector<Solid<3>>&, const VecD<3>&, const VecD<3>&,
                                                     double);
template double distance_to<3>(const std::vector<const Solid<3>*>&, const VecD<3>&);

}  // namespace spindrift
