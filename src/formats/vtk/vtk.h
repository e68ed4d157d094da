// Frames as VTK XML, which ParaView and VisIt open: particles (.vtp), cells (.vti) and lists of files (.pvd).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/files/checksum.h"
#include "formats/files/manifest.h"
#include "formats/vtk/pack_numbers.h"
#include "spindrift/error.h"
#include "spindrift/frame.h"

namespace spindrift {

// A file is made in `memory` and then written. What that holds afterwards means nothing; the next file need not have it
// from the system again. Without it, a single file has its own.

// Points with `velocity`, and the columns the frame has: `id`, `age`, `color`, `density`.
Result<FileSum> write_vtp(const std::string& path, const ParticleFrame& frame, std::string& memory);
inline Result<FileSum> write_vtp(const std::string& path, const ParticleFrame& frame) {
  std::string memory;
  return write_vtp(path, frame, memory);
}

// A regular grid with `type` (0 air, 1 fluid, 2 solid), `density` over rest density, `pressure` and `velocity` per
// cell. A 2D frame is one cell deep.
Result<FileSum> write_vti(const std::string& path, const CellFrame& frame, std::string& memory);
inline Result<FileSum> write_vti(const std::string& path, const CellFrame& frame) {
  std::string memory;
  return write_vti(path, frame, memory);
}

bool has_zlib();  // whether this program was built with it

// Collects the arrays of a file and writes it.
class VtkFile {
 public:
  // PolyData or ImageData, whose arrays are gathered in `memory`.
  VtkFile(std::string type, std::string& memory) : type_(std::move(type)), appended_(memory) { memory.clear(); }
  VtkFile(const VtkFile&) = delete;
  VtkFile& operator=(const VtkFile&) = delete;

  void open(std::string_view tag, std::string_view attributes = "");  // <tag attributes>
  void close(std::string_view tag);
  void field(std::string_view name, double value);  // one number, written as text
  void array(std::string_view name, std::string_view scalar, int components, const void* data, std::size_t bytes);
  template <class T>
  void array(std::string_view name, int components, const std::vector<T>& values) {
    array(name, scalar_word<T>(), components, values.data(), values.size() * sizeof(T));
  }

  Result<FileSum> write(const std::string& path) const;

 private:
  template <class T>
  static constexpr std::string_view scalar_word() {
    if constexpr (std::is_same_v<T, float>) return "Float32";
    if constexpr (std::is_same_v<T, std::uint8_t>) return "UInt8";
    if constexpr (std::is_same_v<T, std::int32_t>) return "Int32";
    if constexpr (std::is_same_v<T, std::uint32_t>) return "UInt32";
    return "Int64";
  }

  std::string type_;
  std::string body_;
  NumberPacker packer_;
  std::string& appended_;  // the arrays as they will stand in the file
};

class PvdList {
 public:
  explicit PvdList(std::string path) : path_(std::move(path)) {}

  void add_earlier(double time, const std::string& file);  // named relative to the list; written by the next add()
  Status add(double time, const std::string& file, Manifest& manifest);

  const std::string& path() const { return path_; }
  bool is_empty() const { return lines_.empty(); }

 private:
  std::string path_, lines_;
};

}  // namespace spindrift
