#include "surface/surface_builder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "exec/parallel.h"
#include "geometry/place_solids.h"
#include "grid/tile.h"
#include "particles/packing.h"
#include "surface/hold_volume.h"
#include "surface/smooth_surface.h"
#include "surface/surface_distance.h"

namespace spindrift {

namespace {

// A vertex this close to a solid, in edges of the grid, is on its surface. Vertices deviate by the solid's curvature
// within an edge.
constexpr double kAtSolid = 0.25;
// Images farther away than this many deviations of the kernel have a hundredth of the weight at its centre.
constexpr double kKernelReach = 3.0;
constexpr std::size_t kBuilderGrain = 1024;  // vertices

constexpr std::size_t kPiece = 4096;  // particles

// Step of the finite differences for a solid's normal, in particle spacings: large against the rounding of positions,
// small against what a surface resolves.
constexpr double kNormalStep = 0.1;

// Numbers of particles, and where to write their means at vertices.
struct CarriedColumn {
  std::span<const float> particles;
  int width = 1;  // numbers per particle
  std::vector<float>* vertices = nullptr;
};

// Radius around a vertex in which particles count, in particle spacings: half a ball holds about eleven. It doubles up
// to the furthest where there is none, as between droplets.
constexpr double kReach = 1.75;
constexpr double kFurthestReach = 8.0;
constexpr int kMostNumbers = 32;            // of all columns together
constexpr std::size_t kColumnGrain = 1024;  // vertices

// Calls visit(particle, squared distance) for the particles within `reach` nodes, which counts as 1. `scale` is nodes
// per metre.
template <int D, class Visit>
void for_each_near(const SurfaceGrid<D>& grid, const ParticleBins<D>& bins, std::span<const float> positions,
                   const VecF<D>& x, const VecF<D>& scale, const VecF<D>& reach, Visit&& visit) {
  using T = Tile<D>;
  VecI<D> low, high;
  for (int a = 0; a < D; ++a) {
    low[a] = std::clamp(static_cast<int>(std::floor(x[a] - reach[a])), 0, grid.cells[a] - 1) + SurfaceGrid<D>::kFirst;
    high[a] = std::clamp(static_cast<int>(std::floor(x[a] + reach[a])), 0, grid.cells[a] - 1) + SurfaceGrid<D>::kFirst;
  }
  VecF<D> to_reach, at;
  for (int a = 0; a < D; ++a) {
    to_reach[a] = scale[a] / reach[a];
    at[a] = x[a] / reach[a];
  }
  VecI<D> last_row = high;
  last_row[0] = low[0];
  for_each_point(low, last_row, [&](const VecI<D>& row) {
    VecI<D> coord, local;
    float aside = 0.0f;  // the square of the distance of the row from x, at least
    for (int a = 1; a < D; ++a) {
      coord[a] = row[a] >> T::kLog2;
      local[a] = row[a] & T::kMask;
      const float begin = static_cast<float>(row[a] - SurfaceGrid<D>::kFirst);
      const float gap = std::max({begin - x[a], x[a] - begin - 1.0f, 0.0f}) / reach[a];
      aside += gap * gap;
    }
    for (int begin = low[0]; begin <= high[0] && aside < 1.0f;) {
      coord[0] = begin >> T::kLog2;
      local[0] = begin & T::kMask;
      const int end = std::min(high[0] + 1, (coord[0] + 1) << T::kLog2);
      if (const int tile = bins.tiles().find(coord)) {
        for (const std::uint32_t p : bins.row(tile, T::cell_index(local), end - begin)) {
          float square = 0.0f;
          for (int a = 0; a < D; ++a) {
            const float step = positions[3 * std::size_t{p} + a] * to_reach[a] - at[a];
            square += step * step;
          }
          if (square < 1.0f) visit(p, square);
        }
      }
      begin = end;
    }
  });
}

// Means over the particles around each vertex, weighted by nearness. `positions` are those of the bins; those behind
// the columns' end are images, which carry nothing.
template <int D>
void carry_columns(const SurfaceGrid<D>& grid, const ParticleBins<D>& bins, std::span<const float> positions,
                   const RawSurface<D>& surface, std::span<const CarriedColumn> columns) {
  std::size_t carriers = positions.size() / 3;
  for (const CarriedColumn& column : columns) {
    column.vertices->assign(surface.vertices.size() * column.width, 0.0f);
    carriers = std::min(carriers, column.particles.size() / column.width);
  }
  if (columns.empty()) return;
  VecF<D> scale;
  for (int a = 0; a < D; ++a) scale[a] = static_cast<float>(1.0 / grid.spacing[a]);
  parallel_for(
      "carry columns to vertices", surface.vertices.size(),
      [&](std::size_t v) {
        std::array<float, kMostNumbers> sums{};
        float weights = 0.0f;
        for (double wide = kReach; weights == 0.0f && wide < kFurthestReach; wide *= 2.0) {
          VecF<D> reach;
          for (int a = 0; a < D; ++a) reach[a] = static_cast<float>(wide * grid.particle_spacing / grid.spacing[a]);
          for_each_near(grid, bins, positions, surface.vertices[v], scale, reach, [&](std::uint32_t p, float square) {
            if (p >= carriers) return;
            const float weight = (1.0f - square) * (1.0f - square);
            weights += weight;
            std::size_t s = 0;
            for (const CarriedColumn& column : columns)
              for (int k = 0; k < column.width; ++k)
                sums[s++] += weight * column.particles[std::size_t{p} * column.width + k];
          });
        }
        if (weights == 0.0f) return;
        std::size_t s = 0;
        for (const CarriedColumn& column : columns)
          for (int k = 0; k < column.width; ++k) (*column.vertices)[v * column.width + k] = sums[s++] / weights;
      },
      kColumnGrain);
}

}  // namespace

template <int D>
void MirrorImages<D>::add(const SurfaceGrid<D>& grid, const std::vector<Solid<D>>& solids, double within,
                          std::vector<float>& positions) {
  const std::size_t count = positions.size() / 3;
  lists_.assign((count + kPiece - 1) / kPiece, {});
  found_.prepare();
  found_.for_each([](std::vector<float>& images) { images.clear(); });
  parallel_pieces("mirror particles in solids", count, kPiece, [&](std::size_t first, std::size_t last) {
    std::vector<float>& images = found_.here();
    const std::size_t begin = images.size();
    for (std::size_t p = first; p < last; ++p) {
      VecD<D> x;
      for (int a = 0; a < D; ++a) x[a] = positions[3 * p + a];
      for (const Solid<D>& solid : solids) {
        if (!solid.bounds().contains(x, within)) continue;
        const double distance = solid.distance(x);
        if (!(distance < within)) continue;
        const VecD<D> normal = solid.normal(x, kNormalStep * grid.particle_spacing);
        const VecD<D> image = x - normal * (2.0 * std::max(distance, 0.0));
        if (!(solid.distance(image) <= 0.0)) continue;  // through a thin plate: its other side is another place
        for (int a = 0; a < 3; ++a) images.push_back(a < D ? static_cast<float>(image[std::min(a, D - 1)]) : 0.0f);
      }
    }
    lists_[first / kPiece] = {thread_number(), begin, images.size()};
  });
  for (const ImageList& list : lists_) {
    const float* images = found_.of(list.thread).data();
    positions.insert(positions.end(), images + list.begin, images + list.end);
  }
}

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

// Smoothing would pull these vertices away from the solid.
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

