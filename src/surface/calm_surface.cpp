#include "surface/calm_surface.h"

#include <algorithm>
#include <cmath>

namespace spindrift {
namespace {

// Passes of averaging, of this strength: together they even out waves of up to some ten edges, which are five cells of
// the simulation. The flow has hardly any that are shorter.
constexpr int kCalmPasses = 30;
constexpr float kCalmStrength = 0.8f;
// In edges: what counts in full up to the first, and not at all from the second on.
struct Fade {
  float full, none;
  float operator()(float value) const { return std::clamp((none - std::abs(value)) / (none - full), 0.0f, 1.0f); }
};
// Off from the mean: particles at random leave a third of an edge, splashes more.
constexpr Fade kUneven{0.3f, 0.6f};
// Bent: balls of up to 25 cells, and a wave of 20 cells that is a cell high, are beyond.
constexpr Fade kFlat{0.1f, 0.25f};

template <int D>
void average(const VertexMeans<D>& means, std::vector<VecF<D>>& values) {
  std::vector<VecF<D>> other(values.size());
  for (int pass = 0; pass < kCalmPasses; ++pass) {
    means.move_to_mean(kCalmStrength, values, other);
    values.swap(other);
  }
}

// Of length 1, or 0 where the vertex cannot move; and the surface around each vertex, in proportion.
template <int D>
struct FreeNormals {
  std::vector<VecF<D>> normal;
  std::vector<float> area;
};
template <int D>
FreeNormals<D> free_normals(const VertexMeans<D>& means, const RawSurface<D>& surface) {
  FreeNormals<D> free{std::vector<VecF<D>>(surface.vertices.size()), std::vector<float>(surface.vertices.size())};
  std::vector<VecF<D>>& normals = free.normal;
  for (const auto& face : surface.faces) {
    const VecF<D> along = surface.vertices[face[1]] - surface.vertices[face[0]];
    VecF<D> normal;
    if constexpr (D == 2)
      normal = {{along[1], -along[0]}};
    else
      normal = cross(along, surface.vertices[face[2]] - surface.vertices[face[0]]);
    for (const std::uint32_t corner : face) normals[corner] += normal;
  }
  parallel_for(
      "find free normals", normals.size(),
      [&](std::size_t v) {
        means.keep_in_sides(v, normals[v]);
        const float size = free.area[v] = length(normals[v]);
        normals[v] = size > 0.0f ? normals[v] / size : VecF<D>{};
      },
      VertexMeans<D>::kGrain);
  return free;
}

// Takes the mean from the ways of the vertices, by the shares that they may move: together they sweep no volume.
void sweep_no_volume(const std::vector<float>& area, const std::vector<float>& share, std::vector<float>& way) {
  double swept = 0.0, movable = 0.0;
  for (std::size_t v = 0; v < way.size(); ++v) {
    swept += static_cast<double>(area[v]) * static_cast<double>(way[v]);
    movable += static_cast<double>(area[v]) * static_cast<double>(share[v]);
  }
  if (movable <= 0.0) return;
  const auto mean = static_cast<float>(swept / movable);
  for (std::size_t v = 0; v < way.size(); ++v) way[v] -= mean * share[v];
}

}  // namespace

template <int D>
void calm_surface(const SurfaceGrid<D>& grid, const VertexMeans<D>& means, RawSurface<D>& surface) {
  std::vector<VecF<D>>& x = surface.vertices;
  std::vector<VecF<D>> mean = x;
  average(means, mean);  // G x
  std::vector<VecF<D>> bent(x.size());
  parallel_for(
      "take mean from surface", x.size(), [&](std::size_t v) { bent[v] = x[v] - mean[v]; }, VertexMeans<D>::kGrain);
  average(means, bent);  // G (1 - G) x
  const FreeNormals<D> free = free_normals(means, surface);
  std::vector<float> share(x.size()), moves(x.size());
  parallel_for(
      "find calm surface", x.size(),
      [&](std::size_t v) {
        const VecF<D>& normal = free.normal[v];
        const float bend = dot(bent[v], normal), way = dot(mean[v] - x[v], normal) + bend;
        share[v] = kUneven(way) * kFlat(bend);
        moves[v] = way * share[v];
      },
      VertexMeans<D>::kGrain);
  sweep_no_volume(free.area, share, moves);
  parallel_for(
      "calm surface", x.size(),
      [&](std::size_t v) {
        x[v] += free.normal[v] * moves[v];
        for (int a = 0; a < D; ++a) x[v][a] = std::clamp(x[v][a], 0.0f, static_cast<float>(grid.cells[a]));
      },
      VertexMeans<D>::kGrain);
}

template void calm_surface<2>(const SurfaceGrid<2>&, const VertexMeans<2>&, RawSurface<2>&);
template void calm_surface<3>(const SurfaceGrid<3>&, const VertexMeans<3>&, RawSurface<3>&);

}  // namespace spindrift
