// checksums.txt in the folder of a run: the files that the run has written, with the checksum and the size of every
// finished one. A line for each, appended as files are begun and finished; a later line replaces an earlier one:
//   <hash, 16 hex digits> <bytes> <path inside the folder>
//   - - <path inside the folder>                              not finished: its content is not checked
// A last line without its end was cut off by `kill -9` and is ignored. Checkpoints carry a checksum of their own and
// are listed without one.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "formats/files/atomic_file.h"
#include "formats/files/checksum.h"
#include "spindrift/error.h"

namespace spindrift {

inline constexpr const char* kManifestName = "checksums.txt";
inline constexpr std::string_view kManifestStart = "spindrift checksums 2\n";

using ListedFiles = std::map<std::string, std::optional<FileSum>>;  // by path inside the folder; no sum: not finished

Result<ListedFiles> parse_manifest(std::string_view bytes, const std::string& file);
Result<ListedFiles> read_manifest(const std::string& folder);  // an error if there is none

// Fails if the size or checksum of the file differs from `written`.
Status check_sum(const std::string& path, const FileSum& written);
// Fails if the manifest in the file's folder, or in the folder above, lists a different size or checksum for the file.
Status check_listed(const std::string& path);

// The manifest of a folder, while files are written into it. The caller holds the lock of the folder.
class Manifest {
 public:
  static Result<Manifest> open(const std::string& folder);  // continues the one that is there

  // Paths of files in the folder.
  Status begin(const std::string& path) { return enter(path, std::nullopt); }
  Status add(const std::string& path, const FileSum& sum) { return enter(path, sum); }
  Status add_read(const std::string& path);                      // a file written by other code: reads it for its sum
  Status write(const std::string& path, std::string_view text);  // begins, writes and adds a file
  // Like write, but write_it() writes the file and returns a Result<FileSum>.
  template <class Write>
  Result<FileSum> write_by(const std::string& path, const Write& write_it) {
    if (Status begun = begin(path); !begun) return begun.error();
    const Result<FileSum> written = write_it();
    if (!written) return written;
    if (Status added = add(path, *written); !added) return added.error();
    return written;
  }

  bool knows(const std::string& path) const { return files_.contains(inside(path)); }
  std::optional<FileSum> find(const std::string& path) const;

 private:
  Manifest(std::string folder, ListedFiles files, LineFile lines)
      : folder_(std::move(folder)), files_(std::move(files)), lines_(std::move(lines)) {}
  std::string inside(const std::string& path) const;
  Status enter(const std::string& path, const std::optional<FileSum>& sum);

  std::string folder_;
  ListedFiles files_;
  LineFile lines_;
};

}  // namespace spindrift
