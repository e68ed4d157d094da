// The program's commands. Each returns the exit code; main.cpp turns the command line into their options.
#pragma once

#include <csignal>
#include <string>
#include <vector>

#include "spindrift/benchmark.h"
#include "spindrift/run.h"
#include "spindrift/view.h"

namespace spindrift {

// Exit codes.
constexpr int kDone = 0;
constexpr int kRunFailedExit = 1;  // numbers or disk
constexpr int kBadInputExit = 2;   // scene, file or option
constexpr int kSignalExit = 128;   // and the number of the signal: 130 Ctrl-C, 143 SIGTERM, 129 SIGHUP
constexpr int kReaderGoneExit = kSignalExit + SIGPIPE;

// A scene by path or by the name of a shipped one, and changes of its keys.
struct SceneChoice {
  std::string name;
  std::vector<std::string> overrides;  // table.key=value
};

struct CheckWords {
  SceneChoice scene;
  bool as_json = false;
};

struct StagesWords {
  SceneChoice scene;
  bool with_fields = false;
};

struct RunWords {
  SceneChoice scene;
  RunOptions options;
  bool is_quiet = false;
};

struct BenchWords {
  SceneChoice scene;
  BenchOptions options;
  bool as_json = false;
  bool with_loops = false;
};

struct RenderWords {
  std::string folder;  // of a run
  RenderOptions options;
  bool is_quiet = false;
};

struct ViewWords {
  SceneChoice scene;  // or the folder of a run
  ViewOptions options;
  bool without_browser = false;
};

Result<Scene> load_scene(const SceneChoice& choice);

int run_command(RunWords words);
int check_command(const CheckWords& words);
int scenes_command();
int stages_command(const StagesWords& words);
int render_command(const RenderWords& words);
int view_command(const ViewWords& words);
int bench_command(const BenchWords& words);
int validate_command(std::vector<std::string> words);  // replaces this process
int info_command(const std::vector<std::string>& files);
int scene_format_command();

}  // namespace spindrift
