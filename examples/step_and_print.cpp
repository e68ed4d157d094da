// Reads a scene, steps it by hand and prints a line per frame:
//   step_and_print SCENE [FRAMES]      SCENE is a file, or the name of a shipped scene
#include <cstdio>
#include <cstdlib>

#include "spindrift/spindrift.h"

using namespace spindrift;

namespace {

int fail(const Error& error) {
  std::fprintf(stderr, "%s\n", to_string(error).c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return fail({ErrorCode::kBadInput, "usage: step_and_print SCENE [FRAMES]"});
  const int frames = argc > 2 ? std::atoi(argv[2]) : 10;

  const Result<std::string> file = find_scene(argv[1]);
  if (!file) return fail(file.error());
  const Result<Scene> scene = read_scene(*file);
  if (!scene) return fail(scene.error());
  Result<Simulation> simulation = Simulation::create(*scene);
  if (!simulation) return fail(simulation.error());

  std::printf("%s: %lld particles, %d threads\n", scene->title.c_str(),
              static_cast<long long>(simulation->particle_count()), simulation->threads());
  while (simulation->frame() < frames) {
    const Result<FrameReport> report = simulation->advance_frame();
    if (!report) return fail(report.error());
    std::printf("frame %d  time %.3f s  %d sub-steps  front %.3f m  max speed %.2f m/s\n", report->frame, report->time,
                report->substeps, report->front_x, report->max_speed);
  }
  return 0;
}
