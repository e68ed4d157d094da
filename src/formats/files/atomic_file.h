// Files that are either whole or absent, and files that grow by whole lines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "formats/files/checksum.h"
#include "spindrift/error.h"

namespace spindrift {

// How the names of unfinished files end. `kill -9` leaves such files behind; nobody reads them.
inline constexpr std::string_view kUnfinished = ".spindrift-part";

// Written under a temporary name in the same folder and renamed by commit(). Removed if it is not committed.
class AtomicFile {
 public:
  static Result<AtomicFile> create(const std::string& path);
  AtomicFile(AtomicFile&& other) noexcept;
  AtomicFile& operator=(AtomicFile&&) = delete;
  ~AtomicFile() { discard(); }

  Status write(const void* data, std::size_t bytes);
  Status write(std::string_view text) { return write(text.data(), text.size()); }
  FileSum sum() const { return sum_.file_sum(); }  // of what was written so far
  Result<FileSum> commit();
  Result<FileSum> commit_durably();  // returns when the file would survive a power cut

 private:
  explicit AtomicFile(const std::string& path);
  Error failed(int error_number);
  void discard();

  std::string path_;
  std::string temporary_;
  int descriptor_ = -1;
  Checksum sum_;
};

Result<FileSum> write_file(const std::string& path, std::string_view content);

// Grows line by line; a line that does not fit on the disk leaves no part of it behind.
class LineFile {
 public:
  static Result<LineFile> open(const std::string& path, std::int64_t kept_bytes);  // cuts off what follows them
  LineFile(LineFile&& other) noexcept;
  LineFile& operator=(LineFile&& other) noexcept;
  ~LineFile();

  Status append(std::string_view line);  // adds the line break
  const std::string& path() const { return path_; }
  std::int64_t bytes() const { return bytes_; }

 private:
  explicit LineFile(const std::string& path) : path_(path) {}

  std::string path_;
  int descriptor_ = -1;
  std::int64_t bytes_ = 0;
};

// The time that this process has spent in the system calls that write, close and rename the files above.
double seconds_in_writing();

// Returns when all that was written to the folder's file system would survive a power cut.
void sync_files_of(const std::string& folder);

// `cannot write FILE: No space left on device`
Error cannot_write(const std::string& path, int error_number);

}  // namespace spindrift
