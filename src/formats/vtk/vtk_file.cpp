#include "formats/vtk/vtk_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "formats/files/atomic_file.h"

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

}  // namespace spindrift
