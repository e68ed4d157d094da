#include "formats/volumes/raw_volume.h"
#include "formats/files/files.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <limits>

#include "base/json.h"
#include "formats/files/atomic_file.h"

namespace spindrift {
namespace {

static_assert(std::endian::native == std::endian::little, "the arrays are written as they lie in memory");

constexpr std::string_view kKind = "raw volume";
constexpr double kMostCells = 1e12;  // no file is larger
constexpr double kMostAlong = std::numeric_limits<int>::max();

// Calls visit(name, unit, components, array) for every array that a frame may have.
template <class Frame, class Visit>
void for_each_array(Frame& frame, Visit&& visit) {
  visit("type", "0 air, 1 fluid, 2 solid", 1, frame.type);
  visit("density", "1", 1, frame.density);
  visit("pressure", "Pa", 1, frame.pressure);
  visit("velocity", "m/s", 3, frame.velocity);
  visit("temperature", "K", 1, frame.temperature);
  visit("fuel", "1", 1, frame.fuel);
  visit("distance", "m", 1, frame.distance);
}

template <class Value>
constexpr const char* type_name(const std::vector<Value>&) {
  return sizeof(Value) == 1 ? "uint8" : "float32";
}

// The header's arrays, from the bytes of the numbers.
Status take_arrays(const JsonValue& header, std::string_view bytes, const std::string& file, CellFrame& frame) {
  const JsonValue* cells = header.find("cells");
  const JsonValue* arrays = header.find("arrays");
  if (!cells || cells->items.size() != 3 || !arrays) return refuse(file, "the header has no 'cells' or no 'arrays'");
  double count = 1.0;
  for (int a = 0; a < 3; ++a) {
    const double along = cells->items[a].number;
    if (!(along >= 1.0 && along <= kMostAlong && along == std::floor(along) && count * along <= kMostCells))
      return refuse(file, "'cells' are not three numbers of cells");
    count *= along;
    frame.cells[a] = static_cast<int>(along);
  }
  if (const JsonValue* first = header.find("first_cell"); first && first->items.size() == 3)
    for (int a = 0; a < 3; ++a)
      if (const double cell = first->items[a].number; cell >= 0.0 && cell <= kMostAlong)
        frame.first[a] = static_cast<int>(cell);
  frame.cell_size = header.number_or("cell_size", 0.0);
  std::size_t offset = 0;
  for (const JsonValue& array : arrays->items) {
    bool is_known = false;
    Status taken = Done{};
    for_each_array(frame, [&](std::string_view name, std::string_view, int components, auto& values) {
      if (array.text_or("name", "") != name) return;
      is_known = true;
      using Value = typename std::remove_reference_t<decltype(values)>::value_type;
      const auto size = static_cast<std::size_t>(count) * static_cast<std::size_t>(components) * sizeof(Value);
      if (array.text_or("type", "") != type_name(values) ||
          array.number_or("offset", -1.0) != static_cast<double>(offset))
        taken = refuse(file, fmt::format("array '{}' has another type or place than it should", name));
      else if (bytes.size() < offset + size)
        taken = refuse(file, fmt::format("the numbers end within array '{}'", name));
      if (!taken) return;
      values.resize(size / sizeof(Value));
      std::memcpy(values.data(), bytes.data() + offset, size);
      offset += size;
    });
    if (!taken) return taken;
    if (!is_known) return refuse(file, "the header names an array that is unknown");
  }
  if (offset != bytes.size()) return refuse(file, "there are more numbers than the header says");
  return Done{};
}

}  // namespace

namespace {

std::string numbers_file(const std::string& header) {
  return std::filesystem::path(header).replace_extension(".raw").string();
}

}  // namespace

Result<FileSum> write_raw_numbers(const std::string& path, const CellFrame& frame) {
  auto numbers = AtomicFile::create(path);
  if (!numbers) return numbers.error();
  Status written = Done{};
  for_each_array(frame, [&](const char*, const char*, int, const auto& values) {
    if (!values.empty() && written) written = numbers->write(values.data(), values.size() * sizeof(values[0]));
  });
  if (!written) return written.error();
  return numbers->commit();
}

Result<FileSum> write_raw_header(const std::string& path, const CellFrame& frame) {
  std::string arrays;
  std::size_t offset = 0;
  for_each_array(frame, [&](const char* name, const char* unit, int components, const auto& values) {
    if (values.empty()) return;
    JsonObject array;
    array.add("name", name).add("type", type_name(values)).add("components", components);
    array.add("unit", unit).add("offset", offset);
    arrays += (arrays.empty() ? "" : ", ") + array.text();
    offset += values.size() * sizeof(values[0]);
  });
  JsonObject header;
  header.add("program", "spindrift").add("kind", kKind);
  header.add("data", std::filesystem::path(numbers_file(path)).filename().string());
  header.add("byte_order", "little").add("order", "x fastest, then y, then z");
  const double cells[] = {double(frame.cells[0]), double(frame.cells[1]), double(frame.cells[2])};
  header.add_json("cells", json_array(cells));
  const double first[] = {double(frame.first[0]), double(frame.first[1]), double(frame.first[2])};
  if (frame.first != Vec<int, 3>{}) header.add_json("first_cell", json_array(first));
  header.add("cell_size", frame.cell_size).add("time", frame.time);
  header.add_json("arrays", "[" + arrays + "]");
  return write_file(path, header.indented_text());
}

Result<FileSum> write_raw_volume(const std::string& path, const CellFrame& frame) {
  if (const auto numbers = write_raw_numbers(numbers_file(path), frame); !numbers) return numbers;
  return write_raw_header(path, frame);
}

Result<RawVolume> read_raw_volume(const std::string& path) {
  const auto text = read_file_bytes(path);
  if (!text) return text.error();
  const auto header = read_json(*text, path);
  if (!header) return header.error();
  if (!is_raw_volume(*header)) return refuse(path, "this is no header of a raw volume");
  return read_raw_numbers(*header, path);
}

Result<RawVolume> read_raw_numbers(const JsonValue& header, const std::string& path) {
  const std::filesystem::path data = header.text_or("data", "");
  if (data.empty() || data.has_parent_path())
    return refuse(path, "the header does not say which file holds the numbers");
  const std::string file = (std::filesystem::path(path).parent_path() / data).string();
  const auto bytes = read_file_bytes(file);
  if (!bytes) return bytes.error();
  return parse_raw_volume(header, *bytes, path);
}

Result<RawVolume> parse_raw_volume(const JsonValue& header, std::string_view numbers, const std::string& path) {
  RawVolume volume;
  volume.data = header.text_or("data", "");
  volume.cells.time = header.number_or("time", 0.0);
  if (Status taken = take_arrays(header, numbers, path, volume.cells); !taken) return taken.error();
  return volume;
}

bool is_raw_volume(const JsonValue& header) { return header.text_or("kind", "") == kKind; }

FileInfo raw_volume_info(const RawVolume& volume) {
  const CellFrame& frame = volume.cells;
  FileInfo info{"volume, raw numbers with a JSON header", {}};
  info.add("time", fmt::format("{:.6g} s", frame.time));
  info.add("cells", fmt::format("{} x {} x {}", frame.cells[0], frame.cells[1], frame.cells[2]));
  info.add("cell size", fmt::format("{:.6g} m", frame.cell_size));
  for_each_array(frame, [&](const char* name, const char*, int, const auto& values) {
    if (values.empty()) return;
    ValueRange range;
    for (const auto value : values) range.add(static_cast<double>(value));
    info.add(std::string("  ") + name, range.text());
  });
  return info;
}

}  // namespace spindrift
