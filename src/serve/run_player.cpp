#include "serve/run_player.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <limits>

#include "base/json.h"
#include "base/json_reader.h"
#include "base/no_throw.h"
#include "base/split.h"
#include "formats/files/file_bytes.h"
#include "formats/files/manifest.h"
#include "formats/files/refuse.h"
#include "formats/vtk/read_vtk.h"
#include "run/pictures/frame_files.h"
#include "run/pictures/read_cells.h"
#include "run/run_record.h"
#include "spindrift/files.h"
#include "spindrift/scene_file.h"

namespace spindrift {
namespace {

struct RunFrame {
  double time = 0.0;
  ParticleFrame particles;
  CellFrame cells;  // empty if not asked for, or if no file has them
};

// The first of the files that exists; empty if none does.
std::string first_file(std::initializer_list<std::string> files) {
  std::error_code ignored;
  for (const std::string& file : files)
    if (std::filesystem::is_regular_file(file, ignored)) return file;
  return "";
}

std::string particle_file(const RunFolder& folder, int frame) {
  return first_file({folder.particles(frame, ".ply"), folder.particles(frame, ".vtp")});
}

// A .vdb has only cells with gas or liquid; for a liquid that is too little.
std::string cell_file(const RunFolder& folder, const Scene& scene, int frame) {
  const std::string dense = first_file({folder.volume(frame, ".vti"), folder.volume(frame, ".json")});
  return dense.empty() && scene.is_smoke() ? first_file({folder.volume(frame, ".vdb")}) : dense;
}

std::vector<float> floats_of(const VtkArray& array) {
  std::vector<float> values(array.bytes.size() / sizeof(float));
  std::memcpy(values.data(), array.bytes.data(), values.size() * sizeof(float));
  return values;
}

// Only the columns that viewers see.
Result<ParticleFrame> read_vtp(const std::string& path, int dimension) {
  const auto bytes = read_file_bytes(path);
  if (!bytes) return bytes.error();
  const auto content = read_vtk(*bytes, path);
  if (!content) return content.error();
  ParticleFrame frame;
  frame.dimension = dimension;
  for (const VtkArray& array : content->arrays) {
    if (array.scalar != "Float32") continue;
    if (array.group == "Points") frame.position = floats_of(array);
    if (array.group != "PointData") continue;
    if (array.name == "velocity") frame.velocity = floats_of(array);
    if (array.name == "color") frame.color = floats_of(array);
    if (array.name == "density") frame.density = floats_of(array);
  }
  const std::size_t count = frame.count();
  const auto fits = [&](const std::vector<float>& column, std::size_t components) {
    return column.empty() || column.size() == components * count;
  };
  if (frame.position.size() != 3 * count || frame.velocity.size() != 3 * count || !fits(frame.color, 3) ||
      !fits(frame.density, 1))
    return refuse(path, "these are not the particles of a run");
  return frame;
}

Result<ParticleFrame> read_particle_file(const std::string& path, const Scene& scene) {
  if (Status whole = check_listed(path); !whole) return whole.error();
  Result<ParticleFrame> frame = path.ends_with(".vtp") ? read_vtp(path, scene.dimension()) : read_particles(path);
  if (!frame || frame->dimension == scene.dimension()) return frame;
  return refuse(path, fmt::format("these particles are {}D, the scene is {}D", frame->dimension, scene.dimension()));
}

bool has_run_frame(const RunFolder& folder, const Scene& scene, int frame) {
  return !(scene.is_smoke() ? cell_file(folder, scene, frame) : particle_file(folder, frame)).empty();
}

Result<RunFrame> read_run_frame(const RunFolder& folder, const Scene& scene, int frame, bool with_cells) {
  RunFrame read;
  read.time = frame / scene.time.fps;
  if (!scene.is_smoke()) {
    Result<ParticleFrame> particles = read_particle_file(particle_file(folder, frame), scene);
    if (!particles) return particles.error();
    read.particles = std::move(*particles);
    read.particles.time = read.time;
    read.particles.cell_size = scene.domain.cell();
  }
  const std::string file = with_cells ? cell_file(folder, scene, frame) : "";
  if (file.empty()) return read;
  if (Status whole = check_listed(file); !whole) return whole.error();
  Result<CellFrame> cells = read_cells(file, scene, read.time);
  if (!cells) return cells.error();
  read.cells = std::move(*cells);
  return read;
}

Error no_frames(const RunFolder& folder, const Scene& scene) {
  return {ErrorCode::kBadInput,
          scene.is_smoke() ? fmt::format("{} has no volumes/*.vti, *.vdb or *.json with *.raw to show smoke from; run "
                                         "the scene with output.volumes = [\"vti\"]",
                                         folder.path())
                           : fmt::format("{} has no particles/*.ply or *.vtp to show; run the scene with \"ply\" in "
                                         "output.formats",
                                         folder.path())};
}

Error cannot_change(const std::string& word) {
  return {
      ErrorCode::kBadInput,
      fmt::format("'{}' is not possible in a finished run; `spindrift view` with its scene.toml runs the scene again",
                  word)};
}

}  // namespace

RunPlayer::RunPlayer(RunFolder folder, Scene scene, std::set<int> frames, int threads)
    : folder_(std::move(folder)), scene_(std::move(scene)), frames_(std::move(frames)), painter_(threads) {}

Result<RunPlayer> RunPlayer::open(const std::string& path, int threads) {
  const RunFolder folder = RunFolder::existing(path);
  if (Status whole = check_listed(folder.scene()); !whole) return whole.error();
  Result<Scene> scene = read_scene(folder.scene());
  if (!scene) return scene.error();
  if (Status same = check_meshes_of_run(folder, *scene); !same) return same.error();
  std::set<int> frames;
  for (const int frame : frames_in(folder))
    if (has_run_frame(folder, *scene, frame)) frames.insert(frame);
  if (frames.empty()) return no_frames(folder, *scene);
  auto text = read_file_bytes(folder.scene());
  if (!text) return text.error();

  const std::string name = std::filesystem::path(path).lexically_normal().filename().string();
  const Result<RunFrame> first = read_run_frame(folder, *scene, *frames.begin(), false);
  if (!first) return first.error();
  const auto particles = static_cast<std::int64_t>(first->particles.count());
  Result<std::string> opened = opened_message(*scene, name, *text, particles);
  if (!opened) return opened.error();
  RunPlayer player(folder, std::move(*scene), std::move(frames), threads);
  player.hello_ = hello_message(threads, "program");
  player.opened_ = std::move(*opened);
  player.scene_text_ = std::move(*text);
  if (const auto lines = read_file_bytes(folder.stats()))
    for (const std::string_view line : split(*lines, '\n'))
      if (const auto stats = read_json(line, ""); stats && stats->find("frame"))
        player.stats_[static_cast<int>(stats->number_or("frame", 0.0))] = std::string(line);
  return player;
}

int RunPlayer::join() {
  RunViewer& viewer = viewers_[++last_viewer_];
  const int last = *frames_.rbegin();
  viewer.waiting = {hello_, opened_,
                    JsonObject().add("is", "run").add("frames", last).add("fps", scene_.time.fps).text()};
  viewer.place = *frames_.begin();
  report_state(viewer);
  return last_viewer_;
}

int RunPlayer::frame_at(double place) const {
  const auto after = frames_.upper_bound(static_cast<int>(std::floor(place)));
  return after == frames_.begin() ? *after : *std::prev(after);
}

int RunPlayer::frame_after(double place, double count) const {
  auto at = frames_.find(frame_at(place));
  for (; count >= 1.0 && std::next(at) != frames_.end(); count -= 1.0) ++at;
  for (; count <= -1.0 && at != frames_.begin(); count += 1.0) --at;
  return *at;
}

void RunPlayer::seek(RunViewer& viewer, double place) {
  viewer.place = std::clamp(place, static_cast<double>(*frames_.begin()), static_cast<double>(*frames_.rbegin()));
}

void RunPlayer::report_state(RunViewer& viewer) {
  viewer.send(state_message(viewer.is_playing, viewer.speed, viewer.speed, ""));
}

void RunPlayer::receive(int number, std::string_view text) {
  const auto found = viewers_.find(number);
  if (found == viewers_.end()) return;
  RunViewer& viewer = found->second;
  const Result<JsonValue> message = read_json(text, "");
  const std::string word = message ? message->text_or("do", "") : "";
  const Status done = message ? handle(viewer, *message) : Status(message.error());
  if (!done) viewer.send(error_message(done.error(), word));
}

Status RunPlayer::handle(RunViewer& viewer, const JsonValue& message) {
  const std::string word = message.text_or("do", "");
  if (word == "next") {
    viewer.wants_frame = true;
  } else if (word == "show") {
    if (Status read = read_look(message, viewer.look); !read) return read;
    viewer.shown = -1;
  } else if (word == "seek") {
    const double frame = message.number_or("frame", std::numeric_limits<double>::quiet_NaN());
    if (!std::isfinite(frame)) return Error{.message = "'seek' needs the number of a 'frame'"};
    seek(viewer, frame);
  } else if (word == "step") {
    const double count = message.number_or("frames", message.number_or("count", 1.0));
    viewer.is_playing = false;
    viewer.place = frame_after(viewer.place, count);
    report_state(viewer);
  } else if (word == "reset") {
    seek(viewer, 0.0);
  } else if (word == "play" || word == "pause") {
    viewer.is_playing = word == "play";
    if (viewer.is_playing && viewer.place >= *frames_.rbegin()) seek(viewer, 0.0);  // from the start
    report_state(viewer);
  } else if (word == "speed") {
    viewer.speed = std::clamp(message.number_or("factor", 1.0), 0.0, 1000.0);
    report_state(viewer);
  } else if (word == "save" && message.text_or("what", "") == "scene") {
    JsonObject saved;
    saved.add("is", "saved").add("what", "scene").add("name", "scene.toml").add("text", scene_text_);
    viewer.send(saved.text());
  } else if (word != "drop") {
    return cannot_change(word);
  }
  return Done{};
}

double RunPlayer::advance(double now, double /*budget*/) {
  const double passed = now_ ? now - *now_ : 0.0;
  now_ = now;
  double pause = std::numeric_limits<double>::infinity();
  for (auto& [number, viewer] : viewers_) {
    if (!viewer.is_playing) continue;
    seek(viewer, viewer.place + passed * scene_.time.fps * viewer.speed);
    if (viewer.place >= *frames_.rbegin()) {
      viewer.is_playing = false;
      report_state(viewer);
    }
    constexpr double kShortestPause = 0.001;  // s
    pause = std::min(pause, std::max(kShortestPause, 0.5 / (scene_.time.fps * std::max(viewer.speed, 1.0))));
  }
  return pause;
}

std::optional<LiveMessage> RunPlayer::take(int number) {
  const auto found = viewers_.find(number);
  if (found == viewers_.end()) return std::nullopt;
  RunViewer& viewer = found->second;
  if (auto message = viewer.take_waiting()) return message;
  const int frame = frame_at(viewer.place);
  if (!viewer.wants_frame || frame == viewer.shown) return std::nullopt;
  viewer.wants_frame = false;
  viewer.shown = frame;
  if (viewer.is_playing && viewer.speed == 0.0)
    viewer.place = frame_after(frame, 1.0);  // as fast as the viewer takes them
  Result<std::string> painted = no_throw("reading a frame", [&] { return paint(frame, viewer.look); });
  if (!painted) return LiveMessage{false, error_message(painted.error(), "next")};
  if (const auto line = stats_.find(frame); line != stats_.end() && viewer.look.stats)
    viewer.send(fmt::format("{{\"is\":\"stats\",\"step\":{},{}", frame, line->second.substr(1)));
  return LiveMessage{true, std::move(*painted)};
}

Result<std::string> RunPlayer::paint(int frame, const Look& look) {
  const auto text = read_file_bytes(folder_.scene());
  if (!text || *text != scene_text_)
    return Error{ErrorCode::kBadInput,
                 fmt::format("{0}/scene.toml has changed since this view started: another run may "
                             "be there now; start `spindrift view {0}` again",
                             folder_.path())};
  Result<RunFrame> read = read_run_frame(folder_, scene_, frame, needs_cells(scene_, look));
  if (!read) return read.error();
  return painter_.paint(scene_, {frame, read->time, frame}, std::move(read->particles), std::move(read->cells), look);
}

}  // namespace spindrift
