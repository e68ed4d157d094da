// Closed triangle meshes as data: a scene's solids and liquids may have the shape of one.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "spindrift/error.h"
#include "spindrift/vec.h"

namespace spindrift {

struct TriangleMesh {
  std::vector<Vec<float, 3>> vertices;
  std::vector<std::array<int, 3>> triangles;  // corners as indices, counter-clockwise from outside
};

// A mesh that encloses something. What distances to it are computed from is built when it is first needed, and once.
class Mesh {
 public:
  // Welds vertices at the same place. Refuses a mesh that is not closed or has corners that are no vertices; `name`
  // stands in the message. `file_checksum` is that of the bytes it was made of, if a file was read.
  static Result<std::shared_ptr<const Mesh>> create(const TriangleMesh& mesh, const std::string& name,
                                                    std::optional<std::uint64_t> file_checksum = std::nullopt);
  ~Mesh();
  Mesh(const Mesh&) = delete;
  Mesh& operator=(const Mesh&) = delete;

  const TriangleMesh& triangles() const { return mesh_; }  // welded
  std::optional<std::uint64_t> file_checksum() const { return file_checksum_; }

  // For distances to the mesh made larger by a factor, then turned about x, y and z through the origin.
  class Body;
  Result<std::shared_ptr<const Body>> body(double scale, const Vec3d& rotation_degrees = {}) const;

 private:
  struct Bodies;
  Mesh(TriangleMesh mesh, std::optional<std::uint64_t> file_checksum);

  TriangleMesh mesh_;
  std::optional<std::uint64_t> file_checksum_;
  std::unique_ptr<Bodies> bodies_;  // by scale and rotation
};

}  // namespace spindrift
