#include "run/movie.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <utility>

#include "base/split.h"
#include "formats/files/atomic_file.h"
#include "formats/files/files.h"
#include "output/frame_files.h"

namespace spindrift {

namespace {

constexpr int kGlance = 100, kPause = 20;  // milliseconds between two looks at what ffmpeg does

Error movie_failed(const std::string& path, const std::string& reason) {
  return {ErrorCode::kRunFailed, fmt::format("cannot make {}: {}", path, reason)};
}

// ffmpeg, which makes a file of the PNG pictures that it is sent. At the end of its life it has ended, and the file is
// gone unless it was renamed. Waiting ends early if the run is to stop.
class Encoder {
 public:
  Encoder(const std::string& output, double frames_per_second, const std::function<bool()>& is_stopped);
  Encoder(const Encoder&) = delete;
  Encoder& operator=(const Encoder&) = delete;
  ~Encoder() {
    end();
    ::unlink(output_.c_str());
  }

  bool has_started() const { return process_ != 0; }
  bool send(const std::string& picture);
  bool end();  // after the last picture; whether all went well

 private:
  std::string output_;
  const std::function<bool()>& is_stopped_;
  int input_ = -1;
  pid_t process_ = 0;
};

Encoder::Encoder(const std::string& output, double frames_per_second, const std::function<bool()>& is_stopped)
    : output_(output), is_stopped_(is_stopped) {
  const std::string words = fmt::format(
      "ffmpeg -y -loglevel error -xerror -err_detect explode -f image2pipe -framerate {} -c:v png -i pipe:0 -vf "
      "pad=ceil(iw/2)*2:ceil(ih/2)*2"
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
      continue;
    }
    if (bytes == 0 || (errno != EINTR && errno != EAGAIN)) return false;
    if (is_stopped_()) return false;
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
    if (!is_ended && is_stopped_()) is_ended = ::kill(process, SIGKILL) == 0;
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
                   const std::function<bool()>& is_stopped) {
  const std::string temporary = path + std::string(kUnfinished);
  Encoder encoder(temporary, frames_per_second, is_stopped);
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
  return movie_failed(path, "ffmpeg ended with an error; `spindrift info` finds damaged pictures");
}

namespace {

namespace fs = std::filesystem;

// `64 x 48`, by the first bytes of a PNG file, which hold its size.
std::string size_of_picture(const std::string& file) {
  std::string bytes(24, '\0');
  std::ifstream(file, std::ios::binary).read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  const auto number_at = [&](std::size_t at) {
    unsigned value = 0;
    for (std::size_t i = at; i < at + 4; ++i) value = value << 8 | static_cast<unsigned char>(bytes[i]);
    return value;
  };
  return fmt::format("{} x {}", number_at(16), number_at(20));
}

// What to say if there can be no new movie of these pictures.
std::string why_no_movie(const RunFolder& folder, const std::vector<std::string>& pictures, const Manifest& manifest) {
  const bool has_older = fs::exists(folder.movie());
  if (!has_ffmpeg())
    return fmt::format("no {}movie, because ffmpeg is not installed (apt-get install ffmpeg); the pictures are there",
                       has_older ? "new " : "");
  if (has_older && !manifest.knows(folder.movie()))
    return fmt::format("no movie, because {} is not one that Spindrift has made; move it away", folder.movie());
  const std::string usual = size_of_picture(pictures.front());
  for (const std::string& picture : pictures)
    if (const std::string size = size_of_picture(picture); size != usual)
      return fmt::format(
          "no new movie, because the pictures in frames/ have different sizes: {} has {} pixels, {} has "
          "{}; draw all frames alike for one",
          folder.relative(pictures.front()), usual, folder.relative(picture), size);
  return "";
}

}  // namespace

int frames_between(const std::vector<std::string>& pictures) {
  int least = 0, before = -1;
  for (const std::string& picture : pictures) {
    const int frame = frame_of(picture);
    if (before >= 0 && (least == 0 || frame - before < least)) least = frame - before;
    before = frame;
  }
  return std::max(1, least);
}

std::string gaps_between(const std::vector<std::string>& pictures) {
  const int every = frames_between(pictures);
  std::vector<int> gaps;
  for (std::size_t i = 1; i < pictures.size(); ++i)
    for (int frame = frame_of(pictures[i - 1]) + every; frame < frame_of(pictures[i]); frame += every)
      gaps.push_back(frame);
  return frames_text(gaps);
}

Result<Movie> make_movie(const RunFolder& folder, const Scene& scene, const std::vector<std::string>& pictures,
                         Manifest& manifest, RunWatcher& watcher) {
  if (!scene.output.movie || pictures.empty()) return Movie::kNone;
  if (const std::string why = why_no_movie(folder, pictures, manifest); !why.empty()) {
    watcher.warning(why);
    return Movie::kNone;
  }
  if (const std::string gaps = gaps_between(pictures); !gaps.empty())
    watcher.warning(fmt::format("the movie jumps, because there are no pictures of frames {}", gaps));
  // A run that was stopped gets the movie of what it has; a wish to stop from now on means this.
  const bool was_interrupted = watcher.should_stop();
  const auto is_stopped = [&] { return !was_interrupted && watcher.should_stop(); };
  const std::optional<FileSum> older = manifest.find(folder.movie());
  if (Status begun = manifest.begin(folder.movie()); !begun) return begun.error();
  const Status made = write_movie(folder.movie(), pictures, scene.time.fps / frames_between(pictures), is_stopped);
  if (made) {
    if (Status listed = manifest.add_read(folder.movie()); !listed) return listed.error();
    return Movie::kMade;
  }
  if (older)  // which is still there
    if (Status listed = manifest.add(folder.movie(), *older); !listed) return listed.error();
  if (!is_stopped()) return made.error();
  watcher.warning("interrupted while the movie was made; there is no new one, but all pictures");
  return Movie::kInterrupted;
}

}  // namespace spindrift
