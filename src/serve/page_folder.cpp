#include "serve/page_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "formats/files/file_bytes.h"
#include "run/installed_folders.h"

namespace spindrift {

namespace fs = std::filesystem;

std::optional<std::string> file_inside(const std::string& folder, const std::string& path) {
  std::error_code error;
  const fs::path root = fs::canonical(folder, error);
  if (error) return std::nullopt;
  const fs::path file = fs::canonical(root / path, error);
  if (error || !fs::is_regular_file(file, error)) return std::nullopt;
  const auto [end_of_root, rest] = std::mismatch(root.begin(), root.end(), file.begin(), file.end());
  return end_of_root == root.end() ? std::optional(file.string()) : std::nullopt;
}

Result<PageFolder> PageFolder::find(const std::string& name) {
  const char* chosen = std::getenv("SPINDRIFT_WEB");
  const std::string wanted = !name.empty() || !chosen ? name : chosen;
  std::error_code ignored;
  if (!wanted.empty()) {
    if (fs::is_directory(wanted, ignored)) return PageFolder(wanted);
    return Error{.message = fmt::format("the page's folder '{}'{} is no folder", wanted,
                                        name.empty() ? ", which SPINDRIFT_WEB names," : "")};
  }
  for (const std::string& folder : installed_folders(SPINDRIFT_WEB_FROM_PROGRAM, SPINDRIFT_WEB_FROM_LIBRARY))
    return PageFolder(folder);
  return PageFolder("");
}

std::optional<std::string> PageFolder::read(const std::string& file) const {
  if (path_.empty()) return std::nullopt;
  const auto inside = file_inside(path_, file);
  if (!inside) return std::nullopt;
  auto bytes = read_file_bytes(*inside);
  return bytes ? std::optional(std::move(*bytes)) : std::nullopt;
}

bool PageFolder::is_built() const { return !path_.empty() && file_inside(path_, "index.html").has_value(); }

}  // namespace spindrift
