// A small run whose files are changed by somebody.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "cli/program.h"
#include "support/file_readers.h"

namespace spindrift::testing {

namespace fs = std::filesystem;

class ChangedFiles : public ::testing::Test {
 protected:
  ChangedFiles() {
    folder_.add("small.toml", small_scene_2d("[output]\nwidth = 64\nmovie = false\n[checkpoint]\nevery_frames = 2\n"));
  }
  Outcome run(std::vector<std::string> more) {
    std::vector<std::string> arguments = {"run", "small.toml", "--quiet", "--threads", "1"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_program(folder_, arguments);
  }
  std::string path(const std::string& name) { return folder_ / ("out/small/" + name); }
  void append(const std::string& name, const std::string& text) {
    std::ofstream(path(name), std::ios::binary | std::ios::app) << text;
  }
  int info() { return run_program(folder_, {"info", "out/small"}).exit_code; }

  // Lets `replace` run after the files were changed: they are kept as they are now, and new ones are in their places.
  void expect_kept(const std::vector<std::string>& names, const std::function<Outcome()>& replace) {
    std::vector<std::string> changed;
    for (const std::string& name : names) {
      append(name, "\n# mine\n");
      changed.push_back(read_file(path(name)));
    }
    const Outcome outcome = replace();
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    for (std::size_t i = 0; i < names.size(); ++i) {
      EXPECT_TRUE(fs::exists(path("changed/" + names[i])) && read_file(path("changed/" + names[i])) == changed[i])
          << names[i];
      EXPECT_NE(outcome.err.find("changed after they were written, and therefore kept: "), std::string::npos)
          << outcome.err;
      EXPECT_NE(outcome.err.find("out/small/changed/" + names[i]), std::string::npos) << outcome.err;
      EXPECT_TRUE(!fs::exists(path(names[i])) || read_file(path(names[i])) != changed[i]) << names[i];
    }
    EXPECT_EQ(info(), 0) << "and they are nobody's damage";
  }

  TemporaryFolder folder_;
};

}  // namespace spindrift::testing
