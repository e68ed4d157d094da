#include "formats/particles/ply.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/no_throw.h"
#include "formats/files/atomic_file.h"
#include "formats/files/files.h"
#include "formats/meshes/ply_file.h"
#include "spindrift/files.h"

namespace spindrift {
namespace {

static_assert(std::endian::native == std::endian::little, "the PLY writer copies numbers as they lie in memory");

constexpr std::size_t kParticlesPerWrite = 1 << 14;

std::string header(const ParticleFrame& frame) {
  std::string text = fmt::format(
      "ply\nformat binary_little_endian 1.0\ncomment Spindrift particles, SI units, {}D\nelement vertex {}\n",
      frame.dimension, frame.count());
  for (const char* name : {"x", "y", "z", "vx", "vy", "vz"}) text += fmt::format("property float {}\n", name);
  for (const FrameColumn& column : frame.columns) text += ply_properties(column);
  return text + "end_header\n";
}

template <class T>
void append(std::vector<char>& bytes, const T* values, std::size_t count) {
  const std::size_t end = bytes.size();
  bytes.resize(end + count * sizeof(T));
  std::memcpy(bytes.data() + end, values, count * sizeof(T));
}

void append_particle(std::vector<char>& bytes, const ParticleFrame& frame, std::size_t i) {
  append(bytes, &frame.position[3 * i], 3);
  append(bytes, &frame.velocity[3 * i], 3);
  for (const FrameColumn& column : frame.columns) append_ply(column, i, bytes);
}

}  // namespace

Result<FileSum> write_ply(const std::string& path, const ParticleFrame& frame) {
  Result<AtomicFile> file = AtomicFile::create(path);
  if (!file) return file.error();
  if (Status written = file->write(header(frame)); !written) return written.error();
  std::vector<char> bytes;
  for (std::size_t begin = 0; begin < frame.count(); begin += kParticlesPerWrite) {
    const std::size_t end = std::min(begin + kParticlesPerWrite, frame.count());
    bytes.clear();
    for (std::size_t i = begin; i < end; ++i) append_particle(bytes, frame, i);
    if (Status written = file->write(bytes.data(), bytes.size()); !written) return written.error();
  }
  return file->commit();
}

namespace {

Error unreadable(const std::string& path, const std::string& reason) {
  return {ErrorCode::kBadInput, fmt::format("{}: {}", path, reason)};
}

constexpr std::array<const char*, 3> kColors{"red", "green", "blue"};

// A column of the frame and the properties that fill it.
struct Target {
  std::vector<float>* column;
  std::vector<std::string> names;
};

bool is_in(std::span<const char* const> names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}
bool is_in(const std::vector<Target>& targets, const std::string& name) {
  return std::any_of(targets.begin(), targets.end(), [&](const Target& target) {
    return std::find(target.names.begin(), target.names.end(), name) != target.names.end();
  });
}

float value_at(const char* bytes, PlyType type) {
  if (type == PlyType::kUint8) return static_cast<float>(static_cast<std::uint8_t>(*bytes)) / 255.0f;
  float value = 0.0f;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

}  // namespace

Result<ParticleFrame> read_particles(const std::string& path) {
  return no_throw("reading particles", [&]() -> Result<ParticleFrame> {
    const Result<std::string> bytes = read_file_bytes(path);
    if (!bytes) return bytes.error();
    return parse_particles(*bytes, path);
  });
}

Result<ParticleFrame> parse_particles(std::string_view bytes, const std::string& path) {
  const Result<PlyHeader> header = read_ply_header(bytes, path);
  if (!header) return header.error();
  if (header->format != PlyFormat::kLittleEndian || header->elements.empty() || header->elements[0].name != "vertex")
    return unreadable(path, "these are not particles that Spindrift wrote");
  const PlyElement& vertex = header->elements[0];
  std::size_t stride = 0;
  std::map<std::string, std::pair<std::size_t, PlyType>> place;
  for (const PlyProperty& property : vertex.properties) {
    if (property.is_list) return unreadable(path, "particles have no lists");
    place[property.name] = {stride, property.type};
    stride += size_of(property.type);
  }
  const auto count = static_cast<std::size_t>(vertex.count);
  if (stride == 0 || header->body.size() / stride < count) return unreadable(path, "the file is truncated");

  ParticleFrame frame;
  std::vector<Target> targets{{&frame.position, {"x", "y", "z"}}, {&frame.velocity, {"vx", "vy", "vz"}}};
  using Kind = FrameColumn::Kind;
  frame.columns.reserve(vertex.properties.size());  // targets point into it
  for (const PlyProperty& property : vertex.properties) {
    const bool is_moving = is_in(targets, property.name), is_color = is_in(kColors, property.name);
    if (is_moving || (is_color && property.name != kColors[0])) continue;
    FrameColumn column{.name = is_color ? "color" : property.name, .unit = ""};
    if (is_color) {
      column.kind = Kind::kColor;
      column.components = 3;
      targets.push_back({&frame.columns.emplace_back(std::move(column)).values, {kColors.begin(), kColors.end()}});
    } else if (property.type == PlyType::kFloat) {
      targets.push_back({&frame.columns.emplace_back(std::move(column)).values, {property.name}});
    } else if (property.type == PlyType::kUint32) {
      column.kind = Kind::kInteger;
      column.integers.resize(count);
      for (std::size_t k = 0; k < count; ++k)
        std::memcpy(&column.integers[k], header->body.data() + k * stride + place[property.name].first, 4);
      frame.columns.push_back(std::move(column));
    }
  }
  for (const Target& target : targets) {
    std::vector<std::pair<std::size_t, PlyType>> from;
    for (const std::string& name : target.names) {
      const auto found = place.find(name);
      if (found == place.end()) break;
      if (found->second.second != PlyType::kFloat && found->second.second != PlyType::kUint8)
        return unreadable(path, fmt::format("the property '{}' is of an unknown type", name));
      from.push_back(found->second);
    }
    if (from.size() != target.names.size()) continue;
    target.column->reserve(count * from.size());
    for (std::size_t i = 0; i < count; ++i)
      for (const auto& [offset, type] : from)
        target.column->push_back(value_at(header->body.data() + i * stride + offset, type));
  }
  if (frame.position.size() != 3 * count) return unreadable(path, "the particles have no positions");
  std::erase_if(frame.columns, [&](const FrameColumn& column) {  // not all of red, green and blue
    return column.kind == Kind::kColor && column.values.size() != 3 * count;
  });
  frame.velocity.resize(3 * count, 0.0f);
  frame.dimension = bytes.substr(0, 200).find("2D") != std::string_view::npos ? 2 : 3;
  return frame;
}

}  // namespace spindrift
