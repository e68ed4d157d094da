// Which faces a cell contributes to the surface, for each way its corners can lie inside or outside.
//
// On every side of a cube the corners that lie inside are cut off, each run of neighbouring ones by one segment. Two
// cubes have the same corners on their common side and cut alike, so the surface has no holes [Lorensen1987; the
// ambiguous sides always keep inside corners apart]. The segments of the six sides join into loops, and a loop is
// filled with triangles. A diagonal that ran within a side could meet one of the next cube's and make an edge with four
// triangles; such loops are filled around a vertex in their middle. So every edge has exactly two triangles.
// The table is computed, not typed in.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "grid/tile.h"

namespace spindrift {

// Corner c lies at (c & 1, c >> 1 & 1, c >> 2 & 1). Edge e runs along axis e / kEdgesPerAxis from the corner
// edge_start(e).
template <int D>
struct MarchingCases {
  static constexpr int kCorners = 1 << D;
  static constexpr int kEdgesPerAxis = 1 << (D - 1);
  static constexpr int kEdges = D * kEdgesPerAxis;

  struct Loop {
    std::vector<std::uint8_t> edges;                 // in order
    std::vector<std::array<std::uint8_t, D>> faces;  // of edges; kMiddle stands for the loop's own middle
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
