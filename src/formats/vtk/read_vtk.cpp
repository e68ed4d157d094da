#include "formats/vtk/read_vtk.h"
#include "formats/files/files.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <map>

#ifdef SPINDRIFT_HAS_ZLIB
#include <zlib.h>
#endif

namespace spindrift {
namespace {

struct VtkScalar {
  std::string_view word;
  std::size_t bytes;
  double (*read)(const char*);
};

template <class T>
double read_as(const char* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  return static_cast<double>(value);
}

constexpr VtkScalar kScalars[] = {
    {"Float32", 4, read_as<float>},        {"Float64", 8, read_as<double>},       {"Int8", 1, read_as<std::int8_t>},
    {"UInt8", 1, read_as<std::uint8_t>},   {"Int16", 2, read_as<std::int16_t>},   {"UInt16", 2, read_as<std::uint16_t>},
    {"Int32", 4, read_as<std::int32_t>},   {"UInt32", 4, read_as<std::uint32_t>}, {"Int64", 8, read_as<std::int64_t>},
    {"UInt64", 8, read_as<std::uint64_t>},
};

const VtkScalar* find_scalar(std::string_view word) {
  for (const VtkScalar& scalar : kScalars)
    if (scalar.word == word) return &scalar;
  return nullptr;
}

// <name key="value" ...> or </name>
struct Tag {
  std::string name;
  std::map<std::string, std::string, std::less<>> attributes;
  bool is_end = false;

  std::string text(std::string_view key) const {
    const auto found = attributes.find(key);
    return found == attributes.end() ? "" : found->second;
  }
  std::int64_t number(std::string_view key, std::int64_t fallback) const {
    const std::string word = text(key);
    std::int64_t value = 0;
    const auto parsed = std::from_chars(word.data(), word.data() + word.size(), value);
    return parsed.ec == std::errc() && parsed.ptr == word.data() + word.size() ? value : fallback;
  }
  template <class T, std::size_t N>
  bool numbers(std::string_view key, std::array<T, N>& out) const {
    const std::string words = text(key);
    const char* at = words.data();
    for (T& value : out) {
      while (*at == ' ') ++at;
      const auto parsed = std::from_chars(at, words.data() + words.size(), value);
      if (parsed.ec != std::errc()) return false;
      at = parsed.ptr;
    }
    return true;
  }
};

// Takes the next tag off the front of the text; nothing at its end or where it makes no sense.
std::optional<Tag> next_tag(std::string_view& text) {
  const std::size_t begin = text.find('<');
  if (begin == std::string_view::npos) return std::nullopt;
  const std::size_t end = text.find('>', begin);
  if (end == std::string_view::npos) return std::nullopt;
  std::string_view inside = text.substr(begin + 1, end - begin - 1);
  text.remove_prefix(end + 1);
  Tag tag;
  if (inside.starts_with('/')) {
    tag.is_end = true;
    inside.remove_prefix(1);
  }
  const std::size_t name_end = std::min(inside.find_first_of(" /\n"), inside.size());
  tag.name = inside.substr(0, name_end);
  inside.remove_prefix(name_end);
  while (true) {
    const std::size_t equals = inside.find("=\"");
    if (equals == std::string_view::npos) return tag;
    const std::size_t quote = inside.find('"', equals + 2);
    if (quote == std::string_view::npos) return std::nullopt;
    std::string_view key = inside.substr(0, equals);
    key.remove_prefix(std::min(key.find_first_not_of(" \n"), key.size()));
    tag.attributes[std::string(key)] = inside.substr(equals + 2, quote - equals - 2);
    inside.remove_prefix(quote + 1);
  }
}

struct Placed {
  VtkArray array;
  std::uint64_t offset = 0;
};

constexpr std::string_view kAppended = "<AppendedData encoding=\"raw\">",
                           kEndOfFile = "\n</AppendedData>\n</VTKFile>\n";

class Decoder {
 public:
  Decoder(std::string_view appended, bool is_compressed) : appended_(appended), is_compressed_(is_compressed) {}

  // The bytes of the array at an offset, or why not. Arrays follow each other: each byte of the file is unpacked once.
  const char* decode(std::uint64_t offset, std::string& out) {
    if (offset < end_ || offset > appended_.size()) return "an array lies in the wrong place";
    std::string_view rest = appended_.substr(offset);
    const char* why = is_compressed_ ? decode_blocks(rest, out) : decode_plain(rest, out);
    end_ = appended_.size() - rest.size();
    return why;
  }

