#include "support/vtk_reader.h"

#include <cstdint>
#include <cstring>
#include <stdexcept>

#include "support/temporary_folder.h"

#ifdef SPINDRIFT_HAS_ZLIB
#include <zlib.h>
#endif

namespace spindrift::testing {
namespace {

std::uint64_t number_at(const std::string& bytes, std::size_t at) {
  if (at + 8 > bytes.size()) throw std::runtime_error("an array ends too early");
  std::uint64_t value = 0;
  std::memcpy(&value, bytes.data() + at, 8);
  return value;
}

std::string unpack(const std::string& packed, std::size_t bytes) {
  std::string out(bytes, '\0');
#ifdef SPINDRIFT_HAS_ZLIB
  uLongf length = bytes;
  if (::uncompress(reinterpret_cast<Bytef*>(out.data()), &length, reinterpret_cast<const Bytef*>(packed.data()),
                   packed.size()) != Z_OK ||
      length != bytes)
    throw std::runtime_error("a block is damaged");
#else
  if (packed.empty()) throw std::runtime_error("no zlib");
#endif
  return out;
}

std::string array_at(const std::string& data, std::size_t at, bool is_compressed) {
  if (!is_compressed) return data.substr(at + 8, number_at(data, at));
  const std::uint64_t blocks = number_at(data, at), full = number_at(data, at + 8), last = number_at(data, at + 16);
  std::string out;
  std::size_t place = at + 24 + 8 * blocks;
  for (std::uint64_t i = 0; i < blocks; ++i) {
    const std::uint64_t packed = number_at(data, at + 24 + 8 * i);
    out += unpack(data.substr(place, packed), i + 1 == blocks && last != 0 ? last : full);
    place += packed;
  }
  return out;
}

template <class T>
std::vector<double> numbers(const std::string& bytes) {
  std::vector<double> out(bytes.size() / sizeof(T));
  for (std::size_t i = 0; i < out.size(); ++i) {
    T value;
    std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
    out[i] = static_cast<double>(value);
  }
  return out;
}

std::vector<double> numbers_of(const std::string& type, const std::string& bytes) {
  if (type == "Float32") return numbers<float>(bytes);
  if (type == "UInt8") return numbers<std::uint8_t>(bytes);
  if (type == "Int32") return numbers<std::int32_t>(bytes);
  if (type == "UInt32") return numbers<std::uint32_t>(bytes);
  throw std::runtime_error("a type the reader does not know: " + type);
}

}  // namespace

std::string attribute(const std::string& text, const std::string& tag, const std::string& key) {
  const std::size_t begin = text.find("<" + tag), end = text.find('>', begin);
  const std::string inside = text.substr(begin, end - begin);
  const std::size_t at = inside.find(" " + key + "=\"");
  if (begin == std::string::npos || at == std::string::npos) throw std::runtime_error("no " + key + " in " + tag);
  const std::size_t value = at + key.size() + 3;
  return inside.substr(value, inside.find('"', value) - value);
}

VtkFileContent read_vtk_file(const std::string& path) {
  const std::string bytes = read_file(path), start = "<AppendedData encoding=\"raw\">\n_";
  const std::size_t data_begin = bytes.find(start);
  if (data_begin == std::string::npos) throw std::runtime_error("no arrays in " + path);
  VtkFileContent content;
  content.text = bytes.substr(0, data_begin);
  const bool is_compressed = content.text.find("vtkZLibDataCompressor") != std::string::npos;
  const std::string data = bytes.substr(data_begin + start.size());
  std::string rest = content.text;
  for (std::size_t at; (at = rest.find("<DataArray")) != std::string::npos;) {
    rest = rest.substr(at);
    if (attribute(rest, "DataArray", "format") == "appended") {
      const std::string name = attribute(rest, "DataArray", "Name");
      const std::size_t offset = std::stoul(attribute(rest, "DataArray", "offset"));
      content.columns[name] = numbers_of(attribute(rest, "DataArray", "type"), array_at(data, offset, is_compressed));
      content.components[name] = std::stoi(attribute(rest, "DataArray", "NumberOfComponents"));
    }
    rest = rest.substr(10);
  }
  return content;
}

}  // namespace spindrift::testing
