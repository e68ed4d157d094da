// Removes from a surface the unevenness of the particles that it follows.
#pragma once

#include <cstdint>
#include <vector>

#include "exec/parallel.h"
#include "surface/extract_surface.h"

namespace spindrift {

// The neighbours of the vertices of a surface, and means over them. Vertices on the domain's sides stay in them, and
// those on the contact line with a side stay on that line.
template <int D>
class VertexMeans {
 public:
  static constexpr std::size_t kGrain = 4096;  // vertices

  // Vertices in `is_fixed`, which may be empty, do not move.
  VertexMeans(const SurfaceGrid<D>& grid, const std::vector<char>& is_fixed, const RawSurface<D>& surface);

  // to = x + strength (mean of the neighbours with the same bonds - x), for any value of vertices.
  template <class Value>
  void move_to_mean(float strength, const std::vector<Value>& from, std::vector<Value>& to) const;

  // Calls visit(neighbour) for the neighbours with the same bonds. Returns whether there are at least two, so that the
  // vertex may move.
  template <class Visit>
  bool for_each_neighbor(std::size_t vertex, Visit&& visit) const;

  // Removes the components of a displacement out of the sides that contain the vertex.
  void keep_in_sides(std::size_t vertex, VecF<D>& way) const {
    for (int a = 0; a < D; ++a)
      if (bonds_[vertex] >> 2 * a & 3) way[a] = 0.0f;
  }

 private:
  using Bond = std::uint8_t;                // a bit for every side that contains the vertex, and the two below
  static constexpr Bond kContact = 1 << 6;  // on the contact line, where the surface meets a side
  static constexpr Bond kFixed = 1 << 7;

  void find_neighbors(const RawSurface<D>& surface);
  void find_bonds(const SurfaceGrid<D>& grid, const std::vector<char>& is_fixed, const RawSurface<D>& surface);

  std::vector<std::uint32_t> begin_, neighbors_;  // in a closed surface, the ends of the edges that start there
  std::vector<Bond> bonds_;
};

template <int D>
template <class Visit>
bool VertexMeans<D>::for_each_neighbor(std::size_t vertex, Visit&& visit) const {
  const Bond bond = bonds_[vertex];
  if (bond & kFixed) return false;
  int count = 0;
  for (std::uint32_t i = begin_[vertex]; i < begin_[vertex + 1]; ++i) {
    if ((bonds_[neighbors_[i]] & bond) != bond) continue;
    visit(neighbors_[i]);
    ++count;
  }
  return count >= 2;
}

template <int D>
template <class Value>
void VertexMeans<D>::move_to_mean(float strength, const std::vector<Value>& from, std::vector<Value>& to) const {
  parallel_for(
      "move vertices to mean", from.size(),
      [&](std::size_t v) {
        to[v] = from[v];
        Value sum{};
        float count = 0.0f;
        const bool moves = for_each_neighbor(v, [&](std::uint32_t u) {
          sum += from[u];
          count += 1.0f;
        });
        if (moves) to[v] += (sum / count - from[v]) * strength;
      },
      kGrain);
}

// How far the surface is resolved around each vertex, from 0 to 1: by the length of its mean normal, taken over as many
// edges as `passes` of smoothing reach. It is 1 on anything large, also on both faces of a flat sheet. It is 0 on
// drops, filaments and rims that turn within an edge or two, because an average over neighbours would fold them inside
// out, and on vertices in `is_fixed`, which may be empty.
template <int D>
std::vector<float> resolved_share(const VertexMeans<D>& means, const std::vector<char>& is_fixed, int passes,
                                  const RawSurface<D>& surface);

// Each pass moves every vertex towards the mean of its neighbours and then back by the same rule [Taubin1995, with
// equal strengths]: waves of a few edges vanish, long ones and the volume are preserved to second order. No vertex
// moves more than its resolved share of half an edge, so drops and sheets of a few edges survive.
//
// Afterwards the shrinking by the averaging kernel is undone: a Gaussian of deviation sigma moves a surface inwards by
// sigma^2/2 times the sum of its curvatures (the first step of mean curvature flow [Merriman1992]).
template <int D>
void smooth_surface(const SurfaceGrid<D>& grid, const VertexMeans<D>& means, const std::vector<float>& resolved,
                    int passes, double sigma, RawSurface<D>& surface);

// Flattens the ridges that particles at rest leave in a calm surface, and does not touch splashes.
//
// Particles at rest keep the lattice that they were seeded on, or what the flow has made of it. The surface has ridges
// of some hundredths of a cell, wider than smoothing reaches. Let G be the mean over some cells around a vertex. G + G
// (1 - G) preserves waves longer than the ridges: it loses (1 - g)^2 of a wave of which G keeps the share g. A vertex
// moves to this value, along the surface's normal,
//   - where the result is flat: its bend by G (1 - G) is as small as the height of ridges, and
//   - if the displacement is no larger than the height of ridges.
// The total displacement sweeps no volume.
template <int D>
void calm_surface(const SurfaceGrid<D>& grid, const VertexMeans<D>& means, const std::vector<float>& resolved,
                  RawSurface<D>& surface);

}  // namespace spindrift
