// Changes a running scene: pours, draws a wall, turns gravity, and saves a recording.
//   by_hand SCENE RECORDING      SCENE is a 2D scene of liquid; `spindrift run RECORDING` repeats it
#include <cinttypes>
#include <cstdio>
#include <fstream>

#include "spindrift/spindrift.h"

using namespace spindrift;

namespace {

int fail(const Error& error) {
  std::fprintf(stderr, "%s\n", to_string(error).c_str());
  return 1;
}

Status advance(Simulation& simulation, std::int64_t step) {
  while (simulation.step() < step)
    if (const auto report = simulation.advance_substep(); !report) return report.error();
  return Done{};
}

// Edits have the form of `--set`; `+=` adds to a list.
Status play(Simulation& simulation) {
  if (Status ran = advance(simulation, 10); !ran) return ran;
  const std::string start = "start = " + std::to_string(simulation.time());
  if (Status poured = simulation.edit(
          {"source+={shape = \"sphere\", center = [0.8, 0.8], radius = 0.05, velocity = [0, -2], " + start + "}",
           "solid+={shape = \"capsule\", from = [0.6, 0.1], to = [0.9, 0.3], radius = 0.02, " + start + "}"});
      !poured)
    return poured;
  if (Status ran = advance(simulation, 40); !ran) return ran;
  if (Status tilted = simulation.edit({"forces.gravity=[4, -9]"}); !tilted) return tilted;
  return advance(simulation, 60);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return fail({ErrorCode::kBadInput, "usage: by_hand SCENE RECORDING"});
  const Result<std::string> file = find_scene(argv[1]);
  if (!file) return fail(file.error());
  const Result<Scene> scene = read_scene(*file);
  if (!scene) return fail(scene.error());
  Result<Simulation> live = Simulation::create(*scene);
  if (!live) return fail(live.error());
  if (const Status played = play(*live); !played) return fail(played.error());

  const Result<Scene> recording = live->recording();
  if (!recording) return fail(recording.error());
  const Result<std::string> text = scene_to_toml(*recording);
  if (!text) return fail(text.error());
  std::ofstream(argv[2]) << *text;

  Result<Simulation> again = Simulation::create(*recording);
  if (!again) return fail(again.error());
  if (const Status ran = advance(*again, live->step()); !ran) return fail(ran.error());
  const std::uint64_t first = live->measure()->state_hash, second = again->measure()->state_hash;
  std::printf("played %016" PRIx64 ", replayed %016" PRIx64 ": %s\n", first, second,
              first == second ? "the same bits" : "different");
  return first == second ? 0 : 1;
}
