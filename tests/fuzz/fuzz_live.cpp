// The messages of a viewer, a line each, to a session with a small scene that runs in between.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/split.h"
#include "spindrift/live.h"
#include "spindrift/scene_file.h"

namespace {

constexpr const char* kScene =
    "[domain]\nsize = [1.0, 1.0]\nresolution = 8\n[[liquid]]\nshape = \"box\"\nmin = [0, 0]\nmax = [0.5, 0.5]\n"
    "[[solid]]\nshape = \"sphere\"\ncenter = [0.7, 0.5]\nradius = 0.1\n";

void take_all(spindrift::LiveSession& session, int viewer) {
  while (session.take(viewer)) continue;
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
  (void)session->recording();
  session->leave(viewer);
  return 0;
}
