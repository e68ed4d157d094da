#include "run/pictures/movie.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <sstream>

#include "formats/files/atomic_file.h"

namespace spindrift {
namespace {

Error movie_failed(const std::string& path, const std::string& reason) {
  return {ErrorCode::kRunFailed, fmt::format("cannot make {}: {}", path, reason)};
}

std::optional<std::string> read_whole(const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (!file) return std::nullopt;
  std::string content;
  char block[1 << 16];
  while (const std::size_t bytes = std::fread(block, 1, sizeof block, file)) content.append(block, bytes);
  std::fclose(file);
  return content;
}

// A socket instead of a pipe: a reader that has gone is an error to return, not a signal to die of.
bool send_all(int socket, const std::string& content) {
  std::size_t sent = 0;
  while (sent < content.size()) {
    const ssize_t bytes = ::send(socket, content.data() + sent, content.size() - sent, MSG_NOSIGNAL);
    if (bytes < 0 && errno == EINTR) continue;
    if (bytes <= 0) return false;
    sent += static_cast<std::size_t>(bytes);
  }
  return true;
}

// Starts ffmpeg reading PNG pictures from `input`; 0 when it cannot be started.
pid_t start_ffmpeg(const std::string& output, double frames_per_second, int input) {
  const std::string rate = fmt::format("{}", frames_per_second);
  const std::string words =
      "ffmpeg -y -loglevel error -f image2pipe -framerate " + rate +
      " -c:v png -i pipe:0 -vf pad=ceil(iw/2)*2:ceil(ih/2)*2 -c:v libx264 -preset veryfast -crf 18"
      " -pix_fmt yuv420p -movflags +faststart -f mp4";
  std::vector<std::string> arguments;
  std::istringstream split(words);
  for (std::string word; split >> word;) arguments.push_back(word);
  arguments.push_back("file:" + output);
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);

  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const bool started = posix_spawnp(&child, "ffmpeg", &files, nullptr, argv.data(), environ) == 0;
  posix_spawn_file_actions_destroy(&files);
  return started ? child : 0;
}

bool ended_well(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return false;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

bool has_ffmpeg() {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (::access((folder + "/ffmpeg").c_str(), X_OK) == 0) return true;
  return false;
}

Status write_movie(const std::string& path, const std::vector<std::string>& pictures, double frames_per_second,
                   const std::function<bool()>& is_stopped) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return movie_failed(path, "no socket to be had");
  const std::string temporary = temporary_name(path);
  const pid_t child = start_ffmpeg(temporary, frames_per_second, ends[0]);
  ::close(ends[0]);
  bool sent = child != 0;
  for (const std::string& picture : pictures) {
    sent = sent && !is_stopped();
    if (!sent) break;
    const std::optional<std::string> content = read_whole(picture);
    sent = content && send_all(ends[1], *content);
  }
  ::close(ends[1]);
  if (child == 0) return movie_failed(path, "ffmpeg could not be started");
  const bool encoded = ended_well(child);
  if (!sent || !encoded || std::rename(temporary.c_str(), path.c_str()) != 0) {
    ::unlink(temporary.c_str());
    return movie_failed(path, "ffmpeg ended with an error");
  }
  return Done{};
}

}  // namespace spindrift
