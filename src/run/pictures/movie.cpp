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
#include <string_view>
#include <utility>

#include "base/split.h"
#include "formats/files/atomic_file.h"
#include "formats/files/file_bytes.h"

namespace spindrift {
namespace {

Error movie_failed(const std::string& path, const std::string& reason) {
  return {ErrorCode::kRunFailed, fmt::format("cannot make {}: {}", path, reason)};
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

// ffmpeg, which makes a file of the PNG pictures that it is sent. At the end of its life it has ended, and the file is
// gone unless it was renamed.
class Encoder {
 public:
  Encoder(const std::string& output, double frames_per_second);
  Encoder(const Encoder&) = delete;
  Encoder& operator=(const Encoder&) = delete;
  ~Encoder() {
    end();
    ::unlink(output_.c_str());
  }

  bool has_started() const { return process_ != 0; }
  bool send(const std::string& picture) const { return send_all(input_, picture); }
  bool end();  // after the last picture; whether all went well

 private:
  std::string output_;
  int input_ = -1;
  pid_t process_ = 0;
};

Encoder::Encoder(const std::string& output, double frames_per_second) : output_(output) {
  const std::string words = fmt::format(
      "ffmpeg -y -loglevel error -f image2pipe -framerate {} -c:v png -i pipe:0 -vf pad=ceil(iw/2)*2:ceil(ih/2)*2"
      " -c:v libx264 -preset veryfast -crf 18 -pix_fmt yuv420p -movflags +faststart -f mp4 ",
      frames_per_second);
  ::unlink(output_.c_str());  // should it be a link, ffmpeg would write what it leads to
  std::vector<std::string> arguments;
  for (const std::string_view word : split(words, ' ')) arguments.emplace_back(word);
  arguments.push_back("file:" + output);
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);

  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return;
  input_ = ends[1];
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, ends[0], STDIN_FILENO);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  if (posix_spawnp(&process_, "ffmpeg", &files, nullptr, argv.data(), environ) != 0) process_ = 0;
  posix_spawn_file_actions_destroy(&files);
  ::close(ends[0]);
}

bool Encoder::end() {
  if (input_ >= 0) ::close(std::exchange(input_, -1));
  const pid_t process = std::exchange(process_, 0);
  int status = 0;
  while (process != 0 && ::waitpid(process, &status, 0) < 0)
    if (errno != EINTR) return false;
  return process != 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

bool has_ffmpeg() {
  const char* path = std::getenv("PATH");
  for (const std::string_view folder : split(path ? path : "", ':'))
    if (::access((std::string(folder) + "/ffmpeg").c_str(), X_OK) == 0) return true;
  return false;
}

Status write_movie(const std::string& path, const std::vector<std::string>& pictures, double frames_per_second,
                   const std::function<bool()>& is_stopped) {
  const std::string temporary = temporary_name(path);
  Encoder encoder(temporary, frames_per_second);
  if (!encoder.has_started()) return movie_failed(path, "ffmpeg could not be started");
  bool sent = true;
  for (const std::string& picture : pictures) {
    sent = !is_stopped();
    if (!sent) break;
    const Result<std::string> content = read_file_bytes(picture);
    sent = content && encoder.send(*content);
    if (!sent) break;
  }
  const bool encoded = encoder.end();
  if (sent && encoded && std::rename(temporary.c_str(), path.c_str()) == 0) return Done{};
  return movie_failed(path, "ffmpeg ended with an error");
}

}  // namespace spindrift
