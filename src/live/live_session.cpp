// The session: takes messages apart, drives the simulation, and keeps what waits for each viewer.
#include "live/live_model.h"

#include <cmath>
#include <limits>
#include <utility>

#include "base/no_throw.h"

namespace spindrift {

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
    return model_->start(scene, name, *text);
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
