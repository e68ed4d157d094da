// Passes of averaging over the neighbours of a vertex, and what averaging takes given back.
#include "surface/smooth_surface.h"

#include <algorithm>

namespace spindrift {
namespace {

// Of the way to the mean of the neighbours: with one half, the shortest waves, of two edges, vanish in one pass.
constexpr float kStrength = 0.5f;
// The furthest from where it was that a vertex ends, in edges: drops and sheets of a few edges survive.
constexpr float kFurthest = 0.5f;
// What is given back is a second difference and noisy: it is evened out by so many passes of this strength.
constexpr int kEveningPasses = 2;
constexpr float kEvening = 0.7f;
// What is given back fades out beyond this share of sigma: there the surface is bent as much as the kernel is wide.
constexpr float kMostGivenBack = 0.5f;
// The mean of the neighbours lies below the vertex by e^2 / 2(D - 1) times the sum of the curvatures, e being the
// edges' root mean square. So what averaging with `sigma` took is (D - 1) sigma^2 / e^2 of that way. Flat faces between
// vertices on a curved surface lie below it, too, by as much as a sigma^2 of e^2 / 8 (e^2 / 6 in 2D) would take. But
// not where the surface is curved so much that the estimate fails: droplets have their size from elsewhere.
template <int D>
VecF<D> lost_to_averaging(const VertexMeans<D>& means, const std::vector<VecF<D>>& x, std::size_t v, float sigma) {
  VecF<D> sum{};
  float square = 0.0f;
  int count = 0;
  const bool moves = means.for_each_neighbor(v, [&](std::uint32_t u) {
    sum += x[u] - x[v];
    square += dot(x[u] - x[v], x[u] - x[v]);
    ++count;
  });
  if (!moves || square == 0.0f) return {};
  const float edge2 = square / static_cast<float>(count), sag = edge2 / (D == 2 ? 6.0f : 8.0f);
  const VecF<D> way = sum * (-(D - 1) * (sigma * sigma + sag) / square);
  const float bend = length(way) / (kMostGivenBack * sigma);
  const float bend2 = bend * bend;
  return way / (1.0f + bend2 * bend2 / (1.0f + bend2));
}

template <int D>
void give_back(const VertexMeans<D>& means, float sigma, std::vector<VecF<D>>& x) {
  std::vector<VecF<D>> way(x.size()), other(x.size());
  parallel_for(
      "find lost to averaging", x.size(), [&](std::size_t v) { way[v] = lost_to_averaging<D>(means, x, v, sigma); },
      VertexMeans<D>::kGrain);
  for (int pass = 0; pass < kEveningPasses; ++pass) {
    means.move_to_mean(kEvening, way, other);
    way.swap(other);
  }
  parallel_for("give back lost to averaging", x.size(), [&](std::size_t v) { x[v] += way[v]; }, VertexMeans<D>::kGrain);
}

}  // namespace

template <int D>
void smooth_surface(const SurfaceGrid<D>& grid, const VertexMeans<D>& means, int passes, double sigma,
                    RawSurface<D>& surface) {
  std::vector<VecF<D>>& x = surface.vertices;
  const std::vector<VecF<D>> start = x;
  std::vector<VecF<D>> other(x.size());
  for (int pass = 0; pass < passes; ++pass) {
    means.move_to_mean(kStrength, x, other);
    means.move_to_mean(-kStrength, other, x);
  }
  parallel_for(
      "limit smoothing", x.size(),
      [&](std::size_t v) {
        const VecF<D> step = x[v] - start[v];
        const float far = length(step);
        if (far > kFurthest) x[v] = start[v] + step * (kFurthest / far);
      },
      VertexMeans<D>::kGrain);
  give_back<D>(means, static_cast<float>(sigma), x);
  parallel_for(
      "keep vertices in domain", x.size(),
      [&](std::size_t v) {
        for (int a = 0; a < D; ++a) x[v][a] = std::clamp(x[v][a], 0.0f, static_cast<float>(grid.cells[a]));
      },
      VertexMeans<D>::kGrain);
}

template void smooth_surface<2>(const SurfaceGrid<2>&, const VertexMeans<2>&, int, double, RawSurface<2>&);
template void smooth_surface<3>(const SurfaceGrid<3>&, const VertexMeans<3>&, int, double, RawSurface<3>&);

}  // namespace spindrift
