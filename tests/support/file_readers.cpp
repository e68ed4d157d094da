#include "support/file_readers.h"

#include <cstdint>
#include <cstring>
#include <sstream>
#include <stdexcept>

#include "support/temporary_folder.h"

namespace spindrift::testing {
namespace {

std::size_t size_of(const std::string& type) {
  if (type == "float" || type == "uint" || type == "int") return 4;
  if (type == "uchar") return 1;
  throw std::runtime_error("a type the reader does not know: " + type);
}

double value_at(const char* bytes, const std::string& type) {
  if (type == "uchar") return static_cast<unsigned char>(*bytes);
  if (type == "int") {
    std::int32_t value = 0;
    std::memcpy(&value, bytes, sizeof value);
    return value;
  }
  if (type == "uint") {
    std::uint32_t value = 0;
    std::memcpy(&value, bytes, sizeof value);
    return value;
  }
  float value = 0.0f;
  std::memcpy(&value, bytes, sizeof value);
  return static_cast<double>(value);
}

struct Element {
  std::string name;
  std::size_t count = 0;
  std::vector<std::string> types, names;
};

struct Bytes {
  const std::string& content;
  std::size_t at;
  const std::string& path;

  double next(const std::string& type) {
    if (at + size_of(type) > content.size()) throw std::runtime_error("wrong size: " + path);
    const double value = value_at(content.data() + at, type);
    at += size_of(type);
    return value;
  }
};

}  // namespace

PlyFile read_ply(const std::string& path) {
  const std::string content = read_file(path);
  const std::string last = "end_header\n";
  const std::size_t header_end = content.find(last);
  if (header_end == std::string::npos) throw std::runtime_error("no PLY header in " + path);
  std::istringstream header(content.substr(0, header_end));
  PlyFile file;
  std::vector<Element> elements;
  std::string line;
  std::getline(header, line);
  if (line != "ply") throw std::runtime_error("not a PLY file: " + path);
  while (std::getline(header, line)) {
    std::istringstream words(line);
    std::string word, type, name;
    words >> word >> type >> name;
    if (word == "format" && type != "binary_little_endian") throw std::runtime_error("not binary: " + path);
    if (word == "element") elements.push_back({type, std::stoul(name), {}, {}});
    if (word != "property") continue;
    if (line == "property list uchar int vertex_indices") type = "list", name = "vertex_indices";
    elements.back().types.push_back(type);
    elements.back().names.push_back(name);
    if (elements.size() == 1) file.properties.push_back(type + " " + name);
  }
  file.count = elements.empty() ? 0 : elements[0].count;
  Bytes bytes{content, header_end + last.size(), path};
  for (const Element& element : elements)
    for (std::size_t i = 0; i < element.count; ++i)
      for (std::size_t c = 0; c < element.types.size(); ++c) {
        if (element.types[c] == "list") {
          file.faces.emplace_back();
          for (double n = bytes.next("uchar"); n > 0; --n)
            file.faces.back().push_back(static_cast<int>(bytes.next("int")));
        } else {
          file.columns[element.names[c]].push_back(bytes.next(element.types[c]));
        }
      }
  if (bytes.at != content.size()) throw std::runtime_error("wrong size: " + path);
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
