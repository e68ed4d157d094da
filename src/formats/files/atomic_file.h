// Files that are either whole or absent, and files that grow by whole lines. Both know the checksum of what was written
// to them, so that nobody has to read a file again for it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "formats/files/checksum.h"
#include "spindrift/error.h"

namespace spindrift {

// Written under a temporary name in the same folder and renamed when complete. Not renamed means removed. Of two that
// write the same file at the same time the second is refused.
class AtomicFile {
 public:
  static Result<AtomicFile> create(const std::string& path);
  AtomicFile(AtomicFile&& other) noexcept;
  AtomicFile& operator=(AtomicFile&&) = delete;
  ~AtomicFile();

  Status write(const void* data, std::size_t bytes);
  Status write(std::string_view text) { return write(text.data(), text.size()); }
  FileSum sum() const { return sum_.file_sum(); }  // of what was written so far
  Result<FileSum> commit();                        // closes the file and gives it its name
  Result<FileSum> commit_durably();                // the same, and waits until a power cut could not undo it

 private:
  explicit AtomicFile(const std::string& path);
  Error failed(int error_number);
  void give_up();

  std::string path_;
  std::string temporary_;
  int descriptor_ = -1;
  Checksum sum_;
};

// The whole content at once.
Result<FileSum> write_file(const std::string& path, std::string_view content);

// Grows line by line; a line that does not fit on the disk leaves no part of it behind.
class LineFile {
 public:
  static Result<LineFile> create(const std::string& path);  // empties an older file
  // Goes on with an older file after its beginning, `kept`; makes an empty one if there is none.
  static Result<LineFile> reopen(const std::string& path, std::string_view kept);
  // The same, known by its length alone: then sum() is not that of the file.
  static Result<LineFile> reopen(const std::string& path, long long kept_bytes);
  LineFile(LineFile&& other) noexcept;
  LineFile& operator=(LineFile&&) = delete;
  ~LineFile();

  Status append(std::string_view line);  // adds the line break
  Status check_is_there() const;         // whether its name still leads to what was written, and to no more
  FileSum sum() const { return sum_.file_sum(); }
  FileSum sum_with(std::string_view text) const;  // what it would be with this at its end

 private:
  explicit LineFile(const std::string& path) : path_(path) {}

  std::string path_;
  int descriptor_ = -1;
  long long complete_bytes_ = 0;
  Checksum sum_;
};

// Writes into the midst of a file that is there.
Status overwrite(const std::string& path, std::size_t begin, std::string_view bytes);

// What this program has spent in the system's calls that write, close and rename the files above, so far.
double seconds_in_writing();

// Waits until all that was written to the folder's file system would survive a power cut.
void sync_files_of(const std::string& folder);

// `cannot write FILE: No space left on device`
Error cannot_write(const std::string& path, int error_number);

// The name a file has until it is complete: one that nobody else gives to a file, for it is removed if it is there.
inline std::string temporary_name(const std::string& path) { return path + ".spindrift-part"; }

}  // namespace spindrift
