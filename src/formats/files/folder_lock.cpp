#include "formats/files/folder_lock.h"

#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>
#include <ctime>
#include <utility>

#include "formats/files/open_file.h"

namespace spindrift {
namespace {

// What the file says: `1234 host 2026-11-17 06:10:00`.
struct LockHolder {
  pid_t process = 0;  // 0: not known
  std::string host, since;
};

std::string host_name() {
  char name[256] = "";
  ::gethostname(name, sizeof name - 1);
  return name;
}

std::string text_of_this_process() {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  char since[32] = "";
  if (::localtime_r(&now, &local)) std::strftime(since, sizeof since, "%Y-%m-%d %H:%M:%S", &local);
  return fmt::format("{} {} {}\n", ::getpid(), host_name(), since);
}

// On SMB a locked file cannot be read through another descriptor: then the holder is not known.
LockHolder read_holder(int descriptor) {
  char text[512];
  const ssize_t bytes = ::pread(descriptor, text, sizeof text, 0);
  LockHolder holder;
  if (bytes <= 0) return holder;
  std::string_view line(text, static_cast<std::size_t>(bytes));
  line = line.substr(0, line.find('\n'));
  const std::size_t first = line.find(' '), second = line.find(' ', first + 1);
  if (first == std::string_view::npos || second == std::string_view::npos) return holder;
  std::from_chars(line.data(), line.data() + first, holder.process);
  holder.host = line.substr(first + 1, second - first - 1);
  holder.since = line.substr(second + 1);
  return holder;
}

// Without the kernel's word. A process of another machine cannot be asked.
bool may_live(const LockHolder& holder) {
  if (holder.process <= 0) return false;
  return holder.host != host_name() || ::kill(holder.process, 0) == 0 || errno == EPERM;
}

Error in_use(const std::string& folder, const LockHolder& holder, bool is_certain) {
  const std::string who = holder.process <= 0
                              ? "another process"
                              : fmt::format("process {}{}, since {}", holder.process,
                                            holder.host == host_name() ? "" : " on " + holder.host, holder.since);
  const std::string advice = is_certain
                                 ? "wait for its end or choose another folder"
                                 : fmt::format("this file system has no locks: if that process has ended, remove {}/{}",
                                               folder, kFolderLockName);
  return {ErrorCode::kBadInput, fmt::format("the folder {} is being written by {}; {}", folder, who, advice)};
}

// Whether the name still leads to the file that is open: whoever held the lock before may have removed it.
bool is_named(int descriptor, const std::string& path) {
  struct stat opened{}, named{};
  return ::fstat(descriptor, &opened) == 0 && ::stat(path.c_str(), &named) == 0 && opened.st_ino == named.st_ino &&
         opened.st_dev == named.st_dev;
}

bool is_empty(int descriptor) {
  struct stat opened{};
  return ::fstat(descriptor, &opened) == 0 && opened.st_size == 0;
}

// A hard link: what is written would be in a file elsewhere.
bool has_other_names(int descriptor) {
  struct stat opened{};
  return ::fstat(descriptor, &opened) == 0 && opened.st_nlink > 1;
}

Error hard_linked(const std::string& folder) {
  return {
      ErrorCode::kBadInput,
      fmt::format("cannot write into the folder {0}: its {1} is a hard link to a file that is elsewhere as well, as "
                  "'cp -al' makes them of a run that was killed; if no run is writing there, remove {0}/{1}",
                  folder, kFolderLockName)};
}

// Zero, or the error number.
int lock_at_once(int descriptor, FolderLock::LockFile lock_file) {
  while (lock_file(descriptor, LOCK_EX | LOCK_NB) != 0)
    if (errno != EINTR) return errno;
  return 0;
}

bool write_holder(int descriptor) {
  const std::string text = text_of_this_process();
  return ::ftruncate(descriptor, 0) == 0 &&
         ::pwrite(descriptor, text.data(), text.size(), 0) == static_cast<ssize_t>(text.size());
}

}  // namespace

Result<FolderLock> FolderLock::take(const std::string& folder) { return take(folder, &::flock); }

Result<FolderLock> FolderLock::take(const std::string& folder, LockFile lock_file) {
  const std::string path = folder + "/" + kFolderLockName;
  const auto refuse = [&](int error_number) {
    return Error{ErrorCode::kBadInput, fmt::format("cannot write into the folder {}: {}: {}", folder, kFolderLockName,
                                                   std::strerror(error_number))};
  };
  while (true) {
    FolderLock lock(path);
    lock.descriptor_ = open_file(path, O_RDWR | O_CREAT | O_NOFOLLOW);
    if (lock.descriptor_ < 0) return refuse(errno);
    if (has_other_names(lock.descriptor_)) return hard_linked(folder);
    if (const int failure = lock_at_once(lock.descriptor_, lock_file); failure != 0) {
      const LockHolder holder = read_holder(lock.descriptor_);
      const bool is_held = failure == EWOULDBLOCK || failure == EACCES;
      if (is_held || may_live(holder)) return in_use(folder, holder, is_held);
    }
    if (!is_named(lock.descriptor_, path)) continue;
    if (!is_empty(lock.descriptor_) && read_holder(lock.descriptor_).process <= 0)
      return Error{ErrorCode::kBadInput,
                   fmt::format("cannot write into the folder {}: {} there says nothing of a process, "
                               "so it is not one that Spindrift left; move it away",
                               folder, kFolderLockName)};
    // The folder too, where the file system can: the file may be removed while a run goes on.
    lock.folder_ = open_file(folder, O_RDONLY | O_DIRECTORY);
    if (lock.folder_ >= 0 && lock_at_once(lock.folder_, lock_file) == EWOULDBLOCK) return in_use(folder, {}, true);
    lock.is_taken_ = true;
    if (!write_holder(lock.descriptor_)) return refuse(errno);
    return lock;
  }
}

FolderLock::FolderLock(FolderLock&& other) noexcept
    : path_(std::move(other.path_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      folder_(std::exchange(other.folder_, -1)),
      is_taken_(std::exchange(other.is_taken_, false)) {}

FolderLock::~FolderLock() {
  if (descriptor_ < 0) return;
  if (is_taken_ && is_named(descriptor_, path_)) ::unlink(path_.c_str());  // while nobody else can have taken it
  ::close(descriptor_);
  if (folder_ >= 0) ::close(folder_);
}

}  // namespace spindrift
