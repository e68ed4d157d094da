#include "liquid/seed_particles.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/math.h"
#include "fluid/grid_state.h"
#include "fluid/solids.h"
#include "geometry/fractions.h"
#include "geometry/place_solids.h"
#include "grid/tile.h"
#include "particles/packing.h"
#include "settings/start_flow.h"

namespace spindrift {

namespace {

// The part of a shape's bounding box in the domain, in grid cells. Along a periodic axis it may extend beyond the
// sides, up to one period.
template <int D>
Box<D> box_in_cells(const Domain<D>& domain, Box<D> box) {
  for (int a = 0; a < D; ++a) {
    if (domain.is_periodic[a]) {
      box.low[a] /= domain.h;
      box.high[a] /= domain.h;
      if (box.high[a] - box.low[a] < domain.cells[a]) continue;
      box.low[a] = 0.0;
      box.high[a] = domain.cells[a];
      continue;
    }
    box.low[a] = std::max(box.low[a] / domain.h, 0.0) + Domain<D>::kBorder;
    box.high[a] = std::min(box.high[a] / domain.h, static_cast<double>(domain.cells[a])) + Domain<D>::kBorder;
  }
  return box;
}

// The first and last cell of such a box; no cell twice.
template <int D>
std::pair<VecI<D>, VecI<D>> cells_of_box(const Domain<D>& domain, const Box<D>& box) {
  VecI<D> first, last;
  for (int a = 0; a < D; ++a) {
    first[a] = static_cast<int>(std::floor(box.low[a]));
    last[a] = static_cast<int>(std::ceil(box.high[a])) - 1;
    if (domain.is_periodic[a]) last[a] = std::min(last[a], first[a] + domain.cells[a] - 1);
  }
  return {first, last};
}

// The volume of a particle of this liquid, cells.
template <int D>
double cells_per_particle(const Physics& scene, const LiquidSettings& liquid) {
  const bool spaced = liquid.spacing && scene.particles.packing != Packing::kHexagonal;
  return spaced ? math::pow(*liquid.spacing, D) : 1.0 / packed_particles_per_cell<D>(scene);
}

// The shapes of a scene's liquids, and which of them owns a place. Where liquids overlap, the first one does.
template <int D>
class Places {
 public:
  enum class Owner { kSolid, kEarlierLiquid, kLiquid };

  static Result<Places> of(const Physics& scene, const Domain<D>& domain, const std::vector<Solid<D>>& solids) {
    Places places(solids);
    for (const LiquidSettings& liquid : scene.liquids) {
      auto shape = make_shape<D>(liquid.shape, scene.file);
      if (!shape) return shape.error();
      places.shapes_.push_back(with_images(domain, *shape));
      places.boxes_.push_back(box_in_cells(domain, (*shape)->bounds()));
    }
    return places;
  }
  const Shape<D>& shape(std::size_t liquid) const { return *shapes_[liquid]; }
  const Box<D>& box(std::size_t liquid) const { return boxes_[liquid]; }  // in grid cells

  // The owner of a place inside a liquid's shape.
  Owner owner(std::size_t liquid, const VecD<D>& world) const {
    for (std::size_t k = 0; k < liquid; ++k)
      if (shapes_[k]->distance(world) <= 0.0) return Owner::kEarlierLiquid;
    return solids_->empty() || distance_to_solids<D>(*solids_, world) >= 0.0 ? Owner::kLiquid : Owner::kSolid;
  }

  // The distance to the region that the liquid owns, metres; negative inside.
  double distance(std::size_t liquid, const VecD<D>& world) const {
    double distance = shapes_[liquid]->distance(world);
    for (std::size_t k = 0; k < liquid; ++k) distance = std::max(distance, -shapes_[k]->distance(world));
    return solids_->empty() ? distance : std::max(distance, -distance_to_solids<D>(*solids_, world));
  }

