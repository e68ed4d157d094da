// What a domain that repeats itself asks of the rest of the scene.
#include <fmt/format.h>

#include <algorithm>

#include "grid/tile.h"
#include "scene/scene_checks.h"
#include "scene/scene_words.h"
#include "settings/start_flow.h"

namespace spindrift {

namespace {

using Mistake = std::optional<Error>;

int tile_side(int dimension) { return dimension == 2 ? Tile<2>::kSide : Tile<3>::kSide; }

}  // namespace

// Periodic axes go from tile to tile.
Mistake check_periodic(const DomainSettings& domain, const SceneNode& table) {
  for (const Axis axis : domain.periodic) {
    const int a = static_cast<int>(axis);
    if (a >= domain.dimension) return mistake_at(table, "periodic", "a 2D scene has no axis 'z'");
    for (const Side side : domain.open)
      if (static_cast<int>(side) / 2 == a)
        return mistake_at(
            table, "open",
            fmt::format("'{}' is no side: the domain is periodic along {}", word_of(side), word_of(axis)));
    const int side = tile_side(domain.dimension), cells = domain.cells()[a];
    if (cells % side == 0) continue;
    const int nearest = std::max(1, (cells + side / 2) / side) * side;
    return mistake_at(
        table, "periodic",
        fmt::format("a {}D domain that is periodic along {} needs a multiple of {} cells there, not {}; the "
                    "nearest is {}",
                    domain.dimension, word_of(axis), side, cells, nearest));
  }
  return std::nullopt;
}

// A tile that is its own neighbour would hold particles twice. A tank may turn about the axis along which it repeats
// itself, and no other: what turns is pushed outward, more the farther it is, and that does not repeat itself. A front
// that goes around has no end.
Mistake check_periodic_liquid(const Scene& scene, const SceneNode& root) {
  const int least = 2 * tile_side(scene.dimension());
  for (const Axis axis : scene.domain.periodic)
    if (const int cells = scene.domain.cells()[static_cast<int>(axis)]; cells < least)
      return mistake_at(*root.find("domain"), "periodic",
                        fmt::format("liquid in a {}D domain that is periodic along {} needs at least {} cells "
                                    "there, not {}",
                                    scene.dimension(), word_of(axis), least, cells));
  if (const auto turn = turn_that_does_not_repeat(scene)) return mistake_at(*root.find("frame"), "keyframes", *turn);
  const SceneNode* probes = root.find("probe");
  for (std::size_t i = 0; probes && i < scene.probes.size(); ++i) {
    const ProbeSettings& probe = scene.probes[i];
    const auto axis = static_cast<Axis>(static_cast<int>(probe.direction) / 2);
    if (probe.kind == ProbeSettings::Kind::kFront && scene.domain.is_periodic(axis))
      return mistake_at(probes->children[i], "direction",
                        fmt::format("liquid has no front along {}: the domain is periodic there", word_of(axis)));
  }
  return std::nullopt;
}

}  // namespace spindrift
