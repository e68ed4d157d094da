#include "probe/wet_line.h"

#include <algorithm>
#include <cmath>

namespace spindrift {

namespace {

constexpr double kStep = 0.25;  // cells: gaps and drops smaller than this may be missed

// Where between a and b a function changes its sign: by its slope, and by halves where it jumps.
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

}  // namespace

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
  constexpr double kAboveFloor = 0.01;  // cells: a solid that stands on the floor begins there
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

template WetLine find_wet_line<2>(const ProbedFluid<2>&, const VecD<2>&, const VecD<2>&);
template WetLine find_wet_line<3>(const ProbedFluid<3>&, const VecD<3>&, const VecD<3>&);
template WetLine find_wet_column<2>(const ProbedFluid<2>&, const VecD<2>&);
template WetLine find_wet_column<3>(const ProbedFluid<3>&, const VecD<3>&);

}  // namespace spindrift
