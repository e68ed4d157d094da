#include "liquid/contact/stop_at_solids.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "fluid/solids.h"

namespace spindrift {

namespace {

// Of a speed: less of it into a surface is rounding.
constexpr double kInwardRounding = 1e-6;

// Square of the sine between two surfaces: below it they are the same one, and along one is along both.
constexpr double kSameSurface = 1e-12;

// Pushes along normals, before the nearest free place is searched for instead: a corner of two solids takes two or
// three, and in a gap between solids that overlap any number leads to and fro.
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

// Cells that a particle slides along a surface at a time. Thinner solids in the way could be missed; shorter steps take
// longer.
constexpr double kSlidingStep = 0.05;
constexpr double kPathEnd = 1e-9;  // cells: less is left of a path by rounding

// Shares of the contact distance. Away from surfaces a step ends this far before the nearest one, and is never shorter.
constexpr double kTracingMargin = 0.5;
// A step along a surface that would end in a solid is halved down to this: then a corner leaves no way on.
constexpr double kShortestStep = 0.1;
// A particle that a hollow surface has come closer to than the first is lifted to the second, still in contact.
constexpr double kTooClose = 0.5, kLifted = 0.8;

constexpr int kMostRounds = 8;     // among solids of which one pushes into the next; two that close need a few
constexpr double kSettled = 1e-6;  // cells: a path whose end a round changes by less has found it

// A path that left the domain would lead around solids that end at a wall. It ends within the contact distance, where
// the collision that follows still finds it.
template <int D>
VecD<D> within_walls(const Domain<D>& domain, VecD<D> x) {
  const double gap = kTooClose * kContactDistance * domain.h;
  for (int a = 0; a < D; ++a) {
    if (domain.is_closed(2 * a)) x[a] = std::max(x[a], gap);
    if (domain.is_closed(2 * a + 1)) x[a] = std::min(x[a], domain.cells[a] * domain.h - gap);
  }
  return x;
}

// How far a path leads before it meets a solid, and along that solid: the rest of the path loses what points into it.
// `nearest(x, solid)` is the distance to some solids, which stand still meanwhile.
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
    // Sphere tracing [Hart1996]: the distance to the solids is a step that cannot miss one. Along a surface that it
    // touches, a particle takes longer steps, halved where they would end inside a solid.
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
      if (step < kShortestStep * contact) return x;  // a corner that leaves no way on
    }
    x = ahead;
    rest -= rest * (step / whole);
    whole -= step;
    distance = distance_ahead;
    if (!touches || distance < 0.0 || distance > kTooClose * contact) continue;
    // A hollow surface comes closer along a straight step: keep off it, still near enough to touch.
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

// The same among the solids of one part of the step; `settled` becomes whether none of them changes its end any more.
// A solid that moves is taken in its own frame: it stands where it ends, and the path begins where its motion would
// have carried the start. So it meets what lies between where it was and where it is. One solid may push the path into
// the next, so there are rounds of all of them. Those that stand still are one solid, their union, and need no second
// round among themselves.
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

// Cells that are tried, doubled from the first to the last: a particle that is held by solids over a longer way stays.
constexpr double kShortestSearch = 0.25, kLongestSearch = 64.0;
// Shares of the contact distance: that a free place has from all solids, and that it may be pushed for it.
constexpr double kFree = 0.5, kHardly = 4.0;

// Where a particle goes that solids leave no room where it is: along the axes and diagonals, sliding along the solids
// on the way, as near as may be. A place counts that touches no solid, or hardly. It stays at `crushed` if there is
// none.
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
  for (double way = kShortestSearch; way <= kLongestSearch && std::isinf(shortest); way *= 2.0) {
    for (int n = 0; n < Tile<D>::kNeighbors; ++n) {
      if (n == Tile<D>::kSelf) continue;
      const VecD<D> offset = VecD<D>::from(Tile<D>::neighbor_offset(n));
      const VecD<D> goal = crushed + offset * (way * domain.h / length(offset));
      bool settled = false;
      const VecD<D> place = follow_among(solids, domain, from, goal, SolidPose::kThroughStep, settled);
      if (length(place - crushed) >= shortest || !(settled || is_free(place))) continue;
      shortest = length(place - crushed);
      best = place;
    }
  }
  return best;
}

// Cells that a way may be long for the distances of the tiles to be enough: those of solids outside of the domain are
// bounded up to a tile from it only.
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
