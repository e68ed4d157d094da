#include "formats/files/folder_names.h"

#include <dirent.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <memory>
#include <new>

namespace spindrift {
namespace {

void add_files_below(const std::string& folder, const std::string& inside, std::vector<std::string>& files) {
  std::error_code ignored;
  for (const std::string& name : names_in(inside.empty() ? folder : folder + "/" + inside)) {
    const std::string path = inside.empty() ? name : inside + "/" + name;
    const std::filesystem::path whole = folder + "/" + path;
    if (std::filesystem::is_directory(std::filesystem::symlink_status(whole, ignored))) {
      add_files_below(folder, path, files);
    } else if (std::filesystem::is_regular_file(whole, ignored)) {
      files.push_back(path);
    }
  }
}

}  // namespace

std::vector<std::string> names_in(const std::string& folder) {
  const std::unique_ptr<DIR, int (*)(DIR*)> entries(::opendir(folder.c_str()), &::closedir);
  if (!entries && errno == ENOMEM) throw std::bad_alloc();
  std::vector<std::string> names;
  while (const dirent* entry = entries ? ::readdir(entries.get()) : nullptr) {
    std::string name = entry->d_name;
    if (name != "." && name != "..") names.push_back(std::move(name));
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<std::string> files_below(const std::string& folder) {
  std::vector<std::string> files;
  add_files_below(folder, "", files);
  return files;
}

}  // namespace spindrift
