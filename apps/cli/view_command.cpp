// spindrift view: a running scene, or the frames of a run, in a browser.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/interrupt.h"

namespace spindrift {
namespace {

#ifdef __APPLE__
constexpr const char* kTool = "open";
bool has_screen() { return true; }
#else
constexpr const char* kTool = "xdg-open";
bool has_screen() {
  const auto is_set = [](const char* name) {
    const char* value = std::getenv(name);
    return value && *value != '\0';
  };
  return is_set("DISPLAY") || is_set("WAYLAND_DISPLAY");
}
#endif

// Does not wait. Two forks and a session of its own: the browser is not a child of this program and gets no Ctrl-C.
void open_browser(const std::string& address) {
  if (!has_screen()) return;
  const pid_t child = ::fork();
  if (child < 0) return;
  if (child > 0) {
    ::waitpid(child, nullptr, 0);
    return;
  }
  ::setsid();
  if (::fork() != 0) ::_exit(0);
  const int nothing = ::open("/dev/null", O_RDWR);
  for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(nothing, standard);
  ::execlp(kTool, kTool, address.c_str(), static_cast<char*>(nullptr));
  ::_exit(127);
}

class ViewReporter : public ViewWatcher {
 public:
  explicit ViewReporter(bool without_browser) : without_browser_(without_browser) {}

  bool should_stop() override { return is_interrupted(); }
  void listening(const std::string& address) override {
    say(address);
    if (is_terminal()) say("Ctrl-C ends the view.");
    if (!without_browser_) open_browser(address);
  }
  void warning(const std::string& message) override { warn(message); }

 private:
  bool without_browser_;
};

bool is_run_folder(const std::string& name) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(std::filesystem::path(name) / "scene.toml", ignored);
}

Result<ViewOutcome> view(const ViewWords& words, ViewWatcher& watcher) {
  if (is_run_folder(words.scene.name)) {
    if (!words.options.folder.empty())
      return Error{.message = fmt::format("{} is a finished run; viewing it leaves nothing for --out; omit --out",
                                          words.scene.name)};
    if (words.scene.overrides.empty()) return view_run(words.scene.name, words.options, watcher);
    return Error{.message = fmt::format("{0} is a finished run, which --set cannot change; use --set with its scene, "
                                        "{0}/scene.toml",
                                        words.scene.name)};
  }
  const Result<Scene> scene = load_scene(words.scene);
  if (!scene) return scene.error();
  return view_scene(*scene, words.options, watcher);
}

}  // namespace

int view_command(const ViewWords& words) {
  ViewReporter reporter(words.without_browser);
  watch_for_interrupts();
  const Result<ViewOutcome> outcome = view(words, reporter);
  if (!outcome) return fail(outcome.error());
  if (!outcome->folder.empty())
    say(
        fmt::format("the state after frame {1} and the recording are in {0}; to continue: "
                    "spindrift run {0}/scene.toml --out {0} --resume --frames {2}",
                    outcome->folder, outcome->frame, outcome->go_on));
  return is_interrupted() ? interrupted_exit() : kDone;
}

}  // namespace spindrift
