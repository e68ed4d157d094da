#include "formats/meshes/mesh_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <iterator>

#include "formats/files/atomic_file.h"
#include "formats/meshes/ply_file.h"

namespace spindrift {
namespace {

static_assert(std::endian::native == std::endian::little, "the PLY writer copies numbers as they lie in memory");

// Collects bytes and writes them in large pieces.
class Output {
 public:
  explicit Output(AtomicFile file) : file_(std::move(file)) {}

  template <class T>
  void put(const T* values, std::size_t count) {
    const auto* bytes = reinterpret_cast<const char*>(values);
    buffer_.insert(buffer_.end(), bytes, bytes + count * sizeof(T));
    if (buffer_.size() > kPiece) flush();
  }
  template <class... Args>
  void print(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(buffer_), format, std::forward<Args>(args)...);
    if (buffer_.size() > kPiece) flush();
  }
  Result<FileSum> commit() {
    flush();
    return status_ ? file_.commit() : Result<FileSum>(status_.error());
  }

 private:
  void flush() {
    if (status_) status_ = file_.write(buffer_.data(), buffer_.size());
    buffer_.clear();
  }
  static constexpr std::size_t kPiece = 1 << 20;
  AtomicFile file_;
  Status status_ = Done{};
  std::vector<char> buffer_;
};

void print_ply_header(Output& out, const SurfaceMesh& mesh) {
  out.print("ply\nformat binary_little_endian 1.0\ncomment Spindrift surface, SI units, {}D\nelement vertex {}\n",
            mesh.dimension, mesh.vertices());
  for (const char* name : {"x", "y", "z"}) out.print("property float {}\n", name);
  if (mesh.has_velocity())
    for (const char* name : {"vx", "vy", "vz"}) out.print("property float {}\n", name);
  for (const FrameColumn& column : mesh.columns) out.print("{}", ply_properties(column));
  if (mesh.dimension == 2) {
    out.print("element edge {}\nproperty int vertex1\nproperty int vertex2\nend_header\n", mesh.faces());
  } else {
    out.print("element face {}\nproperty list uchar int vertex_indices\nend_header\n", mesh.faces());
  }
}

}  // namespace

Result<FileSum> write_mesh_ply(const std::string& path, const SurfaceMesh& mesh) {
  Result<AtomicFile> file = AtomicFile::create(path);
  if (!file) return file.error();
  Output out(std::move(*file));
  print_ply_header(out, mesh);
  std::vector<char> bytes;
  for (std::size_t v = 0; v < mesh.vertices(); ++v) {
    out.put(&mesh.position[3 * v], 3);
    if (mesh.has_velocity()) out.put(&mesh.velocity[3 * v], 3);
    bytes.clear();
    for (const FrameColumn& column : mesh.columns) append_ply(column, v, bytes);
    out.put(bytes.data(), bytes.size());
  }
  const auto corners = static_cast<std::size_t>(mesh.dimension);
  for (std::size_t f = 0; f < mesh.faces(); ++f) {
    const std::uint8_t count = 3;
    if (mesh.dimension == 3) out.put(&count, 1);
    out.put(&mesh.corners[corners * f], corners);
  }
  return out.commit();
}

std::string obj_end(std::size_t vertices, std::size_t faces) {
  return fmt::format("# end: {} vertices, {} faces\n", vertices, faces);
}

Result<FileSum> write_mesh_obj(const std::string& path, const SurfaceMesh& mesh) {
  Result<AtomicFile> file = AtomicFile::create(path);
  if (!file) return file.error();
  Output out(std::move(*file));
  out.print("{}{}D\n", kObjStart, mesh.dimension);
  for (std::size_t v = 0; v < mesh.vertices(); ++v)
    out.print("v {} {} {}\n", mesh.position[3 * v], mesh.position[3 * v + 1], mesh.position[3 * v + 2]);
  const auto& c = mesh.corners;
  for (std::size_t i = 0; i < c.size(); i += static_cast<std::size_t>(mesh.dimension)) {
    if (mesh.dimension == 2) {
      out.print("l {} {}\n", c[i] + 1, c[i + 1] + 1);
    } else {
      out.print("f {} {} {}\n", c[i] + 1, c[i + 1] + 1, c[i + 2] + 1);
    }
  }
  out.print("{}", obj_end(mesh.vertices(), mesh.faces()));
  return out.commit();
}

}  // namespace spindrift
