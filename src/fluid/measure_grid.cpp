#include "fluid/measure_grid.h"

#include <algorithm>
#include <cmath>

#include "grid/for_each_tile.h"

namespace spindrift {

template <int D>
void measure_divergence(const GridState<D>& state, const CellField<float, D>& inflow, FrameReport& report) {
  struct Divergence {
    double max = 0.0, squares = 0.0, cells = 0.0;
  };
  const double scale = state.dt / state.domain.h;
  const FieldView<const CellType, D> types = state.type;
  const FieldView<const float, D> inflows = inflow;
  const Divergence total = reduce_tiles(
      "measure divergence", state.tiles, Divergence{},
      [&](int tile) {
        Divergence result;
        for (int c = 0; c < Tile<D>::kCells; ++c) {
          if (types.tile(tile)[c] != CellType::kFluid) continue;
          const double d = static_cast<double>(inflows.tile(tile)[c]) * scale;
          result.max = std::max(result.max, std::abs(d));
          result.squares += d * d;
          result.cells += 1.0;
        }
        return result;
      },
      [](const Divergence& a, const Divergence& b) {
        return Divergence{std::max(a.max, b.max), a.squares + b.squares, a.cells + b.cells};
      });
  report.divergence_max = total.max;
  report.divergence_l2 = total.cells > 0.0 ? std::sqrt(total.squares / total.cells) : 0.0;
}

namespace {

// Of the corners of its box, clamped to the domain.
template <int D>
double speed_now(const Solid<D>& solid, const Domain<D>& domain) {
  const Box<D> box = solid.bounds();
  double speed = 0.0;
  for (int corner = 0; corner < (1 << D); ++corner) {
    VecD<D> x;
    for (int a = 0; a < D; ++a)
      x[a] = std::clamp((corner >> a) & 1 ? box.high[a] : box.low[a], 0.0, domain.cells[a] * domain.h);
    speed = std::max(speed, length(solid.velocity(x)));
  }
  return speed;
}

// The end of the frame that contains a time.
double end_of_frame(double time, double frames_per_second) {
  constexpr double kRounding = 1e-6;  // of a frame
  return (std::floor(time * frames_per_second + kRounding) + 1.0) / frames_per_second;
}

// The largest speed between keyframes less than `shortest` apart, from `begin` to `end`. A mean over a longer time
// would miss it, and a single sub-step could move the solid all the way.
template <int D>
double fastest_burst(Solid<D>& solid, const Domain<D>& domain, double begin, double end, double shortest) {
  const std::vector<Keyframe>& keys = solid.keyframes();
  double speed = 0.0;
  for (std::size_t i = 1; i < keys.size() && keys[i - 1].time < end; ++i) {
    const double from = std::max(keys[i - 1].time, begin), to = std::min(keys[i].time, end);
    if (!(from < to) || keys[i].time - keys[i - 1].time >= shortest) continue;
    constexpr int kMoments = 4;  // the speed of a rotating corner varies
    for (int moment = 0; moment < kMoments; ++moment) {
      solid.move_to(from + (to - from) * (moment + 0.5) / kMoments, 0.0);
      speed = std::max(speed, speed_now(solid, domain));
    }
  }
  return speed;
}

}  // namespace

template <int D>
double fastest_solid(const GridState<D>& state) {
  const double frame = 1.0 / state.scene.time.fps;
  double speed = 0.0;
  const auto solids = state.scratch.template borrow<std::vector<Solid<D>>>();  // copies to pose
  *solids = state.solids;
  for (Solid<D>& solid : *solids) {
    if (!solid.is_moving()) continue;
    constexpr int kSamples = 4;  // a keyframe may fall inside the frame
    for (int i = 1; i <= kSamples; ++i) {
      solid.move_to(state.time + frame * i / kSamples, frame / kSamples);
      speed = std::max(speed, speed_now(solid, state.domain));
    }
    // A motion that lasts for two samples fills at least one of them.
    const double end = end_of_frame(state.time, state.scene.time.fps);
    speed = std::max(speed, fastest_burst(solid, state.domain, state.time, end, 2.0 * frame / kSamples));
  }
  return speed;
}

template void measure_divergence<2>(const GridState<2>&, const CellField<float, 2>&, FrameReport&);
template void measure_divergence<3>(const GridState<3>&, const CellField<float, 3>&, FrameReport&);
template double fastest_solid<2>(const GridState<2>&);
template double fastest_solid<3>(const GridState<3>&);

}  // namespace spindrift
