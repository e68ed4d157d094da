// Recordings: what follows a small scene in its file, commands and all, is run for a few steps and made an ordinary
// scene.
#include <cstddef>
#include <cstdint>
#include <string>

#include "spindrift/scene_file.h"
#include "spindrift/simulation.h"

namespace {

constexpr const char* kScene =
    "[domain]\nsize = [1.0, 1.0]\nresolution = 8\n[[liquid]]\nshape = \"box\"\nmin = [0, 0]\nmax = [0.5, 0.5]\n"
    "[[solid]]\nshape = \"sphere\"\ncenter = [0.7, 0.5]\nradius = 0.1\n";

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace spindrift;
  const auto recording = parse_scene(kScene + std::string(reinterpret_cast<const char*>(data), size), "fuzz.toml");
  if (!recording) return 0;
  (void)played_scene(*recording);
  auto simulation = Simulation::create(*recording, 1);
  if (!simulation) return 0;
  for (int i = 0; i < 4; ++i)
    if (!simulation->advance_substep()) break;
  (void)simulation->recording();
  return 0;
}
