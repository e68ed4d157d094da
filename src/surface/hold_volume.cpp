#include "surface/hold_volume.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/math.h"
#include "exec/parallel.h"
#include "grid/for_each_tile.h"
#include "grid/halo.h"

namespace spindrift {

namespace {

constexpr std::size_t kPieceGrain = 8;      // tiles
constexpr std::size_t kVertexGrain = 1024;  // vertices

// Numbers the pieces of one tile from 1 and returns how many there are.
template <int D>
std::uint16_t label_tile(const float* level, TileSide side, std::uint16_t* label) {
  using T = Tile<D>;
  std::fill_n(label, T::kCells, std::uint16_t{side == TileSide::kInside});
  if (side != TileSide::kBoth) return label[0];
  std::array<std::uint16_t, T::kCells> open;  // nodes whose neighbours are still to be visited
  std::uint16_t count = 0;
  for (int start = 0; start < T::kCells; ++start) {
    if (label[start] != 0 || !(level[start] > 0.0f)) continue;
    label[start] = ++count;
    std::size_t left = 0;
    open[left++] = static_cast<std::uint16_t>(start);
    while (left > 0) {
      const int node = open[--left];
      const VecI<D> local = T::cell_coord(node);
      for (int a = 0; a < D; ++a)
        for (const int step : {-1, 1}) {
          const int next = node + step * T::stride(a);
          if (local[a] + step < 0 || local[a] + step >= T::kSide || label[next] != 0 || !(level[next] > 0.0f)) continue;
          label[next] = count;
          open[left++] = static_cast<std::uint16_t>(next);
        }
    }
  }
  return count;
}

int root_of(std::vector<int>& parent, int i) {
  while (parent[i] != i) {
    int& up = parent[i];
    up = parent[up];
    i = up;
  }
  return i;
}

// Tolerated error, as a share of the liquid: particles of a moving liquid are a little closer or farther apart than at
// rest.
constexpr double kToleratedLoss = 0.005;
// Largest displacement, in particle spacings: the unevenness of calm particles (VolumeBalance). A larger one would show
// as a pulsating surface.
constexpr double kMostOfSpacing = 0.08;
constexpr std::size_t kVolumeGrain = 4096;  // vertices

// The face's normal, times its measure and D - 1: the gradient of the enclosed volume by a corner, times D (D - 1).
template <int D>
VecD<D> normal_of(const std::array<VecD<D>, D>& x) {
  if constexpr (D == 2) {
    return {{x[1][1] - x[0][1], x[0][0] - x[1][0]}};
  } else {
    return cross(x[1] - x[0], x[2] - x[0]);
  }
}

double shift_of(double liquid, double enclosed, double area, double particle_spacing) {
  const double missing = liquid - enclosed;
  const double counted = std::copysign(std::max(std::abs(missing) - kToleratedLoss * liquid, 0.0), missing);
  const double most = kMostOfSpacing * particle_spacing;
  return area > 0.0 ? std::clamp(counted / area, -most, most) : 0.0;
}

}  // namespace

template <int D>
void LiquidPieces<D>::find(const TileMap<D>& tiles, const SurfaceLevel<D>& level) {
  label_.resize(tiles.count());
  first_.assign(tiles.count() + 2, 0);
  for_each_tile(
      "label pieces of tiles", tiles,
      [&](int tile) {
        first_[tile + 1] = label_tile<D>(level.field().tile(tile), level.sides().of(tile), label_.tile(tile));
      },
      kPieceGrain);
  for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
  join_tiles(tiles, level.sides());
}

template <int D>
void LiquidPieces<D>::join_tiles(const TileMap<D>& tiles, const TileSides<D>& sides) {
  std::vector<int> parent(first_.back());
  std::iota(parent.begin(), parent.end(), 0);
  for (int tile = 1; tile <= tiles.count(); ++tile)
    for (int axis = 0; axis < D; ++axis) {
      const int next = tiles.neighbors(tile)[T::face_neighbor(axis, 1)];
      if (sides.of(tile) == TileSide::kOutside || sides.of(next) == TileSide::kOutside) continue;
      const bool is_one_pair = sides.of(tile) == TileSide::kInside && sides.of(next) == TileSide::kInside;
      const std::uint16_t *here = label_.tile(tile), *there = label_.tile(next);
      std::pair<std::uint16_t, std::uint16_t> last{0, 0};
      for (int node = 0; node < (is_one_pair ? 1 : T::kCells); ++node) {
        if (T::cell_coord(node)[axis] != 0) continue;
        const std::pair pair{here[node + T::kMask * T::stride(axis)], there[node]};
        if (pair.first == 0 || pair.second == 0 || pair == last) continue;
        last = pair;
        const int a = root_of(parent, static_cast<int>(first_[tile] + pair.first - 1u));
        const int b = root_of(parent, static_cast<int>(first_[next] + pair.second - 1u));
        parent[std::max(a, b)] = std::min(a, b);
      }
    }
  number_.resize(parent.size());
  count_ = 0;
  for (int i = 0; i < static_cast<int>(parent.size()); ++i) {
    const int root = root_of(parent, i);  // comes before i, or is i
    number_[i] = root == i ? count_++ : number_[root];
  }
}

template <int D>
int LiquidPieces<D>::at_node(const TileMap<D>& tiles, const VecI<D>& node) const {
  const CellPlace<D> place(tiles, node);
  return at(place.tile, place.index);
}

template <int D>
std::vector<std::uint32_t> LiquidPieces<D>::count_particles(const ParticleBins<D>& bins, const SurfaceLevel<D>& level,
                                                            std::uint32_t count) {
  using LevelBlock = HaloBlock<float, D, 0, 1>;
  const TileMap<D>& tiles = bins.tiles();
  std::vector<std::uint32_t> by_label(number_.size(), 0);  // of particles in cells whose low node is the deepest
  elsewhere_.build(
      "count particles of pieces", tiles,
      [&](int tile, auto& elsewhere) {
        const auto all = bins.row(tile, 0, T::kCells);
        const auto count_of = [&](std::span<const std::uint32_t> particles) {
          return static_cast<std::uint32_t>(
              std::count_if(particles.begin(), particles.end(), [&](std::uint32_t p) { return p < count; }));
        };
        if (all.empty()) return;
        if (level.sides().around(tile) == TileSide::kInside) {  // one piece, tiles beside this one included
          by_label[first_[tile]] += count_of(all);
          return;
        }
        LevelBlock block;
        load_halo(tiles, level.field(), tile, block);
        const VecI<D> first = tiles.first_cell(tile);
        for (int cell = 0; cell < T::kCells; ++cell) {
          const std::uint32_t here = count_of(bins.row(tile, cell, 1));
          if (here == 0) continue;
          const VecI<D> local = T::cell_coord(cell);
          VecI<D> deepest = local;
          bool is_in_one = block.at(local) > 0.0f;  // with all corners inside, which belong together
          for (int c = 1; c < 1 << D; ++c) {
            VecI<D> corner = local;
            for (int a = 0; a < D; ++a) corner[a] += c >> a & 1;
            is_in_one &= block.at(corner) > 0.0f;
            if (block.at(corner) > block.at(deepest)) deepest = corner;
          }
          if (!(block.at(deepest) > 0.0f)) continue;
          if (is_in_one || deepest == local) {
            by_label[first_[tile] + label_.tile(tile)[cell] - 1u] += here;
          } else {
            elsewhere.push_back({at_node(tiles, first + deepest), here});
          }
        }
      },
      kPieceGrain);
  std::vector<std::uint32_t> result(count_, 0);
  for (std::size_t i = 0; i < by_label.size(); ++i) result[number_[i]] += by_label[i];
  for (int tile = 1; tile <= tiles.count(); ++tile)
    for (const auto& [piece, particles] : elsewhere_[tile]) result[piece] += particles;
  return result;
}

template <int D>
std::vector<int> LiquidPieces<D>::of_vertices(const TileMap<D>& tiles, const RawSurface<D>& surface) const {
  std::vector<int> piece(surface.vertices.size(), kNone);
  parallel_for(
      "find pieces of vertices", piece.size(),
      [&](std::size_t v) {
        VecI<D> low, high;  // the ends of the edge: one of them is inside
        int ways = 0;
        for (int a = 0; a < D; ++a) {
          low[a] = static_cast<int>(std::floor(surface.vertices[v][a])) + SurfaceGrid<D>::kFirst;
          high[a] = static_cast<int>(std::ceil(surface.vertices[v][a])) + SurfaceGrid<D>::kFirst;
          ways += high[a] != low[a];
        }
        if (ways > 1) return;  // in the middle of a cell
        piece[v] = at_node(tiles, low);
        if (piece[v] == kNone) piece[v] = at_node(tiles, high);
      },
      kVertexGrain);
  for (const auto& face : surface.faces) {
    int known = kNone;
    for (const std::uint32_t v : face) known = std::max(known, piece[v]);
    for (const std::uint32_t v : face) piece[v] = known;
  }
  return piece;
}

template <int D>
void hold_volume(const SurfaceGrid<D>& grid, const std::vector<int>& piece, const std::vector<std::uint32_t>& liquid,
                 const std::vector<float>& resolved, RawSurface<D>& surface) {
  const double of_particle = math::pow(grid.particle_spacing, D);
  const auto place = [&](std::uint32_t v) {
    VecD<D> x;
    for (int a = 0; a < D; ++a) x[a] = static_cast<double>(surface.vertices[v][a]) * grid.spacing[a];
    return x;
  };
  std::vector<VecD<D>> slope(surface.vertices.size());  // of the enclosed volume, by vertex
  std::vector<double> enclosed(liquid.size(), 0.0), area(liquid.size(), 0.0);
  for (const auto& face : surface.faces) {
    std::array<VecD<D>, D> x;
    for (std::size_t k = 0; k < D; ++k) x[k] = place(face[k]);
    const VecD<D> normal = normal_of<D>(x) / (1.0 * D * (D - 1));
    if (piece[face[0]] < 0) continue;
    for (std::size_t k = 0; k < D; ++k) slope[face[k]] += normal;
    enclosed[piece[face[0]]] += dot(x[0], normal);
  }
  for (std::size_t v = 0; v < slope.size(); ++v) {
    for (int a = 0; a < D; ++a) {
      const float x = surface.vertices[v][a];
      if (x == 0.0f || x == static_cast<float>(grid.cells[a])) slope[v][a] = 0.0;
    }
    if (piece[v] < 0) continue;
    area[piece[v]] += length(slope[v]) * static_cast<double>(resolved[v]);
  }
  parallel_for(
      "move vertices to hold volume", slope.size(),
      [&](std::size_t v) {
        if (piece[v] < 0) return;
        const double steep = length(slope[v]);
        const int p = piece[v];
        if (!(steep > 0.0) || liquid[p] == 0) return;
        const double shift = static_cast<double>(resolved[v]) *
                             shift_of(liquid[p] * of_particle, enclosed[p], area[p], grid.particle_spacing);
        for (int a = 0; a < D; ++a) {
          const double x = static_cast<double>(surface.vertices[v][a]) + slope[v][a] / steep * shift / grid.spacing[a];
          surface.vertices[v][a] = static_cast<float>(std::clamp(x, 0.0, 1.0 * grid.cells[a]));
        }
      },
      kVolumeGrain);
}

template class LiquidPieces<2>;
template class LiquidPieces<3>;
template void hold_volume<2>(const SurfaceGrid<2>&, const std::vector<int>&, const std::vector<std::uint32_t>&,
                             const std::vector<float>&, RawSurface<2>&);
template void hold_volume<3>(const SurfaceGrid<3>&, const std::vector<int>&, const std::vector<std::uint32_t>&,
                             const std::vector<float>&, RawSurface<3>&);

}  // namespace spindrift
