#include "fluid/solids/flow_of_solids.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "fluid/solids/open_area.h"
#include "fluid/solids/solid_distance.h"
#include "geometry/volume_fraction.h"
#include "grid/halo.h"

namespace spindrift {

namespace {

constexpr double kNear = 1.5;  // cells from a solid to the centres of those that it may touch
// The liquid in a cell leaves it at most so many times faster than the solid moves. What is left of a cell between two
// solids that close may have openings of a thousandth of a face: through them it would leave at a thousand times.
constexpr float kMostTimes = 4.0f;

// Metres.
template <int D>
double distance_to_others(const SolidsView<D>& solids, const Solid<D>& solid, const VecD<D>& world) {
  double nearest = std::numeric_limits<double>::infinity();
  for (const Solid<D>& other : solids.solids)
    if (&other != &solid) nearest = std::min(nearest, other.distance(world));
  return nearest;
}

template <int D>
bool is_near(const SolidsView<D>& solids, const Solid<D>& solid, const VecD<D>& world) {
  const double reach = kNear * solids.domain.h;
  const Box<D> box = solid.bounds();
  for (int a = 0; a < D; ++a)
    if (world[a] < box.low[a] - reach || world[a] > box.high[a] + reach) return false;
  return solid.distance(world) < reach;
}

// Of a surface with this normal, one cell wide around a point: the share in a solid. Along a surface the distance to
// the solid changes by as much as the two are inclined.
template <int D>
double covered_share(const Solid<D>& solid, const VecD<D>& at, const VecD<D>& normal, double h) {
  constexpr double kLeastSine = 0.5;  // surfaces are bent: none is covered all at once
  const double cosine = dot(normal, solid.normal(at, kNormalStep * h));
  const double sine = std::sqrt(std::max(1.0 - cosine * cosine, kLeastSine * kLeastSine));
  return volume_fraction_inside(solid.distance(at) / (h * sine));
}

template <int D>
class TileOfSolids {
 public:
  using T = Tile<D>;
  using Areas = HaloBlock<float, D, 0, 1>;

  TileOfSolids(const SolidsView<D>& solids, int tile) : solids_(solids), tile_(tile) {
    for (std::size_t a = 0; a < D; ++a) {
      load_halo(solids.tiles, solids.open_area[a], tile, open_[a]);
      load_halo(solids.tiles, solids.static_open_area[a], tile, beside_static_[a]);
    }
  }

  // Into cell `c`; `is_alone` if no other moving solid is near.
  float flow(int c, const Solid<D>& solid, bool is_alone) const {
    float sum = 0.0f;
    VecD<D> surface{};  // area of the others' surfaces in the cell, times the normal: what their faces lack
    for (int a = 0; a < D; ++a)
      for (const int high : {0, 1}) {
        const auto [others, all] = shares(c, a, high, solid, is_alone);
        const float sign = high ? -1.0f : 1.0f;
        surface[a] -= static_cast<double>(sign * others);
        if (others <= all) continue;
        VecD<D> face = middle(c);
        face[a] += high - 0.5;
        sum += sign * (others - all) * static_cast<float>(solid.velocity(solids_.domain.to_world(face))[a]);
      }
    const double size = length(surface);
    if (!(size > 0.0)) return sum;
    const double h = solids_.domain.h;
    const VecD<D> normal = surface * (1.0 / size), world = solids_.domain.to_world(middle(c));
    const double to_others = is_alone ? h * static_cast<double>(solids_.static_distance.tile(tile_)[c])
                                      : distance_to_others(solids_, solid, world);
    const VecD<D> on_surface = world - normal * to_others;
    return sum +
           static_cast<float>(covered_share(solid, on_surface, normal, h) * dot(surface, solid.velocity(on_surface)));
  }

  // All faces of a cell together.
  float open_area(int c) const {
    float sum = 0.0f;
    for (int a = 0; a < D; ++a) {
      const float* low = &open_[a].at(T::cell_coord(c));
      sum += low[0] + low[Areas::stride(a)];
    }
    return sum;
  }
  VecD<D> middle(int c) const {  // in cells
    return VecD<D>::from(solids_.tiles.first_cell(tile_) + T::cell_coord(c)) + VecD<D>::filled(0.5);
  }

 private:
  struct Shares {
    float others, all;  // what the others leave of a face, and what is left in the end
  };

  // The domain's closed sides do not count here: where one is, the solid comes through it.
  Shares shares(int c, int axis, int high, const Solid<D>& solid, bool is_alone) const {
    VecI<D> face = solids_.tiles.first_cell(tile_) + T::cell_coord(c), beyond = face;
    face[axis] += high;
    beyond[axis] += high ? 1 : -1;
    const int at = Areas::index(T::cell_coord(c)) + high * Areas::stride(axis);
    const bool is_side = is_behind_wall(solids_.domain, beyond);
    return {is_side || !is_alone ? area_beside_solids(solids_, &solid, face, axis) : beside_static_[axis].values[at],
            is_side ? area_beside_solids<D>(solids_, nullptr, face, axis) : open_[axis].values[at]};
  }

  const SolidsView<D>& solids_;
  int tile_;
  std::array<Areas, D> open_, beside_static_;
};

}  // namespace

template <int D>
void add_flow_of_solids(const SolidsView<D>& solids, const CellType* type, int tile, float* inflow) {
  using T = Tile<D>;
  const float* distance = solids.distance.tile(tile);
  const auto is_touched = [&](int c) {
    return type[c] == CellType::kFluid && static_cast<double>(distance[c]) < kNear;
  };
  int first = 0;
  while (first < T::kCells && !is_touched(first)) ++first;
  if (first == T::kCells) return;
  const TileOfSolids<D> cells(solids, tile);
  for (int c = first; c < T::kCells; ++c) {
    if (!is_touched(c)) continue;
    const VecD<D> middle = solids.domain.to_world(cells.middle(c));
    const auto is_moving_near = [&](const Solid<D>& solid) {
      return solid.is_moving() && is_near(solids, solid, middle);
    };
    const auto first_near = std::find_if(solids.solids.begin(), solids.solids.end(), is_moving_near);
    if (first_near == solids.solids.end()) continue;
    const bool is_alone = std::none_of(first_near + 1, solids.solids.end(), is_moving_near);
    float flow = 0.0f, speed = 0.0f;
    for (auto solid = first_near; solid != solids.solids.end(); ++solid) {
      if (solid != first_near && (is_alone || !is_moving_near(*solid))) continue;
      flow += cells.flow(c, *solid, is_alone);
      speed = std::max(speed, static_cast<float>(length(solid->velocity(middle))));
    }
    const float most = kMostTimes * speed * cells.open_area(c);
    inflow[c] += std::clamp(flow, -most, most);
  }
}

template void add_flow_of_solids<2>(const SolidsView<2>&, const CellType*, int, float*);
template void add_flow_of_solids<3>(const SolidsView<3>&, const CellType*, int, float*);

}  // namespace spindrift
