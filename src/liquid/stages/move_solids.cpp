// Moves the solids to their pose at the end of the step. Their velocity is the displacement over the step, so that
// liquid carried by a solid arrives with it.
#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "fluid/solids.h"
#include "liquid/liquid_step.h"

namespace spindrift {

namespace {

// Seen from a solid that turns by an angle a, a straight path of length d at the radius r is bent by at most
// a (a r + 2 d) / 8. With d = a r, as fast as the solid, this number of parts limits the bend to kBend.
template <int D>
int parts_of_step(const LiquidState<D>& state) {
  constexpr double kBend = 0.05;  // cells
  constexpr int kMost = 256;      // limits the time of a step; a blade that turns faster acts as a disc
  const Box<D> domain{{}, VecD<D>::from(state.domain.cells) * state.domain.h};
  int parts = 1;
  for (const Solid<D>& solid : state.solids) {
    const double bend = 3.0 / 8.0 * solid.reach(domain) / (kBend * state.domain.h);
    const double angle = solid.turning(state.time + state.dt, state.dt);
    parts = std::max(parts, static_cast<int>(std::min<double>(kMost, std::ceil(angle * std::sqrt(bend)))));
  }
  return parts;
}

// The largest displacement of a solid between two poses, metres, in the domain and a tile around it: particles that
// may_meet_solid tests are there. The displacement is linear in the place, so it is largest in a corner.
template <int D>
double displacement(const Domain<D>& domain, const Solid<D>& from, const Solid<D>& to) {
  const Box<D> box = from.bounds();
  const double margin = (Tile<D>::kSide + 1) * domain.h;
  double most = 0.0;
  for (int corner = 0; corner < (1 << D); ++corner) {
    VecD<D> x;
    for (int a = 0; a < D; ++a)
      x[a] = std::clamp(corner >> a & 1 ? box.high[a] : box.low[a], -margin, domain.cells[a] * domain.h + margin);
    most = std::max(most, length(from.in_pose_of(to, x) - x));
  }
  return most;
}

template <int D>
double farthest_from_end(const LiquidState<D>& state, std::span<const Solid<D>> pose) {
  double most = 0.0;
  for (std::size_t i = 0; i < pose.size(); ++i)
    if (pose[i].is_moving()) most = std::max(most, displacement(state.domain, pose[i], state.solids[i]));
  return most / state.domain.h;
}

}  // namespace

template <int D>
void move_solids(LiquidState<D>& state) {
  const int parts = parts_of_step(state);
  SolidPath<D>& path = state.solid_path;
  path.parts = parts;
  const auto start = state.scratch.template borrow<std::vector<Solid<D>>>();
  *start = state.solids;
  for (int part = 1; part <= parts; ++part) {
    for (Solid<D>& solid : state.solids) solid.move_to(state.time + state.dt * part / parts, state.dt / parts);
    path.set_part(part - 1, state.solids);
  }
  for (Solid<D>& solid : state.solids) solid.move_to(state.time + state.dt, state.dt);
  path.farthest = farthest_from_end<D>(state, *start);
  for (int part = 0; part + 1 < parts; ++part)
    path.farthest = std::max(path.farthest, farthest_from_end(state, path.part(part)));
  // Particles that move first meet the solids before the next sort updates the distances.
  if (state.scene.moves_first()) refresh_moving_solids(state);
}

template void move_solids<2>(LiquidState<2>&);
template void move_solids<3>(LiquidState<3>&);

}  // namespace spindrift
