#include "formats/files/folder_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <ctime>
#include <utility>

#include "formats/files/files.h"

namespace spindrift {
namespace {

// `process 1234 on HOST, since 2026-11-17 06:10:00`
std::string this_process() {
  char host[256] = "", since[32] = "";
  ::gethostname(host, sizeof host - 1);
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  if (::localtime_r(&now, &local)) std::strftime(since, sizeof since, "%Y-%m-%d %H:%M:%S", &local);
  return fmt::format("process {} on {}, since {}", ::getpid(), host, since);
}

std::string holder_in(int descriptor) {
  char text[512];
  const ssize_t bytes = ::pread(descriptor, text, sizeof text, 0);
  const std::string holder(text, static_cast<std::size_t>(std::max<ssize_t>(bytes, 0)));
  return holder.starts_with("process ") ? holder.substr(0, holder.find('\n')) : "another process";
}

// Whoever held the lock before may have removed the file that was opened.
bool is_named(int descriptor, const std::string& path) {
  struct stat opened{}, named{};
  return ::fstat(descriptor, &opened) == 0 && ::stat(path.c_str(), &named) == 0 && opened.st_ino == named.st_ino &&
         opened.st_dev == named.st_dev;
}

// Zero, or the error number.
int try_to_lock(int descriptor) {
  while (::flock(descriptor, LOCK_EX | LOCK_NB) != 0)
    if (errno != EINTR) return errno;
  return 0;
}

}  // namespace

Result<FolderLock> FolderLock::take(const std::string& folder) {
  const std::string path = folder + "/" + kFolderLockName;
  while (true) {
    FolderLock lock(path, open_file(path, O_RDWR | O_CREAT | O_NOFOLLOW));
    if (lock.descriptor_ < 0)
      return Error{ErrorCode::kBadInput, fmt::format("cannot write into the folder {}: {}: {}", folder, kFolderLockName,
                                                     std::strerror(errno))};
    if (const int failure = try_to_lock(lock.descriptor_); failure == EWOULDBLOCK || failure == EACCES) {
      const std::string holder = holder_in(lock.descriptor_);
      ::close(std::exchange(lock.descriptor_, -1));
      return Error{ErrorCode::kBadInput, fmt::format("the folder {} is being written by {}; wait for its end or choose "
                                                     "another folder",
                                                     folder, holder)};
    }
    if (!is_named(lock.descriptor_, path)) {
      ::close(std::exchange(lock.descriptor_, -1));
      continue;
    }
    const std::string text = this_process() + "\n";
    [[maybe_unused]] const bool is_named_in_file =
        ::ftruncate(lock.descriptor_, 0) == 0 && ::pwrite(lock.descriptor_, text.data(), text.size(), 0) > 0;
    return lock;
  }
}

FolderLock::FolderLock(FolderLock&& other) noexcept
    : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)) {}

FolderLock::~FolderLock() {
  if (descriptor_ < 0) return;
  if (is_named(descriptor_, path_)) ::unlink(path_.c_str());  // before the lock ends
  ::close(descriptor_);
}

}  // namespace spindrift
