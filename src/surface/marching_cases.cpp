// The table of cases, made by walking around the sides of a cube.
#include "surface/marching_cases.h"

#include <algorithm>
#include <utility>

namespace spindrift {
namespace {

template <int D>
int edge_between(int a, int b) {
  using C = MarchingCases<D>;
  for (int e = 0; e < C::kEdges; ++e) {
    const int start = C::edge_start(e), end = start | 1 << C::edge_axis(e);
    if ((start == a && end == b) || (start == b && end == a)) return e;
  }
  return -1;
}

// The corners of a side, counter-clockwise seen from outside of the cube.
std::array<int, 4> side_corners(int axis, int side) {
  const int u = 1 << (axis + 1) % 3, v = 1 << (axis + 2) % 3, base = side << axis;
  std::array<int, 4> corners{base, base | u, base | u | v, base | v};
  if (side == 0) std::swap(corners[1], corners[3]);
  return corners;
}

// For each edge at which the walk around a square leaves the inside, the edge at which that stay had begun.
template <int D>
void cut_square(const std::array<int, 4>& corners, int inside, std::array<int, MarchingCases<D>::kEdges>& next) {
  const auto is_in = [&](int i) { return (inside >> corners[i & 3] & 1) != 0; };
  const auto edge = [&](int i) { return edge_between<D>(corners[i & 3], corners[(i + 1) & 3]); };
  for (int i = 0; i < 4; ++i) {
    if (!is_in(i) || is_in(i + 1)) continue;
    int begin = i;
    while (is_in(begin + 3)) begin += 3;  // back to the first corner of this stay
    next[edge(i)] = edge(begin + 3);
  }
}

// Whether two edges of a cube lie in a common side.
bool share_side(int e, int f) {
  using C = MarchingCases<3>;
  const auto corner_sum = [](int edge, bool all) {
    const int a = C::edge_start(edge), b = a | 1 << C::edge_axis(edge);
    return all ? a & b : a | b;
  };
  const int ones = corner_sum(e, true) & corner_sum(f, true);
  const int zeros = ~(corner_sum(e, false) | corner_sum(f, false)) & 7;
  return ones != 0 || zeros != 0;
}

void fill_loop(MarchingCases<3>::Loop& loop) {
  const std::size_t n = loop.edges.size();
  for (std::size_t apex = 0; apex < n; ++apex) {
    bool is_clean = true;
    for (std::size_t k = 2; k + 1 < n; ++k) is_clean &= !share_side(loop.edges[apex], loop.edges[(apex + k) % n]);
    if (!is_clean) continue;
    for (std::size_t k = 1; k + 1 < n; ++k)
      loop.faces.push_back({loop.edges[apex], loop.edges[(apex + k) % n], loop.edges[(apex + k + 1) % n]});
    return;
  }
  loop.has_middle = true;
  for (std::size_t k = 0; k < n; ++k)
    loop.faces.push_back({MarchingCases<3>::kMiddle, loop.edges[k], loop.edges[(k + 1) % n]});
}

}  // namespace

template <int D>
MarchingCases<D>::MarchingCases() {
  for (int inside = 0; inside < 1 << kCorners; ++inside) {
    std::array<int, kEdges> next;
    next.fill(-1);
    auto& found = loops[inside];
    if constexpr (D == 2) {
      cut_square<2>({0, 1, 3, 2}, inside, next);
      for (int e = 0; e < kEdges; ++e) {
        if (next[e] < 0) continue;
        const auto from = static_cast<std::uint8_t>(e), to = static_cast<std::uint8_t>(next[e]);
        found.push_back({{from, to}, {{from, to}}, false});
      }
    } else {
      for (int axis = 0; axis < 3; ++axis)
        for (int side = 0; side < 2; ++side) cut_square<3>(side_corners(axis, side), inside, next);
      for (int e = 0; e < kEdges; ++e) {
        if (next[e] < 0) continue;
        Loop loop;
        for (int at = e; next[at] >= 0;) {
          loop.edges.push_back(static_cast<std::uint8_t>(at));
          at = std::exchange(next[at], -1);
        }
        // Seen from outside of the liquid the loop runs clockwise.
        std::reverse(loop.edges.begin(), loop.edges.end());
        fill_loop(loop);
        found.push_back(std::move(loop));
      }
    }
    std::size_t faces = 0, middles = 0;
    for (const Loop& loop : found) {
      faces += loop.faces.size();
      middles += loop.has_middle ? 1 : 0;
    }
    face_count[inside] = static_cast<std::uint8_t>(faces);
    middle_count[inside] = static_cast<std::uint8_t>(middles);
  }
}

template <int D>
const MarchingCases<D>& MarchingCases<D>::get() {
  static const MarchingCases cases;
  return cases;
}

template struct MarchingCases<2>;
template struct MarchingCases<3>;

}  // namespace spindrift
