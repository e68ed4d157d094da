// What a run reads of what it has written, as the kernel tells it.
#ifdef __linux__
#include <gtest/gtest.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <filesystem>
#include <map>
#include <set>

#include "cli/program.h"

namespace spindrift::testing {
namespace {

// Names of the files that anybody reads from, in folders that are there already.
class ReadWatch {
 public:
  ReadWatch() : descriptor_(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {}
  ~ReadWatch() { ::close(descriptor_); }
  ReadWatch(const ReadWatch&) = delete;
  ReadWatch& operator=(const ReadWatch&) = delete;

  bool watch(const std::string& folder) {
    const int number = ::inotify_add_watch(descriptor_, folder.c_str(), IN_ACCESS);
    folders_[number] = std::filesystem::path(folder).filename().string();
    return number >= 0;
  }

  std::set<std::string> read_files() {
    std::set<std::string> names;
    alignas(inotify_event) char events[1 << 16];
    for (ssize_t bytes; (bytes = ::read(descriptor_, events, sizeof events)) > 0;)
      for (const char* at = events; at < events + bytes;) {
        const auto* event = reinterpret_cast<const inotify_event*>(at);
        if (event->len > 0 && !(event->mask & IN_ISDIR)) names.insert(folders_[event->wd] + "/" + event->name);
        at += sizeof(inotify_event) + event->len;
      }
    return names;
  }

 private:
  int descriptor_;
  std::map<int, std::string> folders_;
};

TEST(ReadBack, a_run_does_not_read_its_frames_again) {
  const TemporaryFolder folder;
  folder.add("small.toml", scene_with_everything(false, "ply"));
  ReadWatch watch;
  for (const char* name : {"particles", "volumes", "surface", "frames", "checkpoints"}) {
    std::filesystem::create_directories(folder / "out/small/" + name);
    if (!watch.watch(folder / "out/small/" + name)) GTEST_SKIP() << "this system does not tell who reads files";
  }
  const Outcome run = run_program(folder, {"run", "small.toml", "--quiet", "--set", "output.movie=false"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  // The report shows three of the four pictures.
  EXPECT_EQ(watch.read_files(),
            (std::set<std::string>{"frames/frame_0000.png", "frames/frame_0002.png", "frames/frame_0003.png"}));
}

}  // namespace
}  // namespace spindrift::testing
#endif
