// How fast solids move, found from their keyframes and velocities before anything moves.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "geometry/shape.h"
#include "geometry/solid.h"
#include "sim/estimate.h"

namespace spindrift {

namespace {

template <int D>
Box<D> hull_of(const Box<D>& a, const Box<D>& b) {
  return {min(a.low, b.low), max(a.high, b.high)};
}

// The fastest that what lies in the domain of a solid goes from `begin` to `end`; 0 if it does not come there.
template <int D>
double fastest_between(const Scene& scene, Solid<D>& solid, double begin, double end) {
  constexpr int kMoments = 16;  // a solid that turns is faster here than there
  const Box<D> domain{VecD<D>{}, VecD<D>::from(scene.domain.size)};
  double speed = 0.0;
  Box<D> swept = domain;  // its hull, and that of where it has been
  for (int i = 0; i <= kMoments; ++i) {
    constexpr double kBefore = 1e-9;  // at a keyframe itself the motion ahead would count
    solid.move_to(begin + (end - begin) * std::min(i / double(kMoments), 1.0 - kBefore), 0.0);
    const Box<D> box = solid.bounds();
    swept = i == 0 ? box : hull_of(swept, box);
    for (int corner = 0; corner < (1 << D); ++corner) {
      VecD<D> x;
      for (int a = 0; a < D; ++a)
        x[a] = std::clamp((corner >> a) & 1 ? box.high[a] : box.low[a], domain.low[a], domain.high[a]);
      speed = std::max(speed, length(solid.velocity(x)));
    }
  }
  return swept.meets(domain) ? speed : 0.0;
}

template <int D>
Result<SolidMotion> fastest_motion(const Scene& scene, std::size_t index) {
  const SolidSettings& settings = scene.solids[index];
  const auto shape = make_shape<D>(settings.shape, scene.file);
  if (!shape) return shape.error();
  Solid<D> solid(*shape, settings);
  const double run = scene.time.frames / scene.time.fps;
  SolidMotion fastest{index};
  const std::vector<Keyframe> keys = settings.path();
  if (keys.empty()) fastest.speed = fastest_between(scene, solid, 0.0, run);
  for (std::size_t i = 1; i < keys.size(); ++i) {
    const double begin = keys[i - 1].time, end = keys[i].time;
    if (!(begin < end) || begin >= run) continue;  // a jump, or after the end
    const double speed = fastest_between(scene, solid, begin, std::min(end, run));
    if (speed > fastest.speed) fastest = {index, i, speed};
  }
  return fastest;
}

std::string when_text(const Scene& scene, const SolidMotion& motion) {
  if (motion.keyframe == 0) return "";
  const std::vector<Keyframe> keys = scene.solids[motion.solid].path();
  return fmt::format(" between its keyframes {} and {} ({:g} s to {:g} s)", motion.keyframe, motion.keyframe + 1,
                     keys[motion.keyframe - 1].time, keys[motion.keyframe].time);
}

}  // namespace

Result<std::vector<SolidMotion>> solid_motions(const Scene& scene) {
  std::vector<SolidMotion> motions;
  for (std::size_t i = 0; i < scene.solids.size(); ++i) {
    if (!scene.solids[i].moves()) continue;
    const auto motion = scene.dimension() == 2 ? fastest_motion<2>(scene, i) : fastest_motion<3>(scene, i);
    if (!motion) return motion.error();
    motions.push_back(*motion);
  }
  return motions;
}

int substeps_at(const Scene& scene, double speed) {
  const double steps = std::ceil(speed / scene.time.fps / (scene.time.cfl * scene.domain.cell()));
  return static_cast<int>(std::clamp(steps, 1.0, static_cast<double>(scene.time.max_substeps)));
}

void warn_of_motions(const Scene& scene, const std::vector<SolidMotion>& motions, int substeps,
                     std::vector<std::string>& warnings) {
  const double most = std::max(kMostCellsInAStep, scene.time.cfl);
  for (const SolidMotion& motion : motions) {
    const double in_a_frame = motion.speed / scene.time.fps / scene.domain.cell(), cells = in_a_frame / substeps;
    constexpr double kRounding = 1e-9;  // of times such as 0.0201 - 0.02: what the hint says shall be enough
    if (cells <= most * (1.0 + kRounding)) continue;
    warnings.push_back(fmt::format(
        "solid {} moves at {:.3g} m/s{}, {:.3g} cells in a sub-step, more than the {} can follow; "
        "time.{} = {:.0f} would keep it within {:g} cells, or let it move slower",
        motion.solid + 1, motion.speed, when_text(scene, motion), cells, scene.is_smoke() ? "gas" : "liquid",
        scene.time.substeps > 0 ? "substeps" : "max_substeps", std::ceil(in_a_frame / most * (1.0 - kRounding)), most));
  }
}

}  // namespace spindrift
