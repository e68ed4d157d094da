// The core in a browser's worker: one session with one viewer, behind functions that JavaScript can call. Texts and
// frames go through memory that stays valid until the next call of the same function.
#include <spindrift/live.h>

#include <cstdlib>
#include <optional>

namespace {

std::optional<spindrift::LiveSession> session;
int viewer = 0;
std::string received;
std::optional<spindrift::LiveMessage> taken;

}  // namespace

#define SPINDRIFT_EXPORT extern "C" __attribute__((used, visibility("default")))

SPINDRIFT_EXPORT int spindrift_start(int threads) {
  auto started = spindrift::LiveSession::create({.threads = threads, .where = "tab", .meshes = {}, .scene_text = {}});
  if (!started) return 0;
  session.emplace(std::move(*started));
  viewer = session->join();
  return 1;
}

// Room for a message.
SPINDRIFT_EXPORT char* spindrift_alloc(int bytes) {
  received.resize(static_cast<std::size_t>(bytes));
  return received.data();
}

SPINDRIFT_EXPORT void spindrift_receive(const char* text, int size) {
  if (session) session->receive(viewer, {text, static_cast<std::size_t>(size)});
}

// The next message for the page, or null.
SPINDRIFT_EXPORT const char* spindrift_take() {
  taken = session ? session->take(viewer) : std::nullopt;
  return taken ? taken->bytes.data() : nullptr;
}
SPINDRIFT_EXPORT int spindrift_take_size() { return taken ? static_cast<int>(taken->bytes.size()) : 0; }
SPINDRIFT_EXPORT int spindrift_take_is_binary() { return taken && taken->is_binary; }

SPINDRIFT_EXPORT double spindrift_advance(double now, double budget) {
  return session ? session->advance(now, budget) : 1e30;
}
