// From values at nodes to a closed mesh: marching cubes in 3D, marching squares in 2D.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "grid/tile.h"
#include "surface/surface_level.h"

namespace spindrift {

template <int D>
struct RawSurface {
  std::vector<VecF<D>> vertices;  // in nodes from the grid's first; exact on sides
  std::vector<std::array<std::uint32_t, D>> faces;
};

// Positive values are inside. Nodes of missing tiles are outside.
template <int D>
RawSurface<D> extract_surface(const SurfaceGrid<D>& grid, const TileMap<D>& tiles, const LevelField<D>& level);

// The faces that a cell contributes to the surface, for every combination of corners inside and outside.
//
// On every side of a cube the inside corners are cut off, each run of neighbouring ones by one segment. Two cubes have
// the same corners on their common side and cut alike, so the surface has no holes [Lorensen1987; ambiguous sides
// always keep inside corners apart]. The segments of the six sides join into loops, which are filled with triangles. A
// diagonal within a side could meet one of the next cube's and make an edge with four triangles; such loops are filled
// around a vertex in their middle. So every edge has exactly two triangles.
//
// Corner c lies at (c & 1, c >> 1 & 1, c >> 2 & 1). Edge e runs along axis e / kEdgesPerAxis from the corner
// edge_start(e).
template <int D>
struct MarchingCases {
  static constexpr int kCorners = 1 << D;
  static constexpr int kEdgesPerAxis = 1 << (D - 1);
  static constexpr int kEdges = D * kEdgesPerAxis;

  struct Loop {
    std::vector<std::uint8_t> edges;                 // in order
    std::vector<std::array<std::uint8_t, D>> faces;  // of edges; kMiddle: the loop's middle
    bool has_middle = false;
  };
  static constexpr std::uint8_t kMiddle = 255;

  std::array<std::vector<Loop>, 1 << kCorners> loops;
  std::array<std::uint8_t, 1 << kCorners> face_count{};
  std::array<std::uint8_t, 1 << kCorners> middle_count{};

  static constexpr int edge_axis(int edge) { return edge / kEdgesPerAxis; }
  static constexpr int edge_start(int edge) {  // the bits of edge % kEdgesPerAxis, with a zero put in for the axis
    const int axis = edge_axis(edge), rest = edge % kEdgesPerAxis;
    const int low = rest & ((1 << axis) - 1);
    return low | (rest >> axis) << (axis + 1);
  }

  static const MarchingCases& get();

 private:
  MarchingCases();
};

}  // namespace spindrift
