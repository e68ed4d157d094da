#include "surface/surface_distance.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "exec/parallel.h"
#include "grid/halo.h"

namespace spindrift {
namespace {

using Block = HaloBlock<float, 3, 1, 1>;
constexpr std::size_t kGrain = 8;
static_assert(SurfaceDistance::kSide == Tile<3>::kSide);

// Calls visit(axis, neighbour) for the neighbours along the axes that lie in the domain.
template <class Visit>
void for_each_neighbor(const SurfaceGrid<3>& grid, const VecI<3>& node, const VecI<3>& local, Visit&& visit) {
  for (int a = 0; a < 3; ++a)
    for (const int step : {-1, 1}) {
      if (node[a] + step < SurfaceGrid<3>::kFirst || node[a] + step > grid.last(a)) continue;
      VecI<3> beside = local;
      beside[a] += step;
      visit(a, beside);
    }
}

// Beside the surface: the level over the length of its gradient, taken across the surface along axes that cross it.
// Infinite if none does.
float distance_beside(const SurfaceGrid<3>& grid, const Block& level, const VecI<3>& node, const VecI<3>& local) {
  bool is_beside = false;
  for_each_neighbor(grid, node, local, [&](int, const VecI<3>& beside) {
    is_beside |= (level.at(local) > 0.0f) != (level.at(beside) > 0.0f);
  });
  if (!is_beside) return std::numeric_limits<float>::infinity();  // as most nodes
  struct Slope {
    double rise = 0.0, way = 0.0, steepest = 0.0;  // to both sides; across the surface
  };
  const auto here = static_cast<double>(level.at(local));
  std::array<Slope, 3> slopes;
  for_each_neighbor(grid, node, local, [&](int a, const VecI<3>& beside) {
    const auto there = static_cast<double>(level.at(beside));
    Slope& slope = slopes[static_cast<std::size_t>(a)];
    slope.rise += beside[a] > local[a] ? there - here : here - there;
    slope.way += grid.spacing[a];
    if ((here > 0.0) != (there > 0.0))
      slope.steepest = std::max(slope.steepest, std::abs(there - here) / grid.spacing[a]);
  });
  double square = 0.0;
  for (const Slope& slope : slopes)
    square += std::pow(slope.steepest > 0.0 ? slope.steepest : slope.rise / slope.way, 2);
  return static_cast<float>(std::abs(here) / std::sqrt(square));
}

// The distance d that makes |grad d| = 1 with the nearest neighbours along the axes [Sethian1996]: those that lie
// nearer to the surface count, in order.
float distance_from(std::array<std::pair<double, double>, 3> neighbors) {  // distance of each, and the way to it
  std::sort(neighbors.begin(), neighbors.end());
  double d = std::numeric_limits<double>::infinity(), a = 0.0, b = 0.0, c = -1.0;  // a d^2 - 2 b d + c = 0
  for (const auto& [distance, way] : neighbors) {
    if (!(distance < d)) break;
    const double weight = 1.0 / (way * way);
    a += weight, b += weight * distance, c += weight * distance * distance;
    d = (b + std::sqrt(std::max(b * b - a * c, 0.0))) / a;
  }
  return static_cast<float>(d);
}

// How far a node lies outside of the domain; negative inside.
float distance_to_domain(const SurfaceGrid<3>& grid, const VecI<3>& node) {
  double outside = -1e30;
  for (int a = 0; a < 3; ++a)
    outside = std::max(outside, std::max(SurfaceGrid<3>::kFirst - node[a], node[a] - grid.last(a)) * grid.spacing[a]);
  return static_cast<float>(outside);
}

// Whether the node of the domain next to a ghost is in the liquid.
bool is_beside_liquid(const SurfaceGrid<3>& grid, const Block& block, const VecI<3>& node, VecI<3> local) {
  for (int a = 0; a < 3; ++a) {
    local[a] += std::clamp(node[a], SurfaceGrid<3>::kFirst, grid.last(a)) - node[a];
    if (local[a] < -1) return false;
  }
  return block.at(local) > 0.0f;
}

// Of each tile, the dummy first: whether it holds a distance within the band.
std::vector<char> tiles_with_distances(const TileMap<3>& tiles, const CellField<float, 3>& distance, float band) {
  std::vector<char> found(static_cast<std::size_t>(tiles.count()) + 1, 0);
  parallel_for(
      static_cast<std::size_t>(tiles.count()),
      [&](std::size_t t) {
        const float* values = distance.tile(static_cast<int>(t) + 1);
        float least = band;
        for (int c = 0; c < Tile<3>::kCells; ++c) least = std::min(least, std::abs(values[c]));
        found[t + 1] = least < band;
      },
      kGrain);
  return found;
}

// Distances grow from node to node: once per pass, a node further out. `next` is room for as many.
void march(const SurfaceGrid<3>& grid, const TileMap<3>& tiles, const CellField<char, 3>& is_beside, float band,
           CellField<float, 3>& distance, CellField<float, 3>& next) {
  const std::vector<char> has_distances = tiles_with_distances(tiles, distance, band);
  parallel_for(
      static_cast<std::size_t>(tiles.count()),
      [&](std::size_t t) {
        const int tile = static_cast<int>(t) + 1;
        const VecI<3> first = tiles.first_cell(tile);
        float* to = next.tile(tile);
        std::copy_n(distance.tile(tile), Tile<3>::kCells, to);
        const auto& around = tiles.neighbors(tile);
        if (std::none_of(around.begin(), around.end(),
                         [&](int n) { return has_distances[static_cast<std::size_t>(n)]; }))
          return;
        Block block;
        load_halo(tiles, distance, tile, block);
        for (int c = 0; c < Tile<3>::kCells; ++c) {
          const VecI<3> local = Tile<3>::cell_coord(c), node = first + local;
          if (is_beside.tile(tile)[c] || grid.is_ghost(node)) continue;
          const double sign = to[c] < 0.0f ? -1.0 : 1.0;
          std::array<std::pair<double, double>, 3> nearest;
          for (int a = 0; a < 3; ++a)
            nearest[static_cast<std::size_t>(a)] = {static_cast<double>(band), grid.spacing[a]};
          for_each_neighbor(grid, node, local, [&](int a, const VecI<3>& beside) {
            double& least = nearest[static_cast<std::size_t>(a)].first;
            least = std::min(least, sign * static_cast<double>(block.at(beside)));
          });
          if (std::min({nearest[0].first, nearest[1].first, nearest[2].first}) >= static_cast<double>(band)) continue;
          to[c] = static_cast<float>(sign) * std::clamp(distance_from(nearest), 0.0f, band);
        }
      },
      kGrain);
  distance.swap(next);
}

}  // namespace

SurfaceDistance surface_distance(const SurfaceGrid<3>& grid, const TileMap<3>& tiles, const LevelField<3>& level,
                                 const CellField<float, 3>& shift) {
  using T = Tile<3>;
  const auto count = static_cast<std::size_t>(tiles.count());
  const auto band =
      static_cast<float>(SurfaceDistance::kBand * std::max({grid.spacing[0], grid.spacing[1], grid.spacing[2]}));
  CellField<float, 3> field;
  CellField<char, 3> is_beside;  // the surface: these distances are given
  field.resize(tiles.count());
  std::fill_n(field.tile(0), T::kCells, band);  // where no tile is, there is no liquid
  is_beside.resize(tiles.count());
  const auto for_each_node = [&](auto&& is_done, auto&& set) {  // but those of tiles that are done
    parallel_for(
        count,
        [&](std::size_t t) {
          const int tile = static_cast<int>(t) + 1;
          const VecI<3> first = tiles.first_cell(tile);
          if (is_done(first)) return;
          Block block;
          load_halo(tiles, level, tile, block);
          for (int c = 0; c < T::kCells; ++c) set(tile, c, first + T::cell_coord(c), T::cell_coord(c), block);
        },
        kGrain);
  };
  const auto none = [](const VecI<3>&) { return false; };
  for_each_node(none, [&](int tile, int c, const VecI<3>& node, const VecI<3>& local, const Block& block) {
    const float sign = block.at(local) > 0.0f ? -1.0f : 1.0f;
    const float distance = distance_beside(grid, block, node, local);
    is_beside.tile(tile)[c] = !grid.is_ghost(node) && distance < band;
    field.tile(tile)[c] =
        is_beside.tile(tile)[c] ? std::clamp(sign * distance - shift.tile(tile)[c], -band, band) : sign * band;
  });
  CellField<float, 3> next;
  next.resize(tiles.count());
  std::fill_n(next.tile(0), T::kCells, band);
  for (int pass = 0; pass <= static_cast<int>(SurfaceDistance::kBand); ++pass)
    march(grid, tiles, is_beside, band, field, next);
  // Sides of the domain count within the band only.
  const auto is_far_inside = [&](const VecI<3>& low) {
    bool is_far = true;
    for (int a = 0; a < 3; ++a) {
      const int nodes = static_cast<int>(std::ceil(band / grid.spacing[a])) + 1;
      is_far &= low[a] - SurfaceGrid<3>::kFirst >= nodes && grid.last(a) - (low[a] + T::kSide - 1) >= nodes;
    }
    return is_far;
  };
  for_each_node(is_far_inside, [&](int tile, int c, const VecI<3>& node, const VecI<3>& local, const Block& block) {
    float& distance = field.tile(tile)[c];
    const float to_side = distance_to_domain(grid, node);
    if (!grid.is_ghost(node)) {
      distance = std::max(distance, to_side);
    } else {
      distance = is_beside_liquid(grid, block, node, local) ? to_side : band;
    }
    distance = std::clamp(distance, -band, band);
  });
  SurfaceDistance result;
  result.spacing = grid.spacing;
  result.first.resize(count);
  for (std::size_t t = 0; t < count; ++t) result.first[t] = tiles.first_cell(static_cast<int>(t) + 1);
  result.distance.assign(field.tile(1), field.tile(1) + count * T::kCells);
  return result;
}

}  // namespace spindrift
