#include "formats/vtk/vtk.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>
#include <vector>

#include "base/no_throw.h"
#include "formats/files/atomic_file.h"
#include "spindrift/files.h"

namespace spindrift {

namespace {

static_assert(std::endian::native == std::endian::little, "the header says LittleEndian");

void append_number(std::string& out, std::uint64_t value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

#ifdef SPINDRIFT_HAS_ZLIB  // else this program could not read what it writes
constexpr std::size_t kBlockBytes = kMostPackedBytes;

// Number of blocks, bytes of a block, bytes of the last one if it is shorter, compressed bytes of each; then the
// blocks.
void encode(const char* data, std::size_t bytes, NumberPacker& packer, std::string& out) {
  const std::size_t blocks = (bytes + kBlockBytes - 1) / kBlockBytes;
  append_number(out, blocks);
  append_number(out, kBlockBytes);
  append_number(out, bytes % kBlockBytes);
  std::size_t size_at = out.size();
  out.resize(size_at + blocks * sizeof(std::uint64_t));
  for (std::size_t begin = 0; begin < bytes; begin += kBlockBytes, size_at += sizeof(std::uint64_t)) {
    const std::size_t before = out.size();
    packer.append({data + begin, std::min(kBlockBytes, bytes - begin)}, out);
    const std::uint64_t length = out.size() - before;
    std::memcpy(out.data() + size_at, &length, sizeof length);
  }
}
constexpr std::string_view kCompressor = " compressor=\"vtkZLibDataCompressor\"";
#else
void encode(const char* data, std::size_t bytes, NumberPacker&, std::string& out) {
  append_number(out, bytes);
  out.append(data, bytes);
}
constexpr std::string_view kCompressor = "";
#endif

}  // namespace

bool has_zlib() { return !kCompressor.empty(); }

void VtkFile::open(std::string_view tag, std::string_view attributes) {
  body_ += fmt::format("<{}{}{}>\n", tag, attributes.empty() ? "" : " ", attributes);
}

void VtkFile::close(std::string_view tag) { body_ += fmt::format("</{}>\n", tag); }

void VtkFile::field(std::string_view name, double value) {
  body_ += fmt::format("<DataArray type=\"Float64\" Name=\"{}\" NumberOfTuples=\"1\" format=\"ascii\">{}</DataArray>\n",
                       name, value);
}

void VtkFile::array(std::string_view name, std::string_view scalar, int components, const void* data,
                    std::size_t bytes) {
  body_ +=
      fmt::format("<DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" format=\"appended\" offset=\"{}\"/>\n",
                  scalar, name, components, appended_.size());
  encode(static_cast<const char*>(data), bytes, packer_, appended_);
}

Result<FileSum> VtkFile::write(const std::string& path) const {
  Result<AtomicFile> file = AtomicFile::create(path);
  if (!file) return file.error();
  const std::string head = fmt::format(
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"{}\" version=\"1.0\" byte_order=\"LittleEndian\" "
      "header_type=\"UInt64\"{}>\n{}<AppendedData encoding=\"raw\">\n_",
      type_, kCompressor, body_);
  if (Status written = file->write(head); !written) return written.error();
  if (Status written = file->write(appended_); !written) return written.error();
  if (Status written = file->write("\n</AppendedData>\n</VTKFile>\n"); !written) return written.error();
  return file->commit();
}

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
  for (const FrameColumn& column : frame.columns)
    if (column.kind == FrameColumn::Kind::kInteger)
      file.array(column.name.c_str(), column.components, column.integers);
    else
      file.array(column.name.c_str(), column.components, column.values);
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

namespace {

std::string line_of(double time, const std::string& file) {
  return fmt::format("<DataSet timestep=\"{}\" part=\"0\" file=\"{}\"/>\n", time, file);
}

Result<FileSum> write_list(const std::string& path, const std::string& lines) {
  return write_file(path,
                    "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\" "
                    "byte_order=\"LittleEndian\">\n<Collection>\n" +
                        lines + "</Collection>\n</VTKFile>\n");
}

}  // namespace

void PvdList::add_earlier(double time, const std::string& file) { lines_ += line_of(time, file); }

Status PvdList::add(double time, const std::string& file, Manifest& manifest) {
  add_earlier(time, file);
  const auto written = manifest.write_by(path_, [&] { return write_list(path_, lines_); });
  return written ? Status(Done{}) : Status(written.error());
}

Status write_pvd(const std::string& path, const std::vector<TimedFile>& files) {
  return no_throw("writing a list of files", [&]() -> Status {
    std::string lines;
    for (const TimedFile& file : files) lines += line_of(file.time, file.file);
    const auto written = write_list(path, lines);
    return written ? Status(Done{}) : Status(written.error());
  });
}

}  // namespace spindrift
