// VTK's XML files, which ParaView and VisIt open: a header in XML, then the arrays as they lie in memory, each
// compressed in blocks where zlib is there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/files/checksum.h"
#include "formats/vtk/pack_numbers.h"
#include "spindrift/error.h"

namespace spindrift {

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

}  // namespace spindrift
