#include "surface/surface_level.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/math.h"
#include "grid/for_each_tile.h"

namespace spindrift {

namespace {

constexpr double kPi = std::numbers::pi;

// From this share on liquid counts as a body: the share on the surface of a ball with a radius of two sigmas. Below, it
// counts partly as droplets.
constexpr double kBody = 0.3;
// Upper bound of the share on the surface of a single particle, far enough below a body's to interpolate.
constexpr double kMostSingle = 0.2;
// Well above the share of 1/2 on a plane there must be no surface: the level rises by this much per share, so that a
// gap between uneven particles makes no hollow.
constexpr double kDeep = 0.65, kRisePerShare = 3.0;
// Above the share at a single particle there are several, and the level of one is no limit: it rises by this much per
// share.
constexpr double kNoLimit = 100.0;
// A share that counts as zero: it is reached more than three sigmas from a particle, far from any surface.
constexpr double kLeastShare = 1e-4;

// Particles near a surface are neither random nor on a lattice that ends half a spacing below it. The lattice would
// have its mean deeper by 1/(24 sigma^2) of itself (the error of the midpoint rule); half of it is taken.
double lattice_factor(double sigma) { return 1.0 + 0.5 / (24.0 * sigma * sigma); }

// In particle spacings.
constexpr float kToleratedImbalance = 0.08f;  // due to the unevenness of particles in a calm pool
// Newton's rule assumes a plane. In spray it overshoots.
constexpr float kMostBalance = 0.2f;
// Nodes whose level exceeds a plane's mean distance by this much, about two sigmas deep, are not counted.
constexpr float kDeepRise = 1.0f;

template <int D>
TileSide side_of(const float* level) {
  int inside = 0;
  for (int c = 0; c < Tile<D>::kCells; ++c) inside += level[c] > 0.0f ? 1 : 0;
  return inside == 0 ? TileSide::kOutside : inside == Tile<D>::kCells ? TileSide::kInside : TileSide::kBoth;
}

template <int D>
double distance_to(const std::vector<const Solid<D>*>& solids, const VecD<D>& x) {
  double nearest = std::numeric_limits<double>::infinity();
  for (const Solid<D>* solid : solids) nearest = std::min(nearest, solid->distance(x));
  return nearest;
}

// The solids whose bounds come within `margin` of the box.
template <int D>
void find_solids_near(const std::vector<Solid<D>>& solids, const Box<D>& box, double margin,
                      std::vector<const Solid<D>*>& near) {
  near.clear();
  for (const Solid<D>& solid : solids)
    if (solid.bounds().meets(box, margin)) near.push_back(&solid);
}

// The level of nodes far from the surface, in particle spacings: about that at a kernel's width from it.
constexpr float kOutside = -1.0f, kInside = 1.0f;
// Avoids 0 / 0 where there is no liquid.
constexpr float kLeastWeight = 1e-12f;

// Whether every cell of the simulation on and next to a tile's nodes has particles: then no surface can be there.
template <int D>
bool is_deep(const SurfaceGrid<D>& grid, const ParticleBins<D>& bins, int tile) {
  using T = Tile<D>;
  const int wide = grid.cells_per_cell, blocks = (T::kSide + 2 * wide + wide - 1) / wide;
  const VecI<D> first = bins.tiles().first_cell(tile);
  const auto& neighbors = bins.tiles().neighbors(tile);
  const auto is_occupied = [&](const VecI<D>& cell) {
    if (grid.is_at_seam(first + cell)) {
      bool is_held = false;
      grid.for_each_image(first + cell, [&](const VecI<D>& image) {
        const CellPlace<D> at(bins.tiles(), image);
        is_held |= at.tile != 0 && !bins.row(at.tile, at.index, 1).empty();
      });
      return is_held;
    }
    VecI<D> offset, local;
    for (int a = 0; a < D; ++a) {
      offset[a] = cell[a] >> T::kLog2;
      local[a] = cell[a] & T::kMask;
    }
    const int owner = neighbors[T::neighbor_index(offset)];
    return owner != 0 && !bins.row(owner, T::cell_index(local), 1).empty();
  };
  for (int b = 0; b < power(blocks, D); ++b) {
    VecI<D> low;
    int rest = b;
    bool is_filled = false;
    for (int a = 0; a < D; ++a, rest /= blocks) {
      low[a] = (rest % blocks - 1) * wide;
      const int node = first[a] + low[a];
      if (grid.is_periodic[a]) continue;
      is_filled |= node + wide <= SurfaceGrid<D>::kFirst || node >= grid.last(a);  // behind a side
    }
    for (int c = 0; c < power(wide, D) && !is_filled; ++c) {
      VecI<D> cell = low;
      int at = c;
      for (int a = 0; a < D; ++a, at /= wide) cell[a] += at % wide;
      is_filled = is_occupied(cell);
    }
    if (!is_filled) return false;
  }
  return true;
}

// Writes the level of a tile's nodes and returns its imbalance.
template <int D>
typename VolumeBalance<D>::Sum level_of_tile(const SurfaceGrid<D>& grid, const MeanDistance<D>& mean,
                                             const VolumeBalance<D>& balance, const MomentFilter<D>& filtered,
                                             const std::vector<const Solid<D>*>& solids, const VecI<D>& first,
                                             float* values) {
  float share_of_one = 1.0f;  // weight of a node to share of its cell
  VecF<D> in_spacings;
  for (int a = 0; a < D; ++a) {
    in_spacings[a] = static_cast<float>(grid.spacing[a] / grid.particle_spacing);
    share_of_one /= in_spacings[a];
  }
  const auto is_open = [&](const VecI<D>& node) {
    return !grid.is_ghost(node) && (solids.empty() || distance_to(solids, grid.place(node)) > 0.0);
  };
  typename VolumeBalance<D>::Sum sum;
  for (int c = 0; c < Tile<D>::kCells; ++c) {
    const Float4& moments = filtered.at(Tile<D>::cell_coord(c));
    float square = 0.0f;
    for (int a = 0; a < D; ++a) {
      const float offset = moments[a + 1] * in_spacings[a];
      square += offset * offset;
    }
    const float share = moments[0] * share_of_one;
    values[c] = mean.level(share, std::sqrt(square) / std::max(moments[0], kLeastWeight));
    if (is_open(first + Tile<D>::cell_coord(c))) balance.add(share, values[c], sum);
  }
  return sum;
}

template <int D>
void cut_off_solids(const SurfaceGrid<D>& grid, const std::vector<const Solid<D>*>& solids, const VecI<D>& first,
                    float* values) {
  if (solids.empty()) return;
  for (int c = 0; c < Tile<D>::kCells; ++c) {
    const double distance = distance_to(solids, grid.place(first + Tile<D>::cell_coord(c)));
    values[c] = std::min(values[c], static_cast<float>(distance / grid.particle_spacing));
  }
}

template <int D>
void empty_ghosts(const SurfaceGrid<D>& grid, const VecI<D>& first, float* values) {
  if (!grid.is_ghost(first) && !grid.is_ghost(first + VecI<D>::filled(Tile<D>::kMask))) return;
  for (int c = 0; c < Tile<D>::kCells; ++c)
    if (grid.is_ghost(first + Tile<D>::cell_coord(c))) values[c] = kOutside;
}

}  // namespace

template <int D>
double particle_radius() {
  return D == 3 ? math::cbrt(0.75 / kPi) : std::sqrt(1.0 / kPi);
}

template <int D>
MeanDistance<D>::MeanDistance(double sigma) {
  const double single = particle_radius<D>();
  const double plane = std::sqrt(2.0 / kPi) * sigma * lattice_factor(sigma);
  const double peak = math::pow(2.0 * kPi * sigma * sigma, -0.5 * D);  // share at a single particle
  const double single_share = std::min(kMostSingle, peak * math::exp(-0.5 * single * single / (sigma * sigma)));
  for (int i = 0; i <= kSteps; ++i) {
    const double share = static_cast<double>(i) / kSteps;
    const double t = std::clamp((share - single_share) / (kBody - single_share), 0.0, 1.0);
    surface_[i] = static_cast<float>(single + t * (plane - single) + kRisePerShare * std::max(0.0, share - kDeep));
    // Two distant particles have their mean in the middle, where there is no liquid: there the share decides.
    const double away = share >= peak ? 0.0 : sigma * std::sqrt(2.0 * math::log(peak / std::max(share, kLeastShare)));
    alone_[i] = static_cast<float>(single - away + kNoLimit * std::max(0.0, share - peak));
  }
}

template <int D>
VolumeBalance<D>::VolumeBalance(const SurfaceGrid<D>& grid, double sigma) {
  double node = 0.0;
  for (int a = 0; a < D; ++a) node += grid.spacing[a] / grid.particle_spacing / D;
  blur_ = static_cast<float>(2.0 / kPi * node);  // the level of a plane has slope 2/pi along its normal
  deep_ = static_cast<float>(std::sqrt(2.0 / kPi) * sigma) + kDeepRise;
}

template <int D>
float VolumeBalance<D>::shift_of(const Sum& sum) const {
  constexpr float kLeastSlope = 1.0f;  // a node's worth of surface
  const float shift = sum.excess / std::max(sum.slope, kLeastSlope);
  return std::copysign(std::clamp(std::abs(shift) - kToleratedImbalance, 0.0f, kMostBalance), shift);
}

template <int D>
void VolumeBalance<D>::apply(const TileMap<D>& tiles, const std::vector<Sum>& sums, int tile, float* level) const {
  using T = Tile<D>;
  constexpr int kCorners = 1 << D;
  std::array<float, kCorners> shift;
  bool is_any = false;
  for (int corner = 0; corner < kCorners; ++corner) {
    Sum around;
    for (int n = 0; n < kCorners; ++n) {
      VecI<D> offset;
      for (int a = 0; a < D; ++a) offset[a] = (corner >> a & 1) + (n >> a & 1) - 1;
      const int neighbor = tiles.neighbors(tile)[T::neighbor_index(offset)];
      const Sum& sum = sums[neighbor];
      around.excess += sum.excess;
      around.slope += sum.slope;
    }
    shift[corner] = shift_of(around);
    is_any |= shift[corner] != 0.0f;
  }
  if (!is_any) return;
  for (int c = 0; c < T::kCells; ++c) {
    const VecI<D> local = T::cell_coord(c);
    float sum = 0.0f;
    for (int corner = 0; corner < kCorners; ++corner) {
      float weight = 1.0f;
      for (int a = 0; a < D; ++a) {
        const float high = (static_cast<float>(local[a]) + 0.5f) / T::kSide;
        weight *= corner >> a & 1 ? high : 1.0f - high;
      }
      sum += weight * shift[corner];
    }
    level[c] -= sum;
  }
}

template <int D>
void TileSides<D>::find(const TileMap<D>& tiles, const CellField<float, D>& level) {
  constexpr std::size_t kGrain = 32;  // tiles
  of_.assign(tiles.count() + 1, TileSide::kOutside);
  around_.assign(tiles.count() + 1, TileSide::kOutside);
  for_each_tile("find sides of tiles", tiles, [&](int tile) { of_[tile] = side_of<D>(level.tile(tile)); }, kGrain);
  for_each_tile(
      "find sides around tiles", tiles,
      [&](int tile) {
        const auto& neighbors = tiles.neighbors(tile);
        const bool is_same = std::all_of(neighbors.begin(), neighbors.end(), [&](int n) { return of(n) == of(tile); });
        around_[tile] = is_same ? of(tile) : TileSide::kBoth;
      },
      kGrain);
  near_surface_.clear();
  for (int tile = 1; tile <= tiles.count(); ++tile)
    if (around(tile) == TileSide::kBoth) near_surface_.push_back(tile);
}

template <int D>
SurfaceLevel<D>::SurfaceLevel(const SurfaceGrid<D>& grid, double radius)
    : kernel_(grid, radius), mean_(kernel_.sigma), balance_(grid, kernel_.sigma) {}

template <int D>
void SurfaceLevel<D>::find(const SurfaceGrid<D>& grid, const ParticleBins<D>& bins, std::span<const float> positions,
                           const std::vector<Solid<D>>& solids) {
  constexpr std::size_t kGrain = 8;  // tiles
  const TileMap<D>& tiles = bins.tiles();
  is_near_surface_.assign(tiles.count() + 1, 0);
  for_each_tile(
      "find tiles deep inside", tiles, [&](int tile) { is_near_surface_[tile] = !is_deep(grid, bins, tile); }, kGrain);
  add_up_moments<D>(grid, bins, positions, is_near_surface_, moments_);
  level_.resize(tiles.count());
  sums_.assign(tiles.count() + 1, {});
  workspaces_.prepare();
  const auto find_solids_near_tile = [&](int tile) -> const std::vector<const Solid<D>*>& {
    const VecI<D> first = tiles.first_cell(tile);
    std::vector<const Solid<D>*>& near = workspaces_.here().solids;
    find_solids_near(solids, {grid.place(first), grid.place(first + VecI<D>::filled(Tile<D>::kSide))},
                     grid.particle_spacing, near);
    return near;
  };
  for_each_tile(
      "find surface level", tiles,
      [&](int tile) {
        if (!is_near_surface_[tile]) return;
        MomentFilter<D>& filter = workspaces_.here().filter;
        filter.run(grid, kernel_, tiles, moments_, tile);
        sums_[tile] = level_of_tile<D>(grid, mean_, balance_, filter, find_solids_near_tile(tile),
                                       tiles.first_cell(tile), level_.tile(tile));
      },
      kGrain);
  for_each_tile(
      "balance and cut surface level", tiles,
      [&](int tile) {
        float* values = level_.tile(tile);
        if (is_near_surface_[tile]) {
          balance_.apply(tiles, sums_, tile, values);
        } else {
          std::fill_n(values, Tile<D>::kCells, kInside);
        }
        cut_off_solids(grid, find_solids_near_tile(tile), tiles.first_cell(tile), values);
        empty_ghosts(grid, tiles.first_cell(tile), values);
      },
      kGrain);
  sides_.find(tiles, level_);
}

template class MeanDistance<2>;
template class MeanDistance<3>;
template double particle_radius<2>();
template double particle_radius<3>();
template class VolumeBalance<2>;
template class VolumeBalance<3>;
template class TileSides<2>;
template class TileSides<3>;
template class SurfaceLevel<2>;
template class SurfaceLevel<3>;

}  // namespace spindrift
