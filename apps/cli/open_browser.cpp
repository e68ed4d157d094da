#include "cli/open_browser.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

namespace spindrift {
namespace {

#ifdef __APPLE__
constexpr const char* kTool = "open";
#else
constexpr const char* kTool = "xdg-open";
#endif

bool has_screen() {
#ifdef __APPLE__
  return true;
#else
  const auto is_set = [](const char* name) {
    const char* value = std::getenv(name);
    return value && *value != '\0';
  };
  return is_set("DISPLAY") || is_set("WAYLAND_DISPLAY");
#endif
}

}  // namespace

// Two forks: the tool is nobody's child, and a Ctrl-C at this terminal is not meant for the browser.
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

}  // namespace spindrift
