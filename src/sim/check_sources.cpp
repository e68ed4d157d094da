// Sources that can emit nothing: wholly inside of solids, or too small for a single particle.
#include <fmt/format.h>

#include <algorithm>

#include "base/hash.h"
#include "fluid/set_up.h"
#include "fluid/solids/solid_distance.h"
#include "geometry/shape.h"
#include "particles/packing.h"
#include "sim/estimate.h"

namespace spindrift {

namespace {

// What random points say of a shape: how much of it lies in the domain, at most, and whether solids hold all of that.
struct SourceRoom {
  double cells = 0.0;
  bool is_in_solids = false;
};

template <int D>
SourceRoom find_room(const Domain<D>& domain, const Shape<D>& shape, const std::vector<Solid<D>>& solids) {
  constexpr int kPoints = 10'000;
  Box<D> box = shape.bounds();
  double cells = 1.0;
  for (int a = 0; a < D; ++a) {
    box.low[a] = std::max(box.low[a], 0.0);
    box.high[a] = std::min(box.high[a], domain.cells[a] * domain.h);
    cells *= std::max(0.0, box.high[a] - box.low[a]) / domain.h;
  }
  int inside = 0, free = 0;
  for (int i = 0; i < kPoints; ++i) {
    VecD<D> x;
    for (int a = 0; a < D; ++a)
      x[a] = box.low[a] +
             (box.high[a] - box.low[a]) * static_cast<double>(random_unit(static_cast<std::uint64_t>(i * D + a)));
    if (shape.distance(x) > 0.0) continue;
    ++inside;
    free += solids.empty() || distance_to_solids<D>(solids, x) > 0.0;
  }
  constexpr double kMissed = 3.0;  // so many points in vain do not show that there is nothing
  constexpr int kEnough = 30;      // points to say that all of it lies in solids
  return {cells * (inside + kMissed) / kPoints, inside >= kEnough && free == 0};
}

// A solid that moves may set its source free, and smoke reaches half a cell beyond its source: of those only a warning.
template <int D>
Status look_at_sources(const Scene& scene, std::vector<std::string>& warnings) {
  const Domain<D> domain(scene.domain);
  std::vector<Solid<D>> solids;
  if (Status placed = place_solids(scene, domain, solids); !placed) return placed;
  const bool is_for_good =
      std::none_of(scene.solids.begin(), scene.solids.end(), [](const auto& s) { return s.moves(); });
  for (std::size_t i = 0; i < scene.sources.size(); ++i) {
    const SourceSettings& source = scene.sources[i];
    const Place place = source.place.file.empty() ? Place{scene.file} : source.place;
    const auto shape = make_shape<D>(source.shape, scene.file);
    if (!shape) return shape.error();
    const SourceRoom room = find_room(domain, **shape, solids);
    if (room.is_in_solids && is_for_good)
      return Error{ErrorCode::kBadInput, "all of this source lies inside of a solid", place};
    if (room.is_in_solids)
      warnings.push_back(fmt::format("source {} lies inside of a solid at the start, and emits nothing there", i + 1));
    constexpr double kLeast = 0.1;
    const double particles = room.cells * packed_particles_per_cell<D>(scene);
    if (particles < kLeast)
      return Error{ErrorCode::kBadInput,
                   fmt::format("this source is too small to emit: it has room for {:.1g} particles; let it be about a "
                               "cell wide ({:.3g} m)",
                               particles, domain.h),
                   place};
  }
  for (std::size_t i = 0; i < scene.smoke_sources.size(); ++i) {
    const auto shape = make_shape<D>(scene.smoke_sources[i].shape, scene.file);
    if (!shape) return shape.error();
    if (find_room(domain, **shape, solids).is_in_solids)
      warnings.push_back(
          fmt::format("smoke source {} lies inside of a solid{}", i + 1, is_for_good ? "" : " at the start"));
  }
  return Done{};
}

}  // namespace

Status check_sources(const Scene& scene, std::vector<std::string>& warnings) {
  if (scene.sources.empty() && scene.smoke_sources.empty()) return Done{};  // solids may be large meshes
  return scene.dimension() == 2 ? look_at_sources<2>(scene, warnings) : look_at_sources<3>(scene, warnings);
}

}  // namespace spindrift
