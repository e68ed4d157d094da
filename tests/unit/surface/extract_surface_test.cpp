// The table of cases: every way that corners can lie makes a closed surface.
#include "surface/extract_surface.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace spindrift {
namespace {

TEST(MarchingCases, every_crossed_edge_is_in_exactly_one_loop) {
  using C = MarchingCases<3>;
  for (int inside = 0; inside < 256; ++inside) {
    std::map<int, int> uses;
    for (const auto& loop : C::get().loops[static_cast<std::size_t>(inside)])
      for (const int edge : loop.edges) ++uses[edge];
    for (int e = 0; e < C::kEdges; ++e) {
      const int from = C::edge_start(e), to = from | 1 << C::edge_axis(e);
      const bool is_crossed = (inside >> from & 1) != (inside >> to & 1);
      EXPECT_EQ(uses[e], is_crossed ? 1 : 0) << "case " << inside << " edge " << e;
    }
  }
}

TEST(MarchingCases, the_rim_of_a_cell_is_the_same_seen_from_the_next_cell) {
  // The segments that the faces of a cell leave open on its side x = 1 must be those that the next cell leaves open on
  // its side x = 0, in the opposite direction, for all 4096 ways the twelve corners can lie.
  using C = MarchingCases<3>;
  // Where the middle of an edge lies, in half cells along y and z; in the plane x = side only.
  auto rim = [](int inside, int side, bool flip) {
    std::multiset<std::array<int, 4>> segments;
    for (const auto& loop : C::get().loops[static_cast<std::size_t>(inside)]) {
      for (std::size_t k = 0; k < loop.edges.size(); ++k) {
        std::array<int, 4> segment{};
        bool lies_in_side = true;
        for (std::size_t end = 0; end < 2; ++end) {
          const int edge = loop.edges[(k + (flip ? 1 - end : end)) % loop.edges.size()];
          const int start = C::edge_start(edge), axis = C::edge_axis(edge);
          lies_in_side &= axis != 0 && (start & 1) == side;
          segment[2 * end] = 2 * (start >> 1 & 1) + (axis == 1 ? 1 : 0);
          segment[2 * end + 1] = 2 * (start >> 2 & 1) + (axis == 2 ? 1 : 0);
        }
        if (lies_in_side) segments.insert(segment);
      }
    }
    return segments;
  };
  for (int shared = 0; shared < 16; ++shared) {
    int low = 0, high = 0;
    for (int yz = 0; yz < 4; ++yz) {
      low |= (shared >> yz & 1) << (2 * yz + 1);
      high |= (shared >> yz & 1) << (2 * yz);
    }
    for (int rest = 0; rest < 256; ++rest) {
      int left = low, right = high;
      for (int yz = 0; yz < 4; ++yz) {
        left |= (rest >> yz & 1) << (2 * yz);
        right |= (rest >> (4 + yz) & 1) << (2 * yz + 1);
      }
      ASSERT_EQ(rim(left, 1, false), rim(right, 0, true)) << "corners " << left << " and " << right;
    }
  }
}

}  // namespace
}  // namespace spindrift
