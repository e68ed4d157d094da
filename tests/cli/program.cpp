#include "cli/program.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <sstream>
#include <thread>

#include "formats/vdb/vdb.h"
#include "spindrift/files.h"

namespace spindrift::testing {
namespace {

void redirect(const std::string& file, int descriptor) {
  const int opened = ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
  ::dup2(opened, descriptor);
  ::close(opened);
}

// Through a pipe, which holds a short text.
void give_input(const std::string& text) {
  int ends[2];
  if (::pipe(ends) != 0 || ::write(ends[1], text.data(), text.size()) != static_cast<ssize_t>(text.size()))
    ::_exit(127);
  ::dup2(ends[0], STDIN_FILENO);
  ::close(ends[0]);
  ::close(ends[1]);
}

[[noreturn]] void become_the_program(std::vector<std::string> arguments, const Surroundings& around) {
  if (around.largest_file_bytes >= 0) {
    const auto bytes = static_cast<rlim_t>(around.largest_file_bytes);
    const rlimit limit{bytes, bytes};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  if (around.obeys_permissions)
    for (const int power : {CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH}) ::prctl(PR_CAPBSET_DROP, power, 0, 0, 0);
  if (!around.path.empty()) ::setenv("PATH", around.path.c_str(), 1);
  std::string program = SPINDRIFT_PROGRAM;
  std::vector<char*> argv{program.data()};
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  ::execv(program.c_str(), argv.data());
  ::_exit(127);
}

std::string scene(const std::string& size, const std::string& low, const std::string& high, const std::string& more) {
  return "title = \"Small\"\n[domain]\nsize = " + size + "\nresolution = 16\n[time]\nfps = 60\nframes = 3\n" +
         "[[liquid]]\nshape = \"box\"\nmin = " + low + "\nmax = " + high + "\n" + more;
}

void expect_exit_code(const Outcome& outcome, int exit_code, const std::source_location& at) {
  if (outcome.exit_code != exit_code)
    ADD_FAILURE_AT(at.file_name(), static_cast<int>(at.line()))
        << "exit code " << outcome.exit_code << " in place of " << exit_code << "\n"
        << outcome.err;
}

}  // namespace

Process::Process(const TemporaryFolder& folder, const std::vector<std::string>& arguments, const Surroundings& around)
    : out_file_(folder / "stdout.txt"), err_file_(folder / "stderr.txt") {
  pid_ = ::fork();
  if (pid_ != 0) return;
  if (around.out_descriptor < 0) redirect(around.out_file.empty() ? out_file_ : around.out_file, STDOUT_FILENO);
  if (around.out_descriptor >= 0) ::dup2(around.out_descriptor, STDOUT_FILENO);
  if (around.closes_output) ::close(STDOUT_FILENO);
  if (around.ignores_hangup) std::signal(SIGHUP, SIG_IGN);
  if (!around.in_text.empty()) give_input(around.in_text);
  redirect(err_file_, STDERR_FILENO);
  if (::chdir(folder.path().c_str()) != 0) ::_exit(127);
  become_the_program(arguments, around);
}

bool Process::has_ended() {
  if (!has_ended_) has_ended_ = ::waitpid(pid_, &status_, WNOHANG) == pid_;
  return has_ended_;
}

bool Process::wait_until(const std::function<bool()>& is_true) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (!is_true()) {
    if (has_ended() || std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return true;
}

void Process::send(int signal) const { ::kill(pid_, signal); }

Outcome Process::wait() {
  if (!has_ended_) {
    ::waitpid(pid_, &status_, 0);
    has_ended_ = true;
  }
  return {WIFEXITED(status_) ? WEXITSTATUS(status_) : -1, read_file(out_file_), read_file(err_file_)};
}

Outcome run_program(const TemporaryFolder& folder, const std::vector<std::string>& arguments,
                    const Surroundings& around) {
  return Process(folder, arguments, around).wait();
}

bool has_python_for_validate() {
  static const bool has = run_program(TemporaryFolder(), {"validate", "--list"}).exit_code == 0;
  return has;
}

std::string small_scene_2d(const std::string& more) { return scene("[1.0, 0.5]", "[0, 0]", "[0.4, 0.3]", more); }
std::string small_scene_3d(const std::string& more) {
  return scene("[1.0, 0.5, 0.5]", "[0, 0, 0]", "[0.4, 0.3, 0.5]", more);
}

std::string scene_with_everything(bool is_3d, const std::string& mesh) {
  const std::string vdb = has_openvdb() ? ", \"vdb\"" : "";
  const std::string more =
      "[particles]\ncolumns = [\"id\", \"age\", \"color\"]\n[output]\nformats = [\"ply\", \"vtp\"" + vdb +
      "]\nvolumes = [\"vti\", \"raw\"" + vdb + "]\nwidth = 64\n[surface]\nwrite = \"" + mesh +
      "\"\n[[probe]]\nkind = \"height\"\nname = \"gauge\"\nposition = ";
  return is_3d ? small_scene_3d(more + "[0.1, 0, 0.2]\n") : small_scene_2d(more + "[0.1, 0]\n");
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

void expect_contains(const std::string& text, std::string_view part, const std::source_location& at) {
  if (text.find(part) != std::string::npos) return;
  ADD_FAILURE_AT(at.file_name(), static_cast<int>(at.line())) << "'" << part << "' is not in:\n" << text;
}

void expect_says(const Outcome& outcome, int exit_code, std::string_view part, const std::source_location& at) {
  expect_contains(outcome.out + outcome.err, part, at);
  expect_exit_code(outcome, exit_code, at);
}

void expect_success(const Outcome& outcome, const std::source_location& at) { expect_exit_code(outcome, 0, at); }

}  // namespace spindrift::testing
