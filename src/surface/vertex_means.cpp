#include "surface/vertex_means.h"

namespace spindrift {

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

template class VertexMeans<2>;
template class VertexMeans<3>;

}  // namespace spindrift
