// Runs a scene into a folder, as `spindrift run` does: particles, pictures, statistics, report.
//   run_into_folder SCENE FOLDER [KEY=VALUE...]      for instance domain.resolution=64 time.frames=20
// A second call continues an interrupted run, or does nothing.
#include <cstdio>
#include <string>
#include <vector>

#include "spindrift/spindrift.h"

using namespace spindrift;

namespace {

int fail(const Error& error) {
  std::fprintf(stderr, "%s\n", to_string(error).c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return fail({ErrorCode::kBadInput, "usage: run_into_folder SCENE FOLDER [KEY=VALUE...]"});
  RunOptions options;
  options.folder = argv[2];
  options.overrides.assign(argv + 3, argv + argc);
  options.resume = true;

  const Result<std::string> file = find_scene(argv[1]);
  if (!file) return fail(file.error());
  const Result<Scene> scene = read_scene(*file, options.overrides);
  if (!scene) return fail(scene.error());
  const Result<RunOutcome> run = run_scene(*scene, options);
  if (!run) return fail(run.error());

  std::printf("%d frames in %s; open %s\n", run->totals.frames, run->folder.c_str(), run->report.c_str());
  return 0;
}
