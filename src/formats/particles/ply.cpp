#include "formats/particles/ply.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>
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
  if (frame.has_id()) text += "property uint id\n";
  if (frame.has_age()) text += "property float age\n";
  if (frame.has_color()) text += "property uchar red\nproperty uchar green\nproperty uchar blue\n";
  if (frame.has_density()) text += "property float density\n";
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
  if (frame.has_id()) append(bytes, &frame.id[i], 1);
  if (frame.has_age()) append(bytes, &frame.age[i], 1);
  if (frame.has_color()) {
    for (std::size_t c = 0; c < 3; ++c) {
      const float level = std::clamp(frame.color[3 * i + c], 0.0f, 1.0f);
      bytes.push_back(static_cast<char>(static_cast<std::uint8_t>(std::lround(255.0f * level))));
    }
  }
  if (frame.has_density()) append(bytes, &frame.density[i], 1);
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

// A column of the frame and the properties that fill it.
struct Target {
  std::vector<float>* column;
  std::vector<std::string> names;
};

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
  const Target targets[] = {{&frame.position, {"x", "y", "z"}},
                            {&frame.velocity, {"vx", "vy", "vz"}},
                            {&frame.age, {"age"}},
                            {&frame.color, {"red", "green", "blue"}},
                            {&frame.density, {"density"}}};
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
  if (const auto id = place.find("id"); id != place.end() && id->second.second == PlyType::kUint32) {
    frame.id.resize(count);
    for (std::size_t i = 0; i < count; ++i)
      std::memcpy(&frame.id[i], header->body.data() + i * stride + id->second.first, sizeof frame.id[i]);
  }
  frame.velocity.resize(3 * count, 0.0f);
  frame.dimension = bytes.substr(0, 200).find("2D") != std::string_view::npos ? 2 : 3;
  return frame;
}

}  // namespace spindrift
