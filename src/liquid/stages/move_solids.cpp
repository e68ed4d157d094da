// Brings the solids to where they are at the end of the step. Their velocity is the displacement over the step, so that
// liquid carried by a solid arrives with it.
#include <algorithm>
#include <cmath>

#include "fluid/solids/solid_distance.h"
#include "liquid/stages/liquid_stages.h"

namespace spindrift {

namespace {

// A straight path looks bent from a solid that turns by an angle a meanwhile: by a (a r + 2 d) / 8 at most, r from the
// pivot, for a path of length d. With d = a r, as fast as the solid, this is how many parts keep it within a bend that
// is less than any solid is thick.
template <int D>
int parts_of_step(const LiquidState<D>& state) {
  constexpr double kBend = 0.05;  // cells
  constexpr int kMost = 256;      // a blade that turns faster than this resolves is a disc, and takes too long
  const Box<D> domain{{}, VecD<D>::from(state.domain.cells) * state.domain.h};
  int parts = 1;
  for (const Solid<D>& solid : state.solids) {
    const double bend = 3.0 / 8.0 * solid.reach(domain) / (kBend * state.domain.h);
    const double angle = solid.turning(state.time + state.dt, state.dt);
    parts = std::max(parts, static_cast<int>(std::min<double>(kMost, std::ceil(angle * std::sqrt(bend)))));
  }
  return parts;
}

}  // namespace

template <int D>
void move_solids(LiquidState<D>& state) {
  const int parts = parts_of_step(state);
  SolidPath<D>& path = state.solid_path;
  path.parts = parts;
  for (int part = 1; part <= parts; ++part) {
    for (Solid<D>& solid : state.solids) solid.move_to(state.time + state.dt * part / parts, state.dt / parts);
    path.set_part(part - 1, state.solids);
  }
  for (Solid<D>& solid : state.solids) solid.move_to(state.time + state.dt, state.dt);
  // In the seeds' order particles meet the solids before the next sort brings the distances up to date.
  if (state.scene.solver.order == StepOrder::kMoveThenProject) refresh_moving_solids(state);
}

template void move_solids<2>(LiquidState<2>&);
template void move_solids<3>(LiquidState<3>&);

}  // namespace spindrift
