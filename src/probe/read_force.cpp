// What the pressure does to a solid: the integral of p n over its surface, and that of r x p n about a point. In N and
// Nm (per metre of depth in 2D). Friction and the air's pressure have no part in it.
//
// In a cell under water the pressure is p = p_c + g . (x - c). By Gauss, what the integral needs of the surface in the
// cell follows from the volume and the faces that the solid covers: with covered shares f of the faces, their moments m
// and the covered volume V, and n out of the solid,
//   int n_a = f_low - f_high,   int (x_a - c_a) n_a = V - (f_low + f_high) / 2,   int (x_b - c_b) n_a = m_low - m_high,
// so that still water lifts any solid by the weight of the water in its place. Where a cell is beside air, the pressure
// is taken point by point, since a part of the surface may be dry.
#include <algorithm>
#include <array>
#include <cmath>

#include "fluid/solids.h"
#include "geometry/fractions.h"
#include "grid/for_each_tile.h"
#include "grid/tile.h"
#include "probe/footprint.h"
#include "probe/pressure_at.h"
#include "probe/read_probes.h"
#include "spindrift/vec.h"

namespace spindrift {

namespace {

// The share of a cell and of its faces that a solid covers, from the solid's own distance. This is finer than the open
// areas of the grid, which cut off the edges of a solid.
template <int D>
struct FaceCover {
  double share = 0.0;
  VecD<D> moment{};  // first moments of the share about the face's middle, cells
};

template <int D>
struct CellCover {
  double volume = 0.0;                                 // share of the cell
  std::array<std::array<FaceCover<D>, 2>, D> faces{};  // by axis and side
};

// `distance` is that at a point in grid cells, in cells, negative in the solid.
template <int D, class Distance>
CellCover<D> find_cover(const VecI<D>& cell, Distance&& distance) {
  constexpr int kParts = D == 2 ? 4 : 3;  // along each axis
  constexpr double kSkin = 1e-4;          // a face that lies in a solid's surface is covered
  const VecD<D> low = VecD<D>::from(cell);
  CellCover<D> cover;
  for_each_point(VecI<D>{}, VecI<D>::filled(kParts - 1), [&](const VecI<D>& n) {
    const VecD<D> at = low + (VecD<D>::from(n) + VecD<D>::filled(0.5)) / static_cast<double>(kParts);
    cover.volume += volume_fraction_inside(distance(at) * kParts) / power(kParts, D);
  });
  for (int axis = 0; axis < D; ++axis)
    for (int side = 0; side < 2; ++side) {
      FaceCover<D>& face = cover.faces[axis][side];
      VecI<D> last = VecI<D>::filled(kParts - 1);
      last[axis] = 0;
      for_each_point(VecI<D>{}, last, [&](const VecI<D>& n) {
        std::array<double, 1 << (D - 1)> corners{};
        for (std::size_t i = 0; i < corners.size(); ++i) {
          VecD<D> at = low;
          at[axis] += side;
          for (int b = 0, bit = 0; b < D; ++b)
            if (b != axis) at[b] += (n[b] + (static_cast<int>(i) >> bit++ & 1)) / static_cast<double>(kParts);
          corners[i] = distance(at) - kSkin;
        }
        const double share = (1.0 - outside_fraction(corners)) / power(kParts, D - 1);
        face.share += share;
        for (int b = 0; b < D; ++b)
          if (b != axis) face.moment[b] += share * ((n[b] + 0.5) / kParts - 0.5);
      });
    }
  return cover;
}

// Force in Pa times faces, torque in Pa times faces times cells.
struct Load {
  Vec3d force{}, torque{};
};

Load operator+(const Load& a, const Load& b) { return {a.force + b.force, a.torque + b.torque}; }

template <int D>
class SolidLoad {
 public:
  SolidLoad(const ProbedFluid<D>& fluid, const Solid<D>& solid, const VecD<D>& about)
      : fluid_(fluid), solid_(solid), about_(about) {}

  Load of_tile(int tile) const {
    Load load;
    const GridState<D>& grid = fluid_.grid();
    const VecI<D> first = grid.tiles.first_cell(tile);
    const Box<D> cells{grid.domain.to_world(VecD<D>::from(first)),
                       grid.domain.to_world(VecD<D>::from(first + VecI<D>::filled(Tile<D>::kSide)))};
    if (!solid_.bounds().meets(cells, grid.domain.h)) return load;
    for (int c = 0; c < Tile<D>::kCells; ++c) {
      const VecI<D> cell = first + Tile<D>::cell_coord(c);
      if (grid.type.tile(tile)[c] != CellType::kSolid && grid.domain.contains(cell)) add_cell(cell, load);
    }
    return load;
  }

 private:
  static constexpr double kReach = D == 2 ? 0.71 : 0.87;  // from the middle of a cell to its corners

  void add_cell(const VecI<D>& cell, Load& load) const {
    const VecD<D> center = VecD<D>::from(cell) + VecD<D>::filled(0.5);
    const double distance = own_distance(center);
    if (std::abs(distance) > kReach) return;
    const CellCover<D> cover = find_cover<D>(cell, [&](const VecD<D>& at) { return distance_at(at); });
    const VecD<D> on_surface = nearest_point(center, distance);
    if (fluid_.type(cell) == CellType::kFluid && !is_beside_air(cell))
      add_under_water(cell, cover, on_surface, load);
    else
      add_by_points(cell, cover, on_surface, load);
  }

