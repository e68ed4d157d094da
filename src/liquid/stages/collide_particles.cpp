// Pushes particles out of solids along the normal and back from closed sides. They lose only the part of their
// velocity, relative to the solid, that points inward. Particles beyond an open side are marked as removed and counted.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "base/simd.h"
#include "fluid/solids.h"
#include "grid/for_each_tile.h"
#include "liquid/contact/stop_at_solids.h"
#include "liquid/liquid_step.h"

namespace spindrift {

namespace {

static_assert(kTouchingDistance == 2.0 * kContactDistance);

// Share of the contact distance. A particle that pushing has not brought this far out is between overlapping solids.
constexpr double kPushedOut = 0.5;
constexpr int kMostSteps = 64;  // of sphere tracing along each direction; deeper in a solid a particle may stay

// The nearest free place along the axes and diagonals, on whatever side, for a particle between overlapping solids or
// one that a solid has jumped onto. `from` if there is none.
template <int D>
VecD<D> nearest_free_place(const SolidsView<D>& solids, const VecD<D>& from) {
  const double contact = kContactDistance * solids.domain.h;
  VecD<D> best = from;
  double shortest = std::numeric_limits<double>::infinity();
  for (int n = 0; n < Tile<D>::kNeighbors; ++n) {
    const VecD<D> offset = VecD<D>::from(Tile<D>::neighbor_offset(n));
    if (n == Tile<D>::kSelf) continue;
    double travelled = 0.0;
    for (int step = 0; step < kMostSteps && travelled < shortest; ++step) {
      const VecD<D> x = from + offset * (travelled / length(offset));
      VecD<D> behind_wall = x;
      SurfaceContacts<D> unused{{}};
      push_out_of_walls(solids.domain, behind_wall, unused);
      if (!(behind_wall == x)) break;
      const double distance = distance_to_solids(solids.solids, x);
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
void push_out_of_solids(const SolidsView<D>& solids, VecD<D>& world, VecD<D>& v) {
  SurfaceContacts<D> contacts(v);
  if (push_out(solids.solids, solids.domain, world, contacts) < kPushedOut * kContactDistance * solids.domain.h)
    world = nearest_free_place(solids, world);
  v = contacts.velocity();
}

// The largest distance along an axis, in cells, of the tile's particles from the tile.
template <int D>
float farthest_outside(const ParticlesView<D>& particles, int tile) {
  float least = 0.0f, most = static_cast<float>(Tile<D>::kSide);
  for (const float* position : particles.position)
    for (std::uint32_t p = particles.tile_begin(tile); p < particles.tile_end(tile); ++p) {
      least = std::min(least, position[p]);
      most = std::max(most, position[p]);
    }
  return std::max(-least, most - static_cast<float>(Tile<D>::kSide));
}

template <int D>
void collide_with_solids(const SolidsView<D>& solids, const ParticlesView<D>& particles, int tile) {
  const double reach = std::sqrt(static_cast<double>(D)) * static_cast<double>(farthest_outside(particles, tile));
  if (!may_touch_solid(solids, tile, kTouchingDistance + reach)) return;
  const VecD<D> origin = VecD<D>::from(solids.tiles.first_cell(tile));
  for (std::uint32_t p = particles.tile_begin(tile); p < particles.tile_end(tile); ++p) {
    VecD<D> at = particles.template place<double>(p), v;
    for (int a = 0; a < D; ++a) v[a] = static_cast<double>(particles.velocity[a][p]);
    if (particles.is_removed(p) || !may_touch_solid(solids, tile, at)) continue;
    VecD<D> world = solids.domain.to_world(origin + at);
    const VecD<D> before = world;
    push_out_of_solids(solids, world, v);
    if (world == before) continue;
    at = solids.domain.to_cells(world) - origin;
    for (int a = 0; a < D; ++a) {
      particles.position[a][p] = static_cast<float>(at[a]);
      particles.velocity[a][p] = static_cast<float>(v[a]);
    }
  }
}

// Calls visit(i) for every value below `low` or above `high`. They are rare, so eight values are tested at once.
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

// Returns how many particles left through an open side.
template <int D>
int collide_with_walls(const Domain<D>& domain, const VecI<D>& first, const ParticlesView<D>& particles, int tile) {
  const std::uint32_t begin = particles.tile_begin(tile), end = particles.tile_end(tile);
  int left = 0;
  for (int a = 0; a < D; ++a) {
    if (domain.is_periodic[a]) continue;  // the next sort takes it to the other side
    const float low = static_cast<float>(Domain<D>::kBorder - first[a]);
    const float high = low + static_cast<float>(domain.cells[a]);
    const bool low_open = domain.is_open[2 * a], high_open = domain.is_open[2 * a + 1];
    constexpr float kContact = static_cast<float>(kContactDistance);
    const float lowest = low + (low_open ? 0.0f : kContact), highest = high - (high_open ? 0.0f : kContact);
    float* x = particles.position[a];
    float* v = particles.velocity[a];
    for_each_outside(x + begin, end - begin, lowest, highest, [&](std::uint32_t i) {
      const std::uint32_t p = begin + i;
      if (particles.is_removed(p)) return;
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

template <int D>
int resolve_collisions(const SolidsView<D>& solids, const ParticlesView<D>& particles, int tile) {
  const VecI<D> first = solids.tiles.first_cell(tile);
  int left = collide_with_walls(solids.domain, first, particles, tile);
  if (solids.empty()) return left;
  collide_with_solids(solids, particles, tile);
  return left + collide_with_walls(solids.domain, first, particles, tile);  // a solid may have pushed some out
}

}  // namespace

template <int D>
void collide_particles(LiquidState<D>& state) {
  const SolidsView<D> solids = state.solids_view();
  const ParticlesView<D> particles = state.particles.view();
  state.ledger.left += sum_tiles(
      "collide particles", state.tiles, [&](int tile) { return resolve_collisions(solids, particles, tile); }, 4);
}

template void collide_particles<2>(LiquidState<2>&);
template void collide_particles<3>(LiquidState<3>&);

}  // namespace spindrift
