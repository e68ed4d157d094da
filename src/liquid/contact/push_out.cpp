#include "liquid/contact/push_out.h"

#include <algorithm>

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

template class SurfaceContacts<2>;
template class SurfaceContacts<3>;
template void push_out_of_walls<2>(const Domain<2>&, VecD<2>&, SurfaceContacts<2>&);
template void push_out_of_walls<3>(const Domain<3>&, VecD<3>&, SurfaceContacts<3>&);
template double push_out<2>(std::span<const Solid<2>>, const Domain<2>&, VecD<2>&, SurfaceContacts<2>&);
template double push_out<3>(std::span<const Solid<3>>, const Domain<3>&, VecD<3>&, SurfaceContacts<3>&);

}  // namespace spindrift
