#include "formats/files/atomic_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>

#include "base/timer.h"
#include "exec/locked.h"
#include "formats/files/files.h"

namespace spindrift {
namespace {

Locked<double> writing_seconds;
Locked<int> temporary_files;

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

// No two writers share one: of two that write the same file, the last to finish gives it its content.
std::string temporary_name(const std::string& path) {
  const int number = temporary_files.with([](int& count) { return ++count; });
  return fmt::format("{}.{}-{}{}", path, ::getpid(), number, kUnfinished);
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

void AtomicFile::discard() {
  if (descriptor_ < 0) return;
  ::unlink(temporary_.c_str());
  ::close(std::exchange(descriptor_, -1));
}

Result<AtomicFile> AtomicFile::create(const std::string& path) {
  AtomicFile file(path);
  if (path.find('\0') != std::string::npos) return cannot_write(path, EINVAL);
  const int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_APPEND;
  file.descriptor_ = open_file(file.temporary_, flags);
  if (file.descriptor_ < 0 && errno == EEXIST) {  // left by a process of the same number
    ::unlink(file.temporary_.c_str());
    file.descriptor_ = open_file(file.temporary_, flags);
  }
  if (file.descriptor_ < 0) return cannot_write(path, errno);
  return file;
}

Error AtomicFile::failed(int error_number) {
  discard();
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
  // Network file systems report a full disk only here.
  int error_number = ::close(std::exchange(descriptor_, -1)) != 0 ? errno : 0;
  if (error_number == 0 && std::rename(temporary_.c_str(), path_.c_str()) != 0) error_number = errno;
  if (error_number == 0) return sum();
  ::unlink(temporary_.c_str());
  return cannot_write(path_, error_number);
}

Result<FileSum> AtomicFile::commit_durably() {
  if (descriptor_ < 0) return failed(EBADF);
  if (::fsync(descriptor_) != 0) return failed(errno);
  const Result<FileSum> committed = commit();
  if (!committed) return committed;
  // The new name is in the folder, which is a file of its own. File systems that cannot sync folders need not.
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

LineFile::LineFile(LineFile&& other) noexcept
    : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)), bytes_(other.bytes_) {}

LineFile& LineFile::operator=(LineFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(descriptor_, other.descriptor_);
  std::swap(bytes_, other.bytes_);
  return *this;
}

LineFile::~LineFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Result<LineFile> LineFile::open(const std::string& path, std::int64_t kept_bytes) {
  LineFile file(path);
  file.descriptor_ = open_file(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_APPEND);
  file.bytes_ = kept_bytes;
  if (file.descriptor_ < 0 || ::ftruncate(file.descriptor_, kept_bytes) != 0) return cannot_write(path, errno);
  return file;
}

Status LineFile::append(std::string_view line) {
  std::string text(line);
  text += '\n';
  if (const int error_number = write_all(descriptor_, text)) {
    [[maybe_unused]] const int cut = ::ftruncate(descriptor_, bytes_);
    return cannot_write(path_, error_number);
  }
  bytes_ += static_cast<std::int64_t>(text.size());
  return Done{};
}

}  // namespace spindrift
