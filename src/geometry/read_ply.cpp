// PLY, as text or binary of either byte order: the positions of element `vertex` and the lists of element `face`. All
// other elements and properties are read over. Every value passes through a double, which holds each PLY type exactly.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "geometry/mesh_readers.h"
#include "geometry/ply_header.h"
#include "geometry/polygon_mesh.h"
#include "geometry/text_scanner.h"

namespace spindrift {

namespace {

template <class T>
double decode(std::string_view bytes, bool is_swapped) {
  std::array<char, sizeof(T)> raw;
  std::copy_n(bytes.data(), sizeof(T), raw.begin());
  if (is_swapped) std::reverse(raw.begin(), raw.end());
  return static_cast<double>(std::bit_cast<T>(raw));
}

double decode(PlyType type, std::string_view bytes, bool is_swapped) {
  switch (type) {
    case PlyType::kInt8:
      return decode<std::int8_t>(bytes, is_swapped);
    case PlyType::kUint8:
      return decode<std::uint8_t>(bytes, is_swapped);
    case PlyType::kInt16:
      return decode<std::int16_t>(bytes, is_swapped);
    case PlyType::kUint16:
      return decode<std::uint16_t>(bytes, is_swapped);
    case PlyType::kInt32:
      return decode<std::int32_t>(bytes, is_swapped);
    case PlyType::kUint32:
      return decode<std::uint32_t>(bytes, is_swapped);
    case PlyType::kFloat:
      return decode<float>(bytes, is_swapped);
    case PlyType::kDouble:
      return decode<double>(bytes, is_swapped);
  }
  return 0.0;
}

// The numbers of the body one after the other, whichever format they are in.
class PlyValues {
 public:
  PlyValues(const PlyHeader& header, std::string file)
      : format_(header.format), body_(header.body), scanner_(header.body, header.body_line), file_(std::move(file)) {}

  Result<double> next(PlyType type) {
    if (format_ == PlyFormat::kAscii) return next_word();
    const std::size_t size = size_of(type);
    if (body_.size() < size) return mesh_error(file_, 0, "the file is truncated");
    const bool is_native = (format_ == PlyFormat::kLittleEndian) == (std::endian::native == std::endian::little);
    const double value = decode(type, body_, !is_native);
    body_.remove_prefix(size);
    return value;
  }
  std::int64_t bytes_left() const {
    return static_cast<std::int64_t>(format_ == PlyFormat::kAscii ? scanner_.rest().size() : body_.size());
  }
  int line() const { return format_ == PlyFormat::kAscii ? scanner_.line() : 0; }

 private:
  Result<double> next_word() {
    const std::string_view word = scanner_.next_word();
    if (word.empty()) return mesh_error(file_, scanner_.line(), "the file is truncated");
    const auto number = parse_number(word);
    if (!number) return mesh_error(file_, scanner_.line(), fmt::format("'{:.40}' is not a number", word));
    return *number;
  }

  PlyFormat format_;
  std::string_view body_;
  TextScanner scanner_;
  std::string file_;
};

Status read_list(const PlyProperty& property, double count, PlyValues& values, PolygonMesh* mesh,
                 const std::string& file) {
  if (!(count >= 0.0 && count <= std::numeric_limits<int>::max() && count == std::floor(count))) {
    return mesh_error(file, values.line(), fmt::format("'{}' is not the length of a list", count));
  }
  if (mesh != nullptr) mesh->begin_face(values.line());
  for (int i = 0; i < static_cast<int>(count); ++i) {
    const auto value = values.next(property.type);
    if (!value) return value.error();
    if (mesh == nullptr) continue;
    if (!(std::abs(*value) <= std::numeric_limits<int>::max() && *value == std::floor(*value))) {
      return mesh_error(file, values.line(), fmt::format("vertex index {} is out of range", *value));
    }
    mesh->add_corner(static_cast<int>(*value));
  }
  return Done{};
}

Status read_one(const PlyElement& element, PlyValues& values, PolygonMesh& mesh, const std::string& file) {
  Vec<float, 3> position;
  for (const PlyProperty& property : element.properties) {
    const auto value = values.next(property.is_list ? property.count_type : property.type);
    if (!value) return value.error();
    if (property.is_list) {
      const bool is_face = element.name == "face" && property.name.starts_with("vertex_ind");  // -ex or -ices
      const Status status = read_list(property, *value, values, is_face ? &mesh : nullptr, file);
      if (!status) return status.error();
    } else if (element.name == "vertex" && property.name.size() == 1 && property.name >= "x" && property.name <= "z") {
      const auto coordinate = to_coordinate(*value);
      if (!coordinate) {
        return mesh_error(file, values.line(),
                          fmt::format("vertex {} has a coordinate that is not finite", mesh.vertices.size()));
      }
      position[property.name[0] - 'x'] = *coordinate;
    }
  }
  if (element.name == "vertex") mesh.vertices.push_back(position);
  return Done{};
}

Status check_has_positions(const PlyHeader& header, const std::string& file) {
  for (const PlyElement& element : header.elements) {
    if (element.name != "vertex") continue;
    for (const char* axis : {"x", "y", "z"}) {
      const bool has_axis = std::any_of(element.properties.begin(), element.properties.end(),
                                        [&](const PlyProperty& p) { return !p.is_list && p.name == axis; });
      if (!has_axis) return mesh_error(file, 0, fmt::format("element 'vertex' has no property '{}'", axis));
    }
    return Done{};
  }
  return mesh_error(file, 0, "the file has no element 'vertex'");
}

}  // namespace

Result<TriangleMesh> read_ply(std::string_view bytes, const std::string& file) {
  const auto header = read_ply_header(bytes, file);
  if (!header) return header.error();
  if (const Status status = check_has_positions(*header, file); !status) return status.error();
  PolygonMesh mesh;
  PlyValues values(*header, file);
  for (const PlyElement& element : header->elements) {
    const std::int64_t size = element.smallest_bytes(header->format);
    if (size == 0) continue;  // nothing is stored for an element without properties, however many there are
    const std::int64_t room = (values.bytes_left() + 1) / size;  // the last blank of a text may be missing
    if (element.count > room) {
      return mesh_error(file, values.line(),
                        fmt::format("the file is truncated: it promises {} of element '{}', with room for {} at most",
                                    element.count, element.name, room));
    }
    for (std::int64_t i = 0; i < element.count; ++i) {
      if (const Status status = read_one(element, values, mesh, file); !status) return status.error();
    }
  }
  return triangulated(mesh, file);
}

}  // namespace spindrift
