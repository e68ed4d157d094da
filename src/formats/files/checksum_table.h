// checksums.txt in the folder of a run: the hash and the size that each file was written with, so that a file which
// changed afterwards is known to be damaged, whatever its format. One line per file, added when the file is complete:
//   <check of the line, 8 hex digits> <hash, 16 hex digits> <bytes> <path inside the folder>
// A later line replaces an earlier one. Hash 0 with 0 bytes says that the file is about to be written: one that is
// found then, after kill -9, may be the run's or somebody's. Hash 0 with 1 byte says that it is about to be replaced as
// a whole: until then it is what it was. Hash 0 with 2 bytes says that the run has removed it, or not made it after
// all: no file of that name is the run's any more. Hash 0 with 2^64 - 1 bytes says that it was found damaged when the
// run went on with it. A table grows, and ` (so far)` behind its path says what it will be with the next lines: it is
// that, or what it was before, or something between; a list for ParaView likewise. ` (stamp)` behind the path of large
// data says when its file was last changed and which one it is (ctime, inode): while that is so, it need not be read. A
// line that was cut off, by kill -9 or a power cut, counts for nothing, and a file without a line is not checked.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "formats/files/checksum.h"
#include "spindrift/error.h"
#include "spindrift/file_info.h"

namespace spindrift {

inline constexpr const char* kChecksumListName = "checksums.txt";
inline constexpr std::string_view kChecksumListStart = "spindrift checksums 1\n";

// Of a table that grows.
struct SumsSoFar {
  FileSum before, now;
};

struct ChecksumTable {
  std::map<std::string, FileSum> files;     // by path inside the folder
  std::set<std::string> begun;              // to be written by the run, without a sum since
  std::map<std::string, SumsSoFar> so_far;  // of those that grow
  std::map<std::string, FileSum> stamps;    // of those that are large: see stamp_of
  int damaged_line = 0;                     // the first that is whole and does not fit its check; 0: none
  bool is_cut = false;                      // the last line has no end

  bool knows(const std::string& path) const { return files.contains(path) || begun.contains(path); }
};
Result<ChecksumTable> parse_checksums(std::string_view bytes, const std::string& file);
Result<ChecksumTable> read_checksums(const std::string& folder);

// Whether a file, inside the folder, that the run has written or was to write is there and is not, or may not be, what
// the run wrote.
bool is_changed(const std::string& folder, const std::string& file, const ChecksumTable& table);
// Whether nothing is known of a file but that the run was to write it: kill -9 may have left it, or it is somebody's.
bool is_unproven(const std::string& file, const ChecksumTable& table);
// Those of the files of which that is so. Data of frames can be many gigabytes: one that has its stamp is not read.
std::vector<std::string> changed_files(const std::string& folder, const std::vector<std::string>& files);

// Fails if the file is not the one that was written so.
Status check_as_written(const std::string& path, const FileSum& written);
// The same of a file that grows: what it was before the lines that came last, or with some of them.
Status check_so_far(const std::string& path, const SumsSoFar& written);

// Fails if the file is not the one that the list of its folder, or of the folder above, says; passes without a list or
// a line.
Status check_as_written(const std::string& path);
Result<std::string> read_as_written(const std::string& path);  // the same of the bytes that are returned

Result<FileInfo> checksums_info(std::string_view bytes, const std::string& file);

// The parts of a list, for who writes one. No file has these sums: the hash of so few bytes is not 0, and none is so
// large.
inline constexpr FileSum kBegun{0, 0};
inline constexpr FileSum kReplaced{0, 1};
inline constexpr FileSum kGone{0, 2};
inline constexpr FileSum kDamagedBefore{0, std::numeric_limits<std::uint64_t>::max()};
inline constexpr std::string_view kSoFar = " (so far)", kStamp = " (stamp)";
std::string line_of(const std::string& path, const FileSum& sum);

// By which a folder is known, whatever its name: its device and its number. A list has those of the folder that it was
// written for, as the stamp of `.`; in a copy they are another's.
inline constexpr const char* kThisFolder = ".";
FileSum identity_of(const std::string& folder);
bool is_a_copy(const std::string& folder);

// When a plain file was last changed in any way, its name included, ns, and its number.
std::optional<FileSum> stamp_of(const std::string& path);
std::optional<FileSum> stamp_of_data(const std::string& folder, const std::string& file);  // none if it is not large

// Of a file, or of its first `bytes`.
Result<FileSum> sum_of_file(const std::string& path, std::uint64_t bytes = std::numeric_limits<std::uint64_t>::max());

}  // namespace spindrift
