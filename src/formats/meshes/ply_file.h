// The header of a PLY file: which elements follow, how many of each, and which values make up one.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "formats/meshes/text_scanner.h"
#include "spindrift/error.h"
#include "spindrift/frame.h"

namespace spindrift {

enum class PlyFormat { kAscii, kLittleEndian, kBigEndian };
enum class PlyType { kInt8, kUint8, kInt16, kUint16, kInt32, kUint32, kFloat, kDouble };

std::size_t size_of(PlyType type);  // in bytes

struct PlyProperty {
  std::string name;
  PlyType type = PlyType::kFloat;
  bool is_list = false;
  PlyType count_type = PlyType::kUint8;  // of a list
};

struct PlyElement {
  std::string name;
  std::int64_t count = 0;
  std::vector<PlyProperty> properties;

  // What one element takes at least, with every list empty and every number in text a digit and a blank.
  std::int64_t smallest_bytes(PlyFormat format) const;
};

struct PlyHeader {
  PlyFormat format = PlyFormat::kAscii;
  std::vector<PlyElement> elements;
  std::string_view body;
  int body_line = 0;  // where the body begins
};

Result<PlyHeader> read_ply_header(std::string_view bytes, const std::string& file);

class PlyValues {
 public:
  PlyValues(const PlyHeader& header, std::string file)
      : format_(header.format), body_(header.body), scanner_(header.body, header.body_line), file_(std::move(file)) {}

  Result<double> next(PlyType type);  // a double holds each PLY type exactly
  std::int64_t bytes_left() const {
    return static_cast<std::int64_t>(format_ == PlyFormat::kAscii ? scanner_.rest().size() : body_.size());
  }
  int line() const { return format_ == PlyFormat::kAscii ? scanner_.line() : 0; }

  // Whether so many of an element may still follow; counts are held against the size of the file before memory is
  // taken.
  Status check_room(const PlyElement& element) const;

 private:
  Result<double> next_word();

  PlyFormat format_;
  std::string_view body_;
  TextScanner scanner_;
  std::string file_;
};

// Lines of a header for a column of particles or vertices, and the bytes of its element i.
std::string ply_properties(const FrameColumn& column);
void append_ply(const FrameColumn& column, std::size_t i, std::vector<char>& bytes);

}  // namespace spindrift
