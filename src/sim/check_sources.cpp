// What is lost in solids: sources, smoke, probes, the camera; and sources too small for a single particle.
#include <fmt/format.h>

#include <algorithm>

#include "base/hash.h"
#include "fluid/grid_state.h"
#include "fluid/solids.h"
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

// The domain and its solids at the start. One that moves may set what is in it free.
template <int D>
struct SolidsAtStart {
  Domain<D> domain;
  std::vector<Solid<D>> solids{};
  bool is_for_good = true;

  const char* when() const { return is_for_good ? "" : " at the start"; }
};

template <int D>
Status look_at_sources(const Scene& scene, const SolidsAtStart<D>& room, std::vector<std::string>& warnings) {
  for (std::size_t i = 0; i < scene.sources.size(); ++i) {
    const SourceSettings& source = scene.sources[i];
    const Place place = source.place.file.empty() ? Place{scene.file} : source.place;
    const auto shape = make_shape<D>(source.shape, scene.file);
    if (!shape) return shape.error();
    const SourceRoom found = find_room(room.domain, **shape, room.solids);
    if (found.is_in_solids && room.is_for_good)
      return Error{ErrorCode::kBadInput, "all of this source lies inside of a solid", place};
    if (found.is_in_solids)
      warnings.push_back(fmt::format("source {} lies inside of a solid at the start, and emits nothing there", i + 1));
    constexpr double kLeast = 0.1;
    const double particles = found.cells * packed_particles_per_cell<D>(scene);
    if (particles < kLeast)
      return Error{ErrorCode::kBadInput,
                   fmt::format("this source is too small to emit: it has room for {:.1g} particles; let it be about a "
                               "cell wide ({:.3g} m)",
                               particles, room.domain.h),
                   place};
  }
  return Done{};
}

// Smoke reaches half a cell beyond its shape: of it only a warning.
template <int D, class Settings>
Status look_at_smoke(const Scene& scene, const SolidsAtStart<D>& room, const char* what,
                     const std::vector<Settings>& all, std::vector<std::string>& warnings) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto shape = make_shape<D>(all[i].shape, scene.file);
    if (!shape) return shape.error();
    if (find_room(room.domain, **shape, room.solids).is_in_solids)
      warnings.push_back(fmt::format("{} {} lies inside of a solid{}", what, i + 1, room.when()));
  }
  return Done{};
}

// A line up through the domain may well begin in a solid.
bool looks_up(ProbeSettings::Kind kind) {
  return kind == ProbeSettings::Kind::kHeight || kind == ProbeSettings::Kind::kDepth;
}

template <int D>
void look_at_points(const Scene& scene, const SolidsAtStart<D>& room, std::vector<std::string>& warnings) {
  const auto is_in_solid = [&](const Vec3d& x) {
    return !room.solids.empty() && distance_to_solids<D>(room.solids, VecD<D>::from(x)) < 0.0;
  };
  for (const ProbeSettings& probe : scene.probes)
    if (probe.position && !looks_up(probe.kind) && is_in_solid(*probe.position))
      warnings.push_back(fmt::format("the probe '{}' lies inside of a solid{}", probe.name, room.when()));
  if (D == 3 && scene.render.eye && is_in_solid(*scene.render.eye))
    warnings.push_back(fmt::format("the camera (render.eye) stands inside of a solid{}", room.when()));
}

template <int D>
Status look_at_all(const Scene& scene, std::vector<std::string>& warnings) {
  SolidsAtStart<D> room{Domain<D>(scene.domain)};
  if (Status placed = place_solids(scene, room.domain, room.solids); !placed) return placed;
  for (const SolidSettings& solid : scene.solids) room.is_for_good = room.is_for_good && !solid.moves();
  if (Status looked = look_at_sources(scene, room, warnings); !looked) return looked;
  if (Status looked = look_at_smoke(scene, room, "smoke", scene.smokes, warnings); !looked) return looked;
  if (Status looked = look_at_smoke(scene, room, "smoke source", scene.smoke_sources, warnings); !looked) return looked;
  look_at_points(scene, room, warnings);
  return Done{};
}

}  // namespace

Status check_sources(const Scene& scene, std::vector<std::string>& warnings) {
  return scene.dimension() == 2 ? look_at_all<2>(scene, warnings) : look_at_all<3>(scene, warnings);
}

}  // namespace spindrift
