// The steps from particles to mesh, one after the other.
#include "surface/surface_builder.h"

#include <algorithm>
#include <cmath>

#include "exec/parallel.h"
#include "geometry/place_solids.h"
#include "particles/packing.h"
#include "surface/calm_surface.h"
#include "surface/carry_columns.h"
#include "surface/hold_volume.h"
#include "surface/smooth_surface.h"
#include "surface/solid_contact.h"
#include "surface/surface_distance.h"
#include "surface/surface_shift.h"

namespace spindrift {

namespace {

// A vertex this close to a solid, in edges of the grid, lies on it: where the level was cut off by the solid's
// distance, vertices are off by no more than the solid bends within an edge.
constexpr double kAtSolid = 0.25;
// Images farther away than so many deviations of the kernel have next to no weight in it (a hundredth of that at its
// centre).
constexpr double kKernelReach = 3.0;
constexpr std::size_t kBuilderGrain = 1024;  // vertices: a few distances to solids for each

}  // namespace

template <int D>
SurfaceBuilder<D>::SurfaceBuilder(const Scene& scene)
    : settings_(scene.surface),
      grid_(Domain<D>(scene.domain), scene.surface.resolution, packed_particles_per_cell<D>(scene)),
      level_(grid_, scene.surface.radius) {}

template <int D>
Result<SurfaceBuilder<D>> SurfaceBuilder<D>::create(const Scene& scene) {
  SurfaceBuilder builder(scene);
  if (Status placed = place_solids<D>(scene, Domain<D>(scene.domain), builder.solids_); !placed) return placed.error();
  return builder;
}

// Those lie where the solid cut the liquid off; smoothing would pull them out of its surface.
template <int D>
std::vector<char> SurfaceBuilder<D>::vertices_at_solids(const RawSurface<D>& surface) const {
  if (solids_.empty()) return {};
  std::vector<char> is_at_solid(surface.vertices.size(), 0);
  const double near = kAtSolid * *std::min_element(grid_.spacing.at.begin(), grid_.spacing.at.end());
  parallel_for(
      "find vertices at solids", surface.vertices.size(),
      [&](std::size_t v) {
        VecD<D> x;
        for (int a = 0; a < D; ++a) x[a] = static_cast<double>(surface.vertices[v][a]) * grid_.spacing[a];
        for (const Solid<D>& solid : solids_)
          if (solid.bounds().contains(x, near) && solid.distance(x) < near) is_at_solid[v] = 1;
      },
      kBuilderGrain);
  return is_at_solid;
}

template <int D>
SurfaceMesh SurfaceBuilder<D>::to_mesh(const ParticleFrame& particles, std::span<const float> positions,
                                       const RawSurface<D>& surface) const {
  SurfaceMesh mesh;
  mesh.dimension = D;
  mesh.position.assign(3 * surface.vertices.size(), 0.0f);
  for (std::size_t v = 0; v < surface.vertices.size(); ++v)
    for (int a = 0; a < D; ++a)
      mesh.position[3 * v + a] = static_cast<float>(static_cast<double>(surface.vertices[v][a]) * grid_.spacing[a]);
  mesh.corners.reserve(surface.faces.size() * D);
  for (const auto& face : surface.faces) mesh.corners.insert(mesh.corners.end(), face.begin(), face.end());

  mesh.kept = {settings_.velocity, settings_.columns && particles.has_age(),
               settings_.columns && particles.has_color()};
  std::vector<CarriedColumn> columns;
  if (mesh.kept.velocity) columns.push_back({particles.velocity, 3, &mesh.velocity});
  if (mesh.kept.age) columns.push_back({particles.age, 1, &mesh.age});
  if (mesh.kept.color) columns.push_back({particles.color, 3, &mesh.color});
  carry_columns<D>(grid_, bins_, positions, surface, columns);
  return mesh;
}

template <int D>
SurfaceMesh SurfaceBuilder<D>::build(const ParticleFrame& particles, double time) {
  for (Solid<D>& solid : solids_) solid.move_to(time, 0.0);
  const double sigma = level_.kernel().sigma * grid_.particle_spacing;
  if (!solids_.empty()) {
    with_images_ = particles.position;
    images_.add(grid_, solids_, kKernelReach * sigma, with_images_);
  }
  const std::span<const float> positions = solids_.empty() ? particles.position : with_images_;
  bins_.build(grid_, positions, level_.kernel().reach() + 1);
  level_.find(grid_, bins_, positions, solids_);
  surface_ = extract_surface(grid_, bins_.tiles(), level_.field());
  extracted_ = surface_.vertices;
  pieces_.find(bins_.tiles(), level_);
  const std::vector<int> piece = pieces_.of_vertices(bins_.tiles(), surface_);
  const std::vector<char> is_fixed = vertices_at_solids(surface_);
  const VertexMeans<D> means(grid_, is_fixed, surface_);
  smooth_surface(grid_, means, settings_.smoothing, sigma / grid_.spacing[0], surface_);
  if (settings_.smoothing > 0) calm_surface(grid_, means, surface_);
  const auto count = static_cast<std::uint32_t>(particles.position.size() / 3);  // the rest are images
  hold_volume(grid_, piece, pieces_.count_particles(bins_, level_, count), is_fixed, surface_);
  return to_mesh(particles, positions, surface_);
}

template <int D>
SurfaceDistance SurfaceBuilder<D>::distance() const {
  if constexpr (D == 3) {
    return surface_distance(grid_, bins_.tiles(), level_,
                            SurfaceShift(grid_, bins_.tiles(), level_.sides(), extracted_, surface_));
  } else {
    return {};
  }
}

double enclosed_volume(const SurfaceMesh& mesh) {
  const auto at = [&](std::size_t corner) {
    const std::size_t v = 3 * std::size_t{mesh.corners[corner]};
    return Vec3d{{mesh.position[v], mesh.position[v + 1], mesh.position[v + 2]}};
  };
  double sum = 0.0;
  if (mesh.dimension == 2) {
    for (std::size_t c = 0; c < mesh.corners.size(); c += 2) {
      const Vec3d p = at(c), q = at(c + 1);
      sum += (p[0] * q[1] - p[1] * q[0]) / 2.0;
    }
  } else {
    for (std::size_t c = 0; c < mesh.corners.size(); c += 3) sum += dot(at(c), cross(at(c + 1), at(c + 2))) / 6.0;
  }
  return sum;
}

template class SurfaceBuilder<2>;
template class SurfaceBuilder<3>;

}  // namespace spindrift
