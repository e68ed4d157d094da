#include "liquid/seed_particles.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/math.h"
#include "fluid/set_up.h"
#include "fluid/solids/solid_distance.h"
#include "grid/for_each_point.h"
#include "particles/packing.h"

namespace spindrift {

namespace {

// The part of a shape's bounding box that lies in the domain, in grid cells.
template <int D>
Box<D> box_in_cells(const Domain<D>& domain, const Shape<D>& shape) {
  Box<D> box = shape.bounds();
  for (int a = 0; a < D; ++a) {
    box.low[a] = std::max(box.low[a] / domain.h, 0.0) + Domain<D>::kBorder;
    box.high[a] = std::min(box.high[a] / domain.h, static_cast<double>(domain.cells[a])) + Domain<D>::kBorder;
  }
  return box;
}

// Cells that a particle of this liquid stands for.
template <int D>
double cells_per_particle(const Physics& scene, const LiquidSettings& liquid) {
  const bool spaced = liquid.spacing && scene.particles.packing != Packing::kHexagonal;
  return spaced ? math::pow(*liquid.spacing, D) : 1.0 / packed_particles_per_cell<D>(scene);
}

// The shapes of a scene's liquids, and which of them has a place. Where liquids overlap, the first one wins.
template <int D>
class Places {
 public:
  enum class Owner { kSolid, kEarlierLiquid, kLiquid };

  static Result<Places> of(const Physics& scene, const std::vector<Solid<D>>& solids) {
    Places places(solids);
    for (const LiquidSettings& liquid : scene.liquids) {
      auto shape = make_shape<D>(liquid.shape, scene.file);
      if (!shape) return shape.error();
      places.shapes_.push_back(*shape);
    }
    return places;
  }
  const Shape<D>& shape(std::size_t liquid) const { return *shapes_[liquid]; }

  // Of a place inside the shape of a liquid.
  Owner owner(std::size_t liquid, const VecD<D>& world) const {
    for (std::size_t k = 0; k < liquid; ++k)
      if (shapes_[k]->distance(world) <= 0.0) return Owner::kEarlierLiquid;
    return solids_->empty() || distance_to_solids<D>(*solids_, world) >= 0.0 ? Owner::kLiquid : Owner::kSolid;
  }

 private:
  explicit Places(const std::vector<Solid<D>>& solids) : solids_(&solids) {}
  std::vector<std::shared_ptr<const Shape<D>>> shapes_;
  const std::vector<Solid<D>>* solids_;
};

template <int D>
void note(typename Places<D>::Owner owner, SeedCount& count) {
  using Owner = typename Places<D>::Owner;
  ++(owner == Owner::kSolid ? count.in_solids : owner == Owner::kEarlierLiquid ? count.in_earlier_liquids : count.made);
}

// A liquid that cannot be made as the scene has it, and where it is written.
Status check_seeds(const Physics& scene, std::size_t i, const SeedCount& count) {
  const LiquidSettings& liquid = scene.liquids[i];
  const Place place = liquid.place.file.empty() ? Place{scene.file} : liquid.place;
  if (count.made == 0 && count.in_solids > 0 && count.in_earlier_liquids == 0)
    return Error{ErrorCode::kBadInput, "all of this liquid lies inside of a solid", place};
  if (liquid.count && count.made < *liquid.count)
    return Error{
        ErrorCode::kBadInput,
        fmt::format("liquid {} asks for {} particles, but its shape has room for {}", i + 1, *liquid.count, count.made),
        place};
  return Done{};
}

// What becomes of the `places` that a box has, from a hundred thousand random points.
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
    const VecD<D> world = domain.to_world(x);
    if (all.shape(liquid).distance(world) <= 0.0) note<D>(all.owner(liquid, world), sample);
  }
  for (std::int64_t* number : {&sample.made, &sample.in_solids, &sample.in_earlier_liquids})
    *number = static_cast<std::int64_t>(std::min(kMostParticles, static_cast<double>(*number) * places / kPoints));
  return sample;
}

template <int D>
std::uint64_t cell_key(std::int64_t seed, const VecI<D>& cell) {
  std::uint64_t key = mix(static_cast<std::uint64_t>(seed));
  for (int a = 0; a < D; ++a) key = hash_combine(key, static_cast<std::uint64_t>(cell[a]));
  return key;
}

}  // namespace

