// Other programs that open what a run writes.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "cli/program.h"
#include "support/file_readers.h"
#include "support/temporary_folder.h"

namespace spindrift::testing {

inline constexpr const char* kColoredDam = R"(
[domain]
size = [1.0, 1.0, 1.0]
resolution = 12
[time]
frames = 2
[particles]
columns = ["id", "age", "color"]
[[liquid]]
shape = "box"
min = [0.0, 0.0, 0.0]
max = [0.5, 0.5, 1.0]
)";

inline const std::string kBlenderImport =
    "blender --background --factory-startup --python-exit-code 1 --python " SPINDRIFT_SOURCE_DIR
    "/tools/blender_import.py --python";

class OtherPrograms : public ::testing::Test {
 protected:
  void run(const std::string& out, std::vector<std::string> options) {
    folder_.add("dam.toml", kColoredDam);
    options.insert(options.begin(), {"run", "dam.toml", "--out", out, "--quiet"});
    const Outcome outcome = run_program(folder_, options);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  }
  // What a script prints between the words "begin" and "end" when `program` runs it in the run's folder.
  std::string script(const std::string& program, const std::string& text, const std::string& arguments = "") {
    folder_.add("out/script.py", "print('begin')\n" + text + "print('end')\n");
    const std::string command =
        "cd " + (folder_ / "out") + " && " + program + " script.py " + arguments + " > said.txt 2>&1";
    [[maybe_unused]] const int ignored = std::system(command.c_str());
    const std::string said = read_file(folder_ / "out/said.txt");
    const std::size_t begin = said.find("begin\n"), end = said.rfind("end\n");
    if (begin == std::string::npos || end == std::string::npos) return "failed: " + said;
    return said.substr(begin + 6, end - begin - 6);
  }
  static bool has(const std::string& program) {
    return std::system(("command -v " + program + " > /dev/null 2>&1").c_str()) == 0;
  }

  TemporaryFolder folder_;
};

}  // namespace spindrift::testing
