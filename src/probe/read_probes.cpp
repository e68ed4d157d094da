#include "probe/read_probes.h"

#include <algorithm>
#include <cmath>

#include "exec/parallel.h"
#include "fluid/solids.h"
#include "geometry/fractions.h"
#include "grid/for_each_tile.h"
#include "probe/footprint.h"
#include "probe/pressure_at.h"
#include "probe/probed_fluid.h"

namespace spindrift {

namespace {

// The part of a straight line in the liquid.
struct WetLine {
  double depth = 0.0;         // length of all that is wet, m
  std::optional<double> top;  // where the last wet part ends, m from the first end; none if all is dry
  double ground = 0.0;        // where the line first comes out of solids, m from the first end
};

constexpr double kStep = 0.25;  // cells: gaps and drops smaller than this may be missed

// The zero of a function between a and b, by secants and bisection in turn, since it may jump.
template <class Function>
double find_zero(double a, double b, Function&& f) {
  constexpr int kRounds = 6;
  double fa = f(a), fb = f(b);
  for (int i = 0; i < 2 * kRounds; ++i) {
    const double middle = i % 2 == 0 ? a + (b - a) * (fa / (fa - fb)) : 0.5 * (a + b), fm = f(middle);
    if (fm == 0.0) return middle;
    const bool is_of_a = (fm < 0.0) == (fa < 0.0);
    (is_of_a ? a : b) = middle;
    (is_of_a ? fa : fb) = fm;
  }
  return a + (b - a) * (fa / (fa - fb));
}

template <int D>
WetLine find_wet_line(const ProbedFluid<D>& fluid, const VecD<D>& from, const VecD<D>& to) {
  const VecD<D> way = to - from;
  const double cells = length(way), h = fluid.domain().h;
  const int steps = std::max(1, static_cast<int>(std::ceil(cells / kStep - 1e-9)));
  const auto surface = [&](double t) {  // negative in the liquid
    const VecD<D> at = from + way * t;
    return fluid.is_in_solid(at) ? 1.0 : fluid.distance(at);
  };
  const auto solid = [&](double t) { return fluid.is_in_solid(from + way * t) ? -1.0 : 1.0; };
  WetLine line;
  double wet = 0.0, last = 0.0;
  constexpr double kAboveFloor = 0.01;  // cells: a solid here stands on the floor
  bool was_wet = surface(0.0) < 0.0, has_ground = solid(kAboveFloor / std::max(cells, kAboveFloor)) > 0.0;
  for (int i = 1; i <= steps; ++i) {
    const double a = static_cast<double>(i - 1) / steps, b = static_cast<double>(i) / steps;
    const bool now_wet = surface(b) < 0.0;
    if (!has_ground && solid(b) > 0.0) {
      line.ground = find_zero(a, b, solid) * cells * h;
      has_ground = true;
    }
    const double change = now_wet == was_wet ? b : find_zero(a, b, surface);
    if (was_wet) wet += change - a;
    if (now_wet && !was_wet) wet += b - change;
    if (was_wet) last = change;
    if (now_wet) last = b;
    was_wet = now_wet;
  }
  line.depth = wet * cells * h;
  if (wet > 0.0) line.top = last * cells * h;
  return line;
}

template <int D>
WetLine find_wet_column(const ProbedFluid<D>& fluid, const VecD<D>& at) {
  VecD<D> low = at, high = at;
  low[1] = fluid.domain().first_cell()[1];
  high[1] = low[1] + fluid.domain().cells[1];
  return find_wet_line(fluid, low, high);
}

// The share of a cell in the box of a probe; without a box, all cells of the domain count.
template <int D>
class BoxShare {
 public:
  BoxShare(const ProbedFluid<D>& fluid, const ProbeSettings& probe) : domain_(fluid.domain()) {
    low_ = VecD<D>::from(domain_.first_cell());
    high_ = low_ + VecD<D>::from(domain_.cells);
    if (!probe.min || !probe.max) return;
    const VecD<D> low = domain_.to_cells(VecD<D>::from(*probe.min)), high = domain_.to_cells(VecD<D>::from(*probe.max));
    for (int a = 0; a < D; ++a) {
      goes_around_[a] =
          domain_.is_periodic[a] && (low[a] < low_[a] || high[a] > high_[a]) && high[a] - low[a] < domain_.cells[a];
      low_[a] = goes_around_[a] ? low[a] : std::max(low_[a], low[a]);
      high_[a] = goes_around_[a] ? high[a] : std::min(high_[a], high[a]);
    }
  }

