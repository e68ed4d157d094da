// The messages of viewers, one function each.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/json.h"
#include "base/math.h"
#include "base/no_throw.h"
#include "liquid/seed_particles.h"
#include "live/live_model.h"
#include "spindrift/scene_file.h"
#include "spindrift/text.h"

namespace spindrift {

using Model = LiveSession::Model;

namespace {

constexpr double kMostSteps = 1e6;
constexpr double kFastest = 1000.0;     // simulated seconds per second
constexpr double kMostCells = 65536.0;  // along a side

Error bad(std::string message) { return {ErrorCode::kBadInput, std::move(message)}; }

Result<double> read_number(const JsonValue& message, const char* key, double low, double high) {
  const JsonValue* value = message.find(key);
  if (!value || value->kind != JsonValue::Kind::kNumber) return bad(fmt::format("'{}' must be a number", key));
  if (!(value->number >= low && value->number <= high))
    return bad(fmt::format("'{}' must be between {} and {}, found {}", key, low, high, value->number));
  return value->number;
}

}  // namespace

const Model::Order Model::kOrders[] = {
    {"open", &Model::open_scene, false}, {"play", &Model::play, true},         {"pause", &Model::pause, true},
    {"step", &Model::step, true},        {"speed", &Model::set_speed, false},  {"reset", &Model::reset, true},
    {"undo", &Model::undo, true},        {"edit", &Model::edit, true},         {"drag", &Model::drag, true, true},
    {"turn", &Model::turn, true, true},  {"tilt", &Model::tilt, true},         {"drop", &Model::drop, true},
    {"pour", &Model::pour, true, true},  {"drain", &Model::drain, true, true}, {"push", &Model::push, true, true},
    {"wall", &Model::wall, true},        {"erase", &Model::erase, true},       {"show", &Model::show, false},
    {"next", &Model::next, false},       {"save", &Model::save, true},
};

void Model::receive(int viewer, std::string_view text) {
  if (!viewers_.contains(viewer)) return;
  std::string word;
  const Status done = no_throw("taking a message", [&]() -> Status {
    const auto message = read_json(text, "message");
    if (!message) return message.error();
    word = message->text_or("do", "");
    const auto order =
        std::find_if(std::begin(kOrders), std::end(kOrders), [&](const Order& o) { return o.word == word; });
    if (order == std::end(kOrders)) {
      std::vector<std::string> words;
      for (const Order& known : kOrders) words.emplace_back(known.word);
      const std::string near = nearest_word(word, words);
      return bad(fmt::format("there is no message '{}'{}", word.substr(0, 40),
                             near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
    }
    if (order->needs_scene && !simulation_) return bad("no scene is open");
    if (order->moves_hand) holder_ = viewer;
    return (this->*order->run)(viewer, *message);
  });
  if (!done) send(viewer, error_message(done.error(), word));
}

Result<Vec3d> Model::read_vector(const JsonValue& message, const char* key) const {
  const JsonValue* value = message.find(key);
  const std::size_t dimension = static_cast<std::size_t>(opened_->scene.dimension());
  const bool is_list = value && value->kind == JsonValue::Kind::kArray && value->items.size() == dimension;
  if (!is_list) return bad(fmt::format("'{}' must be a list of {} numbers", key, dimension));
  Vec3d v{};
  for (std::size_t a = 0; a < dimension; ++a) {
    if (value->items[a].kind != JsonValue::Kind::kNumber || !std::isfinite(value->items[a].number))
      return bad(fmt::format("'{}' must be a list of {} numbers", key, dimension));
    v[static_cast<int>(a)] = value->items[a].number;
  }
  return v;
}

Result<HandAction> Model::read_action(const JsonValue& message) const {
  HandAction action = smoke_to_pour(opened_->scene);
  const auto position = read_vector(message, "position");
  if (!position) return position.error();
  action.position = *position;
  const double cell = opened_->scene.domain.cell();
  const auto radius = read_number(message, "radius", 0.0, 1e7);
  if (!radius) return radius.error();
  action.radius = std::max(*radius, cell);  // at least a cell wide
  if (message.find("velocity")) {
    const auto velocity = read_vector(message, "velocity");
    if (!velocity) return velocity.error();
    action.velocity = *velocity;
  }
  action.density = message.number_or("density", action.density);
  if (const JsonValue* color = message.find("color"); color && color->items.size() == 3)
    action.color = Vec3d{{color->items[0].number, color->items[1].number, color->items[2].number}};
  if (message.find("temperature")) action.temperature = message.number_or("temperature", 0.0);
  return action;
}

Result<std::size_t> Model::read_solid(const JsonValue& message) const {
  const std::size_t count = simulation_->scene().solids.size();
  if (count == 0) return bad("the scene has no solid");
  const auto number = read_number(message, "solid", 1.0, static_cast<double>(count));
  if (!number) return number.error();
  return static_cast<std::size_t>(*number) - 1;
}

// The edits that give a scene so many cells along its longest side and leave its liquids as large as they were: where a
// liquid has a number of particles, that follows the cells.
Result<Edits> edits_for_resolution(const Scene& scene, int resolution) {
  Edits edits = {fmt::format("domain.resolution={}", resolution)};
  Scene other = scene;
  other.domain.resolution = resolution;
  other.domain.cell_size.reset();
  bool has_count = false;
  for (LiquidSettings& liquid : other.liquids) {
    has_count |= liquid.count.has_value();
    liquid.count.reset();
  }
  if (!has_count) return edits;
  const auto room = scene.dimension() == 2 ? count_seeds<2>(other) : count_seeds<3>(other);
  if (!room) return room.error();
  const double cells = math::pow(scene.domain.cell() / other.domain.cell(), scene.dimension());
  for (std::size_t i = 0; i < scene.liquids.size(); ++i) {
    if (!scene.liquids[i].count) continue;
    const std::int64_t count = std::llround(cells * static_cast<double>(*scene.liquids[i].count));
    edits.push_back(
        fmt::format("liquid.{}.count={}", i + 1, std::max<std::int64_t>(std::min(count, (*room)[i].made), 1)));
  }
  return edits;
}

Status Model::open_scene(int, const JsonValue& message) {
  const std::string name = message.text_or("name", "scene.toml");
  std::string text = message.text_or("scene", "");
  if (!message.find("scene")) {
    if (!options_.scene_text) return bad("'scene' must be the text of a scene");
    auto found = options_.scene_text(name);
    if (!found) return found.error();
    text = *found;
  }
  Edits edits;
  if (const JsonValue* set = message.find("set"))
    for (const JsonValue& item : set->items) edits.push_back(item.text);
  const auto read = [&] { return parse_scene(text, name, edits, {options_.meshes, options_.tables}); };
  auto scene = read();
  if (scene && message.find("resolution")) {
    const auto resolution = read_number(message, "resolution", 1.0, kMostCells);
    if (!resolution) return resolution.error();
    const auto more = edits_for_resolution(*scene, static_cast<int>(*resolution));
    if (!more) return more.error();
    edits.insert(edits.end(), more->begin(), more->end());
    scene = read();
  }
  if (!scene) return scene.error();
  return start(*scene, name, text, edits);
}

Status Model::play(int, const JsonValue&) {
  is_playing_ = true;
  report_state();
  return Done{};
}

Status Model::pause(int, const JsonValue&) {
  is_playing_ = false;
  note_.clear();
  report_state();
  report_stats();
  return Done{};
}

Status Model::step(int, const JsonValue& message) {
  if (message.find("frames")) {
    const auto frames = read_number(message, "frames", 1.0, kMostSteps);
    if (!frames) return frames.error();
    frame_to_reach_ = simulation_->frame() + static_cast<int>(*frames);
  } else {
    const auto count = message.find("count") ? read_number(message, "count", 1.0, kMostSteps) : Result<double>(1.0);
    if (!count) return count.error();
    steps_to_go_ += static_cast<std::int64_t>(*count);
  }
  is_playing_ = false;
  report_state();
  return Done{};
}

Status Model::set_speed(int, const JsonValue& message) {
  const auto factor = read_number(message, "factor", 0.0, kFastest);
  if (!factor) return factor.error();
  pace_.set_speed(*factor);
  was_playing_ = false;  // restarts the pace
  note_.clear();
  report_state();
  return Done{};
}

Status Model::jump_to(Result<Simulation> simulation, std::size_t undoable) {
  if (!simulation) return simulation.error();
  simulation_.emplace(std::move(*simulation));
  before_.erase(before_.begin() + static_cast<std::ptrdiff_t>(undoable), before_.end());
  start_over();
  reported_keys_ = key_values(simulation_->scene());
  broadcast(edited_since_opened());
  report_state();
  report_stats();
  return Done{};
}

Result<Scene> Model::scene_with_settings() const {
  return settings_.empty() ? opened_->scene : edit_scene(opened_->scene, settings_);
}

// `undo` leads back to the state before.
Status Model::reset(int, const JsonValue&) {
  is_in_gesture_ = false;
  const auto touched = is_touched();
  if (!touched) return touched.error();
  if (simulation_->step() > 0 || *touched)
    if (Status kept = begin_gesture(); !kept) return kept;
  const auto scene = scene_with_settings();
  if (!scene) return scene.error();
  return jump_to(Simulation::create(*scene, options_.threads), before_.size());
}

Status Model::undo(int, const JsonValue&) {
  if (before_.empty()) return bad("there is nothing to undo");
  const Before& last = before_.back();
  auto simulation = Simulation::resume(last.recording, last.checkpoint, options_.threads);
  if (!simulation) return simulation.error();
  if (last.opened != opened_) {
    const auto message = last.opened->message(simulation->particle_count());
    if (!message) return message.error();
    opened_ = last.opened;
    broadcast(*message);
  }
  settings_ = last.settings;
  return jump_to(std::move(simulation), before_.size() - 1);
}

Status Model::edit(int, const JsonValue& message) {
  const JsonValue* list = message.find("edits");
  if (!list || list->kind != JsonValue::Kind::kArray) return bad("'edits' must be a list of texts");
  std::vector<std::string> edits;
  for (const JsonValue& item : list->items) edits.push_back(item.text);
  is_in_gesture_ = false;
  if (Status kept = begin_gesture(); !kept) return kept;
  is_in_gesture_ = false;
  if (Status changed = change(edits, true); !changed) {
    before_.pop_back();
    return changed;
  }
  asked_cfl_ = simulation_->scene().time.cfl;
  for (const std::string& edit : edits) {
    const std::string key = edit.substr(0, edit.find('=') + 1);
    if (!key.ends_with("+=")) std::erase_if(settings_, [&](const std::string& old) { return old.starts_with(key); });
    settings_.push_back(edit);
  }
  return Done{};
}

Status Model::drag(int, const JsonValue& message) {
  const auto solid = read_solid(message);
  if (!solid) return solid.error();
  auto position = read_vector(message, "position");
  if (!position) return position.error();
  const Scene& scene = opened_->scene;
  for (int a = 0; a < scene.dimension(); ++a)  // outside of the tank nobody could see or grab it again
    (*position)[a] = std::clamp((*position)[a], 0.0, scene.domain.size[a]);
  if (Status kept = begin_gesture(); !kept) return kept;
  hand_.drag(*solid, *position);
  return Done{};
}

Status Model::turn(int, const JsonValue& message) {
  const auto solid = read_solid(message);
  if (!solid) return solid.error();
  const auto degrees = read_number(message, "degrees", -1e6, 1e6);
  if (!degrees) return degrees.error();
  const int axis = static_cast<int>(std::clamp(message.number_or("axis", 2.0), 0.0, 2.0));
  if (Status kept = begin_gesture(); !kept) return kept;
  Vec3d about{};
  about[opened_->scene.dimension() == 2 ? 2 : axis] = *degrees;
  hand_.turn(*solid, about);
  return Done{};
}

Status Model::tilt(int, const JsonValue& message) {
  const auto gravity = read_vector(message, "gravity");
  if (!gravity) return gravity.error();
  if (Status kept = begin_gesture(); !kept) return kept;
  hand_.tilt(*gravity);
  return Done{};
}

// A flow ends with the next step. A motion continues to the hand's last place, also one that has not begun: a tap is
// short.
Status Model::drop(int, const JsonValue&) {
  hand_.let_go();
  is_in_gesture_ = false;
  return Done{};
}

Status Model::start_flow(const JsonValue& message, void (Hand::*flow)(const HandAction&)) {
  const auto action = read_action(message);
  if (!action) return action.error();
  if (Status kept = begin_gesture(); !kept) return kept;
  (hand_.*flow)(*action);
  return Done{};
}

Status Model::pour(int, const JsonValue& message) { return start_flow(message, &Hand::pour); }
Status Model::drain(int, const JsonValue& message) {
  if (opened_->scene.is_smoke()) return bad("smoke cannot be drained");
  return start_flow(message, &Hand::drain);
}
Status Model::push(int, const JsonValue& message) { return start_flow(message, &Hand::push); }

Status Model::wall(int, const JsonValue& message) {
  const auto from = read_vector(message, "from"), to = read_vector(message, "to");
  if (!from) return from.error();
  if (!to) return to.error();
  const auto radius = read_number(message, "radius", 0.0, 1e7);
  if (!radius) return radius.error();
  if (Status kept = begin_gesture(); !kept) return kept;
  const double thinnest = opened_->scene.domain.cell();  // thinner walls leak
  return change(draw_wall(simulation_->scene(), simulation_->time(), *from, *to, std::max(*radius, thinnest)), true);
}

Status Model::erase(int, const JsonValue& message) {
  const auto action = read_action(message);
  if (!action) return action.error();
  const auto edits = erase_walls(simulation_->scene(), simulation_->time(), action->position, action->radius);
  if (!edits) return edits.error();
  if (edits->empty()) return Done{};
  if (Status kept = begin_gesture(); !kept) return kept;
  return change(*edits, true);
}

Status Model::show(int viewer, const JsonValue& message) {
  Viewer& state = viewers_[viewer];
  state.shown = -1;
  return read_look(message, state.look);
}

Status Model::next(int viewer, const JsonValue&) {
  viewers_[viewer].wants_frame = true;
  return Done{};
}

Status Model::save(int viewer, const JsonValue& message) {
  const std::string what = message.text_or("what", "");
  if (what != "recording" && what != "scene") return bad("'what' must be 'recording' or 'scene'");
  auto scene = simulation_->recording();
  if (scene && what == "scene") scene = played_scene(*scene);
  if (!scene) return scene.error();
  // A run of the file shows all that was played, with the steps that the scene asks for: it need not keep real time.
  TimeSettings& time = scene->time;
  time.frames = std::max(time.frames, static_cast<int>(std::ceil(simulation_->time() * time.fps - 1e-6)));
  if (what == "scene") time.cfl = asked_cfl_;
  const auto text = scene_to_toml(*scene);
  if (!text) return text.error();
  const std::string& name = opened_->name;
  const std::string stem = name.ends_with(".toml") ? name.substr(0, name.size() - 5) : name;
  const std::string head =
      what == "scene"
          ? "# The scene as it was played. Settings changed while it ran have their last value. What an edit added\n"
            "# without a 'start' exists from the beginning.\n"
          : "# A recording: running it gives the same bits again.\n";
  JsonObject out;
  out.add("is", "saved").add("what", what).add("name", stem + (what == "scene" ? "_played.toml" : "_recording.toml"));
  out.add("text", head + *text).add("played", is_played_);
  send(viewer, out.text());
  return Done{};
}

}  // namespace spindrift