  mesh.keeps_velocity = settings_.velocity;
  std::vector<CarriedColumn> columns;
  int numbers = 3;  // of the velocity
  if (mesh.keeps_velocity) columns.push_back({particles.velocity, 3, &mesh.velocity});
  mesh.columns.reserve(particles.columns.size());  // `columns` points into it
  for (const FrameColumn& column : particles.columns) {
    // Integers have no mean; the density is sampled from the grid, and is not the particle's.
    if (!settings_.columns || column.kind == FrameColumn::Kind::kInteger || column.name == "density") continue;
    numbers += column.components;
    if (numbers > kMostNumbers) break;
    mesh.columns.push_back({column.name, column.unit, column.kind, column.components, {}, {}});
    columns.push_back({column.values, column.components, &mesh.columns.back().values});
  }
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
  const std::vector<float> resolved = resolved_share(means, is_fixed, settings_.smoothing, surface_);
  smooth_surface(grid_, means, resolved, settings_.smoothing, sigma / grid_.spacing[0], surface_);
  if (settings_.smoothing > 0) calm_surface(grid_, means, resolved, surface_);
  const auto count = static_cast<std::uint32_t>(particles.position.size() / 3);  // without images
  hold_volume(grid_, piece, pieces_.count_particles(bins_, level_, count), resolved, surface_);
  return to_mesh(particles, positions, surface_);
}

template <int D>
SurfaceDistance SurfaceBuilder<D>::distance() const {
  if constexpr (D == 3) {
    return surface_distance(grid_, bins_.tiles(), level_, extracted_, surface_);
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

template class MirrorImages<2>;
template class MirrorImages<3>;
template class SurfaceBuilder<2>;
template class SurfaceBuilder<3>;

}  // namespace spindrift
