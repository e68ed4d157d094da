// spindrift validate: becomes python3 -m spindrift.validate, which runs this program for each case.
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "cli/commands.h"
#include "cli/console.h"

namespace spindrift {
namespace {

constexpr const char* kSeesModules =
    " -c 'import sys, importlib.util as u; sys.exit(sys.version_info < (3, 11) or not (u.find_spec(\"numpy\") and "
    "u.find_spec(\"matplotlib\")))' </dev/null >/dev/null 2>&1";

}  // namespace

int validate_command(std::vector<std::string> words) {
  std::error_code error;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
  const auto package = std::filesystem::canonical(program.parent_path() / SPINDRIFT_PYTHON_FROM_PROGRAM, error);
  if (error) return fail({.message = "the program's Python package is not installed"});
  const char* const others = std::getenv("PYTHONPATH");
  ::setenv("PYTHONPATH", (package.string() + (others ? ":" + std::string(others) : "")).c_str(), 1);
  for (const std::string python : {"python3", "/usr/bin/python3"}) {
    if (std::system((python + kSeesModules).c_str()) != 0) continue;
    words.insert(words.begin(), {python, "-B", "-m", "spindrift.validate", "--program=" + program.string()});
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    ::execvp(python.c_str(), arguments.data());
  }
  return fail({.message =
                   "validate needs Python 3.11 or later with NumPy and matplotlib: install the packages python3, "
                   "python3-numpy and python3-matplotlib"});
}

}  // namespace spindrift
