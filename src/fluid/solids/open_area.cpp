#include "fluid/solids/open_area.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "fluid/solids/solid_distance.h"
#include "geometry/face_fraction.h"
#include "grid/halo.h"

namespace spindrift {

namespace {

// Areas are multiples of this, and smaller openings than four of them are closed: they would only spoil the equation.
// Sums of such numbers have no rounding, so the equations of a pocket without air are exactly, not nearly, singular.
constexpr double kAreaStep = 1.0 / 4096.0;
constexpr double kLeastOpening = 4.0;  // of those steps
constexpr double kLeastStep =
    0.02;  // of sphere tracing, cells: the thickness of a wall that may be missed at a grazing angle
constexpr double kSkin = 1e-4;      // a face that lies in a solid's surface is closed; cells
constexpr double kThinWall = 0.75;  // a wall is thin if both of its sides are closer than this to a point in it; cells

// Distances to solids around a cell, in cells.
template <int D>
class DistancesAroundCell {
 public:
  DistancesAroundCell(const SolidsView<D>& solids, WhichSolids which, const VecI<D>& first,
                      const Solid<D>* but = nullptr)
      : solids_(solids), which_(which), but_(but), first_(VecD<D>::from(first)) {}

  // At a place in cells from the cell's corner.
  double at(const VecD<D>& place, const Solid<D>** nearest = nullptr) const {
    const VecD<D> world = solids_.domain.to_world(first_ + place);
    double best = std::numeric_limits<double>::infinity();
    for (const Solid<D>& solid : solids_.solids) {
      if (&solid == but_ || (which_ == WhichSolids::kStatic && solid.is_moving())) continue;
      const double d = solid.distance(world);
      if (d < best && nearest) *nearest = &solid;
      best = std::min(best, d);
    }
    return best / solids_.domain.h;
  }
  double at_center(const VecI<D>& cell) const { return at(VecD<D>::from(cell) + VecD<D>::filled(0.5)); }
  double at_corner(const VecI<D>& corner) const { return at(VecD<D>::from(corner)); }

  // Whether the centre of a cell lies in a wall thinner than a cell or so.
  bool is_in_thin_wall(const VecI<D>& cell, double d) const {
    if (d >= 0.0 || d < -kThinWall) return false;
    const VecD<D> center = VecD<D>::from(cell) + VecD<D>::filled(0.5);
    const Solid<D>* solid = nullptr;
    at(center, &solid);
    const VecD<D> normal = solid->normal(solids_.domain.to_world(first_ + center), kNormalStep * solids_.domain.h);
    return at(center + normal * kThinWall) > 0.0 && at(center - normal * kThinWall) > 0.0;
  }
  // Whether a solid lies between the centres of two neighbouring cells that are both outside of solids.
  bool is_cut_off(const VecI<D>& low, double d_low, const VecI<D>& high, double d_high) const {
    if (d_low <= 0.0 || d_high <= 0.0 || d_low + d_high > 1.0) return false;
    const VecD<D> from = VecD<D>::from(low) + VecD<D>::filled(0.5), way = VecD<D>::from(high - low);
    for (double t = d_low; t < 1.0;) {  // sphere tracing [Hart1996]
      const double d = at(from + way * t);
      if (d <= 0.0) return true;
      t += std::max(d, kLeastStep);
    }
    return false;
  }

 private:
  const SolidsView<D>& solids_;
  WhichSolids which_;
  const Solid<D>* but_;  // left out
  VecD<D> first_;
};

// The same around a tile: distances at the centres of its cells are stored, and those at corners found once.
template <int D>
class DistancesAroundTile : public DistancesAroundCell<D> {
 public:
  using T = Tile<D>;

  DistancesAroundTile(const SolidsView<D>& solids, WhichSolids which, int tile, const float* distance)
      : DistancesAroundCell<D>(solids, which, solids.tiles.first_cell(tile)), distance_(distance) {
    corners_.fill(std::numeric_limits<float>::quiet_NaN());
  }
  double at_center(const VecI<D>& cell) const {
    for (int a = 0; a < D; ++a)
      if (cell[a] < 0) return DistancesAroundCell<D>::at_center(cell);
    return static_cast<double>(distance_[T::cell_index(cell)]);
  }
  double at_corner(const VecI<D>& corner) {
    std::size_t i = 0;
    for (int a = D - 1; a >= 0; --a) i = i * (T::kSide + 1) + static_cast<std::size_t>(corner[a]);
    if (std::isnan(corners_[i])) corners_[i] = static_cast<float>(DistancesAroundCell<D>::at_corner(corner));
    return static_cast<double>(corners_[i]);
  }

