// checksums.txt in the folder of a run: the hash and the size that each file was written with, so that a file which
// changed afterwards is known to be damaged, whatever its format. One line per file, added when the file is complete:
//   <check of the line, 8 hex digits> <hash, 16 hex digits> <bytes> <path inside the folder>
// A later line replaces an earlier one. Hash 0 with 0 bytes says that the file is about to be written: from then on it
// is one of the run's, of which nothing is known yet. Hash 0 with 1 byte says that it is about to be replaced as a
// whole: until then it is what it was. Hash 0 with 2^64 - 1 bytes says that it was found damaged when the run went on
// with it. A table grows, and ` (so far)` behind its path says what it will be with the next lines: it is that, or what
// it was before, or something between. A line that was cut off, by kill -9 or a power cut, counts for nothing, and a
// file without a line is not checked. Checkpoints carry checksums of their own: a line says no more than that they are
// the run's.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
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
  int damaged_line = 0;                     // the first that is whole and does not fit its check; 0: none
  bool is_cut = false;                      // the last line has no end

  bool knows(const std::string& path) const { return files.contains(path) || begun.contains(path); }
};
Result<ChecksumTable> parse_checksums(std::string_view bytes, const std::string& file);
Result<ChecksumTable> read_checksums(const std::string& folder);

// Those of the files, inside the folder, that were completed and have been changed since. Data of frames can be many
// gigabytes: files in folders other than that of pictures are read only if they are younger than the list.
std::vector<std::string> changed_files(const std::string& folder, const std::vector<std::string>& files);

// Of a folder, whatever its name.
struct FolderIdentity {
  std::uint64_t device = 0, number = 0;

  bool operator==(const FolderIdentity&) const = default;
};

// The list of a run that goes on. Whoever writes it holds the folder's lock.
class ChecksumList {
 public:
  // Begins with the lines of the older list, also of files that are missing now: what is gone stays known to be. Only
  // those that were never completed are forgotten when nothing of them is there: kill -9 leaves them half written.
  static Result<ChecksumList> open(const std::string& folder);

  // A file in the folder that is about to be written. One that was changed since the run wrote it, or that the run has
  // not written, is set aside. Fails, as all that adds a line, if the folder's name leads to another one by now.
  Status begin(const std::string& path);
  Status begin_table(const std::string& path);                      // the same of one that grows line by line
  Status add_so_far(const std::map<std::string, FileSum>& tables);  // before lines are added to them, by path
  Status add(const std::string& path, const FileSum& sum);          // one that is complete
  Status write(const std::string& path, std::string_view text);     // a file as a whole: begins, writes and adds it
  Status add_read(const std::string& path);                         // the same, of a file that another program wrote
  Status add_damaged(const std::string& path);                 // one that the run goes on with, and that is not whole
  std::optional<FileSum> find(const std::string& path) const;  // what it was added with
  bool knows(const std::string& path) const;                   // whether it is, or was to be, written by the run
  bool is_whole(const std::string& path) const;                // whether it is there, just as it was added
  Status set_aside(const std::string& path);                   // what is there, if anything is
  std::vector<std::string> take_set_aside();                   // where all those are since it was last asked
  // Whether all files that were added since open() are there with their sizes, and still listed; the error names some.
  Status check_are_there() const;

 private:
  explicit ChecksumList(std::string folder);
  std::string path_inside(const std::string& path) const;
  Status append(const std::string& text);
  Status check_is_same_folder() const;
  Status set_aside_if_changed(const std::string& path);

  std::string folder_;
  FolderIdentity identity_;  // by which the folder is known, should its name lead elsewhere
  // Shared by its copies, of which one at a time adds.
  std::shared_ptr<std::map<std::string, FileSum>> added_ = std::make_shared<std::map<std::string, FileSum>>();
  std::shared_ptr<std::vector<std::string>> set_aside_ = std::make_shared<std::vector<std::string>>();
};

// Fails if the file is not the one that was written so.
Status check_as_written(const std::string& path, const FileSum& written);
// The same of a table that grows: what it was before the lines that came last, or with some of them.
Status check_so_far(const std::string& path, const SumsSoFar& written);

// Fails if the file is not the one that the list of its folder, or of the folder above, says; passes without a list or
// a line.
Status check_as_written(const std::string& path);
Result<std::string> read_as_written(const std::string& path);  // the same of the bytes that are returned

Result<FileInfo> checksums_info(std::string_view bytes, const std::string& file);

}  // namespace spindrift
