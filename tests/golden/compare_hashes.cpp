// Compares the state of shipped scenes with hashes.txt, where GoogleTest is not to be had: on another processor.
//   compare_hashes REPOSITORY [FILTER]     FILTER: only lines that contain it
#include <cstdio>
#include <string>

#include "golden/golden_file.h"

int main(int argc, char** argv) {
  using namespace spindrift;
  if (argc < 2) return 2;
  const std::string repository = argv[1], filter = argc > 2 ? argv[2] : "";
  int compared = 0, same = 0;
  for (const testing::Golden& golden : testing::read_golden_file(repository + "/tests/golden/hashes.txt").lines) {
    const std::string run = golden.run();
    if (run.find(filter) == std::string::npos) continue;
    const auto hashes = testing::hashes_now(golden, repository + "/scenes", 1);
    const bool equal = hashes && *hashes == golden.hashes;
    std::printf("%s: %s\n", run.c_str(),
                equal    ? "same bits"
                : hashes ? "other bits"
                         : to_string(hashes.error()).c_str());
    std::fflush(stdout);
    ++compared;
    same += equal ? 1 : 0;
  }
  std::printf("%d of %d have the recorded bits\n", same, compared);
  return compared > 0 && same == compared ? 0 : 1;
}