 private:
  static bool take(std::string_view& rest, std::uint64_t& value) {
    if (rest.size() < sizeof value) return false;
    std::memcpy(&value, rest.data(), sizeof value);
    rest.remove_prefix(sizeof value);
    return true;
  }
  static const char* decode_plain(std::string_view& rest, std::string& out) {
    std::uint64_t bytes = 0;
    if (!take(rest, bytes) || bytes > rest.size()) return "an array ends too early";
    out = rest.substr(0, bytes);
    rest.remove_prefix(bytes);
    return nullptr;
  }
  static const char* decode_blocks(std::string_view& rest, std::string& out);

  std::string_view appended_;
  bool is_compressed_;
  std::uint64_t end_ = 0;
};

#ifdef SPINDRIFT_HAS_ZLIB
const char* Decoder::decode_blocks(std::string_view& rest, std::string& out) {
  constexpr std::uint64_t kMostGrowth = 1100;  // zlib never packs tighter
  std::uint64_t blocks = 0, block_bytes = 0, last_bytes = 0;
  if (!take(rest, blocks) || !take(rest, block_bytes) || !take(rest, last_bytes)) return "an array ends too early";
  if (blocks > rest.size() / 8) return "an array ends too early";
  std::string_view sizes = rest.substr(0, 8 * blocks);
  rest.remove_prefix(8 * blocks);
  for (std::uint64_t i = 0; i < blocks; ++i) {
    std::uint64_t packed = 0;
    take(sizes, packed);
    const std::uint64_t bytes = i + 1 == blocks && last_bytes > 0 ? last_bytes : block_bytes;
    if (packed > rest.size()) return "an array ends too early";
    if (bytes / kMostGrowth > packed + 1) return "an array is longer than it can be";
    const std::size_t begin = out.size();
    out.resize(begin + bytes);
    uLongf length = static_cast<uLongf>(bytes);
    const int outcome = ::uncompress(reinterpret_cast<Bytef*>(out.data() + begin), &length,
                                     reinterpret_cast<const Bytef*>(rest.data()), static_cast<uLong>(packed));
    if (outcome != Z_OK || length != bytes) return "a compressed block is damaged";
    rest.remove_prefix(packed);
  }
  return nullptr;
}
#else
const char* Decoder::decode_blocks(std::string_view&, std::string&) {
  return "it is compressed, and this program was built without zlib";
}
#endif

// Walks the tags before the arrays.
struct HeadReader {
  VtkContent content;
  std::vector<Placed> placed;
  std::string group;
  std::string problem;

