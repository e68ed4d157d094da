#include "formats/files/atomic_file.h"

#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>

#include "base/timer.h"
#include "exec/locked.h"
#include "formats/files/open_file.h"

namespace spindrift {
namespace {

Locked<double> writing_seconds;

// Adds the time until its end.
struct WritingClock {
  double begin = wall_seconds();
  ~WritingClock() {
    writing_seconds.with([&](double& seconds) { seconds += wall_seconds() - begin; });
  }
};

// Zero, or the error number of the write that failed.
int write_all(int descriptor, std::string_view bytes) {
  const WritingClock clock;
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

bool leads_to(const std::string& path, int descriptor) {
  struct stat opened{}, named{};
  return ::fstat(descriptor, &opened) == 0 && ::lstat(path.c_str(), &named) == 0 && opened.st_ino == named.st_ino &&
         opened.st_dev == named.st_dev;
}

// Whether somebody else is writing it. File systems without locks do not tell.
bool is_locked_by_another(int descriptor) {
  return ::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

// A new file of that name, locked. One that nobody is writing, which kill -9 has left, goes first; -1 and EBUSY if
// somebody is.
int open_new_locked(const std::string& path) {
  constexpr int kTries = 100;  // others may remove what they see unlocked for a moment
  for (int i = 0; i < kTries; ++i) {
    const int made = open_file(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_APPEND);
    if (made < 0 && errno != EEXIST) return -1;
    if (made >= 0) {
      if (!is_locked_by_another(made) && leads_to(path, made)) return made;
      ::close(made);
      continue;
    }
    const int found = open_file(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const bool is_free = found < 0 || !is_locked_by_another(found);
    const bool is_it = found < 0 || leads_to(path, found);
    const bool is_stuck = is_free && is_it && ::unlink(path.c_str()) != 0 && errno != ENOENT;  // a folder
    if (found >= 0) ::close(found);
    if (!is_free) break;
    if (is_stuck) return errno = EEXIST, -1;
  }
  errno = EBUSY;
  return -1;
}

// A file of that name goes first, and a link with it: what it leads to is not written.
int open_new(const std::string& path) {
  ::unlink(path.c_str());
  return open_file(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_APPEND);
}

}  // namespace

double seconds_in_writing() {
  return writing_seconds.with([](const double& seconds) { return seconds; });
}

Error cannot_write(const std::string& path, int error_number) {
  return {ErrorCode::kRunFailed, "cannot write " + path + ": " + std::strerror(error_number)};
}

AtomicFile::AtomicFile(const std::string& path) : path_(path), temporary_(temporary_name(path)) {}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : path_(std::move(other.path_)),
      temporary_(std::move(other.temporary_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      sum_(other.sum_) {}

AtomicFile::~AtomicFile() { give_up(); }

// While it is locked, since the name may be another's afterwards.
void AtomicFile::give_up() {
  if (descriptor_ < 0) return;
  ::unlink(temporary_.c_str());
  ::close(std::exchange(descriptor_, -1));
}

Result<AtomicFile> AtomicFile::create(const std::string& path) {
  AtomicFile file(path);
  if (path.find('\0') != std::string::npos) return cannot_write(path, EINVAL);
  file.descriptor_ = open_new_locked(file.temporary_);
  if (file.descriptor_ < 0 && errno == EBUSY)
    return Error{ErrorCode::kRunFailed, "cannot write " + path + ": somebody else is writing it"};
  if (file.descriptor_ < 0) return cannot_write(path, errno);
  return file;
}

Error AtomicFile::failed(int error_number) {
  give_up();
  return cannot_write(path_, error_number);
}

Status AtomicFile::write(const void* data, std::size_t bytes) {
  if (descriptor_ < 0) return failed(EBADF);
  if (const int error_number = write_all(descriptor_, {static_cast<const char*>(data), bytes}))
    return failed(error_number);
  sum_.add(data, bytes);
  return Done{};
}

Result<FileSum> AtomicFile::commit() {
  if (descriptor_ < 0) return failed(EBADF);
  const WritingClock clock;
  const int lock = ::fcntl(descriptor_, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);  // until the file has its name
  // Network file systems report a full disk only here.
  int error_number = ::close(std::exchange(descriptor_, -1)) != 0 ? errno : 0;
  if (error_number == 0 && std::rename(temporary_.c_str(), path_.c_str()) != 0) error_number = errno;
  if (error_number != 0) ::unlink(temporary_.c_str());
  if (lock >= 0) ::close(lock);
  return error_number == 0 ? Result<FileSum>(sum()) : cannot_write(path_, error_number);
}

Result<FileSum> AtomicFile::commit_durably() {
  if (descriptor_ < 0) return failed(EBADF);
  if (::fsync(descriptor_) != 0) return failed(errno);
  const Result<FileSum> committed = commit();
  if (!committed) return committed;
  // The new name is in the folder, which is a file of its own. Some file systems cannot sync folders: then they need
  // not.
  const std::string folder = std::filesystem::path(path_).parent_path().string();
  if (const int opened = open_file(folder.empty() ? "." : folder, O_RDONLY); opened >= 0) {
    ::fsync(opened);
    ::close(opened);
  }
  return committed;
}

void sync_files_of(const std::string& folder) {
#ifdef __linux__
  const int opened = open_file(folder, O_RDONLY);
  if (opened < 0) return;
  ::syncfs(opened);
  ::close(opened);
#else
  (void)folder;
  ::sync();
#endif
}

Result<FileSum> write_file(const std::string& path, std::string_view content) {
  Result<AtomicFile> file = AtomicFile::create(path);
  if (!file) return file.error();
  if (Status written = file->write(content); !written) return written.error();
  return file->commit();
}

Status overwrite(const std::string& path, std::size_t begin, std::string_view bytes) {
  const int descriptor = open_file(path, O_WRONLY | O_NOFOLLOW);
  if (descriptor < 0) return cannot_write(path, errno);
  int error_number =
      ::lseek(descriptor, static_cast<off_t>(begin), SEEK_SET) < 0 ? errno : write_all(descriptor, bytes);
  if (::close(descriptor) != 0 && error_number == 0) error_number = errno;
  return error_number == 0 ? Status(Done{}) : cannot_write(path, error_number);
}

LineFile::LineFile(LineFile&& other) noexcept
    : path_(std::move(other.path_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      complete_bytes_(other.complete_bytes_),
      sum_(other.sum_) {}

LineFile::~LineFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Result<LineFile> LineFile::create(const std::string& path) {
  LineFile file(path);
  file.descriptor_ = open_new(path);
  if (file.descriptor_ < 0) return cannot_write(path, errno);
  return file;
}

Result<LineFile> LineFile::reopen(const std::string& path, long long kept_bytes) {
  LineFile file(path);
  file.descriptor_ = open_file(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_APPEND);
  file.complete_bytes_ = kept_bytes;
  if (file.descriptor_ < 0 || ::ftruncate(file.descriptor_, kept_bytes) != 0) return cannot_write(path, errno);
  return file;
}

Result<LineFile> LineFile::reopen(const std::string& path, std::string_view kept) {
  Result<LineFile> file = reopen(path, static_cast<long long>(kept.size()));
  if (file) file->sum_.add(kept);
  return file;
}

Status LineFile::append(std::string_view line) {
  std::string text(line);
  text += '\n';
  if (const int error_number = write_all(descriptor_, text)) {
    [[maybe_unused]] const int cut = ::ftruncate(descriptor_, complete_bytes_);
    return cannot_write(path_, error_number);
  }
  complete_bytes_ += static_cast<long long>(text.size());
  sum_.add(text);
  return Done{};
}

FileSum LineFile::sum_with(std::string_view text) const {
  Checksum sum = sum_;
  sum.add(text);
  return sum.file_sum();
}

Status LineFile::check_is_there() const {
  struct stat opened{};
  if (leads_to(path_, descriptor_) && ::fstat(descriptor_, &opened) == 0 && opened.st_size == complete_bytes_)
    return Done{};
  return Error{ErrorCode::kRunFailed, path_ + " was removed, replaced or changed while it was written"};
}

}  // namespace spindrift
