#include "io/ply.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

#include "io/atomic_file.h"

namespace spindrift {
namespace {

static_assert(std::endian::native == std::endian::little, "the PLY writer copies numbers as they lie in memory");

constexpr std::size_t kParticlesPerWrite = 1 << 14;

std::string header(const ParticleFrame& frame) {
  std::string text = fmt::format(
      "ply\nformat binary_little_endian 1.0\ncomment Spindrift particles, SI units, {}D\nelement vertex {}\n",
      frame.dimension, frame.count());
  for (const char* name : {"x", "y", "z", "vx", "vy", "vz"}) text += fmt::format("property float {}\n", name);
  if (!frame.id.empty()) text += "property uint id\n";
  if (!frame.age.empty()) text += "property float age\n";
  if (!frame.color.empty()) text += "property uchar red\nproperty uchar green\nproperty uchar blue\n";
  if (!frame.density.empty()) text += "property float density\n";
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
  if (!frame.id.empty()) append(bytes, &frame.id[i], 1);
  if (!frame.age.empty()) append(bytes, &frame.age[i], 1);
  if (!frame.color.empty()) {
    for (std::size_t c = 0; c < 3; ++c) {
      const float level = std::clamp(frame.color[3 * i + c], 0.0f, 1.0f);
      bytes.push_back(static_cast<char>(static_cast<std::uint8_t>(std::lround(255.0f * level))));
    }
  }
  if (!frame.density.empty()) append(bytes, &frame.density[i], 1);
}

}  // namespace

Status write_ply(const std::string& path, const ParticleFrame& frame) {
  Result<AtomicFile> file = AtomicFile::create(path);
  if (!file) return file.error();
  if (Status written = file->write(header(frame)); !written) return written;
  std::vector<char> bytes;
  for (std::size_t begin = 0; begin < frame.count(); begin += kParticlesPerWrite) {
    const std::size_t end = std::min(begin + kParticlesPerWrite, frame.count());
    bytes.clear();
    for (std::size_t i = begin; i < end; ++i) append_particle(bytes, frame, i);
    if (Status written = file->write(bytes.data(), bytes.size()); !written) return written;
  }
  return file->commit();
}

}  // namespace spindrift
