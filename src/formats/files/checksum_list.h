// checksums.txt in the folder of a run: the hash and the size that each file was written with, so that a file which
// changed afterwards is known to be damaged, whatever its format. One line per file, added when the file is complete:
//   <check of the line, 8 hex digits> <hash, 16 hex digits> <bytes> <path inside the folder>
// A later line replaces an earlier one; one with hash 0 and 0 bytes takes the file off the list. A line that was cut
// off, by kill -9 or a power cut, counts for nothing, and a file without a line is not checked. Checkpoints are left
// out: they carry checksums of their own.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "formats/files/checksum.h"
#include "spindrift/error.h"
#include "spindrift/file_info.h"

namespace spindrift {

inline constexpr const char* kChecksumListName = "checksums.txt";
inline constexpr std::string_view kChecksumListStart = "spindrift checksums 1\n";

struct ChecksumTable {
  std::map<std::string, FileSum> files;  // by path inside the folder
  int damaged_line = 0;                  // the first that is whole and does not fit its check; 0: none
  bool is_cut = false;                   // the last line has no end
};
Result<ChecksumTable> parse_checksums(std::string_view bytes, const std::string& file);
Result<ChecksumTable> read_checksums(const std::string& folder);

// The list of a run that goes on. Others may write to it at the same time, such as `render` while the run is not over:
// each line is added under a lock, to the file that has the list's name then.
class ChecksumList {
 public:
  // Begins with the lines of the older list whose files are still there and for which `is_kept(path inside the folder)`
  // holds: what is about to be replaced must go from the list first, here or by forget().
  static Result<ChecksumList> open(const std::string& folder, const std::function<bool(const std::string&)>& is_kept);

  Status add(const std::string& path, const FileSum& sum);  // a file in the folder, complete
  Status add_read(const std::string& path);                 // the same, of a file that another program wrote
  Status forget(const std::string& path);                   // one that is about to be replaced

 private:
  explicit ChecksumList(std::string folder) : folder_(std::move(folder)) {}

  std::string folder_;
};

// Fails if the file is not the one that the list of its folder, or of the folder above, says; passes without a list or
// a line.
Status check_as_written(const std::string& path);

Result<FileInfo> checksums_info(std::string_view bytes, const std::string& file);

}  // namespace spindrift
