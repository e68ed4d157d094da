#include "surface/smooth_surface.h"

#include <algorithm>
#include <cmath>

namespace spindrift {

namespace {

// Share of the displacement to the mean of the neighbours: with one half, waves of two edges vanish in one pass.
constexpr float kStrength = 0.5f;
// Largest displacement of a vertex, in edges.
constexpr float kFurthest = 0.5f;
// The correction is a second difference and noisy: it is smoothed by this many passes of this strength.
constexpr int kEveningPasses = 2;
constexpr float kEvening = 0.7f;
// The correction fades out beyond this share of sigma, where the radius of curvature is the kernel's width.
constexpr float kMostGivenBack = 0.5f;
// The mean of the neighbours is below the vertex by e^2 / 2(D - 1) times the sum of the curvatures, e being the edges'
// root mean square. So averaging with `sigma` moved the surface by (D - 1) sigma^2 / e^2 of this displacement. Flat
// faces between vertices on a curved surface are also below it, by the effect of a sigma^2 of e^2 / 8 (e^2 / 6 in 2D).
// The estimate fails on strongly curved surfaces: droplets have their size from the level.
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

// Normals are averaged over as far as smoothing reaches, which grows with the root of its passes; at least over three
// edges.
constexpr double kReachOfPasses = 2.0;
constexpr int kLeastReach = 5;
// Length of the mean normal below which a surface counts as unresolved, and above which as resolved. After five passes
// balls of one and a half edges and of two and a half have these.
constexpr float kUnresolved = 0.4f, kResolved = 0.7f;

// Passes of averaging, of this strength: together they remove waves of up to about ten edges, which are five cells of
// the simulation. The flow has hardly any shorter ones.
constexpr int kCalmPasses = 30;
constexpr float kMeanStrength = 0.8f;
// In edges: 1 up to the first, 0 from the second on.
struct Fade {
  float full, none;
  float operator()(float value) const { return std::clamp((none - std::abs(value)) / (none - full), 0.0f, 1.0f); }
};
// Displacement to the mean: random particles cause a third of an edge, splashes more.
constexpr Fade kUneven{0.3f, 0.6f};
// Bend: balls of up to 25 cells, and a wave 20 cells long and one cell high, exceed it.
constexpr Fade kFlat{0.1f, 0.25f};

template <int D, class Value>
void average(const VertexMeans<D>& means, int passes, std::vector<Value>& values) {
  std::vector<Value> other(values.size());
  for (int pass = 0; pass < passes; ++pass) {
    means.move_to_mean(kMeanStrength, values, other);
    values.swap(other);
  }
}

// Normals of length 1, or 0 where the vertex cannot move; and a multiple of the area around each vertex.
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

// Subtracts the mean displacement, weighted by the shares, so that the total sweeps no volume.
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
VertexMeans<D>::VertexMeans(const SurfaceGrid<D>& grid, const std::vector<char>& is_fixed, const RawSurface<D>& surface)
    : begin_(surface.vertices.size() + 2, 0) {
  find_neighbors(surface);
  find_bonds(grid, is_fixed, surface);
}

template <int D>
void VertexMeans<D>::find_neighbors(const RawSurface<D>& surface) {
  const auto for_each_edge = [&](auto&& visit) {
    for (const auto& face : surface.faces)
      for (std::size_t k = 0; k < D; ++k) visit(face[k], face[(k + 1) % D]);
  };
  for_each_edge([&](std::uint32_t from, std::uint32_t) { ++begin_[from + 2]; });
  for (std::size_t i = 2; i < begin_.size(); ++i) begin_[i] += begin_[i - 1];
  neighbors_.resize(begin_.back());
  for_each_edge([&](std::uint32_t from, std::uint32_t to) { neighbors_[begin_[from + 1]++] = to; });
}

template <int D>
void VertexMeans<D>::find_bonds(const SurfaceGrid<D>& grid, const std::vector<char>& is_fixed,
                                const RawSurface<D>& surface) {
  std::vector<Bond> bonds(surface.vertices.size(), 0);
  parallel_for(
      "find bonds to sides", bonds.size(),
      [&](std::size_t v) {
        for (int a = 0; a < D; ++a) {
          if (surface.vertices[v][a] == 0.0f) bonds[v] |= static_cast<Bond>(1 << 2 * a);
          if (surface.vertices[v][a] == static_cast<float>(grid.cells[a])) bonds[v] |= static_cast<Bond>(2 << 2 * a);
        }
        if (!is_fixed.empty() && is_fixed[v]) bonds[v] |= kFixed;
      },
      kGrain);
  bonds_ = bonds;
  parallel_for(
      "find contact lines", bonds.size(),
      [&](std::size_t v) {
        if (bonds[v] == 0) return;
        for (std::uint32_t i = begin_[v]; i < begin_[v + 1]; ++i)
          if (bonds[neighbors_[i]] == 0) bonds_[v] |= kContact;
      },
      kGrain);
}

template <int D>
std::vector<float> resolved_share(const VertexMeans<D>& means, const std::vector<char>& is_fixed, int passes,
                                  const RawSurface<D>& surface) {
  const FreeNormals<D> free = free_normals(means, surface);
  const auto is_free = [&](std::size_t v) { return is_fixed.empty() || !is_fixed[v]; };
  std::vector<VecF<D + 1>> sums(surface.vertices.size());  // of normals, and their number
  parallel_for(
      "count normals", sums.size(),
      [&](std::size_t v) {
        if (free.area[v] == 0.0f || !is_free(v)) return;
        for (int a = 0; a < D; ++a) sums[v][a] = free.normal[v][a];
        sums[v][D] = 1.0f;
      },
      VertexMeans<D>::kGrain);
  average(means, std::max(kLeastReach, static_cast<int>(kReachOfPasses * std::sqrt(passes))), sums);
  std::vector<float> share(sums.size(), 0.0f);
  parallel_for(
      "find resolved vertices", share.size(),
      [&](std::size_t v) {
        if (!is_free(v)) return;
        float square = 0.0f;
        for (int a = 0; a < D; ++a) square += sums[v][a] * sums[v][a];
        const float agreement = sums[v][D] > 0.0f ? std::sqrt(square) / sums[v][D] : 1.0f;
        share[v] = std::clamp((agreement - kUnresolved) / (kResolved - kUnresolved), 0.0f, 1.0f);
      },
      VertexMeans<D>::kGrain);
  return share;
}

template <int D>
void smooth_surface(const SurfaceGrid<D>& grid, const VertexMeans<D>& means, const std::vector<float>& resolved,
                    int passes, double sigma, RawSurface<D>& surface) {
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
        const float far = length(step), most = kFurthest * resolved[v];
        if (far > most) x[v] = start[v] + step * (most / far);
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

template <int D>
void calm_surface(const SurfaceGrid<D>& grid, const VertexMeans<D>& means, const std::vector<float>& resolved,
                  RawSurface<D>& surface) {
  std::vector<VecF<D>>& x = surface.vertices;
  std::vector<VecF<D>> mean = x;
  average(means, kCalmPasses, mean);  // G x
  std::vector<VecF<D>> bent(x.size());
  parallel_for(
      "take mean from surface", x.size(), [&](std::size_t v) { bent[v] = x[v] - mean[v]; }, VertexMeans<D>::kGrain);
  average(means, kCalmPasses, bent);  // G (1 - G) x
  const FreeNormals<D> free = free_normals(means, surface);
  std::vector<float> share(x.size()), moves(x.size());
  parallel_for(
      "find calm surface", x.size(),
      [&](std::size_t v) {
        const VecF<D>& normal = free.normal[v];
        const float bend = dot(bent[v], normal), way = dot(mean[v] - x[v], normal) + bend;
        share[v] = kUneven(way) * kFlat(bend) * resolved[v];
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

template class VertexMeans<2>;
template class VertexMeans<3>;
template std::vector<float> resolved_share<2>(const VertexMeans<2>&, const std::vector<char>&, int,
                                              const RawSurface<2>&);
template std::vector<float> resolved_share<3>(const VertexMeans<3>&, const std::vector<char>&, int,
                                              const RawSurface<3>&);
template void smooth_surface<2>(const SurfaceGrid<2>&, const VertexMeans<2>&, const std::vector<float>&, int, double,
                                RawSurface<2>&);
template void smooth_surface<3>(const SurfaceGrid<3>&, const VertexMeans<3>&, const std::vector<float>&, int, double,
                                RawSurface<3>&);
template void calm_surface<2>(const SurfaceGrid<2>&, const VertexMeans<2>&, const std::vector<float>&, RawSurface<2>&);
template void calm_surface<3>(const SurfaceGrid<3>&, const VertexMeans<3>&, const std::vector<float>&, RawSurface<3>&);

}  // namespace spindrift
