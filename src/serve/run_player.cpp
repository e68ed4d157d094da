#include "serve/run_player.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

#include "base/json.h"
#include "base/no_throw.h"
#include "base/split.h"
#include "formats/files/checksum_list.h"
#include "formats/files/file_bytes.h"
#include "live/scene_message.h"
#include "run/pictures/frame_files.h"
#include "run/run_record.h"
#include "run/tables/tables_so_far.h"
#include "serve/run_frame.h"
#include "spindrift/scene_file.h"
#include "spindrift/version.h"

namespace spindrift {
namespace {

std::string message_of(const Error& error, const std::string& word) {
  return JsonObject().add("is", "error").add("message", error.message).add("do", word).text();
}

// What a page may ask of a run: all else would change it.
Error cannot_change(const std::string& word) {
  return {ErrorCode::kBadInput,
          fmt::format("'{}' cannot be done to a run that is over; `spindrift view` with its scene.toml runs the scene "
                      "again, to be touched",
                      word)};
}

}  // namespace

RunPlayer::RunPlayer(RunFolder folder, Scene scene, std::set<int> frames, int threads)
    : folder_(std::move(folder)), scene_(std::move(scene)), frames_(std::move(frames)), painter_(threads) {}

Result<RunPlayer> RunPlayer::open(const std::string& path, int threads) {
  const RunFolder folder = RunFolder::existing(path);
  if (Status whole = check_as_written(folder.scene()); !whole) return whole.error();
  Result<Scene> scene = read_scene(folder.scene());
  if (!scene) return scene.error();
  if (Status same = check_meshes_of_run(folder, *scene); !same) return same.error();
  std::set<int> frames;
  for (const int frame : frames_in(folder))
    if (has_run_frame(folder, *scene, frame)) frames.insert(frame);
  if (frames.empty()) return nothing_to_view(folder, *scene);
  auto text = read_file_bytes(folder.scene());
  if (!text) return text.error();

  const std::string name = std::filesystem::path(path).lexically_normal().filename().string();
  const Result<RunFrame> first = read_run_frame(folder, *scene, *frames.begin(), false);
  if (!first) return first.error();
  const auto particles = static_cast<std::int64_t>(first->particles.count());
  Result<std::string> opened = opened_message(*scene, name, *text, particles);
  if (!opened) return opened.error();
  RunPlayer player(folder, std::move(*scene), std::move(frames), threads);
  player.hello_ =
      JsonObject().add("is", "hello").add("version", version()).add("threads", threads).add("where", "program").text();
  player.opened_ = std::move(*opened);
  player.scene_text_ = std::move(*text);
  if (const auto lines = read_file_bytes(folder.stats()))
    for (const std::string_view line : split(*lines, '\n'))
      if (const auto frame = frame_of_stats(line, player.scene_.time.fps)) player.stats_[*frame] = std::string(line);
  return player;
}

int RunPlayer::join() {
  RunViewer& viewer = viewers_[++last_viewer_];
  const int last = *frames_.rbegin();
  viewer.waiting = {hello_, opened_,
                    JsonObject().add("is", "run").add("frames", last).add("fps", scene_.time.fps).text()};
  viewer.place = *frames_.begin();
  tell_state(viewer);
  return last_viewer_;
}

int RunPlayer::frame_at(double place) const {
  const auto after = frames_.upper_bound(static_cast<int>(std::floor(place)));
  return after == frames_.begin() ? *after : *std::prev(after);
}

int RunPlayer::frames_on(double place, double count) const {
  auto at = frames_.find(frame_at(place));
  for (; count >= 1.0 && std::next(at) != frames_.end(); count -= 1.0) ++at;
  for (; count <= -1.0 && at != frames_.begin(); count += 1.0) --at;
  return *at;
}

void RunPlayer::seek(RunViewer& viewer, double place) {
  viewer.place = std::clamp(place, static_cast<double>(*frames_.begin()), static_cast<double>(*frames_.rbegin()));
}

void RunPlayer::tell_state(RunViewer& viewer) {
  JsonObject state;
  state.add("is", "state").add("playing", viewer.is_playing).add("speed", viewer.speed);
  viewer.waiting.push_back(state.add("pace", viewer.speed).add("note", "").text());
}

void RunPlayer::receive(int number, std::string_view text) {
  const auto found = viewers_.find(number);
  if (found == viewers_.end()) return;
  RunViewer& viewer = found->second;
  const Result<JsonValue> message = read_json(text, "");
  const std::string word = message ? message->text_or("do", "") : "";
  const Status done = message ? obey(viewer, *message) : Status(message.error());
  constexpr std::size_t kMostWaiting = 1000;  // of one who asks nonsense and takes no answer
  if (!done && viewer.waiting.size() < kMostWaiting) viewer.waiting.push_back(message_of(done.error(), word));
}

Status RunPlayer::obey(RunViewer& viewer, const JsonValue& message) {
  const std::string word = message.text_or("do", "");
  if (word == "next") {
    viewer.wants_frame = true;
  } else if (word == "show") {
    if (Status read = read_look(message, viewer.look); !read) return read;
    viewer.has_new_look = true;
  } else if (word == "seek") {
    const double frame = message.number_or("frame", std::numeric_limits<double>::quiet_NaN());
    if (!std::isfinite(frame)) return Error{.message = "'seek' needs the number of a 'frame'"};
    seek(viewer, frame);
  } else if (word == "step") {
    const double count = message.number_or("frames", message.number_or("count", 1.0));
    viewer.is_playing = false;
    viewer.place = frames_on(viewer.place, count);
    tell_state(viewer);
  } else if (word == "reset") {
    seek(viewer, 0.0);
  } else if (word == "play" || word == "pause") {
    viewer.is_playing = word == "play";
    if (viewer.is_playing && viewer.place >= *frames_.rbegin()) seek(viewer, 0.0);  // once more
    tell_state(viewer);
  } else if (word == "speed") {
    viewer.speed = std::clamp(message.number_or("factor", 1.0), 0.0, 1000.0);
    tell_state(viewer);
  } else if (word == "save" && message.text_or("what", "") == "scene") {
    JsonObject saved;
    saved.add("is", "saved").add("what", "scene").add("name", "scene.toml").add("text", scene_text_);
    viewer.waiting.push_back(saved.text());
  } else if (word != "drop") {  // a hand that holds nothing
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
      tell_state(viewer);
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
  const auto take_waiting = [&] {
    LiveMessage message{false, std::move(viewer.waiting.front())};
    viewer.waiting.pop_front();
    return message;
  };
  if (!viewer.waiting.empty()) return take_waiting();
  const int frame = frame_at(viewer.place);
  if (!viewer.wants_frame || (frame == viewer.shown && !viewer.has_new_look)) return std::nullopt;
  viewer.wants_frame = viewer.has_new_look = false;
  viewer.shown = frame;
  if (viewer.is_playing && viewer.speed == 0.0)
    viewer.place = frames_on(frame, 1.0);  // as fast as the viewer takes them
  Result<std::string> painted = no_throw("reading a frame", [&] { return paint(frame, viewer.look); });
  if (!painted) {
    viewer.waiting.push_back(message_of(painted.error(), "next"));
    return take_waiting();
  }
  if (const auto line = stats_.find(frame); line != stats_.end() && viewer.look.stats)
    viewer.waiting.push_back(fmt::format("{{\"is\":\"stats\",\"step\":{},{}", frame, line->second.substr(1)));
  return LiveMessage{true, std::move(*painted)};
}

Result<std::string> RunPlayer::paint(int frame, const Look& look) {
  const auto text = read_file_bytes(folder_.scene());
  if (!text || *text != scene_text_)
    return Error{ErrorCode::kBadInput, fmt::format("{0}/scene.toml is not what it was when this view began: another "
                                                   "run may be there now; `spindrift view {0}` shows that one",
                                                   folder_.path())};
  Result<RunFrame> read = read_run_frame(folder_, scene_, frame, needs_cells(scene_, look));
  if (!read) return read.error();
  return painter_.paint(scene_, {frame, read->time, frame}, std::move(read->particles), std::move(read->cells), look);
}

}  // namespace spindrift