template <int D>
void for_each_place(const Physics& scene, const Domain<D>& domain, const LiquidSettings& liquid, const Shape<D>& shape,
                    const std::function<bool(const VecD<D>&)>& visit) {
  const Box<D> box = box_in_cells(domain, shape);
  for (int a = 0; a < D; ++a)
    if (!(box.low[a] < box.high[a])) return;
  constexpr double kOnSurface =
      1e-9;  // cells: a place on the shape's surface is in it, whatever its distance rounds to
  std::int64_t made = 0;
  auto offer = [&](const VecD<D>& x) {
    if (liquid.count && made == *liquid.count) return;
    for (int a = 0; a < D; ++a)
      if (x[a] < Domain<D>::kBorder || x[a] >= Domain<D>::kBorder + domain.cells[a]) return;
    if (shape.distance(domain.to_world(x)) > kOnSurface * domain.h) return;
    made += visit(x);
  };

  const bool hexagonal = scene.particles.packing == Packing::kHexagonal;
  if (hexagonal || liquid.spacing) {  // a lattice that starts in the shape's corner
    const double radius = hexagonal ? scene.particles.radius : 0.5 * *liquid.spacing;
    VecI<D> last;
    for (int a = 0; a < D; ++a) {
      const double step = !hexagonal || a == 0 ? 2.0 * radius : a == 1 ? std::sqrt(3.0) * radius : 1.6 * radius;
      last[a] = static_cast<int>((box.high[a] - box.low[a]) / step) + 1;
    }
    for_each_point(VecI<D>{}, last, [&](const VecI<D>& n) {
      offer(box.low +
            (hexagonal ? hexagonal_place<D>(n, radius) : (VecD<D>::from(n) + VecD<D>::filled(0.5)) * (2.0 * radius)));
    });
    return;
  }
  VecI<D> first, last;
  for (int a = 0; a < D; ++a) {
    first[a] = static_cast<int>(std::floor(box.low[a]));
    last[a] = static_cast<int>(std::ceil(box.high[a])) - 1;
  }
  const int per_cell = scene.particles_per_cell();
  for_each_point(first, last, [&](const VecI<D>& cell) {
    const std::uint64_t key = cell_key<D>(scene.particles.seed, cell);
    for (int i = 0; i < per_cell; ++i)
      offer(VecD<D>::from(cell) + (scene.particles.packing == Packing::kJittered
                                       ? jittered_place_in_cell<D>(i, per_cell, key)
                                       : place_in_cell<D>(i, per_cell)));
  });
}

template <int D>
Status seed_particles(LiquidState<D>& state) {
  const Physics& scene = state.scene;
  const auto places = Places<D>::of(scene, state.solids);
  if (!places) return places.error();
  std::int64_t all = 0;
  // Two passes: the first one counts, so that the second one allocates once.
  double cells = 0.0;  // that the particles would fill at the spacing of their liquid
  for (const bool counting : {true, false}) {
    if (!counting) state.particles.reserve(static_cast<std::size_t>(all), scene);
    for (std::size_t i = 0; i < scene.liquids.size(); ++i) {
      const LiquidSettings& liquid = scene.liquids[i];
      const VecF<D> velocity = VecF<D>::from(liquid.velocity);
      SeedCount count;
      for_each_place<D>(scene, state.domain, liquid, places->shape(i), [&](const VecD<D>& x) {
        const auto owner = places->owner(i, state.domain.to_world(x));
        const bool is_free = owner == Places<D>::Owner::kLiquid;
        if (counting) {
          note<D>(owner, count);
          cells += is_free ? cells_per_particle<D>(scene, liquid) : 0.0;
        } else if (is_free) {
          state.particles.add(x, velocity, scene, {liquid.viscosity, liquid.color});
        }
        return is_free;
      });
      all += count.made;
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
  const auto all = Places<D>::of(scene, solids);
  if (!all) return all.error();
  std::vector<SeedCount> counts;
  for (std::size_t i = 0; i < scene.liquids.size(); ++i) {
    const LiquidSettings& liquid = scene.liquids[i];
    // Many places are not counted one by one, but estimated from a sample: a check must not take forever.
    const Box<D> box = box_in_cells(domain, all->shape(i));
    double places = 1.0;
    for (int a = 0; a < D; ++a) places *= std::max(0.0, box.high[a] - box.low[a]);
    places /= cells_per_particle<D>(scene, liquid);
    constexpr double kMostCounted = 1e7;  // places: a second or so
    SeedCount& count = counts.emplace_back();
    if (places > kMostCounted) {
      count = sample_places(domain, *all, i, box, places);
      if (liquid.count && count.made > *liquid.count)  // it stops there, with the same share of places that others have
        count = {*liquid.count, count.in_solids * *liquid.count / count.made,
                 count.in_earlier_liquids * *liquid.count / count.made};
    } else {
      for_each_place<D>(scene, domain, liquid, all->shape(i), [&](const VecD<D>& x) {
        const auto owner = all->owner(i, domain.to_world(x));
        note<D>(owner, count);
        return owner == Places<D>::Owner::kLiquid;
      });
      if (Status possible = check_seeds(scene, i, count); !possible) return possible.error();
    }
    count.cells = static_cast<double>(count.made) * cells_per_particle<D>(scene, liquid);
  }
  return counts;
}

template void for_each_place<2>(const Physics&, const Domain<2>&, const LiquidSettings&, const Shape<2>&,
                                const std::function<bool(const VecD<2>&)>&);
template void for_each_place<3>(const Physics&, const Domain<3>&, const LiquidSettings&, const Shape<3>&,
                                const std::function<bool(const VecD<3>&)>&);
template Status seed_particles<2>(LiquidState<2>&);
template Status seed_particles<3>(LiquidState<3>&);
template Result<std::vector<SeedCount>> count_seeds<2>(const Physics&);
template Result<std::vector<SeedCount>> count_seeds<3>(const Physics&);

}  // namespace spindrift
