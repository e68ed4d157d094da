// What is in a file or a folder that a run has written, and whether it is as it was written.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "spindrift/error.h"

namespace spindrift {

struct FileInfo {
  std::string kind;                                       // `particles, binary PLY`
  std::vector<std::pair<std::string, std::string>> rows;  // name and value

  void add(std::string name, std::string value) { rows.emplace_back(std::move(name), std::move(value)); }
};

// Goes by the content, not by the name. Reads the whole file, so that a damaged one is refused.
Result<FileInfo> file_info(const std::string& path);

// All files of a run's folder that are listed in its checksums.txt, and its checkpoints.
struct FolderCheck {
  FileInfo info;
  std::vector<Error> damaged;        // one for each file
  std::vector<std::string> missing;  // listed files that are not there
};
Result<FolderCheck> check_folder(const std::string& folder);

}  // namespace spindrift
