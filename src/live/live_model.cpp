// How a session advances, and what it reports to its viewers.
#include "live/live_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/json.h"
#include "base/no_throw.h"
#include "base/timer.h"
#include "spindrift/version.h"

namespace spindrift {
namespace {

constexpr double kStatsEvery = 0.25;                // s
constexpr std::size_t kMostUndo = 16;               // gestures
constexpr std::size_t kMostUndoBytes = 128u << 20;  // of all checkpoints kept for it
constexpr double kLongestCfl = 4.0;                 // cells; beyond, liquid loses its shape
constexpr double kLongerBy = 1.4;                   // a change of the steps' length
constexpr double kAdjustEvery = 2.0;                // s
constexpr double kEasily = 0.5;                     // share of real time below which steps are made shorter again

constexpr double kMostLag = 0.1;  // s of real time that a scene may fall behind before it gives up catching up
constexpr double kWindow = 1.0;   // s over which the pace is measured

std::size_t bytes_of(const Checkpoint& checkpoint) {
  std::size_t sum = 0;
  for (const Section& section : checkpoint.sections) sum += section.bytes.size();
  return sum;
}

}  // namespace

void Pace::restart(double now, double time) {
  last_ = window_start_ = now;
  target_ = window_time_ = time;
  reached_ = speed_;
}

void Pace::follow(double now, double time) {
  const double passed = std::max(0.0, now - last_);
  last_ = now;
  if (speed_ == 0.0) {
    target_ = std::numeric_limits<double>::infinity();
  } else {
    if (target_ == std::numeric_limits<double>::infinity()) target_ = time;
    target_ = std::min(target_ + std::min(passed, kMostLag) * speed_, time + kMostLag * speed_);
  }
  if (now - window_start_ < kWindow) return;
  reached_ = (time - window_time_) / (now - window_start_);
  window_start_ = now;
  window_time_ = time;
}

LiveSession::Model::Model(LiveOptions options) : options_(std::move(options)), painter_(options_.threads) {}

int LiveSession::Model::join() {
  const int viewer = ++last_viewer_;
  viewers_[viewer].send(hello_message(options_.threads, options_.where));
  if (simulation_) {
    if (auto opened = opened_->message(simulation_->particle_count())) send(viewer, *opened);
    send(viewer, edited_since_opened());
  }
  if (!reported_state_.empty()) send(viewer, reported_state_);
  return viewer;
}

// Whoever held something lets it go.
void LiveSession::Model::leave(int viewer) {
  viewers_.erase(viewer);
  if (viewer != holder_) return;
  hand_.forget();
  is_in_gesture_ = false;
}

void LiveSession::Model::send(int viewer, std::string text) {
  if (const auto found = viewers_.find(viewer); found != viewers_.end()) found->second.send(std::move(text));
}

void LiveSession::Model::broadcast(const std::string& text) {
  for (auto& [number, viewer] : viewers_) viewer.send(text);
}

std::optional<LiveMessage> LiveSession::Model::take(int viewer) {
  const auto found = viewers_.find(viewer);
  if (found == viewers_.end()) return std::nullopt;
  Viewer& state = found->second;
  if (auto message = state.take_waiting()) return message;
  if (!simulation_ || !state.wants_frame || state.shown == version_) return std::nullopt;
  state.wants_frame = false;
  state.shown = version_;
  auto frame = painter_.paint(*simulation_, state.look);
  if (frame) return LiveMessage{true, std::move(*frame)};
  return LiveMessage{false, error_message(frame.error(), "next")};
}

void LiveSession::Model::report_state() {
  const std::string state = state_message(is_playing_, pace_.speed(), std::round(20.0 * pace_.reached()) / 20.0, note_);
  if (state == reported_state_) return;
  reported_state_ = state;
  broadcast(state);
}

void LiveSession::Model::report_stats() {
  last_stats_ = now_;
  const bool is_wanted =
      std::any_of(viewers_.begin(), viewers_.end(), [](const auto& v) { return v.second.look.stats; });
  if (!is_wanted || !simulation_) return;
  const auto report = simulation_->measure();
  if (!report) return;
  JsonObject out;
  out.add("is", "stats").add("step", simulation_->step()).add("frame", report->frame).add("time", simulation_->time());
  out.add("dt", last_step_.dt).add("particles", report->particles).add("fluid_cells", report->fluid_cells);
  out.add("volume", report->volume).add("volume_drift", report->volume_drift);
  out.add("kinetic_energy", report->kinetic_energy).add("potential_energy", report->potential_energy);
  out.add_json("center_of_mass", json_array(report->center_of_mass.at)).add("max_speed", report->max_speed);
  out.add("divergence_max", report->divergence_max).add("pressure_iterations", last_step_.pressure.iterations);
  out.add("pressure_residual", last_step_.pressure.residual).add("escaped_particles", report->escaped_particles);
  if (report->smoke) out.add("smoke", report->smoke->smoke).add("heat", report->smoke->heat);
  out.add("state_hash", fmt::format("{:016x}", report->state_hash));
  out.add_json("stage_seconds", clock_.text()).add("time_per_step", clock_.total());
  for (auto& [viewer, state] : viewers_)
    if (state.look.stats) send(viewer, out.text());
}

Status LiveSession::Model::start(const Scene& scene, const std::string& name, const std::string& text,
                                 const Edits& edits) {
  auto simulation = Simulation::create(scene, options_.threads);
  if (!simulation) return simulation.error();
  const auto opened = std::make_shared<const Opened>(Opened{scene, name, text, edits});
  const auto message = opened->message(simulation->particle_count());
  if (!message) return message.error();
  const auto touched = is_touched();
  if (!touched) return touched.error();
  std::string replaced;
  if (*touched) {
    replaced = opened_->name;
    is_in_gesture_ = false;
    if (Status kept = begin_gesture(); !kept) return kept;
  }
  opened_ = opened;
  settings_.clear();
  simulation_.emplace(std::move(*simulation));
  reported_keys_ = key_values(scene);
  start_over();
  broadcast(*message);
  if (*touched) {
    broadcast(JsonObject().add("is", "replaced").add("name", replaced).text());
    if (options_.replaced) options_.replaced(replaced);
  }
  report_state();
  report_stats();
  return Done{};
}

// Changes of the steps' length do not count: the session makes them itself (adapt_steps).
Result<bool> LiveSession::Model::is_touched() const {
  if (!simulation_) return false;
  const auto recording = simulation_->recording();
  if (!recording) return recording.error();
  const auto acts_of = [](const Scene& scene) {
    std::vector<std::vector<std::string>> acts;
    for (const Command& command : scene.commands)
      if (!(command.edits.size() == 1 && command.edits[0].starts_with("time.cfl="))) acts.push_back(command.edits);
    return acts;
  };
  return !settings_.empty() || acts_of(*recording) != acts_of(opened_->scene);
}

void LiveSession::Model::start_over() {
  hand_ = {};
  is_in_gesture_ = is_played_ = false;
  painter_.forget_surface();
  clock_.clear();
  last_step_ = {};
  steps_to_go_ = frame_to_reach_ = 0;
  asked_cfl_ = simulation_->scene().time.cfl;
  note_.clear();
  ++version_;
  pace_.restart(now_, simulation_->time());
}

// While no setting has changed, the scene's text is the one it was opened with, including comments. If only settings
// have changed, `edits` lead there from that text.
std::string LiveSession::Model::edited_since_opened() const {
  const Scene& scene = simulation_->scene();
  JsonObject out;
  out.add("is", "edited").add("step", simulation_->step()).add("since_opened", true);
  if (const auto stages = stages_text(scene)) out.add_json("stages", *stages);
  if (const auto solids = solids_text(scene)) out.add_json("solids", *solids);
  out.add_json("keys", changed_keys_text({}, key_values(scene)));
  const auto text = scene_to_toml(scene), opened = scene_to_toml(opened_->scene);
  if (text && opened) out.add("scene", *text == *opened && opened_->edits.empty() ? opened_->text : *text);
  if (const auto with_settings = scene_with_settings())
    if (const auto derived = scene_to_toml(*with_settings); text && derived && *text == *derived)
      out.add_json("edits", json_array(settings_));
  return out.text();
}

Status LiveSession::Model::change(const std::vector<std::string>& edits, bool reports_keys) {
  if (edits.empty()) return Done{};
  const auto stages_before = stages_text(simulation_->scene());
  const std::size_t solids_before = simulation_->scene().solids.size();
  bool has_news = false;
  // A mesh or table that the scene has not read before is refused: a recording could not be played again without it.
  const auto replaced = simulation_->take_over(edits);
  if (!replaced) return replaced.error();
  if (*replaced > 0) broadcast(JsonObject().add("is", "taken_over").add("commands", *replaced).text());
  ++version_;
  painter_.forget_surface();
  const Scene& scene = simulation_->scene();
  JsonObject out;
  out.add("is", "edited").add("step", simulation_->step());
  if (const auto stages = stages_text(scene); stages && stages_before && *stages != *stages_before) {
    clock_.clear();
    out.add_json("stages", *stages);
    has_news = true;
  }
  if (scene.solids.size() != solids_before)
    if (const auto solids = solids_text(scene)) {
      out.add_json("solids", *solids);
      has_news = true;
    }
  if (reports_keys) {
    auto keys = key_values(scene);
    out.add_json("keys", changed_keys_text(reported_keys_, keys)).add_json("edits", json_array(edits));
    reported_keys_ = std::move(keys);
    if (const auto text = scene_to_toml(scene)) out.add("scene", *text);
  }
  if (reports_keys || has_news) broadcast(out.text());
  return Done{};
}

Status LiveSession::Model::move_hand() {
  const auto edits = hand_.take(simulation_->scene(), simulation_->time());
  if (!edits) return edits.error();
  is_played_ |= !edits->empty();
  return change(*edits, false);
}

Status LiveSession::Model::begin_gesture() {
  if (is_in_gesture_) return Done{};
  is_in_gesture_ = true;
  auto recording = simulation_->recording();
  if (!recording) return recording.error();
  auto checkpoint = simulation_->save();
  if (!checkpoint) return checkpoint.error();
  before_.push_back({opened_, settings_, std::move(*recording), std::move(*checkpoint)});
  std::size_t bytes = 0;
  for (const Before& before : before_) bytes += bytes_of(before.checkpoint);
  while (before_.size() > kMostUndo || (bytes > kMostUndoBytes && before_.size() > 1)) {
    bytes -= bytes_of(before_.front().checkpoint);
    before_.erase(before_.begin());
  }
  return Done{};
}

bool LiveSession::Model::advance_substep() {
  const auto stop = [&](const Error& error) {
    is_playing_ = false;
    steps_to_go_ = frame_to_reach_ = 0;
    broadcast(error_message(error, "play"));
    return false;
  };
  if (Status moved = move_hand(); !moved) {
    hand_ = {};
    return stop(moved.error());
  }
  auto step = simulation_->advance_substep(&clock_);
  if (!step) return stop(step.error());
  last_step_ = *step;
  ++version_;
  return true;
}

// The length of the steps is a setting; its changes are in the recording.
void LiveSession::Model::adapt_steps() {
  const TimeSettings& time = simulation_->scene().time;
  if (pace_.speed() == 0.0 || time.substeps > 0 || now_ - last_adjusted_ < kAdjustEvery) return;
  if (simulation_->commands_to_come() > 0) return;                          // a recording has its own steps
  const double step_time = clock_.total() / std::max(last_step_.dt, 1e-9);  // s for a second of the scene
  double cfl = time.cfl;
  if (!pace_.keeps_up())
    cfl = std::min(kLongestCfl, cfl * kLongerBy);
  else if (step_time * pace_.speed() * kLongerBy < kEasily)
    cfl = std::max(asked_cfl_, cfl / kLongerBy);
  if (cfl != time.cfl && cfl >= asked_cfl_) static_cast<void>(change({fmt::format("time.cfl={}", cfl)}, false));
  last_adjusted_ = now_;
  note_ = !pace_.keeps_up()  ? "this scene is too large for real time here"
          : cfl > asked_cfl_ ? "longer steps than asked for, to keep real time"
                             : "";
}

double LiveSession::Model::advance(double now, double budget) {
  now_ = now;
  if (!simulation_) return std::numeric_limits<double>::infinity();
  if (is_playing_ && !was_playing_) pace_.restart(now, simulation_->time());
  was_playing_ = is_playing_;
  const double begin = wall_seconds();
  bool has_stepped = false;
  while (has_steps_to_go() && wall_seconds() - begin < budget && advance_substep()) {
    has_stepped = true;
    if (steps_to_go_ > 0) --steps_to_go_;
  }
  if (is_playing_) {
    pace_.follow(now, simulation_->time());
    while (is_playing_ && simulation_->time() < pace_.target() && (!has_stepped || wall_seconds() - begin < budget)) {
      if (!advance_substep()) break;
      has_stepped = true;
    }
    adapt_steps();
    report_state();
  }
  if (has_stepped && (now - last_stats_ >= kStatsEvery || !(is_playing_ || has_steps_to_go()))) report_stats();
  if (has_steps_to_go()) return 0.0;
  if (!is_playing_) return std::numeric_limits<double>::infinity();
  if (pace_.speed() == 0.0 || simulation_->time() < pace_.target()) return 0.0;
  return std::max((simulation_->time() - pace_.target()) / pace_.speed(), 1e-3);
}

LiveSession::LiveSession(std::unique_ptr<Model> model) : model_(std::move(model)) {}
LiveSession::LiveSession(LiveSession&&) noexcept = default;
LiveSession& LiveSession::operator=(LiveSession&&) noexcept = default;
LiveSession::~LiveSession() = default;

Result<LiveSession> LiveSession::create(LiveOptions options) {
  return no_throw("starting a live session",
                  [&]() -> Result<LiveSession> { return LiveSession(std::make_unique<Model>(std::move(options))); });
}

Status LiveSession::open(const Scene& scene, const std::string& name) {
  return no_throw("opening a scene", [&]() -> Status {
    auto text = scene_to_toml(scene);
    if (!text) return text.error();
    Scene own = scene;
    if (!own.editor) own.editor = text_editor();
    return model_->start(own, name, *text);
  });
}

int LiveSession::join() { return model_->join(); }
void LiveSession::leave(int viewer) { model_->leave(viewer); }
void LiveSession::receive(int viewer, std::string_view message) { model_->receive(viewer, message); }
std::optional<LiveMessage> LiveSession::take(int viewer) { return model_->take(viewer); }
double LiveSession::advance(double now, double budget) { return model_->advance(now, budget); }
bool LiveSession::has_scene() const { return model_->has_scene(); }

Result<Checkpoint> LiveSession::save() const {
  if (!model_->has_scene()) return Error{ErrorCode::kBadInput, "no scene is open"};
  return model_->simulation().save();
}
Result<Scene> LiveSession::recording() const {
  if (!model_->has_scene()) return Error{ErrorCode::kBadInput, "no scene is open"};
  return model_->simulation().recording();
}

}  // namespace spindrift
