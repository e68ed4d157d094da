// Checkpoints of 2D and 3D liquid and of smoke, up to the simulation that goes on from them. The checksum is not asked
// for in a fuzzing build: else nothing would get past it.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "formats/checkpoints/checkpoint_file.h"
#include "run/info/file_info.h"
#include "run/resume.h"
#include "spindrift/scene_file.h"
#include "spindrift/simulation.h"

namespace {

// That of the seeds in tools/fuzz.
std::string scene_text() {
  const std::string_view format = FUZZ_FORMAT;
  if (format == "checkpoint_3d")
    return "[domain]\nsize = [1.0, 1.0, 1.0]\nresolution = 4\n[[liquid]]\nshape = \"box\"\nmin = [0, 0, 0]\n"
           "max = [0.5, 0.5, 0.5]\n";
  if (format == "checkpoint_smoke")
    return "[domain]\nsize = [1.0, 1.0]\nresolution = 8\n[[smoke_source]]\nshape = \"sphere\"\ncenter = [0.5, 0.2]\n"
           "radius = 0.1\ntemperature = 350\n";
  return "[domain]\nsize = [1.0, 1.0]\nresolution = 8\n[[liquid]]\nshape = \"box\"\nmin = [0, 0]\nmax = [0.5, 0.5]\n";
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace spindrift;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  (void)checkpoint_info(bytes, "fuzz.checkpoint");
  auto read = parse_checkpoint(bytes, "fuzz.checkpoint");
  if (!read) return 0;
  auto run = unpack(std::move(read->content));
  if (!run) return 0;
  static const Scene scene = *parse_scene(scene_text(), "fuzz.toml");
  (void)check_same_scene(*run, scene, {});
  auto simulation = Simulation::resume(scene, run->state, 1);
  if (simulation) {
    (void)simulation->measure();
    (void)simulation->particles();
    (void)simulation->cells();
  }
  return 0;
}
