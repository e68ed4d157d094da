// What `check` says of memory is what a run takes.
#include <gtest/gtest.h>

#include <cstdlib>

#include "cli/program.h"

namespace spindrift::testing {
namespace {

double number_after(const std::string& text, const std::string& words) {
  const std::size_t at = text.find(words);
  EXPECT_NE(at, std::string::npos) << words << " in " << text;
  return at == std::string::npos ? 0.0 : std::strtod(text.c_str() + at + words.size(), nullptr);
}

// A short run stays below what splashes and meshes of a whole one may take, so the bounds are not the same.
TEST(Memory, the_estimate_is_near_the_peak_of_a_run) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers take memory of their own";
#endif
  const std::vector<std::vector<std::string>> outputs = {
      {"output.volumes=[\"vti\", \"raw\"]"}, {"surface.write=\"ply\""}, {"output.particles=false"}};
  for (const auto& output : outputs) {
    const TemporaryFolder folder;
    std::vector<std::string> arguments = {"dam_break_3d", "--set", "domain.resolution=48"};
    for (const std::string& change : output) arguments.insert(arguments.end(), {"--set", change});
    std::vector<std::string> check = {"check"}, run = {"run", "--frames", "3", "--out", "out"};
    check.insert(check.end(), arguments.begin(), arguments.end());
    run.insert(run.end(), arguments.begin(), arguments.end());
    const double expected = 1e6 * number_after(run_program(folder, check).out, "memory     about ");
    ASSERT_EQ(run_program(folder, run).exit_code, 0);
    const double peak = number_after(read_file(folder / "out/run.json"), "\"peak_rss_bytes\": ");
    EXPECT_GT(expected, 0.9 * peak) << output.front();
    EXPECT_LT(expected, 1.6 * peak) << output.front();
  }
}

}  // namespace
}  // namespace spindrift::testing
