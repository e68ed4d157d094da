#include "formats/meshes/ply_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

#include "formats/meshes/mesh_readers.h"

namespace spindrift {

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

}  // namespace spindrift
