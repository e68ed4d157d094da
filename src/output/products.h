// What the files and pictures of one frame are made from: copied from a simulation, or read from the files of a run.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "picture/picture_maker.h"
#include "spindrift/frame.h"
#include "spindrift/simulation.h"
#include "spindrift/surface.h"

namespace spindrift {

// Bit flags for the data that an output is made from.
using Needs = unsigned;
inline constexpr Needs kNeedsParticles = 1, kNeedsCells = 2, kNeedsFluidCells = 4, kNeedsMesh = 8;

class Products {
 public:
  // Without a mesher the mesh is empty unless it is set. The memory of the two frames is reused.
  explicit Products(SurfaceMesher* mesher, ParticleFrame particle_memory = {}, CellFrame cell_memory = {})
      : mesher_(mesher), particles_(std::move(particle_memory)), cells_(std::move(cell_memory)) {}

  Status copy(const Simulation& simulation, Needs needs);
  Status copy_region(const Simulation& simulation, std::size_t region, const CellRange& range);

  void set_time(double time) { time_ = time; }
  void set(ParticleFrame particles) { particles_ = std::move(particles); }
  void set(CellFrame cells) { cells_ = std::move(cells); }
  void set(SurfaceMesh mesh) { mesh_ = std::move(mesh); }

  double time() const { return time_; }
  const ParticleFrame& particles() const { return particles_; }
  const CellFrame& cells() const { return cells_; }
  const FluidCells& fluid_cells() const { return fluid_cells_; }
  const CellFrame& cells_of(std::size_t region) const { return regions_.at(region).cells; }
  const ParticleFrame& particles_of(std::size_t region, const RegionSettings& box);

  // Computed from the particles on first use. The distance is empty except for a 3D liquid.
  Result<const SurfaceMesh*> mesh();
  Result<const SurfaceDistance*> distance();
  Result<Image> draw(PictureMaker& maker);

  ParticleFrame take_particles() { return std::move(particles_); }
  CellFrame take_cells() { return std::move(cells_); }

 private:
  struct Region {
    CellFrame cells;
    std::optional<ParticleFrame> particles;
  };

  SurfaceMesher* mesher_;
  double time_ = 0.0;
  ParticleFrame particles_;
  CellFrame cells_;
  FluidCells fluid_cells_;
  std::map<std::size_t, Region> regions_;
  std::optional<SurfaceMesh> mesh_;
  std::optional<SurfaceDistance> distance_;
};

// Draws the pictures of a scene's frames. Makes the surface where they show it.
class FrameDrawer {
 public:
  static Result<FrameDrawer> create(const Scene& scene, int threads);

  Needs needs() const;
  Products products(ParticleFrame particle_memory = {}, CellFrame cell_memory = {});
  Result<Image> draw(Products& products) { return products.draw(maker_); }

 private:
  explicit FrameDrawer(PictureMaker maker) : maker_(std::move(maker)) {}

  PictureMaker maker_;
  std::unique_ptr<SurfaceMesher> mesher_;  // null: pictures show no surface
};

// The particles in a box. Its upper sides are excluded, so adjacent boxes share no particle.
ParticleFrame particles_in_box(const ParticleFrame& all, const RegionSettings& box);

}  // namespace spindrift
