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

// What `check` says of a dam break with these settings, over the peak of a short run of it.
double expected_over_peak(const std::vector<std::string>& settings) {
  const TemporaryFolder folder;
  std::vector<std::string> check = {"check", "dam_break_3d"},
                           run = {"run", "dam_break_3d", "--frames", "3", "--out", "out"};
  for (const std::string& setting : settings)
    for (auto* arguments : {&check, &run}) arguments->insert(arguments->end(), {"--set", setting});
  const double expected = 1e6 * number_after(run_program(folder, check).out, "memory     about ");
  EXPECT_EQ(run_program(folder, run).exit_code, 0);
  return expected / number_after(read_file(folder / "out/run.json"), "\"peak_rss_bytes\": ");
}

// A short run stays below what splashes and meshes of a whole one may take, so the bounds are not the same.
TEST(Memory, the_estimate_is_near_the_peak_of_a_run) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers take memory of their own";
#endif
  for (const char* output : {"output.volumes=[\"vti\", \"raw\"]", "surface.write=\"ply\"", "output.particles=false"}) {
    const double ratio = expected_over_peak({"domain.resolution=48", output});
    EXPECT_GT(ratio, 0.9) << output;
    EXPECT_LT(ratio, 1.6) << output;
  }
}

// They are most of what a small run needs beside the program.
TEST(Memory, the_estimate_counts_the_small_views_of_the_report) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers take memory of their own";
#endif
  for (const char* with_or_without : {"output.pictures=true", "output.pictures=false"}) {
    const double ratio = expected_over_peak({"domain.resolution=16", with_or_without});
    EXPECT_GT(ratio, 0.9) << with_or_without;
    EXPECT_LT(ratio, 1.3) << with_or_without;
  }
}

}  // namespace
}  // namespace spindrift::testing
