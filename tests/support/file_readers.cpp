#include "support/file_readers.h"

#include <cstdint>
#include <cstring>
#include <sstream>
#include <stdexcept>

#include "support/temporary_folder.h"

namespace spindrift::testing {
namespace {

std::size_t size_of(const std::string& type) {
  if (type == "float" || type == "uint") return 4;
  if (type == "uchar") return 1;
  throw std::runtime_error("a type the reader does not know: " + type);
}

double value_at(const char* bytes, const std::string& type) {
  if (type == "uchar") return static_cast<unsigned char>(*bytes);
  if (type == "uint") {
    std::uint32_t value = 0;
    std::memcpy(&value, bytes, sizeof value);
    return value;
  }
  float value = 0.0f;
  std::memcpy(&value, bytes, sizeof value);
  return static_cast<double>(value);
}

}  // namespace

PlyFile read_ply(const std::string& path) {
  const std::string content = read_file(path);
  const std::string last = "end_header\n";
  const std::size_t header_end = content.find(last);
  if (header_end == std::string::npos) throw std::runtime_error("no PLY header in " + path);
  std::istringstream header(content.substr(0, header_end));
  std::vector<std::string> types, names;
  PlyFile file;
  std::string line;
  std::getline(header, line);
  if (line != "ply") throw std::runtime_error("not a PLY file: " + path);
  while (std::getline(header, line)) {
    std::istringstream words(line);
    std::string word, type, name;
    words >> word >> type >> name;
    if (word == "format" && type != "binary_little_endian") throw std::runtime_error("not binary: " + path);
    if (word == "element") file.count = std::stoul(name);
    if (word != "property") continue;
    types.push_back(type);
    names.push_back(name);
    file.properties.push_back(type + " " + name);
  }
  std::size_t row = 0;
  for (const std::string& type : types) row += size_of(type);
  if (content.size() != header_end + last.size() + file.count * row) throw std::runtime_error("wrong size: " + path);
  const char* next = content.data() + header_end + last.size();
  for (std::size_t i = 0; i < file.count; ++i) {
    for (std::size_t c = 0; c < types.size(); ++c) {
      file.columns[names[c]].push_back(value_at(next, types[c]));
      next += size_of(types[c]);
    }
  }
  return file;
}

PngSize read_png_size(const std::string& path) {
  const std::string content = read_file(path);
  if (content.size() < 45 || content.compare(0, 8, "\x89PNG\r\n\x1a\n", 8) != 0 || content.compare(12, 4, "IHDR") != 0)
    throw std::runtime_error("not a PNG file: " + path);
  if (content.compare(content.size() - 8, 4, "IEND") != 0) throw std::runtime_error("cut short: " + path);
  const auto number = [&](std::size_t at) {
    int value = 0;
    for (std::size_t i = 0; i < 4; ++i) value = value * 256 + static_cast<unsigned char>(content[at + i]);
    return value;
  };
  return {number(16), number(20)};
}

}  // namespace spindrift::testing
