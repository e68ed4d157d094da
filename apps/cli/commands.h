// The program's commands. Each returns the exit code; main.cpp turns the command line into their options.
#pragma once

#include <string>
#include <vector>

namespace spindrift {

// Exit codes.
constexpr int kDone = 0;
constexpr int kRunFailedExit = 1;  // numbers or disk
constexpr int kBadInputExit = 2;   // scene, file or option
constexpr int kInterruptedExit = 130;

// A scene by path or by the name of a shipped one, and what the command line changes in it.
struct SceneChoice {
  std::string name;
  std::vector<std::string> overrides;  // table.key=value
};

struct RunOptions {
  SceneChoice scene;
  std::string folder;       // empty: out/<scene name>
  int frames = 0;           // 0: as the scene says
  int threads = 0;          // 0: every core
  bool is_resumed = false;  // go on from the newest checkpoint in the folder
  bool is_quiet = false;
};

struct BenchOptions {
  SceneChoice scene;
  int steps = 20;
  int warmup = 5;
  int threads = 0;
  bool as_json = false;
};

struct RenderOptions {
  std::string folder;                      // of a run
  std::vector<std::string> overrides;      // table.key=value
  std::string frames;                      // `a..b`, `a` or empty: all
  std::string camera, target;              // `x,y,z` or empty
  std::string style;                       // water, particles or empty
  int width = 0, height = 0, samples = 0;  // 0: as the scene says
  int threads = 0;
  bool is_quiet = false;
};

int run_command(const RunOptions& options);
int check_command(const SceneChoice& choice);
int scenes_command();
int stages_command(const SceneChoice& choice);
int render_command(const RenderOptions& options);
int bench_command(const BenchOptions& options);
int info_command(const std::vector<std::string>& files);
int scene_format_command();

}  // namespace spindrift
