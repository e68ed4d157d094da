// The messages of a viewer, a line each, to a session with a small scene that runs in between. Whatever they did, the
// recording of it gives the same bits.
#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/json.h"
#include "base/split.h"
#include "spindrift/live.h"
#include "spindrift/scene_file.h"
#include "spindrift/simulation.h"

namespace {

constexpr const char* kScene =
    "[domain]\nsize = [1.0, 1.0]\nresolution = 8\n[[liquid]]\nshape = \"box\"\nmin = [0, 0]\nmax = [0.5, 0.5]\n"
    "[[solid]]\nshape = \"sphere\"\ncenter = [0.7, 0.5]\nradius = 0.1\n";

void take_all(spindrift::LiveSession& session, int viewer) {
  while (session.take(viewer)) continue;
}

// The step and the hash of the state, as the session says them.
struct Moment {
  std::int64_t step = -1;
  std::string hash;
};
Moment moment_of(spindrift::LiveSession& session) {
  const int clerk = session.join();
  take_all(session, clerk);
  session.receive(clerk, "{\"do\":\"pause\"}");
  Moment moment;
  while (const auto message = session.take(clerk))
    if (const auto said = spindrift::read_json(message->bytes, "message"); said && said->text_or("is", "") == "stats")
      moment = {static_cast<std::int64_t>(said->number_or("step", -1.0)), said->text_or("state_hash", "")};
  session.leave(clerk);
  return moment;
}

void expect_same_bits(const spindrift::Scene& recording, const Moment& moment) {
  auto replay = spindrift::Simulation::create(recording, 1);
  if (!replay) std::abort();
  while (replay->step() < moment.step)
    if (!replay->advance_substep()) std::abort();
  const auto report = replay->measure();
  if (report && fmt::format("{:016x}", report->state_hash) != moment.hash) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace spindrift;
  static const Scene scene = *parse_scene(kScene, "fuzz.toml");
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  auto session = LiveSession::create({.threads = 1, .where = "fuzz", .meshes = {}, .scene_text = {}});
  if (!session || !session->open(scene, "fuzz")) return 0;
  const int viewer = session->join();
  double now = 0.0;
  for (const std::string_view message : split(bytes, '\n')) {
    // Whole scenes may be of any size, and have a target of their own.
    if (message.find("scene") != std::string_view::npos) continue;
    session->receive(viewer, message);
    session->advance(now += 0.01, 0.0);
    take_all(*session, viewer);
  }
  (void)session->save();
  const auto recording = session->recording();
  const Moment moment = moment_of(*session);
  if (recording && moment.step > 0) expect_same_bits(*recording, moment);
  session->leave(viewer);
  return 0;
}
