#include "liquid/contact/collision.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <span>

#include "base/simd.h"
#include "fluid/solids/solid_distance.h"

namespace spindrift {

namespace {

constexpr double kSlidingStep = 0.05;  // cells; thinner solids in the way could be missed

// A path that left the domain would lead around solids that end at a wall. Half of the contact distance is left for the
// collision that follows to see.
template <int D>
VecD<D> within_walls(const Domain<D>& domain, VecD<D> x) {
  const double gap = 0.5 * kContactDistance * domain.h;
  for (int a = 0; a < D; ++a) {
    const auto side = static_cast<std::size_t>(2 * a);
    if (!domain.is_open[side]) x[a] = std::max(x[a], gap);
    if (!domain.is_open[side + 1]) x[a] = std::min(x[a], domain.cells[a] * domain.h - gap);
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
  while (whole > 1e-9 * h) {
    // Sphere tracing [Hart1996]: the distance to the solids is a step that cannot miss one. Along a surface that it
    // touches, a particle takes longer steps, halved where they would end inside a solid.
    const bool touches = distance < contact;
    double step = touches ? kSlidingStep * h : std::max(distance - 0.5 * contact, 0.5 * contact);
    if (touches) {
      const VecD<D> normal = solid->normal(x, 0.01 * h);
      const double inward = dot(normal, rest);
      is_straight &= inward >= 0.0;
      if (inward < 0.0) rest -= normal * inward;
      whole = length(rest);
      if (whole < 1e-9 * h) break;
    }
    step = std::min(step, whole);
    VecD<D> ahead;
    double distance_ahead = 0.0;
    for (;; step *= 0.5) {
      ahead = within_walls(domain, x + rest * (step / whole));
      distance_ahead = nearest(ahead, solid);
      if (distance_ahead >= std::min(0.0, distance)) break;
      if (step < 0.1 * contact) return x;  // a corner that leaves no way on
    }
    x = ahead;
    rest -= rest * (step / whole);
    whole -= step;
    distance = distance_ahead;
    if (!touches || distance < 0.0 || distance > 0.5 * contact) continue;
    // A hollow surface comes closer along a straight step: keep off it, still near enough to touch.
    const VecD<D> lifted = within_walls(domain, x + solid->normal(x, 0.01 * h) * (0.8 * contact - distance));
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

// The same among the solids of one part of the step; `settled` becomes whether they agree on its end.
// A solid that moves is looked at from the solid: it stands where it ends, and the path begins where its motion would
// have carried the start. So it meets what lies between where it was and where it is. One solid may push the path into
// the next: all are asked again until none objects. Those that stand still speak with one voice, and need no second
// round among themselves.
template <int D>
VecD<D> follow_among(std::span<const Solid<D>> solids, const Domain<D>& domain, const VecD<D>& from, VecD<D> goal,
                     During during, bool& settled) {
  constexpr int kPasses = 8;
  const auto moving =
      std::count_if(solids.begin(), solids.end(), [](const Solid<D>& solid) { return solid.is_moving(); });
  const bool is_one_voice = moving == 0;
  settled = false;
  for (int pass = 0; pass < kPasses && !settled; ++pass) {
    settled = true;
    auto change_to = [&](const VecD<D>& end, const VecD<D>& stop) {
      settled &= is_one_voice || length(stop - end) < 1e-6 * domain.h;
      goal += stop - end;
    };
    for (const Solid<D>& solid : solids) {
      if (!solid.is_moving()) continue;
      const VecD<D> begin = during == During::kEnd ? from : solid.carried(from);
      const VecD<D> end = during == During::kStart ? solid.carried(goal) : goal;
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

// The surfaces that a particle is pushed out of, one after the other. Its velocity loses what points into each. Where
// two close to a wedge, each would turn it into the other for ever: only what leads along both is left then.
template <int D>
class Contacts {
 public:
  explicit Contacts(const VecD<D>& velocity) : v_(velocity) {}
  const VecD<D>& velocity() const { return v_; }

  void add(const VecD<D>& normal, const VecD<D>& of_surface) {
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

 private:
  struct Surface {
    VecD<D> normal, velocity;
    double outward(const VecD<D>& v) const { return dot(v - velocity, normal); }
  };

  bool points_into(const Surface& surface) const { return surface.outward(v_) < -1e-6 * length(v_ - surface.velocity); }
  static VecD<D> along_both(const VecD<D>& first, const VecD<D>& second, VecD<D> v) {
    v -= second * dot(v, second);
    const VecD<D> rest = first - second * dot(first, second);
    const double square = dot(rest, rest);
    return square > 1e-12 ? v - rest * (dot(v, rest) / square) : v;
  }

  std::array<Surface, 8> surfaces_;
  std::size_t count_ = 0;
  VecD<D> v_;
};

// Brings a point back from closed sides of the domain and takes the velocity that points there.
template <int D>
void push_out_of_walls(const Domain<D>& domain, VecD<D>& world, Contacts<D>& contacts) {
  for (int a = 0; a < D; ++a) {
    const double low = kContactDistance * domain.h, high = (domain.cells[a] - kContactDistance) * domain.h;
    const auto side = static_cast<std::size_t>(2 * a);
    VecD<D> normal{};
    if (world[a] < low && !domain.is_open[side]) {
      world[a] = low;
      normal[a] = 1.0;
      contacts.add(normal, {});
    } else if (world[a] > high && !domain.is_open[side + 1]) {
      world[a] = high;
      normal[a] = -1.0;
      contacts.add(normal, {});
    }
  }
}

// Pushes a point out of solids along their normals, and takes the velocity that points inward. Returns the distance to
// the solids in the end: a corner between two may need more pushes than these.
template <int D>
double push_out(std::span<const Solid<D>> solids, const Domain<D>& domain, VecD<D>& world, Contacts<D>& contacts) {
  const double contact = kContactDistance * domain.h;
  const Solid<D>* solid = nullptr;
  double distance = distance_to_solids(solids, world, &solid);
  for (int pass = 0; pass < 3 && distance < contact; ++pass) {
    const VecD<D> normal = solid->normal(world, 0.01 * domain.h);
    contacts.add(normal, solid->velocity(world));
    world += normal * (contact - distance);
    push_out_of_walls(domain, world, contacts);
    distance = distance_to_solids(solids, world, &solid);
  }
  return distance;
}

// Where a particle goes that solids leave no room where it is: along the axes and diagonals, sliding along the solids
// on the way, as near as may be. A place counts that touches no solid, or hardly. It stays at `crushed` if there is
// none.
template <int D>
VecD<D> squeeze_out(std::span<const Solid<D>> solids, const Domain<D>& domain, const VecD<D>& from,
                    const VecD<D>& crushed) {
  constexpr double kFarthest = 64.0;  // cells
  const double contact = kContactDistance * domain.h;
  auto is_free = [&](VecD<D> x) {
    const VecD<D> before = x;
    Contacts<D> unused{{}};
    return push_out(solids, domain, x, unused) >= 0.5 * contact && length(x - before) < 4.0 * contact;
  };
  VecD<D> best = crushed;
  double shortest = is_free(crushed) ? 0.0 : std::numeric_limits<double>::infinity();
  for (double way = 0.25; way <= kFarthest && std::isinf(shortest); way *= 2.0) {
    for (int n = 0; n < Tile<D>::kNeighbors; ++n) {
      if (n == Tile<D>::kSelf) continue;
      const VecD<D> offset = VecD<D>::from(Tile<D>::neighbor_offset(n));
      const VecD<D> goal = crushed + offset * (way * domain.h / length(offset));
      bool settled = false;
      const VecD<D> place = follow_among(solids, domain, from, goal, During::kStep, settled);
      if (length(place - crushed) >= shortest || !(settled || is_free(place))) continue;
      shortest = length(place - crushed);
      best = place;
    }
  }
  return best;
}

}  // namespace

template <int D>
VecD<D> stop_at_solids(const LiquidState<D>& state, const VecD<D>& from, const VecD<D>& to, During during) {
  const SolidPath<D>& path = state.solid_path;
  bool settled = false;
  if (during != During::kStep)
    return follow_among(path.part(during == During::kStart ? 0 : path.parts - 1), state.domain, from, to, during,
                        settled);
  VecD<D> x = from, goal = to;
  for (int part = 0; part < path.parts; ++part) {
    const std::span<const Solid<D>> solids = path.part(part);
    if (path.parts > 1) goal = x + (to - from) / static_cast<double>(path.parts);
    const VecD<D> end = follow_among(solids, state.domain, x, goal, during, settled);
    x = settled ? end : squeeze_out(solids, state.domain, x, end);
  }
  return x;
}

namespace {

// Where a particle goes that solids which overlap hold between them, or that a solid has jumped onto: to the nearest
// free place along the axes and diagonals, whatever side that is on. It stays if there is none.
template <int D>
VecD<D> nearest_free_place(const LiquidState<D>& state, const VecD<D>& from) {
  const double contact = kContactDistance * state.domain.h;
  VecD<D> best = from;
  double shortest = std::numeric_limits<double>::infinity();
  for (int n = 0; n < Tile<D>::kNeighbors; ++n) {
    const VecD<D> offset = VecD<D>::from(Tile<D>::neighbor_offset(n));
    if (n == Tile<D>::kSelf) continue;
    double travelled = 0.0;
    for (int step = 0; step < 64 && travelled < shortest; ++step) {
      const VecD<D> x = from + offset * (travelled / length(offset));
      VecD<D> behind_wall = x;
      Contacts<D> unused{{}};
      push_out_of_walls(state.domain, behind_wall, unused);
      if (!(behind_wall == x)) break;
      const double distance = distance_to_solids(state, x);
      if (distance >= contact) {
        shortest = travelled;
        best = x;
        break;
      }
      travelled += std::max(contact - distance, contact);  // no free place is closer than the way out of the solid
    }
  }
  return best;
}

template <int D>
void push_out_of_solids(const LiquidState<D>& state, VecD<D>& world, VecD<D>& v) {
  Contacts<D> contacts(v);
  if (push_out<D>(state.solids, state.domain, world, contacts) < 0.5 * kContactDistance * state.domain.h)
    world = nearest_free_place(state, world);
  v = contacts.velocity();
}

// How many cells the particles of a tile lie outside of it, at most along an axis.
template <int D>
float farthest_outside(const ParticleSet<D>& particles, int tile) {
  float least = 0.0f, most = static_cast<float>(Tile<D>::kSide);
  for (const auto& position : particles.position)
    for (std::uint32_t p = particles.tile_begin(tile); p < particles.tile_end(tile); ++p) {
      least = std::min(least, position[p]);
      most = std::max(most, position[p]);
    }
  return std::max(-least, most - static_cast<float>(Tile<D>::kSide));
}

template <int D>
void collide_with_solids(LiquidState<D>& state, int tile) {
  ParticleSet<D>& particles = state.particles;
  const double reach = std::sqrt(static_cast<double>(D)) * static_cast<double>(farthest_outside(particles, tile));
  if (!may_touch_solid(state, tile, 2.0 * kContactDistance + reach)) return;
  const VecD<D> origin = VecD<D>::from(state.tiles.first_cell(tile));
  for (std::uint32_t p = particles.tile_begin(tile); p < particles.tile_end(tile); ++p) {
    VecD<D> at, v;
    for (int a = 0; a < D; ++a) {
      at[a] = static_cast<double>(particles.position[a][p]);
      v[a] = static_cast<double>(particles.velocity[a][p]);
    }
    if (at[0] >= 0.5 * kRemoved || !may_touch_solid(state, tile, at)) continue;
    VecD<D> world = state.domain.to_world(origin + at);
    const VecD<D> before = world;
    push_out_of_solids(state, world, v);
    if (world == before) continue;
    at = state.domain.to_cells(world) - origin;
    for (int a = 0; a < D; ++a) {
      particles.position[a][p] = static_cast<float>(at[a]);
      particles.velocity[a][p] = static_cast<float>(v[a]);
    }
  }
}

// Calls visit(i) for every value that is below `low` or above `high`: few, so eight are asked at a time.
template <class Visit>
void for_each_outside(const float* x, std::uint32_t count, float low, float high, Visit&& visit) {
  for (std::uint32_t i = 0; i < count; i += 8) {
    const int lanes = static_cast<int>(std::min(8u, count - i));
    const Float8 values = lanes == 8 ? load8(x + i) : load8_first(x + i, lanes);
    unsigned outside = less_bits(values, splat8(low)) | less_bits(splat8(high), values);
    outside &= (1u << lanes) - 1u;
    for (; outside != 0; outside &= outside - 1) visit(i + static_cast<std::uint32_t>(std::countr_zero(outside)));
  }
}

// Returns how many left through an open side.
template <int D>
int collide_with_walls(LiquidState<D>& state, int tile) {
  ParticleSet<D>& particles = state.particles;
  const VecI<D> first = state.tiles.first_cell(tile);
  const std::uint32_t begin = particles.tile_begin(tile), end = particles.tile_end(tile);
  int left = 0;
  for (int a = 0; a < D; ++a) {
    const auto axis = static_cast<std::size_t>(a);
    const float low = static_cast<float>(Domain<D>::kBorder - first[a]);
    const float high = low + static_cast<float>(state.domain.cells[a]);
    const bool low_open = state.domain.is_open[2 * axis], high_open = state.domain.is_open[2 * axis + 1];
    constexpr float kContact = static_cast<float>(kContactDistance);
    const float lowest = low + (low_open ? 0.0f : kContact), highest = high - (high_open ? 0.0f : kContact);
    float* x = particles.position[axis].data();
    float* v = particles.velocity[axis].data();
    for_each_outside(x + begin, end - begin, lowest, highest, [&](std::uint32_t i) {
      const std::uint32_t p = begin + i;
      if (particles.position[0][p] >= 0.5f * kRemoved) return;
      const bool below = x[p] < lowest;
      if (below ? low_open : high_open) {
        particles.position[0][p] = kRemoved;
        ++left;
        return;
      }
      x[p] = below ? lowest : highest;
      v[p] = below ? std::max(v[p], 0.0f) : std::min(v[p], 0.0f);
    });
  }
  return left;
}

}  // namespace

template <int D>
int resolve_collisions(LiquidState<D>& state, int tile) {
  int left = collide_with_walls(state, tile);
  if (state.solids.empty()) return left;
  collide_with_solids(state, tile);
  return left + collide_with_walls(state, tile);  // a solid may have pushed some out of an open side
}

template VecD<2> stop_at_solids<2>(const LiquidState<2>&, const VecD<2>&, const VecD<2>&, During);
template VecD<3> stop_at_solids<3>(const LiquidState<3>&, const VecD<3>&, const VecD<3>&, During);
template int resolve_collisions<2>(LiquidState<2>&, int);
template int resolve_collisions<3>(LiquidState<3>&, int);

}  // namespace spindrift
