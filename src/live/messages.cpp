#include "live/messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/json.h"
#include "keys/key_list.h"
#include "keys/scene_node.h"
#include "live/hand.h"
#include "spindrift/simulation.h"
#include "spindrift/version.h"
#include "surface/solid_surface.h"

namespace spindrift {
namespace {

constexpr int kCellsAcross2d = 200, kCellsAcross3d = 32;  // of the grids that solids are polygonised on

std::string vector_text(const Scene& scene, const Vec3d& v) {
  return json_array(std::span(v.at).first(static_cast<std::size_t>(scene.dimension())));
}

std::string keys_text(const Scene& scene) {
  std::string all;
  for (const KeyEntry& one : list_keys(scene)) {
    const SceneKey& key = one.key;
    JsonObject entry;
    entry.add("key", one.path).add("kind", one.kind).add_json("value", to_inline_toml(one.value));
    if (!key.unit.empty()) entry.add("unit", std::string(key.unit));
    if (std::isfinite(key.range.min)) entry.add("min", key.range.min);
    if (std::isfinite(key.range.max)) entry.add("max", key.range.max);
    if (!one.words.empty()) entry.add_json("words", json_array(one.words));
    entry.add("meaning", std::string(key.meaning)).add("fixed", one.is_fixed).add("expert", key.is_expert);
    all += (all.empty() ? "" : ",") + entry.text();
  }
  return "[" + all + "]";
}

// The mesh of a solid at rest: all that may enter the domain.
template <int D>
Result<SolidSurface<D>> mesh_at_rest(const Scene& scene, const SolidSettings& settings) {
  const auto shape = make_shape<D>(settings.shape, scene.file);
  if (!shape) return shape.error();
  const Solid<D> solid(*shape, SolidSettings{});
  const Box<D> bounds = solid.bounds();
  const double margin = 2.0 * scene.domain.cell();
  Box<D> within;
  for (int a = 0; a < D; ++a) {  // a moving solid may enter from outside
    const bool keeps_bounds = settings.moves() && std::isfinite(bounds.low[a]) && std::isfinite(bounds.high[a]);
    within.low[a] = keeps_bounds ? bounds.low[a] - margin : -margin;
    within.high[a] = keeps_bounds ? bounds.high[a] + margin : scene.domain.size[a] + margin;
  }
  return find_solid_surface(solid, within, 0.0, D == 2 ? kCellsAcross2d : kCellsAcross3d);
}

template <int D>
Status add_mesh(const Scene& scene, const SolidSettings& settings, JsonObject& entry) {
  const auto mesh = mesh_at_rest<D>(scene, settings);
  if (!mesh) return mesh.error();
  std::string positions, corners;
  for (const VecD<D>& vertex : mesh->vertices)
    for (const double x : vertex.at) positions += fmt::format("{}{:.5g}", positions.empty() ? "" : ",", x);
  for (const auto& face : mesh->faces)
    for (const std::uint32_t corner : face) corners += fmt::format("{}{}", corners.empty() ? "" : ",", corner);
  entry.add_json("position", "[" + positions + "]").add_json("corners", "[" + corners + "]");
  return Done{};
}

}  // namespace

void Viewer::send(std::string text) {
  constexpr std::size_t kMostWaiting = 1000;
  waiting.push_back(std::move(text));
  if (waiting.size() > kMostWaiting) waiting.pop_front();
}

std::optional<LiveMessage> Viewer::take_waiting() {
  if (waiting.empty()) return std::nullopt;
  LiveMessage message{false, std::move(waiting.front())};
  waiting.pop_front();
  return message;
}

std::string hello_message(int threads, const std::string& where) {
  return JsonObject().add("is", "hello").add("version", version()).add("threads", threads).add("where", where).text();
}

std::string state_message(bool is_playing, double speed, double pace, const std::string& note) {
  JsonObject state;
  state.add("is", "state").add("playing", is_playing).add("speed", speed).add("pace", pace).add("note", note);
  return state.text();
}

std::string error_message(const Error& error, std::string_view word) {
  JsonObject out;
  out.add("is", "error").add("message", error.message).add("do", word);
  if (error.place.line > 0) out.add("line", error.place.line).add("column", error.place.column);
  return out.text();
}

Result<std::string> solids_text(const Scene& scene) {
  std::string all;
  for (std::size_t i = 0; i < scene.solids.size(); ++i) {
    const SolidSettings& settings = scene.solids[i];
    const auto middle = middle_at_rest(scene, settings);
    if (!middle) return middle.error();
    JsonObject entry;
    entry.add("number", i + 1).add("moves", settings.moves()).add("drawn", is_drawn(settings));
    entry.add_json("pivot", vector_text(scene, settings.pivot)).add_json("middle", vector_text(scene, *middle));
    const Status added =
        scene.dimension() == 2 ? add_mesh<2>(scene, settings, entry) : add_mesh<3>(scene, settings, entry);
    if (!added) return added.error();
    all += (all.empty() ? "" : ",") + entry.text();
  }
  return "[" + all + "]";
}

Result<std::string> stages_text(const Scene& scene) {
  const auto names = stage_names(scene);
  if (!names) return names.error();
  return json_array(*names);
}

std::vector<KeyValue> key_values(const Scene& scene) {
  std::vector<KeyValue> values;
  for (const KeyEntry& key : list_keys(scene)) values.push_back({key.path, to_inline_toml(key.value)});
  return values;
}

std::string changed_keys_text(const std::vector<KeyValue>& before, const std::vector<KeyValue>& now) {
  std::string all;
  for (std::size_t i = 0; i < now.size(); ++i) {
    if (i < before.size() && before[i].value == now[i].value) continue;
    all += (all.empty() ? "" : ",") + JsonObject().add("key", now[i].key).add_json("value", now[i].value).text();
  }
  return "[" + all + "]";
}

Result<std::string> opened_message(const Scene& scene, const std::string& name, const std::string& text,
                                   const Edits& edits, std::int64_t particles) {
  const auto stages = stages_text(scene);
  if (!stages) return stages.error();
  const auto solids = solids_text(scene);
  if (!solids) return solids.error();
  const Vec<int, 3> cells = scene.domain.cells();
  JsonObject out;
  out.add("is", "opened").add("name", name).add("title", scene.title).add("dimension", scene.dimension());
  out.add("smoke", scene.is_smoke()).add_json("size", vector_text(scene, scene.domain.size));
  out.add_json("cells", vector_text(scene, Vec3d::from(cells))).add("cell_size", scene.domain.cell());
  out.add("fps", scene.time.fps).add("frames", scene.time.frames).add("particles", particles);
  out.add_json("gravity", vector_text(scene, scene.forces.gravity)).add("scene", text);
  out.add_json("edits", json_array(edits));
  if (scene.is_smoke()) {
    const HandAction poured = smoke_to_pour(scene);
    out.add("poured_density", poured.density);
    out.add("poured_temperature", poured.temperature.value_or(scene.gas.ambient_temperature));
  }
  out.add_json("stages", *stages).add_json("keys", keys_text(scene)).add_json("solids", *solids);
  return out.text();
}

}  // namespace spindrift
