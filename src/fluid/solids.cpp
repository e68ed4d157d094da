#include "fluid/solids.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/fractions.h"
#include "grid/for_each_tile.h"
#include "grid/halo.h"

namespace spindrift {

namespace {

// Cells whose centre is farther from a solid than this have whole faces, in cells: half a diagonal of the cell, and as
// much again for solids that lie between two centres.
constexpr float kFarthestCut = 1.5f;

enum class WhichSolids { kStatic, kAll };

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

  // Whether the centre of a cell lies in a wall thinner than about a cell.
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

// Around a tile: distances at the centres of its cells are given, those at corners computed once.
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

// Fills the open areas of one tile, from the distances of its cells to the same solids.
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

// Cells from a solid to the nearest corner of a tile, beyond which only a lower bound of the distance is stored. No cut
// face, kernel or extension into solids reaches as far.
constexpr double kFar = 4.0;

// Takes the minimum of the stored distances of a tile and the distance to a solid.
template <int D>
void add_solid(const Domain<D>& domain, const VecI<D>& first_cell, const Solid<D>& solid, float* distance) {
  using T = Tile<D>;
  const double h = domain.h;
  const VecD<D> first = VecD<D>::from(first_cell);
  const VecD<D> middle = domain.to_world(first + VecD<D>::filled(0.5 * T::kSide));
  const double radius = 0.5 * T::kSide * std::sqrt(static_cast<double>(D)), diagonal = 2.0 * radius;
  const double at_middle = solid.distance(middle) / h;
  if (at_middle > diagonal + kFar) {  // so this lower bound is also beyond kFar
    for (int c = 0; c < T::kCells; ++c) distance[c] = std::min(distance[c], static_cast<float>(at_middle - radius));
    return;
  }
  for (int c = 0; c < T::kCells; ++c) {
    const VecD<D> center = first + VecD<D>::from(T::cell_coord(c)) + VecD<D>::filled(0.5);
    distance[c] = std::min(distance[c], static_cast<float>(solid.distance(domain.to_world(center)) / h));
  }
}

template <int D>
void resize(SolidSamples<D>& samples, int tiles) {
  samples.distance.resize(tiles);
  for (auto& area : samples.open_area) area.resize(tiles);
}

template <int D>
struct SampledSolids {
  FieldView<float, D> distance;
  FaceViews<float, D> open_area;

