#include "formats/vtk/vtk.h"

#include <fmt/format.h>

#include <numeric>
#include <vector>

#include "formats/vtk/vtk_file.h"

namespace spindrift {
namespace {

// ParaView shows it, and takes it where no list of files says otherwise.
void add_time(VtkFile& file, double time) {
  file.open("FieldData");
  file.field("TimeValue", time);
  file.close("FieldData");
}

}  // namespace

Result<FileSum> write_vtp(const std::string& path, const ParticleFrame& frame, std::string& memory) {
  const std::size_t count = frame.count();
  // One cell that holds all points: without any, most views show nothing.
  std::vector<std::int32_t> connectivity(count), offsets;
  std::iota(connectivity.begin(), connectivity.end(), 0);
  if (count > 0) offsets.push_back(static_cast<std::int32_t>(count));
  VtkFile file("PolyData", memory);
  file.open("PolyData");
  add_time(file, frame.time);
  file.open("Piece", fmt::format("NumberOfPoints=\"{}\" NumberOfVerts=\"{}\" NumberOfLines=\"0\" NumberOfStrips=\"0\" "
                                 "NumberOfPolys=\"0\"",
                                 count, offsets.size()));
  file.open("PointData", "Vectors=\"velocity\"");
  file.array("velocity", 3, frame.velocity);
  if (frame.has_id()) file.array("id", 1, frame.id);
  if (frame.has_age()) file.array("age", 1, frame.age);
  if (frame.has_color()) file.array("color", 3, frame.color);
  if (frame.has_density()) file.array("density", 1, frame.density);
  file.close("PointData");
  file.open("Points");
  file.array("Points", 3, frame.position);
  file.close("Points");
  file.open("Verts");
  file.array("connectivity", 1, connectivity);
  file.array("offsets", 1, offsets);
  file.close("Verts");
  file.close("Piece");
  file.close("PolyData");
  return file.write(path);
}

Result<FileSum> write_vti(const std::string& path, const CellFrame& frame, std::string& memory) {
  const auto& n = frame.cells;
  const std::string extent = fmt::format("0 {} 0 {} 0 {}", n[0], n[1], n[2]);
  VtkFile file("ImageData", memory);
  file.open("ImageData", fmt::format("WholeExtent=\"{0}\" Origin=\"{2} {3} {4}\" Spacing=\"{1} {1} {1}\"", extent,
                                     frame.cell_size, frame.first[0] * frame.cell_size,
                                     frame.first[1] * frame.cell_size, frame.first[2] * frame.cell_size));
  add_time(file, frame.time);
  file.open("Piece", fmt::format("Extent=\"{}\"", extent));
  file.open("CellData", "Scalars=\"density\" Vectors=\"velocity\"");
  static_assert(sizeof(CellType) == 1);
  file.array("type", "UInt8", 1, frame.type.data(), frame.type.size());
  file.array("density", 1, frame.density);
  file.array("pressure", 1, frame.pressure);
  file.array("velocity", 3, frame.velocity);
  if (frame.has_temperature()) file.array("temperature", 1, frame.temperature);
  if (frame.has_fuel()) file.array("fuel", 1, frame.fuel);
  if (!frame.distance.empty()) file.array("distance", 1, frame.distance);
  file.close("CellData");
  file.close("Piece");
  file.close("ImageData");
  return file.write(path);
}

}  // namespace spindrift
