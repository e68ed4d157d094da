// Runs the built program as a user would, and small scenes for it.
#pragma once

#include <gtest/gtest.h>
#include <sys/types.h>

#include <functional>
#include <source_location>
#include <string>
#include <string_view>
#include <vector>

#include "support/temporary_folder.h"

namespace spindrift::testing {

struct Outcome {
  int exit_code = -1;  // -1 if a signal ended it
  std::string out, err;
};

struct Surroundings {
  long long largest_file_bytes = -1;  // a disk that is full beyond this; -1 = no limit
  std::string path = {};              // replaces PATH; empty = as it is
  std::string out_file = {};          // where standard output goes; empty = into the outcome
  int out_descriptor = -1;            // the same, one that is open
  bool closes_output = false;         // no standard output at all
  bool ignores_hangup = false;        // as after nohup
  bool obeys_permissions = false;     // also if it runs as root
  std::string in_text = {};           // what comes from a pipe at standard input; empty: as it is
};

// A program that has been started in `folder` and can be watched.
class Process {
 public:
  Process(const TemporaryFolder& folder, const std::vector<std::string>& arguments, const Surroundings& around = {});

  // Looks at `is_true` every few milliseconds; false when the program ended or a minute passed first.
  bool wait_until(const std::function<bool()>& is_true);
  void send(int signal) const;
  pid_t id() const { return pid_; }
  Outcome wait();

 private:
  bool has_ended();

  std::string out_file_, err_file_;
  pid_t pid_ = 0;
  bool has_ended_ = false;
  int status_ = 0;
};

Outcome run_program(const TemporaryFolder& folder, const std::vector<std::string>& arguments,
                    const Surroundings& around = {});

// Whether `validate` can run: it needs a Python with NumPy and matplotlib.
bool has_python_for_validate();
inline constexpr const char* kNoPython =
    "no Python with NumPy and matplotlib (Debian: python3-numpy python3-matplotlib)";

// A column of water in a small tank, a few milliseconds per frame. `more` is added at the end.
std::string small_scene_2d(const std::string& more = "");
std::string small_scene_3d(const std::string& more = "");

// One of them that writes all there is, with probes, as far as this program can; the surface as "ply" or "obj".
std::string scene_with_everything(bool is_3d, const std::string& mesh);

// A folder with a scene, small.toml, that runs on one thread.
class SmallRun : public ::testing::Test {
 protected:
  Outcome run(std::vector<std::string> more) {
    more.insert(more.begin(), {"run", "small.toml", "--quiet", "--threads", "1"});
    return run_program(folder_, more);
  }

  TemporaryFolder folder_;
};

std::vector<std::string> lines_of(const std::string& text);

// Failures are reported at the caller's line.
void expect_contains(const std::string& text, std::string_view part,
                     const std::source_location& at = std::source_location::current());
void expect_success(const Outcome& outcome, const std::source_location& at = std::source_location::current());
// `part` is in what the program printed, to either stream.
void expect_says(const Outcome& outcome, int exit_code, std::string_view part,
                 const std::source_location& at = std::source_location::current());

}  // namespace spindrift::testing