  // Copies the samples of static solids from a tile that may have had another number.
  void copy_static(const SolidsView<D>& solids, int from_tile, int to_tile) const {
    std::copy_n(solids.static_distance.tile(from_tile), Tile<D>::kCells, distance.tile(to_tile));
    for (std::size_t a = 0; a < D; ++a)
      std::copy_n(solids.static_open_area[a].tile(from_tile), Tile<D>::kCells, open_area[a].tile(to_tile));
  }
};

template <int D>
void sample_static_solids(const SolidsView<D>& solids, const SampledSolids<D>& to, int tile) {
  float* distance = to.distance.tile(tile);
  std::fill_n(distance, Tile<D>::kCells, std::numeric_limits<float>::infinity());
  for (const Solid<D>& solid : solids.solids)
    if (!solid.is_moving()) add_solid(solids.domain, solids.tiles.first_cell(tile), solid, distance);
  find_open_area(solids, WhichSolids::kStatic, tile, distance, to.open_area);
}

template <int D>
void add_moving_solids(const SolidsView<D>& solids, const SampledSolids<D>& to, int tile) {
  to.copy_static(solids, tile, tile);
  float* all = to.distance.tile(tile);
  for (const Solid<D>& solid : solids.solids)
    if (solid.is_moving()) add_solid(solids.domain, solids.tiles.first_cell(tile), solid, all);
  const float* fixed = solids.static_distance.tile(tile);
  bool is_near = false;
  for (int c = 0; c < Tile<D>::kCells; ++c) is_near |= all[c] < fixed[c] && all[c] < kFarthestCut;
  if (is_near) find_open_area(solids, WhichSolids::kAll, tile, all, to.open_area);
}

}  // namespace

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

template <int D>
void carry_solids(GridState<D>& state) {
  if (state.solids.empty()) return;
  const auto loan = state.scratch.template borrow<SolidSamples<D>>();
  SolidSamples<D>& carried = *loan;
  resize(carried, state.tiles.count());
  const SolidsView<D> solids = state.solids_view();
  const SampledSolids<D> to{carried.distance, carried.open_area};
  const TileMap<D>& map = state.tiles;
  for_each_tile("carry solids", map, [&](int tile) {
    const int previous = map.previous(tile);
    if (previous != 0 && !solids.static_distance.empty())
      to.copy_static(solids, previous, tile);
    else
      sample_static_solids(solids, to, tile);
  });
  std::swap(state.static_solids, carried);
  refresh_moving_solids(state);
}

template <int D>
void refresh_moving_solids(GridState<D>& state) {
  if (!state.has_moving_solids()) return;
  resize(state.all_solids, state.tiles.count());
  const SolidsView<D> solids = state.solids_view();
  const SampledSolids<D> to{state.all_solids.distance, state.all_solids.open_area};
  for_each_tile("refresh moving solids", state.tiles, [&](int tile) { add_moving_solids(solids, to, tile); });
}

template <int D>
double distance_to_solids(std::span<const Solid<D>> solids, const VecD<D>& world, const Solid<D>** nearest) {
  double best = std::numeric_limits<double>::infinity();
  for (const Solid<D>& solid : solids) {
    const double d = solid.distance(world);
    if (d >= best) continue;
    best = d;
    if (nearest) *nearest = &solid;
  }
  return best;
}

template <int D>
double distance_to_solids(const GridState<D>& state, const VecD<D>& world, const Solid<D>** nearest) {
  return distance_to_solids<D>(state.solids, world, nearest);
}

template <int D>
float solid_velocity_on_face(const SolidsView<D>& solids, const VecI<D>& cell, int axis) {
  VecI<D> low = cell;
  --low[axis];
  if (is_behind_wall(solids.domain, cell) || is_behind_wall(solids.domain, low)) return 0.0f;
  VecD<D> face = VecD<D>::from(cell) + VecD<D>::filled(0.5);
  face[axis] -= 0.5;
  const VecD<D> world = solids.domain.to_world(face);
  const Solid<D>* nearest = nullptr;
  distance_to_solids(solids.solids, world, &nearest);
  return nearest ? static_cast<float>(nearest->velocity(world)[axis]) : 0.0f;
}

template <int D>
float wall_velocity(const SolidsView<D>& solids, int tile, int c, int axis) {
  VecD<D> face = VecD<D>::from(solids.tiles.first_cell(tile) + Tile<D>::cell_coord(c)) + VecD<D>::filled(0.5);
  face[axis] -= 0.5;
  const VecD<D> x = solids.domain.to_world(face);
  const Solid<D>* nearest = nullptr;
  return distance_to_solids(solids.solids, x, &nearest) < solids.domain.h
             ? static_cast<float>(nearest->velocity(x)[axis])
             : 0.0f;
}

template <int D>
bool may_touch_solid(const SolidsView<D>& solids, int tile, const VecD<D>& at, double reach) {
  using T = Tile<D>;
  VecI<D> offset, inside;
  for (int a = 0; a < D; ++a) {
    const int cell = static_cast<int>(std::floor(at[a]));
    offset[a] = cell >> T::kLog2;
    inside[a] = cell & T::kMask;
    if (offset[a] < -1 || offset[a] > 1) return true;
  }
  const int there = solids.tiles.neighbors(tile)[T::neighbor_index(offset)];
  if (there == 0) return true;
  const double to_center = 0.5 * std::sqrt(static_cast<double>(D));
  return static_cast<double>(solids.distance.tile(there)[T::cell_index(inside)]) < to_center + reach;
}

template <int D>
bool may_touch_solid(const SolidsView<D>& solids, int tile, double reach) {
  const float* distances = solids.distance.tile(tile);
  float least = distances[0];
  for (int c = 1; c < Tile<D>::kCells; ++c) least = std::min(least, distances[c]);
  return static_cast<double>(least) < 0.5 * std::sqrt(static_cast<double>(D)) + reach;
}

template float area_beside_solids<2>(const SolidsView<2>&, const Solid<2>*, const VecI<2>&, int);
template float area_beside_solids<3>(const SolidsView<3>&, const Solid<3>*, const VecI<3>&, int);
template void mark_closed_cells<2>(const SolidsView<2>&, int, CellType*);
template void mark_closed_cells<3>(const SolidsView<3>&, int, CellType*);
template bool may_touch_solid<2>(const SolidsView<2>&, int, double);
template bool may_touch_solid<3>(const SolidsView<3>&, int, double);
template float wall_velocity<2>(const SolidsView<2>&, int, int, int);
template float wall_velocity<3>(const SolidsView<3>&, int, int, int);
template float solid_velocity_on_face<2>(const SolidsView<2>&, const VecI<2>&, int);
template float solid_velocity_on_face<3>(const SolidsView<3>&, const VecI<3>&, int);
template bool may_touch_solid<2>(const SolidsView<2>&, int, const VecD<2>&, double);
template bool may_touch_solid<3>(const SolidsView<3>&, int, const VecD<3>&, double);
template void refresh_moving_solids<2>(GridState<2>&);
template void refresh_moving_solids<3>(GridState<3>&);
template void carry_solids<2>(GridState<2>&);
template void carry_solids<3>(GridState<3>&);
template double distance_to_solids<2>(std::span<const Solid<2>>, const VecD<2>&, const Solid<2>**);
template double distance_to_solids<3>(std::span<const Solid<3>>, const VecD<3>&, const Solid<3>**);
template double distance_to_solids<2>(const GridState<2>&, const VecD<2>&, const Solid<2>**);
template double distance_to_solids<3>(const GridState<3>&, const VecD<3>&, const Solid<3>**);

}  // namespace spindrift
