// Reads VTK XML files as this program writes them: arrays appended in raw form, compressed by zlib or not at all.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spindrift/error.h"
#include "spindrift/files.h"
#include "spindrift/vec.h"

namespace spindrift {

struct VtkArray {
  std::string group;  // PointData, Points, CellData, Verts
  std::string name;
  std::string scalar;  // Float32, UInt8, ...
  int components = 1;
  std::string bytes;

  std::size_t scalar_size() const;
  double value(std::size_t i) const;  // of all components one after the other
  std::size_t size() const { return bytes.size() / scalar_size(); }
};

struct VtkContent {
  std::string type;  // PolyData, ImageData, Collection
  std::optional<double> time;
  std::int64_t points = 0, vertex_cells = 0, cells = 0;
  std::array<int, 6> extent{};  // of ImageData
  Vec3d spacing{};
  std::vector<VtkArray> arrays;
  std::vector<TimedFile> files;  // of a Collection
};

Result<VtkContent> read_vtk(std::string_view bytes, const std::string& file);

}  // namespace spindrift