 private:
  const float* distance_;
  std::array<float, static_cast<std::size_t>(power(Tile<D>::kSide + 1, D))> corners_;
};

// Of the low face of a cell across an axis, solids only.
template <int D, class Distances>
float area_of_face(Distances& around, const VecI<D>& cell, int axis) {
  constexpr double kReach = D == 2 ? 0.75 : 0.9;  // from the centre of a cell to the corners of its faces
  VecI<D> low = cell;
  --low[axis];
  const double d_high = around.at_center(cell);
  if (d_high > static_cast<double>(kFarthestCut)) return 1.0f;
  const double d_low = around.at_center(low);
  if (around.is_in_thin_wall(cell, d_high) || around.is_in_thin_wall(low, d_low) ||
      around.is_cut_off(low, d_low, cell, d_high))
    return 0.0f;
  if (std::max(d_low, d_high) > kReach) return 1.0f;
  if (std::min(d_low, d_high) < -kReach) return 0.0f;
  std::array<double, 1 << (D - 1)> corners;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    VecI<D> corner = cell;
    for (int b = 0, bit = 0; b < D; ++b)
      if (b != axis) corner[b] += static_cast<int>(i) >> bit++ & 1;
    corners[i] = around.at_corner(corner) - kSkin;
  }
  const double steps = std::round(outside_fraction(corners) / kAreaStep);
  return steps < kLeastOpening ? 0.0f : static_cast<float>(steps * kAreaStep);
}

}  // namespace

template <int D>
void find_open_area(const SolidsView<D>& solids, WhichSolids which, int tile, const float* distance,
                    const FaceViews<float, D>& area) {
  using T = Tile<D>;
  const bool near = std::any_of(distance, distance + T::kCells, [](float d) { return d < kFarthestCut; });
  const VecI<D> first = solids.tiles.first_cell(tile);
  DistancesAroundTile<D> around(solids, which, tile, distance);
  for (int a = 0; a < D; ++a)
    for (int c = 0; c < T::kCells; ++c) {
      const VecI<D> cell = T::cell_coord(c);
      VecI<D> low = first + cell;
      --low[a];
      const bool walled = is_behind_wall(solids.domain, first + cell) || is_behind_wall(solids.domain, low);
      area[a].tile(tile)[c] = walled ? 0.0f : near ? area_of_face<D>(around, cell, a) : 1.0f;
    }
}

template <int D>
float area_beside_solids(const SolidsView<D>& solids, const Solid<D>* but, const VecI<D>& cell, int axis) {
  const DistancesAroundCell<D> around(solids, WhichSolids::kAll, cell, but);
  return area_of_face<D>(around, VecI<D>{}, axis);
}

template <int D>
void mark_closed_cells(const SolidsView<D>& solids, int tile, CellType* type) {
  using T = Tile<D>;
  const float* distance = solids.distance.tile(tile);
  if (std::none_of(distance, distance + T::kCells, [](float d) { return d < 1.0f; })) return;
  using Areas = HaloBlock<float, D, 0, 1>;
  bool is_open[T::kCells] = {};
  for (int a = 0; a < D; ++a) {
    Areas areas;
    load_halo(solids.tiles, solids.open_area[a], tile, areas);
    for (int c = 0; c < T::kCells; ++c) {
      const float* low = &areas.at(T::cell_coord(c));
      is_open[c] |= low[0] > 0.0f || low[Areas::stride(a)] > 0.0f;
    }
  }
  for (int c = 0; c < T::kCells; ++c)
    if (!is_open[c] && distance[c] < 0.0f) type[c] = CellType::kSolid;
}

template void find_open_area<2>(const SolidsView<2>&, WhichSolids, int, const float*, const FaceViews<float, 2>&);
template void find_open_area<3>(const SolidsView<3>&, WhichSolids, int, const float*, const FaceViews<float, 3>&);

template float area_beside_solids<2>(const SolidsView<2>&, const Solid<2>*, const VecI<2>&, int);
template float area_beside_solids<3>(const SolidsView<3>&, const Solid<3>*, const VecI<3>&, int);

template void mark_closed_cells<2>(const SolidsView<2>&, int, CellType*);
template void mark_closed_cells<3>(const SolidsView<3>&, int, CellType*);

}  // namespace spindrift
