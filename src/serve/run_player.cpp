#include "serve/run_player.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

#include "base/json.h"
#include "base/no_throw.h"
#include "base/split.h"
#include "formats/files/files.h"
#include "formats/files/manifest.h"
#include "output/frame_files.h"
#include "run/run_record.h"
#include "spindrift/scene_file.h"

namespace spindrift {
namespace {

bool has_run_frame(const RunFolder& folder, const Scene& scene, int frame) {
  return find_frame_files(folder.path(), frame, scene, scene.is_smoke() ? kNeedsCells : kNeedsParticles).has_value();
}

// Without cells if no file has them.
Status read_run_frame(const RunFolder& folder, const Scene& scene, int frame, bool with_cells, Products& products) {
  FrameFiles wanted{frame, "", "", ""};
  const auto find = [&](Needs needs) { return find_frame_files(folder.path(), frame, scene, needs); };
  if (!scene.is_smoke()) {
    const auto files = find(kNeedsParticles);
    if (!files)
      return Error{ErrorCode::kBadInput, fmt::format("the particles of frame {} are missing", frame), {folder.path()}};
    wanted.particles = files->particles;
  }
  if (with_cells)
    if (const auto files = find(kNeedsCells)) wanted.cells = files->cells;
  return load(wanted, scene, products);
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
  for (const int frame : frames_in(folder.path()))
    if (has_run_frame(folder, *scene, frame)) frames.insert(frame);
  if (frames.empty()) return no_frames(folder, *scene);
  auto text = read_file_bytes(folder.scene());
  if (!text) return text.error();

  const std::string name = std::filesystem::path(path).lexically_normal().filename().string();
  Products first(nullptr);
  if (Status read = read_run_frame(folder, *scene, *frames.begin(), false, first); !read) return read.error();
  const auto particles = static_cast<std::int64_t>(first.particles().count());
  Result<std::string> opened = opened_message(*scene, name, *text, {}, particles);
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
  Products products(nullptr);
  if (Status read = read_run_frame(folder_, scene_, frame, needs_cells(scene_, look), products); !read)
    return read.error();
  return painter_.paint(scene_, {frame, products.time(), frame}, products.take_particles(), products.take_cells(),
                        look);
}

}  // namespace spindrift
