#include "liquid/center_around.h"

#include <cmath>
#include <numbers>

#include "base/math.h"
#include "grid/for_each_tile.h"

namespace spindrift {

namespace {

// Of the particles, a share: if the mean on the circle is nearer to its middle, its direction is chance.
constexpr double kNoMiddle = 1e-3;

struct CircleSum {
  double count = 0.0, cosine = 0.0, sine = 0.0;
};

// Calls visit(place along the axis, in cells) for every particle of a tile that is there.
template <int D, class Visit>
void for_each_coordinate(const TilesView<D>& tiles, const ParticlesView<D, const float>& particles, int tile, int axis,
                         Visit&& visit) {
  const double origin = tiles.first_cell(tile)[axis];
  for (std::uint32_t p = particles.tile_begin(tile); p < particles.tile_end(tile); ++p)
    if (!particles.is_removed(p)) visit(origin + static_cast<double>(particles.position[axis][p]));
}

}  // namespace

template <int D>
std::optional<double> center_around(const LiquidState<D>& state, int axis) {
  const double period = state.domain.cells[axis], angle = 2.0 * std::numbers::pi / period;
  const TilesView<D> tiles = state.tiles;
  const ParticlesView<D, const float> particles = state.particles.view();
  const CircleSum on_circle = reduce_tiles(
      "sum around a circle", state.tiles, CircleSum{},
      [&](int tile) {
        CircleSum sum;
        for_each_coordinate(tiles, particles, tile, axis, [&](double x) {
          sum.count += 1.0;
          sum.cosine += math::cos(angle * x);
          sum.sine += math::sin(angle * x);
        });
        return sum;
      },
      [](const CircleSum& a, const CircleSum& b) {
        return CircleSum{a.count + b.count, a.cosine + b.cosine, a.sine + b.sine};
      },
      4);
  const double square = on_circle.cosine * on_circle.cosine + on_circle.sine * on_circle.sine;
  if (std::sqrt(square) <= kNoMiddle * on_circle.count) return std::nullopt;
  const double near = math::atan2(on_circle.sine, on_circle.cosine) / angle;
  const double ways = sum_tiles(
      "sum ways from the middle", state.tiles,
      [&](int tile) {
        double sum = 0.0;
        for_each_coordinate(tiles, particles, tile, axis, [&](double x) {
          const double way = x - near;
          sum += way - period * std::floor(way / period + 0.5);
        });
        return sum;
      },
      4);
  const double middle = near + ways / on_circle.count;
  return (middle - period * std::floor(middle / period)) * state.domain.h;
}

template std::optional<double> center_around<2>(const LiquidState<2>&, int);
template std::optional<double> center_around<3>(const LiquidState<3>&, int);

}  // namespace spindrift
