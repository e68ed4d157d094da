// The liquid's surface as a mesh: triangles in 3D, outlines in 2D.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "spindrift/error.h"
#include "spindrift/frame.h"
#include "spindrift/scene.h"

namespace spindrift {

// Closed, without boundary; every edge belongs to two faces. Columns that the particles lack are empty.
struct SurfaceMesh {
  int dimension = 3;
  std::vector<float> position;  // x y z per vertex, metres; z = 0 in 2D
  std::vector<float> velocity;  // x y z per vertex, m/s: where the vertex goes, for motion blur
  std::vector<std::uint32_t>
      corners;                  // 3 per triangle, counter-clockwise from outside; 2 per segment, liquid on the left
  FrameColumns columns;         // means over the particles around each vertex
  bool keeps_velocity = false;  // also without vertices

  std::size_t vertices() const { return position.size() / 3; }
  std::size_t faces() const { return corners.size() / static_cast<std::size_t>(dimension); }
  bool has_velocity() const { return keeps_velocity || !velocity.empty(); }
};

// Volume inside (area in 2D), by the divergence theorem.
double enclosed_volume(const SurfaceMesh& mesh);

// Signed distances to the surface of a 3D liquid, on the nodes around it and inside: negative in the liquid. Node
// (1, 1, 1) is the domain's low corner.
struct SurfaceDistance {
  static constexpr int kSide = 8;       // nodes along a tile
  static constexpr double kBand = 3.0;  // distances end at so many spacings
  Vec3d spacing{};                      // of nodes, metres
  std::vector<Vec<int, 3>> first;       // node of each tile near the surface; multiples of kSide
  std::vector<float> distance;          // metres; kSide^3 per tile, x fastest
  std::vector<Vec<int, 3>> inside;      // first nodes of the tiles wholly in the liquid and beyond the band

  bool empty() const { return first.empty(); }  // no liquid, or none of it was measured
  bool is_measured() const { return spacing[0] > 0.0; }
};

// Makes the surface of a scene's frames, as the scene's [surface] asks. The result is the same for any number of
// threads. A mesher that ran out of memory is of no use any more: make a new one.
class SurfaceMesher {
 public:
  static Result<SurfaceMesher> create(const Scene& scene, int threads = 0);  // 0 = every core
  SurfaceMesher(SurfaceMesher&&) noexcept;
  SurfaceMesher& operator=(SurfaceMesher&&) noexcept;
  ~SurfaceMesher();

  Result<SurfaceMesh> build(const ParticleFrame& particles, double time);  // `time` says where moving solids are
  Result<SurfaceDistance> distance() const;                                // to the surface built last; empty in 2D

  class Model;  // the instance for the scene's dimension

 private:
  explicit SurfaceMesher(std::unique_ptr<Model> model);
  std::unique_ptr<Model> model_;
};

}  // namespace spindrift
