// The numbers of a PLY file's body one after the other, whichever format they are in.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "formats/meshes/ply_header.h"
#include "formats/meshes/text_scanner.h"

namespace spindrift {

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

}  // namespace spindrift