  void take(const Tag& tag, std::string_view after) {
    if (tag.name == "Piece") return take_piece(tag);
    if (tag.name == "ImageData") take_image(tag);
    if (tag.name == "PointData" || tag.name == "Points" || tag.name == "CellData" || tag.name == "Verts" ||
        tag.name == "FieldData")
      group = tag.name;
    if (tag.name == "DataArray") take_array(tag, after);
    if (tag.name == "DataSet") take_file(tag);
  }
  void take_piece(const Tag& tag) {
    if (content.type == "PolyData") {
      content.points = tag.number("NumberOfPoints", -1);
      content.vertex_cells = tag.number("NumberOfVerts", 0);
      if (content.points < 0) problem = "it does not say how many points there are";
    }
  }
  void take_image(const Tag& tag) {
    if (!tag.numbers("WholeExtent", content.extent) || !tag.numbers("Spacing", content.spacing.at))
      problem = "its grid has no size";
    content.cells = 1;
    for (std::size_t a = 0; a < 3; ++a) {
      const std::int64_t n = std::int64_t{content.extent[2 * a + 1]} - content.extent[2 * a];
      if (n < 1 || n > 1 << 20) problem = "its grid has no size";
      content.cells *= std::clamp<std::int64_t>(n, 1, 1 << 20);
    }
  }
  void take_array(const Tag& tag, std::string_view after) {
    if (tag.text("format") == "ascii") {
      double value = 0.0;
      if (tag.text("Name") == "TimeValue" &&
          std::from_chars(after.data(), after.data() + after.size(), value).ec == std::errc())
        content.time = value;
      return;
    }
    const std::int64_t offset = tag.number("offset", -1), components = tag.number("NumberOfComponents", 1);
    if (tag.text("format") != "appended" || offset < 0 || components < 1 || components > 9 ||
        !find_scalar(tag.text("type"))) {
      problem = fmt::format("the array '{:.40}' is not stored as this program does it", tag.text("Name"));
      return;
    }
    placed.push_back({{group, tag.text("Name"), tag.text("type"), static_cast<int>(components), ""},
                      static_cast<std::uint64_t>(offset)});
  }
  void take_file(const Tag& tag) {
    const std::string time = tag.text("timestep");
    TimedFile file{0.0, tag.text("file")};
    if (std::from_chars(time.data(), time.data() + time.size(), file.time).ec != std::errc() || file.file.empty())
      problem = "an entry of the list has no time or no file";
    content.files.push_back(std::move(file));
  }
};

// How many there are of what an array has an entry for. Each point is in one vertex cell.
std::optional<std::int64_t> count_of(const VtkContent& content, const VtkArray& array) {
  if (array.group == "PointData" || array.group == "Points") return content.points;
  if (array.group == "CellData") return content.cells;
  if (array.group == "Verts") return array.name == "offsets" ? content.vertex_cells : content.points;
  return std::nullopt;
}

std::optional<std::string> problem_of(const VtkContent& content, const VtkArray& array) {
  const std::uint64_t tuple = array.scalar_size() * static_cast<std::uint64_t>(array.components);
  const std::uint64_t tuples = array.bytes.size() / tuple;
  const auto count = count_of(content, array);
  if (array.bytes.size() % tuple == 0 && (!count || tuples == static_cast<std::uint64_t>(*count))) return std::nullopt;
  return fmt::format("the array '{:.40}' has the wrong length", array.name);
}

}  // namespace

std::size_t VtkArray::scalar_size() const { return find_scalar(scalar)->bytes; }
double VtkArray::value(std::size_t i) const {
  const VtkScalar* found = find_scalar(scalar);
  return found->read(bytes.data() + i * found->bytes);
}

Result<VtkContent> read_vtk(std::string_view bytes, const std::string& file) {
  const std::size_t appended = bytes.find(kAppended);
  std::string_view head = bytes.substr(0, appended);
  HeadReader reader;
  bool has_root = false, has_end = appended != std::string_view::npos, is_compressed = false;
  while (const auto tag = next_tag(head)) {
    if (tag->name == "VTKFile" && !tag->is_end) {
      has_root = true;
      reader.content.type = tag->text("type");
      is_compressed = tag->text("compressor") == "vtkZLibDataCompressor";
      if (tag->text("byte_order") != "LittleEndian") return refuse(file, "this VTK file is not little-endian");
    }
    if (tag->name == "VTKFile" && tag->is_end) has_end = true;
    if (has_root && !tag->is_end) reader.take(*tag, head.substr(0, head.find('<')));
  }
  if (!has_root) return refuse(file, "this is not a VTK XML file");
  if (!has_end) return refuse(file, "this VTK file ends too early");
  if (!reader.problem.empty()) return refuse(file, "this VTK file is damaged: " + reader.problem);
  if (appended == std::string_view::npos) return std::move(reader.content);

  std::string_view data = bytes.substr(appended + kAppended.size());
  const std::size_t mark = data.find('_');
  if (mark == std::string_view::npos || mark > 2 || !data.ends_with(kEndOfFile))
    return refuse(file, "this VTK file ends too early");
  data = data.substr(mark + 1, data.size() - mark - 1 - std::min(kEndOfFile.size(), data.size() - mark - 1));
  Decoder decoder(data, is_compressed);
  for (Placed& placed : reader.placed) {
    const char* why = decoder.decode(placed.offset, placed.array.bytes);
    if (why) return refuse(file, fmt::format("this VTK file is damaged: {}", why));
    if (const auto problem = problem_of(reader.content, placed.array))
      return refuse(file, "this VTK file is damaged: " + *problem);
    reader.content.arrays.push_back(std::move(placed.array));
  }
  return std::move(reader.content);
}

}  // namespace spindrift
