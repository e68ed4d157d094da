#include "liquid/contact/stop_at_solids.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "fluid/solids.h"

namespace spindrift {

namespace {

// Share of a speed: less than this into a surface is rounding.
constexpr double kInwardRounding = 1e-6;

// Square of the sine between two surfaces: below it they count as parallel.
constexpr double kSameSurface = 1e-12;

// Pushes along normals before the nearest free place is searched for. A corner of two solids takes two or three;
// between overlapping solids any number would lead back and forth.
constexpr int kMostPushes = 3;

// The part of a velocity along two surfaces.
template <int D>
VecD<D> along_both(const VecD<D>& first, const VecD<D>& second, VecD<D> v) {
  v -= second * dot(v, second);
  const VecD<D> rest = first - second * dot(first, second);
  const double square = dot(rest, rest);
  return square > kSameSurface ? v - rest * (dot(v, rest) / square) : v;
}

}  // namespace

template <int D>
bool SurfaceContacts<D>::points_into(const Surface& surface) const {
  return surface.outward(v_) < -kInwardRounding * length(v_ - surface.velocity);
}

template <int D>
void SurfaceContacts<D>::add(const VecD<D>& normal, const VecD<D>& of_surface) {
  const Surface surface{normal, of_surface};
  const double inward = surface.outward(v_);
  if (inward < 0.0) {
    v_ -= normal * inward;
    for (std::size_t i = 0; i < count_; ++i)
      if (points_into(surfaces_[i])) v_ = of_surface + along_both(surfaces_[i].normal, normal, v_ - of_surface);
    if (std::any_of(surfaces_.begin(), surfaces_.begin() + static_cast<std::ptrdiff_t>(count_),
                    [&](const Surface& other) { return points_into(other); }))
      v_ = of_surface;  // a tip
  }
  if (count_ < surfaces_.size()) surfaces_[count_++] = surface;
}

template <int D>
void push_out_of_walls(const Domain<D>& domain, VecD<D>& world, SurfaceContacts<D>& contacts) {
  for (int a = 0; a < D; ++a) {
    const double low = kContactDistance * domain.h, high = (domain.cells[a] - kContactDistance) * domain.h;
    VecD<D> normal{};
    if (world[a] < low && domain.is_closed(2 * a)) {
      world[a] = low;
      normal[a] = 1.0;
      contacts.add(normal, {});
    } else if (world[a] > high && domain.is_closed(2 * a + 1)) {
      world[a] = high;
      normal[a] = -1.0;
      contacts.add(normal, {});
    }
  }
}

template <int D>
double push_out(std::span<const Solid<D>> solids, const Domain<D>& domain, VecD<D>& world,
                SurfaceContacts<D>& contacts) {
  const double contact = kContactDistance * domain.h;
  const Solid<D>* solid = nullptr;
  double distance = distance_to_solids(solids, world, &solid);
  for (int push = 0; push < kMostPushes && distance < contact; ++push) {
    const VecD<D> normal = solid->normal(world, kNormalStep * domain.h);
    contacts.add(normal, solid->velocity(world));
    world += normal * (contact - distance);
    push_out_of_walls(domain, world, contacts);
    distance = distance_to_solids(solids, world, &solid);
  }
  return distance;
}

namespace {

// Cells that a particle slides along a surface at a time. Solids thinner than this could be missed.
constexpr double kSlidingStep = 0.05;
constexpr double kPathEnd = 1e-9;  // cells: less is left of a path by rounding

// Share of the contact distance: a step away from surfaces ends this far before the nearest one, and is at least as
// long.
constexpr double kTracingMargin = 0.5;
// Share of the contact distance: a step along a surface that ends in a solid is halved down to this; then it is stuck.
constexpr double kShortestStep = 0.1;
// Shares of the contact distance: a particle closer than the first to a hollow surface is lifted to the second.
constexpr double kTooClose = 0.5, kLifted = 0.8;

constexpr int kMostRounds = 8;     // among solids that push a particle into each other
constexpr double kSettled = 1e-6;  // cells: rounds end when they change the end of the path by less

// Keeps a path in the domain: outside it would lead around solids that end at a wall. The margin is less than the
// contact distance, so that collide_particles still finds the particle.
template <int D>
VecD<D> within_walls(const Domain<D>& domain, VecD<D> x) {
  const double gap = kTooClose * kContactDistance * domain.h;
  for (int a = 0; a < D; ++a) {
    if (domain.is_closed(2 * a)) x[a] = std::max(x[a], gap);
    if (domain.is_closed(2 * a + 1)) x[a] = std::min(x[a], domain.cells[a] * domain.h - gap);
  }
  return x;
}

// Follows a path to the first solid and then along it: the rest of the path loses the part that points into the solid.
// `nearest(x, solid)` is the distance to some solids, which stand still.
template <int D, class Nearest>
VecD<D> follow(const Domain<D>& domain, const VecD<D>& from, const VecD<D>& to, Nearest&& nearest) {
  const double h = domain.h, contact = kContactDistance * h;
  const VecD<D> goal = within_walls(domain, to);
  const Solid<D>* solid = nullptr;
  VecD<D> x = from, rest = goal - from;
  double distance = nearest(x, solid), whole = length(rest);
  if (distance > whole + contact) return goal;
  bool is_straight = true;
  while (whole > kPathEnd * h) {
    // Sphere tracing [Hart1996]: a step as long as the distance to the solids cannot miss one. Steps along a surface in
    // contact are longer, and halved where they end inside a solid.
    const bool touches = distance < contact;
    double step = touches ? kSlidingStep * h : std::max(distance - kTracingMargin * contact, kTracingMargin * contact);
    if (touches) {
      const VecD<D> normal = solid->normal(x, kNormalStep * h);
      const double inward = dot(normal, rest);
      is_straight &= inward >= 0.0;
      if (inward < 0.0) rest -= normal * inward;
      whole = length(rest);
      if (whole < kPathEnd * h) break;
    }
    step = std::min(step, whole);
    VecD<D> ahead;
    double distance_ahead = 0.0;
    for (;; step *= 0.5) {
      ahead = within_walls(domain, x + rest * (step / whole));
      distance_ahead = nearest(ahead, solid);
      if (distance_ahead >= std::min(0.0, distance)) break;
      if (step < kShortestStep * contact) return x;  // stuck in a corner
    }
    x = ahead;
    rest -= rest * (step / whole);
    whole -= step;
    distance = distance_ahead;
    if (!touches || distance < 0.0 || distance > kTooClose * contact) continue;
    // A hollow surface comes closer along a straight step: lift the particle, but keep it in contact.
    const VecD<D> lifted = within_walls(domain, x + solid->normal(x, kNormalStep * h) * (kLifted * contact - distance));
    const Solid<D>* other = nullptr;
    const double distance_lifted = nearest(lifted, other);
    if (distance_lifted <= distance) continue;
    x = lifted;
    distance = distance_lifted;
    solid = other;
    is_straight = false;
  }
  return is_straight ? goal : x;
}

// Follows a path among the solids of one part of the step. `settled` becomes true once no solid changes its end. A
// moving solid is treated in its own frame: it stands in its end pose, and the path begins where the motion carries its
// start. So a path cannot pass a solid that sweeps over it. One solid may push the path into the next, hence several
// rounds. Static solids act as one, their union.
template <int D>
VecD<D> follow_among(std::span<const Solid<D>> solids, const Domain<D>& domain, const VecD<D>& from, VecD<D> goal,
                     SolidPose pose, bool& settled) {
  const auto moving =
      std::count_if(solids.begin(), solids.end(), [](const Solid<D>& solid) { return solid.is_moving(); });
  const bool all_stand = moving == 0;
  settled = false;
  for (int round = 0; round < kMostRounds && !settled; ++round) {
    settled = true;
    auto change_to = [&](const VecD<D>& end, const VecD<D>& stop) {
      settled &= all_stand || length(stop - end) < kSettled * domain.h;
      goal += stop - end;
    };
    for (const Solid<D>& solid : solids) {
      if (!solid.is_moving()) continue;
      const VecD<D> begin = pose == SolidPose::kAtEnd ? from : solid.carried(from);
      const VecD<D> end = pose == SolidPose::kAtStart ? solid.carried(goal) : goal;
      const VecD<D> stop = follow(domain, begin, end, [&](const VecD<D>& x, const Solid<D>*& nearest) {
        nearest = &solid;
        return solid.distance(x);
      });
      if (stop != end) change_to(end, stop);
    }
    const VecD<D> stop = follow(domain, from, goal, [&](const VecD<D>& x, const Solid<D>*& nearest) {
      double distance = std::numeric_limits<double>::infinity();
      for (const Solid<D>& solid : solids) {
        const double d = solid.is_moving() ? distance : solid.distance(x);
        if (d >= distance) continue;
        distance = d;
        nearest = &solid;
      }
      return distance;
    });
    if (stop != goal) change_to(goal, stop);
  }
  return goal;
}

// Search radii in cells, doubled from the first to the last.
constexpr double kShortestSearch = 0.25, kLongestSearch = 64.0;
// Shares of the contact distance: a free place is this far from all solids, after a push of at most the second.
constexpr double kFree = 0.5, kHardly = 4.0;

// The nearest free place for a particle squeezed between solids at `crushed`, searched along the axes and diagonals and
// sliding along solids. `crushed` if there is none.
template <int D>
VecD<D> squeeze_out(std::span<const Solid<D>> solids, const Domain<D>& domain, const VecD<D>& from,
                    const VecD<D>& crushed) {
  const double contact = kContactDistance * domain.h;
  auto is_free = [&](VecD<D> x) {
    const VecD<D> before = x;
    SurfaceContacts<D> unused{{}};
    return push_out(solids, domain, x, unused) >= kFree * contact && length(x - before) < kHardly * contact;
  };
  VecD<D> best = crushed;
  double shortest = is_free(crushed) ? 0.0 : std::numeric_limits<double>::infinity();
  for (double radius = kShortestSearch; radius <= kLongestSearch && std::isinf(shortest); radius *= 2.0) {
    for (int n = 0; n < Tile<D>::kNeighbors; ++n) {
      if (n == Tile<D>::kSelf) continue;
      const VecD<D> offset = VecD<D>::from(Tile<D>::neighbor_offset(n));
      const VecD<D> goal = crushed + offset * (radius * domain.h / length(offset));
      bool settled = false;
      const VecD<D> place = follow_among(solids, domain, from, goal, SolidPose::kThroughStep, settled);
      if (length(place - crushed) >= shortest || !(settled || is_free(place))) continue;
      shortest = length(place - crushed);
      best = place;
    }
  }
  return best;
}

// The distance to solids within which a path of this length may meet one, cells. Tiles bound the distance to solids
// outside of the domain up to a tile only, so longer paths may always meet one.
template <int D>
double reach_of_path(const SolidPathView<D>& path, double length) {
  if (path.farthest > 0.0 && length > Tile<D>::kSide) return std::numeric_limits<double>::infinity();
  return kTouchingDistance + length + path.farthest;
}

}  // namespace

template <int D>
bool may_meet_solid(const ParticlePathContext<D>& context, int tile, const VecD<D>& at, double length) {
  return !context.solids.empty() &&
         may_touch_solid(context.solids, tile, at, reach_of_path(context.solid_path, length));
}

template <int D>
bool may_meet_solid(const ParticlePathContext<D>& context, int tile, double length) {
  return !context.solids.empty() && may_touch_solid(context.solids, tile, reach_of_path(context.solid_path, length));
}

template <int D>
VecD<D> stop_at_solids(const ParticlePathContext<D>& context, const VecD<D>& from, const VecD<D>& to) {
  const SolidPathView<D>& path = context.solid_path;
  const Domain<D>& domain = context.solids.domain;
  bool settled = false;
  if (context.pose != SolidPose::kThroughStep)
    return follow_among(path.part(context.pose == SolidPose::kAtStart ? 0 : path.parts - 1), domain, from, to,
                        context.pose, settled);
  VecD<D> x = from, goal = to;
  for (int part = 0; part < path.parts; ++part) {
    const std::span<const Solid<D>> solids = path.part(part);
    if (path.parts > 1) goal = x + (to - from) / static_cast<double>(path.parts);
    const VecD<D> end = follow_among(solids, domain, x, goal, context.pose, settled);
    x = settled ? end : squeeze_out(solids, domain, x, end);
  }
  return x;
}

template class SurfaceContacts<2>;
template class SurfaceContacts<3>;
template void push_out_of_walls<2>(const Domain<2>&, VecD<2>&, SurfaceContacts<2>&);
template void push_out_of_walls<3>(const Domain<3>&, VecD<3>&, SurfaceContacts<3>&);
template double push_out<2>(std::span<const Solid<2>>, const Domain<2>&, VecD<2>&, SurfaceContacts<2>&);
template double push_out<3>(std::span<const Solid<3>>, const Domain<3>&, VecD<3>&, SurfaceContacts<3>&);
template bool may_meet_solid<2>(const ParticlePathContext<2>&, int, const VecD<2>&, double);
template bool may_meet_solid<3>(const ParticlePathContext<3>&, int, const VecD<3>&, double);
template bool may_meet_solid<2>(const ParticlePathContext<2>&, int, double);
template bool may_meet_solid<3>(const ParticlePathContext<3>&, int, double);
template VecD<2> stop_at_solids<2>(const ParticlePathContext<2>&, const VecD<2>&, const VecD<2>&);
template VecD<3> stop_at_solids<3>(const ParticlePathContext<3>&, const VecD<3>&, const VecD<3>&);

}  // namespace spindrift
