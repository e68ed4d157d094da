#include "run/pictures/read_cells.h"

#include <fmt/format.h>

#include <cstring>

#include "base/dense_cells.h"
#include "formats/files/file_bytes.h"
#include "formats/files/refuse.h"
#include "formats/vdb/read_vdb.h"
#include "formats/volumes/raw_volume.h"
#include "formats/vtk/read_vtk.h"
#include "run/pictures/dense_smoke.h"

namespace spindrift {
namespace {

// The numbers of an array as they lie in memory; none if it is of another kind.
template <class T>
void take_numbers(const VtkArray& array, const char* name, const char* scalar, std::vector<T>& values) {
  if (array.group != "CellData" || array.name != name || array.scalar != scalar) return;
  values.resize(array.bytes.size() / sizeof(T));
  std::memcpy(values.data(), array.bytes.data(), values.size() * sizeof(T));
}

Result<CellFrame> read_vti(const std::string& path) {
  const auto bytes = read_file_bytes(path);
  if (!bytes) return bytes.error();
  const auto content = read_vtk(*bytes, path);
  if (!content) return content.error();
  CellFrame frame;
  frame.time = content->time.value_or(0.0);
  frame.cell_size = content->spacing[0];
  for (int a = 0; a < 3; ++a) {
    const auto side = static_cast<std::size_t>(2 * a);
    frame.cells[a] = content->extent[side + 1] - content->extent[side];
  }
  for (const VtkArray& array : content->arrays) {
    take_numbers(array, "type", "UInt8", frame.type);
    take_numbers(array, "density", "Float32", frame.density);
    take_numbers(array, "pressure", "Float32", frame.pressure);
    take_numbers(array, "velocity", "Float32", frame.velocity);
    take_numbers(array, "temperature", "Float32", frame.temperature);
    take_numbers(array, "fuel", "Float32", frame.fuel);
  }
  return frame;
}

Result<CellFrame> read_vdb(const std::string& path, const Scene& scene, double time) {
  const Result<FluidCells> fluid = read_vdb_smoke(path, scene.domain);
  if (!fluid) return fluid.error();
  return dense_smoke(scene, time, *fluid);
}

}  // namespace

Result<CellFrame> read_cells(const std::string& path, const Scene& scene, double time) {
  if (path.ends_with(".vdb")) return read_vdb(path, scene, time);
  CellFrame frame;
  if (path.ends_with(".vti")) {
    Result<CellFrame> read = read_vti(path);
    if (!read) return read;
    frame = std::move(*read);
  } else {
    Result<RawVolume> read = read_raw_volume(path);
    if (!read) return read.error();
    frame = std::move(read->cells);
  }
  const Vec<int, 3> cells = scene.domain.cells();
  if (frame.cells != cells)
    return refuse(path, fmt::format("this grid has {} x {} x {} cells, and the scene's has {} x {} x {}",
                                    frame.cells[0], frame.cells[1], frame.cells[2], cells[0], cells[1], cells[2]));
  frame.cell_size = scene.domain.cell();
  const std::size_t count = cell_count(cells);
  const bool has_all = frame.type.size() == count && frame.density.size() == count && frame.pressure.size() == count &&
                       frame.velocity.size() == 3 * count && (!scene.is_smoke() || frame.temperature.size() == count);
  if (!has_all) return refuse(path, "this grid lacks a quantity that pictures are drawn from");
  return frame;
}

}  // namespace spindrift
