#include "settings/periodic.h"

namespace spindrift {

std::optional<std::string> turn_that_does_not_repeat(const Physics& scene) {
  constexpr const char* kNames[] = {"x", "y", "z"};
  const std::vector<Keyframe> path = scene.frame.path();
  for (const Axis periodic : scene.domain.periodic)
    for (const Keyframe& key : path)
      for (int a = scene.domain.dimension == 2 ? 2 : 0; a < 3; ++a) {
        if (a == static_cast<int>(periodic) || key.rotation_degrees[a] == path.front().rotation_degrees[a]) continue;
        const std::string name = kNames[static_cast<int>(periodic)];
        return std::string("the tank turns about ") + kNames[a] + ", but the domain is periodic along " + name +
               (scene.domain.dimension == 2 ? ": liquid there has a tank that only moves"
                                            : ": it may turn about " + name + " alone");
      }
  return std::nullopt;
}

}  // namespace spindrift