  // The distance to the solid, cells, and to the part of it outside of other solids.
  double own_distance(const VecD<D>& at) const {
    return solid_.distance(fluid_.domain().to_world(at)) / fluid_.domain().h;
  }
  double distance_at(const VecD<D>& at) const {
    double distance = own_distance(at);
    for (const Solid<D>& other : fluid_.grid().solids)
      if (&other != &solid_)
        distance = std::max(distance, -other.distance(fluid_.domain().to_world(at)) / fluid_.domain().h);
    return distance;
  }

  bool is_beside_air(const VecI<D>& cell) const {
    for (int n = 0; n < Tile<D>::kNeighbors; ++n)
      if (fluid_.type(cell + Tile<D>::neighbor_offset(n)) == CellType::kAir) return true;
    return false;
  }

  VecD<D> nearest_point(const VecD<D>& center, double distance) const {
    const double h = fluid_.domain().h;
    const VecD<D> point = center - solid_.normal(fluid_.domain().to_world(center), kNormalStep * h) * distance;
    const VecD<D> half = VecD<D>::filled(0.5);
    return max(center - half, min(center + half, point));
  }

  void add_under_water(const VecI<D>& cell, const CellCover<D>& cover, const VecD<D>& at, Load& load) const {
    const LinearPressure<D> pressure = linear_pressure(fluid_, cell);
    VecD<D> force{};
    for (int a = 0; a < D; ++a) {
      const auto& [low, high] = cover.faces[a];
      double sum = pressure.value * (low.share - high.share);
      for (int b = 0; b < D; ++b)
        sum += pressure.slope[b] *
               (a == b ? cover.volume - 0.5 * (low.share + high.share) : low.moment[b] - high.moment[b]);
      force[a] = -sum;
    }
    add(at, force, load);
  }

  // Whole faces at points of them, the rest of the surface at its nearest one.
  void add_by_points(const VecI<D>& cell, const CellCover<D>& cover, const VecD<D>& at, Load& load) const {
    VecD<D> area{};  // out of the cell
    for (int a = 0; a < D; ++a)
      for (int side = 0; side < 2; ++side) {
        const double share = cover.faces[a][side].share;
        if (share >= 1.0 && cover.volume <= 0.0)
          add_face(cell, a, side, load);
        else
          area[a] += side ? share : -share;
      }
    add(at, area * pressure_from(fluid_, cell, at), load);
  }

  void add_face(const VecI<D>& cell, int axis, int side, Load& load) const {
    constexpr int kPoints = 4;  // along each axis
    VecD<D> area{};
    area[axis] = (side ? 1.0 : -1.0) / power(kPoints, D - 1);
    VecI<D> last = VecI<D>::filled(kPoints - 1);
    last[axis] = 0;
    for_each_point(VecI<D>{}, last, [&](const VecI<D>& n) {
      VecD<D> at = VecD<D>::from(cell);
      for (int a = 0; a < D; ++a) at[a] += a == axis ? 1.0 * side : (n[a] + 0.5) / kPoints;
      add(at, area * pressure_from(fluid_, cell, at), load);
    });
  }

  void add(const VecD<D>& at, const VecD<D>& force, Load& load) const {
    load.force += Vec3d::from(force);
    load.torque += cross(Vec3d::from(at - about_), Vec3d::from(force));
  }

  const ProbedFluid<D>& fluid_;
  const Solid<D>& solid_;
  VecD<D> about_;  // grid cells
};

// About a point of the scene; none: about the pivot of the solid. None while the solid is not there.
template <int D>
std::optional<Load> load_on_solid(const ProbedFluid<D>& fluid, const ProbeSettings& probe) {
  if (!probe.solid || !fluid.has_stepped() || !fluid.solid(*probe.solid)) return std::nullopt;
  const GridState<D>& grid = fluid.grid();
  const int number = fluid.solid(*probe.solid)->number();
  Load load;
  for (const Solid<D>& solid : grid.solids) {  // and its images
    if (solid.number() != number) continue;
    const VecD<D> about = grid.domain.to_cells(probe.about ? VecD<D>::from(*probe.about) : solid.pivot());
    const SolidLoad<D> of_solid(fluid, solid, about);
    load = load + reduce_tiles(
                      "sum load on solid", grid.tiles, Load{}, [&](int tile) { return of_solid.of_tile(tile); },
                      [](const Load& a, const Load& b) { return a + b; }, 1);
  }
  const double face = grid.domain.cell_volume() / grid.domain.h;
  return Load{load.force * face, load.torque * (face * grid.domain.h)};
}

}  // namespace

template <int D>
void read_force(const ProbedFluid<D>& fluid, const ProbeSettings& probe, std::vector<double>& values) {
  const auto load = load_on_solid(fluid, probe);
  for (int a = 0; a < D; ++a) values.push_back(load ? load->force[a] : kNothing);
}

template <int D>
void read_torque(const ProbedFluid<D>& fluid, const ProbeSettings& probe, std::vector<double>& values) {
  const auto load = load_on_solid(fluid, probe);
  for (int a = D == 2 ? 2 : 0; a < 3; ++a) values.push_back(load ? load->torque[a] : kNothing);
}

template void read_force<2>(const ProbedFluid<2>&, const ProbeSettings&, std::vector<double>&);
template void read_force<3>(const ProbedFluid<3>&, const ProbeSettings&, std::vector<double>&);
template void read_torque<2>(const ProbedFluid<2>&, const ProbeSettings&, std::vector<double>&);
template void read_torque<3>(const ProbedFluid<3>&, const ProbeSettings&, std::vector<double>&);

}  // namespace spindrift
