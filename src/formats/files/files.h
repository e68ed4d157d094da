// What readers and writers of files share: whole files as bytes, names in folders, errors, ranges of numbers.
#pragma once

#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "spindrift/error.h"

namespace spindrift {

Result<std::string> read_file_bytes(const std::string& path);

// The names of the files and folders in it, sorted; none if it cannot be read. std::filesystem's iterators are not used
// anywhere: those of libstdc++ end the process when memory runs out.
std::vector<std::string> names_in(const std::string& folder);

// The paths of the files in it and in all folders below it, relative to it, sorted folder by folder. Links to folders
// are not followed.
std::vector<std::string> files_below(const std::string& folder);

// The path, or the nearest existing one above it; a link exists, wherever it leads.
std::string existing_part(const std::string& path);

// As ::open with O_CLOEXEC, but never as descriptor 0, 1 or 2: a program that was started without a standard output
// would print into its own results. -1 with errno if it fails.
int open_file(const std::string& path, int flags);

// Why a reader cannot take a file, or a line of it.
inline Error refuse(std::string file, std::string why) {
  return {ErrorCode::kBadInput, std::move(why), {std::move(file)}};
}
inline Error refuse(std::string file, int line, std::string why) {
  return {ErrorCode::kBadInput, std::move(why), {std::move(file), line}};
}

// Smallest and largest of some numbers.
class ValueRange {
 public:
  void add(double value);
  bool is_empty() const { return low_ > high_ && broken_ == 0; }
  std::string text() const;  // `0.1 to 2.5`, with the number of those that are not finite

 private:
  double low_ = std::numeric_limits<double>::infinity(), high_ = -low_;
  long long broken_ = 0;
};

}  // namespace spindrift
