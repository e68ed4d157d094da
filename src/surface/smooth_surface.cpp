// Passes of averaging over the neighbours of a vertex, and what averaging takes given back.
#include "surface/smooth_surface.h"

#include <algorithm>

#include "exec/parallel.h"

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
constexpr std::size_t kSmoothGrain = 4096;  // vertices

// The neighbours of every vertex: in a closed surface, the ends of the edges that start there.
template <int D>
struct Neighbors {
  std::vector<std::uint32_t> begin, list;

  explicit Neighbors(const RawSurface<D>& surface) : begin(surface.vertices.size() + 2, 0) {
    for_each_edge(surface, [&](std::uint32_t from, std::uint32_t) { ++begin[from + 2]; });
    for (std::size_t i = 2; i < begin.size(); ++i) begin[i] += begin[i - 1];
    list.resize(begin.back());
    for_each_edge(surface, [&](std::uint32_t from, std::uint32_t to) { list[begin[from + 1]++] = to; });
  }
  template <class Visit>
  static void for_each_edge(const RawSurface<D>& surface, Visit&& visit) {
    for (const auto& face : surface.faces) {
      for (std::size_t k = 0; k < D; ++k) {
        visit(face[k], face[(k + 1) % D]);
      }
    }
  }
  template <class Visit>
  void for_each(std::size_t vertex, Visit&& visit) const {
    for (std::uint32_t i = begin[vertex]; i < begin[vertex + 1]; ++i) visit(list[i]);
  }
};

using Bond = std::uint8_t;         // a bit for every side the vertex lies in, and for the two below
constexpr Bond kContact = 1 << 6;  // on the contact line, where the surface meets a side
constexpr Bond kFixed = 1 << 7;

template <int D>
std::vector<Bond> find_bonds(const SurfaceGrid<D>& grid, const std::vector<char>& is_fixed,
                             const RawSurface<D>& surface, const Neighbors<D>& neighbors) {
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
      kSmoothGrain);
  std::vector<Bond> result = bonds;
  parallel_for(
      "find contact lines", bonds.size(),
      [&](std::size_t v) {
        if (bonds[v] == 0) return;
        neighbors.for_each(v, [&](std::uint32_t u) {
          if (bonds[u] == 0) result[v] |= kContact;
        });
      },
      kSmoothGrain);
  return result;
}

// x + strength (mean of the neighbours with the same bonds - x)
template <int D>
void move_to_mean(const Neighbors<D>& neighbors, const std::vector<Bond>& bonds, float strength,
                  const std::vector<VecF<D>>& from, std::vector<VecF<D>>& to) {
  parallel_for(
      "move vertices to mean", from.size(),
      [&](std::size_t v) {
        to[v] = from[v];
        const Bond bond = bonds[v];
        if (bond & kFixed) return;
        VecF<D> sum{};
        int count = 0;
        neighbors.for_each(v, [&](std::uint32_t u) {
          if (bond != 0 && (bonds[u] & bond) != bond) return;
          sum += from[u];
          ++count;
        });
        if (count < 2) return;
        to[v] += (sum / static_cast<float>(count) - from[v]) * strength;
      },
      kSmoothGrain);
}

// The mean of the neighbours lies below the vertex by e^2 / 2(D - 1) times the sum of the curvatures, e being the
// edges' root mean square. So what averaging with `sigma` took is (D - 1) sigma^2 / e^2 of that way. Flat faces between
// vertices on a curved surface lie below it, too, by as much as a sigma^2 of e^2 / 8 (e^2 / 6 in 2D) would take. But
// not where the surface is curved so much that the estimate fails: droplets have their size from elsewhere.
template <int D>
VecF<D> lost_to_averaging(const Neighbors<D>& neighbors, const std::vector<Bond>& bonds, const std::vector<VecF<D>>& x,
                          std::size_t v, float sigma) {
  if (bonds[v] & kFixed) return {};
  VecF<D> sum{};
  float square = 0.0f;
  int count = 0;
  neighbors.for_each(v, [&](std::uint32_t u) {
    if ((bonds[u] & bonds[v]) != bonds[v]) return;
    sum += x[u] - x[v];
    square += dot(x[u] - x[v], x[u] - x[v]);
    ++count;
  });
  if (count < 2 || square == 0.0f) return {};
  const float edge2 = square / static_cast<float>(count), sag = edge2 / (D == 2 ? 6.0f : 8.0f);
  const VecF<D> way = sum * (-(D - 1) * (sigma * sigma + sag) / square);
  const float bend = length(way) / (kMostGivenBack * sigma);
  const float bend2 = bend * bend;
  return way / (1.0f + bend2 * bend2 / (1.0f + bend2));
}

template <int D>
void give_back(const Neighbors<D>& neighbors, const std::vector<Bond>& bonds, float sigma, std::vector<VecF<D>>& x) {
  std::vector<VecF<D>> way(x.size()), other(x.size());
  parallel_for(
      "find lost to averaging", x.size(),
      [&](std::size_t v) { way[v] = lost_to_averaging<D>(neighbors, bonds, x, v, sigma); }, kSmoothGrain);
  for (int pass = 0; pass < kEveningPasses; ++pass) {
    move_to_mean<D>(neighbors, bonds, kEvening, way, other);
    way.swap(other);
  }
  parallel_for("give back lost to averaging", x.size(), [&](std::size_t v) { x[v] += way[v]; }, kSmoothGrain);
}

}  // namespace

template <int D>
void smooth_surface(const SurfaceGrid<D>& grid, int passes, double sigma, const std::vector<char>& is_fixed,
                    RawSurface<D>& surface) {
  if (surface.vertices.empty()) return;
  const Neighbors<D> neighbors(surface);
  const std::vector<Bond> bonds = find_bonds(grid, is_fixed, surface, neighbors);
  std::vector<VecF<D>>& x = surface.vertices;
  const std::vector<VecF<D>> start = x;
  std::vector<VecF<D>> other(x.size());
  for (int pass = 0; pass < passes; ++pass) {
    move_to_mean<D>(neighbors, bonds, kStrength, x, other);
    move_to_mean<D>(neighbors, bonds, -kStrength, other, x);
  }
  parallel_for(
      "limit smoothing", x.size(),
      [&](std::size_t v) {
        const VecF<D> step = x[v] - start[v];
        const float far = length(step);
        if (far > kFurthest) x[v] = start[v] + step * (kFurthest / far);
      },
      kSmoothGrain);
  give_back<D>(neighbors, bonds, static_cast<float>(sigma), x);
  parallel_for(
      "keep vertices in domain", x.size(),
      [&](std::size_t v) {
        for (int a = 0; a < D; ++a) x[v][a] = std::clamp(x[v][a], 0.0f, static_cast<float>(grid.cells[a]));
      },
      kSmoothGrain);
}

template void smooth_surface<2>(const SurfaceGrid<2>&, int, double, const std::vector<char>&, RawSurface<2>&);
template void smooth_surface<3>(const SurfaceGrid<3>&, int, double, const std::vector<char>&, RawSurface<3>&);

}  // namespace spindrift
