// The core for JavaScript, behind C functions: one session with one viewer for a page, and the hashes of a run for
// tests. Texts and frames are in memory that stays valid until the next call of the same function.
#include <emscripten/emscripten.h>
#include <fmt/format.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spindrift/live.h"
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

std::optional<LiveSession> session;
int viewer = 0;
std::string received;
std::optional<LiveMessage> taken;

const char* kept(std::string outcome) {
  static std::string text;
  text = std::move(outcome);
  return text.c_str();
}

Result<std::string> hashes_of(const char* scene_text, const char* settings, int frames, int threads) {
  const auto scene = parse_scene(scene_text, "scene", lines_of(settings), {mesh_at});
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

#define SPINDRIFT_EXPORT extern "C" EMSCRIPTEN_KEEPALIVE

SPINDRIFT_EXPORT int spindrift_start(int threads) {
  auto started = spindrift::LiveSession::create({.threads = threads, .where = "tab", .meshes = {}, .scene_text = {}});
  if (!started) return 0;
  spindrift::session.emplace(std::move(*started));
  spindrift::viewer = spindrift::session->join();
  return 1;
}

// Memory for a message to receive.
SPINDRIFT_EXPORT char* spindrift_alloc(int bytes) {
  spindrift::received.resize(static_cast<std::size_t>(bytes));
  return spindrift::received.data();
}

SPINDRIFT_EXPORT void spindrift_receive(const char* text, int size) {
  if (spindrift::session) spindrift::session->receive(spindrift::viewer, {text, static_cast<std::size_t>(size)});
}

// The next message for the page, or null.
SPINDRIFT_EXPORT const char* spindrift_take() {
  spindrift::taken = spindrift::session ? spindrift::session->take(spindrift::viewer) : std::nullopt;
  return spindrift::taken ? spindrift::taken->bytes.data() : nullptr;
}
SPINDRIFT_EXPORT int spindrift_take_size() {
  return spindrift::taken ? static_cast<int>(spindrift::taken->bytes.size()) : 0;
}
SPINDRIFT_EXPORT int spindrift_take_is_binary() { return spindrift::taken && spindrift::taken->is_binary; }

SPINDRIFT_EXPORT double spindrift_advance(double now, double budget) {
  return spindrift::session ? spindrift::session->advance(now, budget) : 1e30;
}

// The state's hash after each of the first frames of a scene, a line each, or `error: ` and the reason. `settings` has
// a line `table.key=value` for each change.
SPINDRIFT_EXPORT const char* spindrift_hashes(const char* scene, const char* settings, int frames, int threads) {
  const auto hashes = spindrift::hashes_of(scene, settings, frames, threads);
  return spindrift::kept(hashes ? *hashes : "error: " + to_string(hashes.error()));
}

// A mesh for scenes that name this path: three coordinates of each vertex, three vertices of each triangle. Returns the
// error, or an empty text.
SPINDRIFT_EXPORT const char* spindrift_add_mesh(const char* path, const float* coordinates, int vertices,
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