 private:
  explicit Places(const std::vector<Solid<D>>& solids) : solids_(&solids) {}
  std::vector<std::shared_ptr<const Shape<D>>> shapes_;
  std::vector<Box<D>> boxes_;
  const std::vector<Solid<D>>* solids_;
};

template <int D>
void count_place(typename Places<D>::Owner owner, SeedCount& count) {
  using Owner = typename Places<D>::Owner;
  ++(owner == Owner::kSolid ? count.in_solids : owner == Owner::kEarlierLiquid ? count.in_earlier_liquids : count.made);
}

// The place of a liquid's table, or the scene's file.
Place place_of_liquid(const Physics& scene, const LiquidSettings& liquid) {
  return liquid.place.file.empty() ? Place{scene.file} : liquid.place;
}

// An error if the liquid cannot be seeded as the scene says.
Status check_seeds(const Physics& scene, std::size_t i, const SeedCount& count) {
  const LiquidSettings& liquid = scene.liquids[i];
  const Place place = place_of_liquid(scene, liquid);
  if (count.made == 0 && count.in_solids > 0 && count.in_earlier_liquids == 0)
    return Error{ErrorCode::kBadInput, "all of this liquid lies inside of a solid", place};
  if (liquid.count && count.made < *liquid.count)
    return Error{
        ErrorCode::kBadInput,
        fmt::format("liquid {} asks for {} particles, but its shape has room for {}", i + 1, *liquid.count, count.made),
        place};
  return Done{};
}

// Whether a liquid has a lattice in each cell, instead of one from its corner.
bool fills_cells(const Physics& scene, const LiquidSettings& liquid) {
  return scene.particles.packing != Packing::kHexagonal && !liquid.spacing;
}

// The share of a cell where distance(point in grid cells), in metres, is negative. Exact for planes across an axis.
template <int D, class Distance>
double share_of_cell(const VecI<D>& cell, double h, Distance&& distance) {
  constexpr double kHalfDiagonal = D == 2 ? 0.7072 : 0.8661;  // cells
  const VecD<D> low = VecD<D>::from(cell);
  const double middle = distance(low + VecD<D>::filled(0.5)) / h;
  if (std::abs(middle) > kHalfDiagonal) return middle < 0.0 ? 1.0 : 0.0;
  constexpr int kParts = D == 2 ? 8 : 4;  // along each axis
  double sum = 0.0;
  for_each_point(VecI<D>{}, VecI<D>::filled(kParts - 1), [&](const VecI<D>& n) {
    const VecD<D> at = low + (VecD<D>::from(n) + VecD<D>::filled(0.5)) / static_cast<double>(kParts);
    sum += volume_fraction_inside(distance(at) / h * kParts);
  });
  return sum / power(kParts, D);
}

// Estimates the counts of a box with `places` places from random points.
template <int D>
SeedCount sample_places(const Domain<D>& domain, const Places<D>& all, std::size_t liquid, const Box<D>& box,
                        double places) {
  constexpr int kPoints = 100'000;         // shares are within half a per cent
  constexpr double kMostParticles = 1e18;  // more does not fit a whole number
  SeedCount sample;
  for (int i = 0; i < kPoints; ++i) {
    VecD<D> x;
    for (int a = 0; a < D; ++a)
      x[a] = box.low[a] +
             (box.high[a] - box.low[a]) * static_cast<double>(random_unit(static_cast<std::uint64_t>(i * D + a)));
    const VecD<D> world = domain.to_world(domain.wrapped(x));
    if (all.shape(liquid).distance(world) <= 0.0) count_place<D>(all.owner(liquid, world), sample);
  }
  for (std::int64_t* number : {&sample.made, &sample.in_solids, &sample.in_earlier_liquids})
    *number = static_cast<std::int64_t>(std::min(kMostParticles, static_cast<double>(*number) * places / kPoints));
  return sample;
}

// Adds a particle with the liquid's start velocity. APIC particles also get the slopes of the flow; without them the
// first transfer would lose a part of every rotation.
template <int D>
Status add_moving(LiquidState<D>& state, const LiquidSettings& liquid, const StartFlowAt& flow, const VecD<D>& place) {
  const Vec3d x = Vec3d::from(state.domain.to_world(place));
  if (Status possible = flow.check(x, place_of_liquid(state.scene, liquid)); !possible) return possible;
  state.particles.add(place, VecF<D>::from(flow(x)), state.scene, {liquid.viscosity, liquid.color});
  if (state.scene.solver.transfer != Transfer::kApic || liquid.velocity.is_uniform()) return Done{};
  for (int a = 0; a < D; ++a) {
    const Vec3d slope = flow.slope(a, x, 0.5 * state.domain.h);
    for (int b = 0; b < D; ++b)
      state.particles.affine[static_cast<std::size_t>(a * D + b)].back() = static_cast<float>(slope[b]);
  }
  return Done{};
}

template <int D>
std::uint64_t cell_key(std::int64_t seed, const VecI<D>& cell) {
  std::uint64_t key = mix(static_cast<std::uint64_t>(seed));
  for (int a = 0; a < D; ++a) key = hash_combine(key, static_cast<std::uint64_t>(cell[a]));
  return key;
}

// Place i of the lattice in a cell.
template <int D>
VecD<D> lattice_place(const Physics& scene, const VecI<D>& cell, int i) {
  const int per_cell = scene.particles_per_cell();
  const bool is_jittered = scene.particles.packing == Packing::kJittered;
  return VecD<D>::from(cell) + (is_jittered
                                    ? jittered_place_in_cell<D>(i, per_cell, cell_key<D>(scene.particles.seed, cell))
                                    : place_in_cell<D>(i, per_cell));
}

// Calls take(place) for as many places of a cell as the liquid's share of it: the deepest ones that earlier liquids
// have left.
template <int D, class Take>
void take_share(const Physics& scene, const Domain<D>& domain, const Places<D>& all, std::size_t liquid,
                const VecI<D>& cell, Take&& take) {
  const auto per_cell = static_cast<std::size_t>(scene.particles_per_cell());
  std::vector<bool> is_taken(per_cell, false);
  for (std::size_t k = 0; k <= liquid; ++k) {
    if (!fills_cells(scene, scene.liquids[k])) continue;
    const auto distance = [&](const VecD<D>& x) { return all.distance(k, domain.to_world(x)); };
    const double share = share_of_cell<D>(cell, domain.h, distance);
    const auto wanted = static_cast<std::size_t>(std::lround(share * static_cast<double>(per_cell)));
    if (wanted == 0) continue;
    std::vector<std::pair<double, std::size_t>> by_depth;
    for (std::size_t i = 0; i < per_cell; ++i)
      if (!is_taken[i]) by_depth.emplace_back(distance(lattice_place<D>(scene, cell, static_cast<int>(i))), i);
    std::sort(by_depth.begin(), by_depth.end());
    by_depth.resize(std::min(wanted, by_depth.size()));
    std::sort(by_depth.begin(), by_depth.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    for (const auto& [depth, i] : by_depth) {  // in the lattice's order
      is_taken[i] = true;
      if (k == liquid) take(lattice_place<D>(scene, cell, static_cast<int>(i)));
    }
  }
}

// Calls visit(position in grid cells) for every place of a liquid's packing in its shape, in a fixed order. Stops when
// visit has returned true as often as the liquid's count, if it has one.
template <int D, class Visit>
void for_each_place(const Physics& scene, const Domain<D>& domain, const Places<D>& all, std::size_t index,
                    Visit&& visit) {
  const LiquidSettings& liquid = scene.liquids[index];
  const Shape<D>& shape = all.shape(index);
  const Box<D>& box = all.box(index);
  for (int a = 0; a < D; ++a)
    if (!(box.low[a] < box.high[a])) return;
  constexpr double kOnSurface = 1e-9;  // cells: places on the surface belong to the shape, despite rounding
  std::int64_t made = 0;
  auto take = [&](const VecD<D>& x) {
    if (liquid.count && made == *liquid.count) return;
    for (int a = 0; a < D; ++a)
      if (x[a] < domain.first_cell()[a] || x[a] >= domain.first_cell()[a] + domain.cells[a]) return;
    made += visit(x);
  };
  auto offer = [&](const VecD<D>& anywhere) {
    const VecD<D> x = domain.wrapped(anywhere);
    if (shape.distance(domain.to_world(x)) <= kOnSurface * domain.h) take(x);
  };

  if (!fills_cells(scene, liquid)) {  // a lattice that starts in the shape's corner
    const bool hexagonal = scene.particles.packing == Packing::kHexagonal;
    const double radius = hexagonal ? scene.particles.radius : 0.5 * *liquid.spacing;
    VecI<D> last;
    for (int a = 0; a < D; ++a) {
      constexpr double kLayers = 1.6;  // radii from layer to layer, a little less than 2 sqrt(2/3)
      const double step = !hexagonal || a == 0 ? 2.0 * radius : a == 1 ? std::sqrt(3.0) * radius : kLayers * radius;
      last[a] = static_cast<int>((box.high[a] - box.low[a]) / step) + 1;
    }
    for_each_point(VecI<D>{}, last, [&](const VecI<D>& n) {
      offer(box.low +
            (hexagonal ? hexagonal_place<D>(n, radius) : (VecD<D>::from(n) + VecD<D>::filled(0.5)) * (2.0 * radius)));
    });
    return;
  }
  const auto [first, last] = cells_of_box(domain, box);
  for_each_point(first, last, [&](const VecI<D>& anywhere) {
    const VecI<D> cell = domain.wrapped(anywhere);
    if (scene.particles.filling == Filling::kVolume) return take_share(scene, domain, all, index, cell, take);
    for (int i = 0; i < scene.particles_per_cell(); ++i) offer(lattice_place<D>(scene, cell, i));
  });
}

}  // namespace

template <int D>
Status seed_particles(LiquidState<D>& state) {
  const Physics& scene = state.scene;
  const auto places = Places<D>::of(scene, state.domain, state.solids);
  if (!places) return places.error();
  std::int64_t all = 0;
  double cells = 0.0;  // filled by the particles at the spacing of their liquid
  // Two passes: the first one counts, so that the second one allocates once.
  for (const bool counting : {true, false}) {
    if (!counting) state.particles.reserve(static_cast<std::size_t>(all), scene);
    for (std::size_t i = 0; i < scene.liquids.size(); ++i) {
      const LiquidSettings& liquid = scene.liquids[i];
      const auto flow = StartFlowAt::of(liquid.velocity, D);
      if (!flow) return Error{ErrorCode::kBadInput, flow.error().message, place_of_liquid(scene, liquid)};
      Status all_move = Done{};
      SeedCount count;
      for_each_place<D>(scene, state.domain, *places, i, [&](const VecD<D>& x) {
        const auto owner = places->owner(i, state.domain.to_world(x));
        const bool is_free = owner == Places<D>::Owner::kLiquid;
        if (counting) {
          count_place<D>(owner, count);
          cells += is_free ? cells_per_particle<D>(scene, liquid) : 0.0;
        } else if (is_free && all_move) {
          all_move = add_moving<D>(state, liquid, *flow, x);
        }
        return is_free;
      });
      all += count.made;
      if (!all_move) return all_move;
      if (!counting) continue;
      if (Status possible = check_seeds(scene, i, count); !possible) return possible;
    }
    if (counting && all == 0 && !scene.liquids.empty() && scene.sources.empty())
      return Error{ErrorCode::kBadInput,
                   "the liquid's shapes hold no particle: they are smaller than a cell, or outside",
                   {scene.file}};
  }
  state.ledger.seeded = all;
  state.particles_per_cell = all > 0 ? static_cast<double>(all) / cells : packed_particles_per_cell<D>(scene);
  return Done{};
}

template <int D>
Result<std::vector<SeedCount>> count_seeds(const Physics& scene) {
  const Domain<D> domain(scene.domain);
  std::vector<Solid<D>> solids;
  if (Status placed = place_solids(scene, domain, solids); !placed) return placed.error();
  const auto all = Places<D>::of(scene, domain, solids);
  if (!all) return all.error();
  std::vector<SeedCount> counts;
  for (std::size_t i = 0; i < scene.liquids.size(); ++i) {
    const LiquidSettings& liquid = scene.liquids[i];
    const Box<D>& box = all->box(i);
    double places = 1.0;
    for (int a = 0; a < D; ++a) places *= std::max(0.0, box.high[a] - box.low[a]);
    places /= cells_per_particle<D>(scene, liquid);
    constexpr double kMostCounted = 1e7;  // places, about a second; more are sampled
    SeedCount& count = counts.emplace_back();
    if (places > kMostCounted) {
      count = sample_places(domain, *all, i, box, places);
      if (liquid.count && count.made > *liquid.count)  // seeding stops there, with the same shares
        count = {*liquid.count, count.in_solids * *liquid.count / count.made,
                 count.in_earlier_liquids * *liquid.count / count.made};
    } else {
      for_each_place<D>(scene, domain, *all, i, [&](const VecD<D>& x) {
        const auto owner = all->owner(i, domain.to_world(x));
        count_place<D>(owner, count);
        return owner == Places<D>::Owner::kLiquid;
      });
      if (Status possible = check_seeds(scene, i, count); !possible) return possible.error();
    }
    count.cells = static_cast<double>(count.made) * cells_per_particle<D>(scene, liquid);
  }
  return counts;
}

// Each liquid without those before it.
template <int D>
Result<std::optional<double>> cells_asked_for(const Physics& scene) {
  constexpr double kMostCells = 3e6;  // about a second
  const Domain<D> domain(scene.domain);
  std::vector<Solid<D>> solids;
  if (Status placed = place_solids(scene, domain, solids); !placed) return placed.error();
  const auto all = Places<D>::of(scene, domain, solids);
  if (!all) return all.error();
  double cells = 0.0, visited = 0.0;
  for (std::size_t i = 0; i < scene.liquids.size(); ++i) {
    const Box<D>& box = all->box(i);
    double inside = 1.0;
    for (int a = 0; a < D; ++a) inside *= std::max(0.0, box.high[a] - box.low[a]);
    if ((visited += inside) > kMostCells) return std::optional<double>{};
    const auto distance = [&](const VecD<D>& x) { return all->distance(i, domain.to_world(x)); };
    if (inside <= 0.0) continue;
    const auto [first, last] = cells_of_box(domain, box);
    for_each_point(first, last, [&](const VecI<D>& anywhere) {
      cells += share_of_cell<D>(domain.wrapped(anywhere), domain.h, distance);
    });
  }
  return std::optional<double>{cells};
}

template Result<std::optional<double>> cells_asked_for<2>(const Physics&);
template Result<std::optional<double>> cells_asked_for<3>(const Physics&);
template Status seed_particles<2>(LiquidState<2>&);
template Status seed_particles<3>(LiquidState<3>&);
template Result<std::vector<SeedCount>> count_seeds<2>(const Physics&);
template Result<std::vector<SeedCount>> count_seeds<3>(const Physics&);

}  // namespace spindrift
