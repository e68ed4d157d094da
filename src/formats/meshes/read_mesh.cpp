// Opens a mesh file, hands its bytes to the reader of its format and makes sure that the result encloses something.
#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <memory>
#include <system_error>

#include "base/no_throw.h"
#include "formats/files/checksum.h"
#include "formats/meshes/mesh_readers.h"
#include "formats/meshes/text_scanner.h"
#include "spindrift/files.h"

namespace spindrift {

namespace {

// Every index a reader makes from a file below this size fits an int.
constexpr std::uintmax_t kMaxFileBytes = std::numeric_limits<int>::max();

Result<std::string> read_bytes(const std::string& file) {
  std::error_code failure;
  if (!std::filesystem::exists(file, failure)) return mesh_error(file, 0, "the mesh file does not exist");
  if (!std::filesystem::is_regular_file(file, failure)) return mesh_error(file, 0, "this is not a file");
  const std::uintmax_t size = std::filesystem::file_size(file, failure);
  if (failure) return mesh_error(file, 0, "cannot read the mesh file: " + failure.message());
  if (size == 0) return mesh_error(file, 0, "the mesh file is empty");
  if (size > kMaxFileBytes) return mesh_error(file, 0, "the mesh file is larger than 2 GiB");

  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> stream(std::fopen(file.c_str(), "rb"), &std::fclose);
  if (!stream) return mesh_error(file, 0, "cannot open the mesh file");
  std::string bytes(static_cast<std::size_t>(size), '\0');
  bytes.resize(std::fread(bytes.data(), 1, bytes.size(), stream.get()));
  if (bytes.size() != size) return mesh_error(file, 0, "cannot read the whole mesh file");
  return bytes;
}

using MeshReader = Result<TriangleMesh> (*)(std::string_view bytes, const std::string& file);

MeshReader reader_for(const std::string& file) {
  std::string ending = std::filesystem::path(file).extension().string();
  for (char& c : ending) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  if (ending == ".obj") return &read_obj;
  if (ending == ".ply") return &read_ply;
  if (ending == ".stl") return &read_stl;
  return nullptr;
}

}  // namespace

Error mesh_error(const std::string& file, int line, std::string message) {
  return {ErrorCode::kBadInput, std::move(message), Place{file, line}};
}

std::optional<float> to_coordinate(double value) {
  if (!(std::abs(value) <= double{std::numeric_limits<float>::max()})) return std::nullopt;  // also when not a number
  return static_cast<float>(value);
}

Result<Vec<float, 3>> read_position(TextScanner& scanner, const std::string& file) {
  Vec<float, 3> position;
  for (int i = 0; i < 3; ++i) {
    const std::string_view word = scanner.next_word_on_line();
    if (word.empty()) return mesh_error(file, scanner.line(), fmt::format("a vertex needs 3 numbers, found {}", i));
    const auto number = parse_number(word);
    const auto coordinate = number ? to_coordinate(*number) : std::nullopt;
    if (!coordinate) return mesh_error(file, scanner.line(), fmt::format("'{:.40}' is not a finite coordinate", word));
    position[i] = *coordinate;
  }
  return position;
}

Result<std::shared_ptr<const Mesh>> read_mesh(const std::string& file) {
  return no_throw("reading a mesh", [&]() -> Result<std::shared_ptr<const Mesh>> {
    const MeshReader reader = reader_for(file);
    if (reader == nullptr) return mesh_error(file, 0, "this is no known mesh format; use OBJ, PLY or STL");
    const auto bytes = read_bytes(file);
    if (!bytes) return bytes.error();
    const auto raw = reader(*bytes, file);
    if (!raw) return raw.error();
    return Mesh::create(*raw, file, checksum(*bytes));
  });
}

}  // namespace spindrift
