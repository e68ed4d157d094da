// The neighbours of the vertices of a surface, and means over them. Vertices on the domain's sides stay in them, and
// those on the contact line with a side stay on that line.
#pragma once

#include <cstdint>
#include <vector>

#include "exec/parallel.h"
#include "surface/extract_surface.h"

namespace spindrift {

template <int D>
class VertexMeans {
 public:
  static constexpr std::size_t kGrain = 4096;  // vertices: a handful of neighbours for each

  // Those in `is_fixed` do not move; it may be empty.
  VertexMeans(const SurfaceGrid<D>& grid, const std::vector<char>& is_fixed, const RawSurface<D>& surface);

  // x + strength (mean of the neighbours with the same bonds - x), for any value of vertices.
  template <class Value>
  void move_to_mean(float strength, const std::vector<Value>& from, std::vector<Value>& to) const;

  // Calls visit(neighbour) for those that hold a vertex where its bonds let it go; true if there are two or more, so
  // that it may move.
  template <class Visit>
  bool for_each_neighbor(std::size_t vertex, Visit&& visit) const;

  // Takes from a way what the sides that the vertex lies in do not allow.
  void keep_in_sides(std::size_t vertex, VecF<D>& way) const {
    for (int a = 0; a < D; ++a)
      if (bonds_[vertex] >> 2 * a & 3) way[a] = 0.0f;
  }

 private:
  using Bond = std::uint8_t;                // a bit for every side the vertex lies in, and for the two below
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

}  // namespace spindrift
