// The core for JavaScript: functions with C's names that take and return text.
#include <emscripten/emscripten.h>
#include <fmt/format.h>

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "spindrift/scene_file.h"
#include "spindrift/simulation.h"

namespace spindrift {
namespace {

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (end > 0) lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

// The meshes that scenes may name, by their paths.
std::map<std::string, std::shared_ptr<const Mesh>> meshes;

Result<std::shared_ptr<const Mesh>> mesh_at(const std::string& path) {
  if (const auto found = meshes.find(path); found != meshes.end()) return found->second;
  return Error{ErrorCode::kBadInput, fmt::format("there is no mesh '{}'", path)};
}

// The text of an outcome, valid until the next call.
const char* kept(std::string outcome) {
  static std::string text;
  text = std::move(outcome);
  return text.c_str();
}

Result<std::string> hashes_of(const char* scene_text, const char* settings, int frames, int threads) {
  const auto scene = parse_scene(scene_text, "scene", lines_of(settings), mesh_at);
  if (!scene) return scene.error();
  auto simulation = Simulation::create(*scene, threads);
  if (!simulation) return simulation.error();
  std::string hashes;
  for (int i = 0; i < frames; ++i) {
    const auto report = simulation->advance_frame();
    if (!report) return report.error();
    hashes += fmt::format("{:016x}\n", report->state_hash);
  }
  return hashes;
}

}  // namespace
}  // namespace spindrift

// The state's hash after each of the first frames of a scene, a line each, with the settings of the lines of `settings`
// (`table.key=value`); or `error: ` and why there is none.
extern "C" EMSCRIPTEN_KEEPALIVE const char* spindrift_hashes(const char* scene, const char* settings, int frames,
                                                             int threads) {
  const auto hashes = spindrift::hashes_of(scene, settings, frames, threads);
  return spindrift::kept(hashes ? *hashes : "error: " + to_string(hashes.error()));
}

// A mesh for scenes that name this path: three coordinates of each vertex, three vertices of each triangle. Returns why
// it cannot be used, or nothing.
extern "C" EMSCRIPTEN_KEEPALIVE const char* spindrift_add_mesh(const char* path, const float* coordinates, int vertices,
                                                               const int* corners, int triangles) {
  spindrift::TriangleMesh mesh;
  for (int i = 0; i < vertices; ++i, coordinates += 3)
    mesh.vertices.push_back({{coordinates[0], coordinates[1], coordinates[2]}});
  for (int i = 0; i < triangles; ++i, corners += 3) mesh.triangles.push_back({corners[0], corners[1], corners[2]});
  auto made = spindrift::Mesh::create(mesh, path);
  if (!made) return spindrift::kept(to_string(made.error()));
  spindrift::meshes[path] = *made;
  return spindrift::kept("");
}
