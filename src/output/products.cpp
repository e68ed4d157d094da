#include "output/products.h"

namespace spindrift {
namespace {

template <class T>
Status take_copy(Result<T> copy, T& to) {
  if (!copy) return copy.error();
  to = std::move(*copy);
  return Done{};
}

}  // namespace

Status Products::copy(const Simulation& simulation, Needs needs) {
  time_ = simulation.time();
  mesh_.reset();
  distance_.reset();
  Status copied = Done{};
  if (needs & (kNeedsParticles | kNeedsMesh))
    copied = take_copy(simulation.particles(std::move(particles_)), particles_);
  if (copied && needs & kNeedsCells) copied = take_copy(simulation.cells(std::move(cells_)), cells_);
  if (copied && needs & kNeedsFluidCells) copied = take_copy(simulation.fluid_cells(), fluid_cells_);
  return copied;
}

Status Products::copy_region(const Simulation& simulation, std::size_t region, const CellRange& range) {
  return take_copy(simulation.cells_in(range), regions_[region].cells);
}

const ParticleFrame& Products::particles_of(std::size_t region, const RegionSettings& box) {
  std::optional<ParticleFrame>& inside = regions_[region].particles;
  if (!inside) inside = particles_in_box(particles_, box);
  return *inside;
}

Result<const SurfaceMesh*> Products::mesh() {
  if (!mesh_) {
    Result<SurfaceMesh> built = mesher_ ? mesher_->build(particles_, time_) : SurfaceMesh{};
    if (!built) return built.error();
    mesh_ = std::move(*built);
  }
  return &*mesh_;
}

Result<const SurfaceDistance*> Products::distance() {
  if (const auto built = mesh(); !built) return built.error();
  if (!distance_) {
    Result<SurfaceDistance> measured = mesher_ ? mesher_->distance() : SurfaceDistance{};
    if (!measured) return measured.error();
    distance_ = std::move(*measured);
  }
  return &*distance_;
}

Result<Image> Products::draw(PictureMaker& maker) {
  if (!maker.needs_surface()) return maker.draw(time_, particles_, cells_, {});
  const auto surface = mesh();
  if (!surface) return surface.error();
  return maker.draw(time_, particles_, cells_, **surface);
}

Result<FrameDrawer> FrameDrawer::create(const Scene& scene, int threads) {
  Result<PictureMaker> maker = PictureMaker::create(scene, threads);
  if (!maker) return maker.error();
  FrameDrawer drawer(std::move(*maker));
  if (!drawer.maker_.needs_surface()) return drawer;
  Result<SurfaceMesher> mesher = SurfaceMesher::create(scene, threads);
  if (!mesher) return mesher.error();
  drawer.mesher_ = std::make_unique<SurfaceMesher>(std::move(*mesher));
  return drawer;
}

Needs FrameDrawer::needs() const {
  return (maker_.needs_particles() ? kNeedsParticles : 0) | (maker_.needs_cells() ? kNeedsCells : 0) |
         (maker_.needs_surface() ? kNeedsMesh : 0);
}

Products FrameDrawer::products(ParticleFrame particle_memory, CellFrame cell_memory) {
  return Products(mesher_.get(), std::move(particle_memory), std::move(cell_memory));
}

ParticleFrame particles_in_box(const ParticleFrame& all, const RegionSettings& box) {
  ParticleFrame inside;
  inside.dimension = all.dimension;
  inside.time = all.time;
  inside.cell_size = all.cell_size;
  inside.kept = all.kept;
  const auto take = [](const auto& from, std::size_t p, std::size_t components, auto& to) {
    for (std::size_t c = 0; c < components && !from.empty(); ++c) to.push_back(from[components * p + c]);
  };
  for (std::size_t p = 0; p < all.count(); ++p) {
    bool is_inside = true;
    for (int a = 0; a < all.dimension; ++a) {
      const auto x = static_cast<double>(all.position[3 * p + a]);
      is_inside &= x >= box.min[a] && x < box.max[a];
    }
    if (!is_inside) continue;
    take(all.position, p, 3, inside.position);
    take(all.velocity, p, 3, inside.velocity);
    take(all.density, p, 1, inside.density);
    take(all.id, p, 1, inside.id);
    take(all.age, p, 1, inside.age);
    take(all.color, p, 3, inside.color);
  }
  return inside;
}

}  // namespace spindrift
