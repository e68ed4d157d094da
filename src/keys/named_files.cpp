#include "keys/named_files.h"

#include <bit>
#include <map>

#include "base/hash.h"

namespace spindrift {
namespace {

std::uint64_t hash_of(const TriangleMesh& mesh) {
  std::uint64_t hash = hash_combine(mesh.vertices.size(), mesh.triangles.size());
  for (const auto& vertex : mesh.vertices)
    for (int a = 0; a < 3; ++a) hash = hash_combine(hash, std::bit_cast<std::uint32_t>(vertex[a]));
  for (const auto& corners : mesh.triangles)
    for (const int corner : corners) hash = hash_combine(hash, static_cast<std::uint64_t>(corner));
  return hash;
}

std::uint64_t hash_of(const NumberTable& table) {
  std::uint64_t hash = table.names.size();
  for (const std::string& name : table.names)
    for (const char letter : name + '\n') hash = hash_combine(hash, static_cast<std::uint64_t>(letter));
  for (const double number : table.numbers) hash = hash_combine(hash, std::bit_cast<std::uint64_t>(number));
  return hash;
}

}  // namespace

std::uint64_t hash_of(const NamedFile& file) {
  return file.mesh ? hash_of(file.mesh->triangles()) : file.table ? hash_of(*file.table) : 0;
}

Status check_names_of_files(const Scene& scene) {
  Status named = Done{};
  std::map<std::string, std::uint64_t> known;
  for_each_named_file(scene, [&](const std::string& file, const NamedFile& held) {
    if (file.empty() && named)
      named =
          Error{ErrorCode::kBadInput, std::string("a ") + held.what +
                                          " made in code needs a file name, so that the scene can be written as text"};
    const auto [first, is_new] = known.emplace(held.what + file, hash_of(held));
    if (!is_new && first->second != hash_of(held) && named)
      named = Error{ErrorCode::kBadInput,
                    std::string("two objects made in code have the same file name: ") + held.what + " '" + file + "'"};
  });
  return named;
}

std::vector<std::uint64_t> hashes_of_named_files(const Scene& scene) {
  std::vector<std::uint64_t> hashes;
  for_each_named_file(scene, [&](const std::string&, const NamedFile& file) { hashes.push_back(hash_of(file)); });
  return hashes;
}

}  // namespace spindrift
