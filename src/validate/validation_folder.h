// The folder that a validation writes into: by one at a time, and never in place of somebody else's files.
#pragma once

#include <string>
#include <vector>

#include "formats/files/checksum_list.h"
#include "formats/files/folder_lock.h"

namespace spindrift {

// Inside the folder.
inline constexpr const char* kValidationReports[] = {"report.json", "report.md", "report.html"};
std::string plot_file(const std::string& case_name, std::size_t number);  // plots/A03_seiche.svg, ..._2.svg

class ValidationFolder {
 public:
  // Makes the folder, and locks it. Refused are the folder of a run, and one in which any of `files`, paths inside it,
  // is there and was not written by a validation.
  static Result<ValidationFolder> open(const std::string& path, const std::vector<std::string>& files);

  const std::string& path() const { return path_; }
  Status write(const std::string& file, std::string_view text) { return list_.write(path_ + "/" + file, text); }
  Status remove(const std::string& file) { return list_.remove(path_ + "/" + file); }
  SetAside take_set_aside() { return list_.take_set_aside(); }

 private:
  ValidationFolder(std::string path, FolderLock lock, ChecksumList list)
      : path_(std::move(path)), lock_(std::move(lock)), list_(std::move(list)) {}

  std::string path_;
  FolderLock lock_;
  ChecksumList list_;
};

}  // namespace spindrift