  bool meets_tile(const VecI<D>& first) const {
    bool meets = true;
    for (int a = 0; a < D; ++a)
      meets &= goes_around_[a] || (first[a] < high_[a] && first[a] + Tile<D>::kSide > low_[a]);
    return meets;
  }
  // Without the axis `but`, if that is not -1.
  double share(const VecI<D>& cell, int but = -1) const {
    double share = 1.0;
    for (int a = 0; a < D; ++a) {
      if (a == but) continue;
      double along = overlap(a, cell[a]);
      if (goes_around_[a]) along += overlap(a, cell[a] - domain_.cells[a]) + overlap(a, cell[a] + domain_.cells[a]);
      share *= along;
    }
    return share;
  }

 private:
  double overlap(int axis, int cell) const {
    return std::clamp(std::min(high_[axis], cell + 1.0) - std::max(low_[axis], 1.0 * cell), 0.0, 1.0);
  }

  Domain<D> domain_;
  VecD<D> low_, high_;          // grid cells
  Vec<bool, D> goes_around_{};  // the box passes a periodic side
};

// The height of the topmost surface on a vertical line, m; of a dry line that of the ground.
template <int D>
void read_height(const ProbedFluid<D>& fluid, const ProbeSettings& probe, std::vector<double>& values) {
  const auto at = probe.position ? place_now(fluid, probe, *probe.position) : std::nullopt;
  if (!at) return values.push_back(kNothing);
  const WetLine line = find_wet_column(fluid, *at);
  values.push_back(line.top.value_or(line.ground));
}

// The length of a line that lies in the liquid, m: what a wire across the surface reads.
template <int D>
void read_depth(const ProbedFluid<D>& fluid, const ProbeSettings& probe, std::vector<double>& values) {
  if (probe.from && probe.to) {
    const auto from = place_now(fluid, probe, *probe.from), to = place_now(fluid, probe, *probe.to);
    return values.push_back(from && to ? find_wet_line(fluid, *from, *to).depth : kNothing);
  }
  const auto at = probe.position ? place_now(fluid, probe, *probe.position) : std::nullopt;
  values.push_back(at ? find_wet_column(fluid, *at).depth : kNothing);
}

// The mean of read(point) over the points of a probe that have a value; none without any.
template <class Value, int D, class Read>
std::optional<Value> mean_over_points(const char* name, const ProbedFluid<D>& fluid, const ProbeSettings& probe,
                                      Read&& read) {
  struct Sum {
    Value value{};
    double count = 0.0;
  };
  const std::vector<VecD<D>> points = footprint(fluid, probe);
  const Sum sum = parallel_reduce(
      name, points.size(), Sum{},
      [&](std::size_t i) {
        const std::optional<Value> value = read(points[i]);
        return value ? Sum{*value, 1.0} : Sum{};
      },
      [](const Sum& a, const Sum& b) { return Sum{a.value + b.value, a.count + b.count}; }, 64);
  return sum.count > 0.0 ? std::optional<Value>(sum.value / sum.count) : std::nullopt;
}

// The mean pressure over a point, a disc or a box, Pa: what is dry counts as 0, what lies in solids does not count.
template <int D>
void read_pressure(const ProbedFluid<D>& fluid, const ProbeSettings& probe, std::vector<double>& values) {
  const auto read = [&](const VecD<D>& at) { return pressure_at(fluid, at); };
  values.push_back(mean_over_points<double>("read pressure", fluid, probe, read).value_or(kNothing));
}

// The velocity of the fluid at a point, or its mean over the fluid in a box, m/s. In air there is none.
template <int D>
void read_velocity(const ProbedFluid<D>& fluid, const ProbeSettings& probe, std::vector<double>& values) {
  const auto read = [&](const VecD<D>& at) { return fluid.is_wet(at) ? fluid.velocity(at) : std::nullopt; };
  const auto mean = mean_over_points<VecD<D>>("read velocity", fluid, probe, read);
  for (int a = 0; a < D; ++a) values.push_back(mean ? (*mean)[a] : kNothing);
}

// The content of a box: the liquid's volume, or the smoke's density times volume, m^3 (m^2 in 2D).
template <int D>
void read_volume(const ProbedFluid<D>& fluid, const ProbeSettings& probe, std::vector<double>& values) {
  using T = Tile<D>;
  const GridState<D>& grid = fluid.grid();
  const BoxShare<D> box(fluid, probe);
  const double cells = sum_tiles(
      "read volume", grid.tiles,
      [&](int tile) {
        const VecI<D> first = grid.tiles.first_cell(tile);
        if (!box.meets_tile(first)) return 0.0;
        const LiquidFractions<D> liquid(fluid, tile, Drops::kCount);
        const float* smoke = fluid.smoke() ? fluid.smoke()->density().tile(tile) : nullptr;
        double sum = 0.0;
        for (int c = 0; c < T::kCells; ++c)
          if (const double share = box.share(first + T::cell_coord(c)); share > 0.0)
            sum += share * liquid.fraction(c) * (smoke ? static_cast<double>(smoke[c]) : 1.0);
        return sum;
      },
      4);
  values.push_back(cells * grid.domain.cell_volume());
}

// The volume of fluid that passes a plane across an axis in a second, toward higher coordinates, m^3/s (m^2/s in 2D).
template <int D>
void read_flux(const ProbedFluid<D>& fluid, const ProbeSettings& probe, std::vector<double>& values) {
  using T = Tile<D>;
  const GridState<D>& grid = fluid.grid();
  const int axis = static_cast<int>(probe.axis);
  if (axis >= D || !fluid.has_stepped()) return values.push_back(kNothing);
  VecD<D> plane{};
  plane[axis] = probe.at;
  const double place = grid.domain.to_cells(plane)[axis];
  const int slab = fluid.cell_at(grid.domain.to_cells(plane))[axis];
  const BoxShare<D> box(fluid, probe);
  const double faces = sum_tiles(
      "read flux", grid.tiles,
      [&](int tile) {
        const VecI<D> first = grid.tiles.first_cell(tile);
        double sum = 0.0;
        if (slab < first[axis] || slab >= first[axis] + T::kSide) return sum;
        for (int c = 0; c < T::kCells; ++c) {
          const VecI<D> cell = first + T::cell_coord(c);
          if (cell[axis] != slab) continue;
          const double share = box.share(cell, axis);
          if (share <= 0.0) continue;
          VecD<D> at = VecD<D>::from(cell) + VecD<D>::filled(0.5);
          at[axis] = place;
          const double wet = volume_fraction_inside(fluid.distance(at));
          const auto velocity = wet > 0.0 ? fluid.velocity(at) : std::nullopt;
          if (!velocity) continue;
          const double solid = distance_to_solids(grid, grid.domain.to_world(at)) / grid.domain.h;
          sum += share * wet * (grid.solids.empty() ? 1.0 : volume_fraction_outside(solid)) * (*velocity)[axis];
        }
        return sum;
      },
      4);
  values.push_back(faces * grid.domain.cell_volume() / grid.domain.h);
}

}  // namespace

template <int D>
void read_probes(const ProbedFluid<D>& fluid, std::span<const ProbeSettings> probes, std::vector<double>& values) {
  using enum ProbeSettings::Kind;
  for (const ProbeSettings& probe : probes) {
    switch (probe.kind) {
        // clang-format off
      case kPoint: read_pressure(fluid, probe, values); read_velocity(fluid, probe, values); break;
      case kHeight: read_height(fluid, probe, values); break;
      case kDepth: read_depth(fluid, probe, values); break;
      case kFront: read_front(fluid, probe, values); break;
      case kPressure: read_pressure(fluid, probe, values); break;
      case kVelocity: read_velocity(fluid, probe, values); break;
      case kForce: read_force(fluid, probe, values); break;
      case kTorque: read_torque(fluid, probe, values); break;
      case kVolume: read_volume(fluid, probe, values); break;
      case kFlux: read_flux(fluid, probe, values); break;
      case kEnergy: read_energy(fluid, probe, values); break;
      case kSurface: break;  // read_surface
        // clang-format on
    }
  }
}

// The surface along a line: height and depth at evenly spaced points of it.
template <int D>
SurfaceProfile read_surface(const ProbedFluid<D>& fluid, const ProbeSettings& probe) {
  SurfaceProfile profile;
  profile.time = fluid.grid().time;
  if (!probe.from || !probe.to || probe.points < 2) return profile;
  const auto count = static_cast<std::size_t>(probe.points);
  profile.place.resize(count);
  profile.height.resize(count);
  profile.depth.resize(count);
  parallel_for("read surface", count, [&](std::size_t i) {
    const double share = static_cast<double>(i) / static_cast<double>(count - 1);
    Vec3d place = *probe.from * (1.0 - share) + *probe.to * share;
    place[1] = 0.0;
    const WetLine line = find_wet_column(fluid, fluid.domain().to_cells(VecD<D>::from(place)));
    profile.place[i] = place;
    profile.height[i] = line.top.value_or(line.ground);
    profile.depth[i] = line.depth;
  });
  return profile;
}

template void read_probes<2>(const ProbedFluid<2>&, std::span<const ProbeSettings>, std::vector<double>&);
template void read_probes<3>(const ProbedFluid<3>&, std::span<const ProbeSettings>, std::vector<double>&);
template SurfaceProfile read_surface<2>(const ProbedFluid<2>&, const ProbeSettings&);
template SurfaceProfile read_surface<3>(const ProbedFluid<3>&, const ProbeSettings&);

}  // namespace spindrift
