#include "run/pictures/movie.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "base/split.h"
#include "formats/files/atomic_file.h"
#include "formats/files/file_bytes.h"

namespace spindrift {
namespace {

constexpr int kGlance = 100, kPause = 20;  // milliseconds between two looks at what ffmpeg does

Error movie_failed(const std::string& path, const std::string& reason) {
  return {ErrorCode::kRunFailed, fmt::format("cannot make {}: {}", path, reason)};
}

// Whether a program that works on a file goes on with it. One that for long neither takes nor writes anything hangs.
class SignsOfLife {
 public:
  SignsOfLife(std::string output, std::chrono::milliseconds patience)
      : output_(std::move(output)), patience_(patience) {}

  void note() { last_ = Clock::now(); }
  bool are_missing() {
    struct stat now{};
    if (::stat(output_.c_str(), &now) == 0 && (now.st_size != size_ || now.st_mtim.tv_nsec != changed_)) {
      size_ = now.st_size;
      changed_ = now.st_mtim.tv_nsec;
      note();
    }
    return Clock::now() - last_ > patience_;
  }

 private:
  using Clock = std::chrono::steady_clock;
  std::string output_;
  std::chrono::milliseconds patience_;
  Clock::time_point last_ = Clock::now();
  off_t size_ = -1;
  long changed_ = -1;
};

// ffmpeg, which makes a file of the PNG pictures that it is sent. At the end of its life it has ended, and the file is
// gone unless it was renamed. Whatever is waited for ends early if it hangs, or if the run is to stop.
class Encoder {
 public:
  Encoder(const std::string& output, double frames_per_second, const std::function<bool()>& is_stopped,
          std::chrono::milliseconds patience);
  Encoder(const Encoder&) = delete;
  Encoder& operator=(const Encoder&) = delete;
  ~Encoder() {
    end();
    ::unlink(output_.c_str());
  }

  bool has_started() const { return process_ != 0; }
  bool hangs() const { return hangs_; }
  bool send(const std::string& picture);
  bool end();  // after the last picture; whether all went well

 private:
  bool is_given_up() {
    hangs_ = hangs_ || signs_.are_missing();
    return hangs_ || is_stopped_();
  }

  std::string output_;
  const std::function<bool()>& is_stopped_;
  SignsOfLife signs_;
  bool hangs_ = false;
  int input_ = -1;
  pid_t process_ = 0;
};

Encoder::Encoder(const std::string& output, double frames_per_second, const std::function<bool()>& is_stopped,
                 std::chrono::milliseconds patience)
    : output_(output), is_stopped_(is_stopped), signs_(output, patience) {
  const std::string words = fmt::format(
      "ffmpeg -y -loglevel error -xerror -err_detect explode -f image2pipe -framerate {} -c:v png -i pipe:0 -vf pad=ceil(iw/2)*2:ceil(ih/2)*2"
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

// A socket instead of a pipe: a reader that has gone is an error to return, not a signal to die of.
bool Encoder::send(const std::string& picture) {
  std::size_t sent = 0;
  while (sent < picture.size()) {
    const ssize_t bytes = ::send(input_, picture.data() + sent, picture.size() - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (bytes > 0) {
      sent += static_cast<std::size_t>(bytes);
      signs_.note();
      continue;
    }
    if (bytes == 0 || (errno != EINTR && errno != EAGAIN)) return false;
    if (is_given_up()) return false;
    pollfd room{input_, POLLOUT, 0};
    ::poll(&room, 1, kGlance);
  }
  return true;
}

bool Encoder::end() {
  if (input_ >= 0) ::close(std::exchange(input_, -1));
  const pid_t process = std::exchange(process_, 0);
  if (process == 0) return false;
  int status = 0;
  bool is_ended = false;  // by us
  for (;;) {
    const pid_t found = ::waitpid(process, &status, is_ended ? 0 : WNOHANG);
    if (found == process) break;
    if (found < 0 && errno != EINTR) return false;
    if (!is_ended && is_given_up()) is_ended = ::kill(process, SIGKILL) == 0;
    if (!is_ended) ::poll(nullptr, 0, kPause);
  }
  return !is_ended && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

bool has_ffmpeg() {
  const char* path = std::getenv("PATH");
  for (const std::string_view folder : split(path ? path : "", ':'))
    if (::access((std::string(folder) + "/ffmpeg").c_str(), X_OK) == 0) return true;
  return false;
}

Status write_movie(const std::string& path, const std::vector<std::string>& pictures, double frames_per_second,
                   const std::function<bool()>& is_stopped, std::chrono::milliseconds patience) {
  const std::string temporary = path + std::string(kUnfinished);
  Encoder encoder(temporary, frames_per_second, is_stopped, patience);
  if (!encoder.has_started()) return movie_failed(path, "ffmpeg could not be started");
  bool sent = true;
  for (const std::string& picture : pictures) {
    sent = !is_stopped();
    if (!sent) break;
    const Result<std::string> content = read_file_bytes(picture);
    sent = content && !content->empty() && encoder.send(*content);
    if (!sent) break;
  }
  const bool encoded = encoder.end();
  if (sent && encoded && std::rename(temporary.c_str(), path.c_str()) == 0) return Done{};
  if (!encoder.hangs()) return movie_failed(path, "ffmpeg ended with an error; `spindrift info` finds damaged pictures");
  return movie_failed(path, fmt::format("ffmpeg did nothing for {} s, and was ended; the pictures are there",
                                        std::chrono::duration<double>(patience).count()));
}

}  // namespace spindrift
