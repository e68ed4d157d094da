#include "formats/meshes/ply_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <iterator>
#include <optional>

#include "formats/meshes/mesh_readers.h"
#include "formats/meshes/text_scanner.h"

namespace spindrift {

namespace {

struct TypeName {
  std::string_view name;
  PlyType type;
};
constexpr TypeName kTypeNames[] = {
    {"char", PlyType::kInt8},      {"int8", PlyType::kInt8},     {"uchar", PlyType::kUint8},
    {"uint8", PlyType::kUint8},    {"short", PlyType::kInt16},   {"int16", PlyType::kInt16},
    {"ushort", PlyType::kUint16},  {"uint16", PlyType::kUint16}, {"int", PlyType::kInt32},
    {"int32", PlyType::kInt32},    {"uint", PlyType::kUint32},   {"uint32", PlyType::kUint32},
    {"float", PlyType::kFloat},    {"float32", PlyType::kFloat}, {"double", PlyType::kDouble},
    {"float64", PlyType::kDouble},
};

std::optional<PlyType> type_named(std::string_view name) {
  for (const TypeName& entry : kTypeNames) {
    if (entry.name == name) return entry.type;
  }
  return std::nullopt;
}

std::optional<PlyFormat> format_named(std::string_view name) {
  if (name == "ascii") return PlyFormat::kAscii;
  if (name == "binary_little_endian") return PlyFormat::kLittleEndian;
  if (name == "binary_big_endian") return PlyFormat::kBigEndian;
  return std::nullopt;
}

std::optional<PlyElement> read_element(TextScanner& scanner) {
  PlyElement element;
  element.name = scanner.next_word_on_line();
  const auto count = parse_integer(scanner.next_word_on_line());
  if (element.name.empty() || !count || *count < 0) return std::nullopt;
  element.count = *count;
  return element;
}

// `property float x` or `property list uchar int vertex_indices`
std::optional<PlyProperty> read_property(TextScanner& scanner) {
  PlyProperty property;
  std::string_view word = scanner.next_word_on_line();
  property.is_list = word == "list";
  if (property.is_list) {
    const auto count_type = type_named(scanner.next_word_on_line());
    if (!count_type) return std::nullopt;
    property.count_type = *count_type;
    word = scanner.next_word_on_line();
  }
  const auto type = type_named(word);
  property.name = scanner.next_word_on_line();
  if (!type || property.name.empty()) return std::nullopt;
  property.type = *type;
  return property;
}

}  // namespace

std::size_t size_of(PlyType type) {
  constexpr std::size_t kBytes[] = {1, 1, 2, 2, 4, 4, 4, 8};
  return kBytes[static_cast<std::size_t>(type)];
}

std::int64_t PlyElement::smallest_bytes(PlyFormat format) const {
  std::size_t sum = 0;
  for (const PlyProperty& property : properties) {
    sum += format == PlyFormat::kAscii ? 2 : size_of(property.is_list ? property.count_type : property.type);
  }
  return static_cast<std::int64_t>(sum);
}

Result<PlyHeader> read_ply_header(std::string_view bytes, const std::string& file) {
  TextScanner scanner(bytes);
  PlyHeader header;
  bool has_format = false;
  if (scanner.next_word_on_line() != "ply")
    return mesh_error(file, 1, "a PLY file begins with 'ply', this one does not");
  while (true) {
    scanner.skip_line();
    if (scanner.is_at_end()) return mesh_error(file, scanner.line(), "the file is truncated: the header has no end");
    const std::string_view keyword = scanner.next_word_on_line();
    const auto refuse = [&](const char* what) {
      return mesh_error(file, scanner.line(), fmt::format("cannot understand this {} of the header", what));
    };
    if (keyword == "format") {
      const auto format = format_named(scanner.next_word_on_line());
      if (!format) return refuse("format");
      header.format = *format;
      has_format = true;
    } else if (keyword == "element") {
      auto element = read_element(scanner);
      if (!element) return refuse("element");
      header.elements.push_back(std::move(*element));
    } else if (keyword == "property") {
      auto property = read_property(scanner);
      if (!property || header.elements.empty()) return refuse("property");
      header.elements.back().properties.push_back(std::move(*property));
    } else if (keyword == "end_header") {
      break;
    } else if (keyword != "comment" && keyword != "obj_info" && !keyword.empty()) {
      return refuse("line");
    }
  }
  if (!has_format) return mesh_error(file, scanner.line(), "the header names no format");
  scanner.skip_line();
  header.body = scanner.rest();
  header.body_line = scanner.line();
  return header;
}

namespace {

template <class T>
double decode(std::string_view bytes, bool is_swapped) {
  std::array<char, sizeof(T)> raw;
  std::copy_n(bytes.data(), sizeof(T), raw.begin());
  if (is_swapped) std::reverse(raw.begin(), raw.end());
  return static_cast<double>(std::bit_cast<T>(raw));
}

// In the order of PlyType.
constexpr double (*kDecoders[])(std::string_view, bool) = {
    decode<std::int8_t>,  decode<std::uint8_t>,  decode<std::int16_t>, decode<std::uint16_t>,
    decode<std::int32_t>, decode<std::uint32_t>, decode<float>,        decode<double>,
};

double decode(PlyType type, std::string_view bytes, bool is_swapped) {
  return kDecoders[static_cast<std::size_t>(type)](bytes, is_swapped);
}

}  // namespace

Result<double> PlyValues::next(PlyType type) {
  if (format_ == PlyFormat::kAscii) return next_word();
  const std::size_t size = size_of(type);
  if (body_.size() < size) return mesh_error(file_, 0, "the file is truncated");
  const bool is_native = (format_ == PlyFormat::kLittleEndian) == (std::endian::native == std::endian::little);
  const double value = decode(type, body_, !is_native);
  body_.remove_prefix(size);
  return value;
}

Result<double> PlyValues::next_word() {
  const std::string_view word = scanner_.next_word();
  if (word.empty()) return mesh_error(file_, scanner_.line(), "the file is truncated");
  const auto number = parse_number(word);
  if (!number) return mesh_error(file_, scanner_.line(), fmt::format("'{:.40}' is not a number", word));
  return *number;
}

Status PlyValues::check_room(const PlyElement& element) const {
  const std::int64_t size = element.smallest_bytes(format_);
  if (size == 0) return Done{};  // nothing is stored for an element without properties, however many there are
  const std::int64_t room = (bytes_left() + 1) / size;  // the last blank of a text may be missing
  if (element.count <= room) return Done{};
  return mesh_error(file_, line(),
                    fmt::format("the file is truncated: it promises {} of element '{}', with room for {} at most",
                                element.count, element.name, room));
}

std::string ply_properties(const FrameColumn& column) {
  using Kind = FrameColumn::Kind;
  if (column.kind == Kind::kColor) return "property uchar red\nproperty uchar green\nproperty uchar blue\n";
  const std::string start = column.kind == Kind::kInteger ? "property uint " : "property float ";
  if (column.components == 1) return start + column.name + "\n";
  std::string lines;
  for (int c = 0; c < column.components; ++c) lines += start + column.name + "_" + std::to_string(c) + "\n";
  return lines;
}

void append_ply(const FrameColumn& column, std::size_t i, std::vector<char>& bytes) {
  const auto count = static_cast<std::size_t>(column.components);
  if (column.kind == FrameColumn::Kind::kColor) {
    for (std::size_t c = 0; c < count; ++c) {
      const float level = std::clamp(column.values[count * i + c], 0.0f, 1.0f);
      bytes.push_back(static_cast<char>(static_cast<std::uint8_t>(std::lround(255.0f * level))));
    }
    return;
  }
  const bool is_integer = column.kind == FrameColumn::Kind::kInteger;
  const void* from = is_integer ? static_cast<const void*>(&column.integers[count * i]) : &column.values[count * i];
  bytes.insert(bytes.end(), static_cast<const char*>(from), static_cast<const char*>(from) + 4 * count);
}

}  // namespace spindrift
