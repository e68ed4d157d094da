#include "run/installed_folders.h"

#include <dlfcn.h>

#include <filesystem>

namespace spindrift {

std::vector<std::string> installed_folders(const std::string& from_program, const std::string& from_library) {
  namespace fs = std::filesystem;
  std::vector<fs::path> candidates;
  std::error_code error;
  if (const fs::path program = fs::read_symlink("/proc/self/exe", error); !error)
    candidates.push_back(program.parent_path() / from_program);
  Dl_info library{};
  if (!from_library.empty() && ::dladdr(reinterpret_cast<const void*>(&installed_folders), &library) != 0 &&
      library.dli_fname)
    candidates.push_back(fs::path(library.dli_fname).parent_path() / from_library);
  std::vector<std::string> folders;
  for (const fs::path& candidate : candidates) {
    const fs::path folder = fs::canonical(candidate, error);
    if (!error && fs::is_directory(folder, error)) folders.push_back(folder.string());
  }
  return folders;
}

}  // namespace spindrift
