#include "run/linked_folder.h"

#include <fmt/format.h>

#include <filesystem>

#include "formats/files/checksum_table.h"

namespace spindrift {

std::string why_of_another_run(const std::string& folder, const std::string& subfolder) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const fs::path link = fs::path(folder) / subfolder;
  if (!fs::is_symlink(link, ignored)) return "";
  const fs::path owner = fs::canonical(link, ignored).parent_path();
  if (fs::exists(owner / kChecksumListName, ignored) && !fs::equivalent(owner, folder, ignored))
    return fmt::format("{} is a link into that of another run, {}", subfolder, owner.string());
  if (!is_a_copy(folder)) return "";
  return fmt::format(
      "it was copied from another run's, and {} is a link, so that its files are those of both; put a folder in the "
      "place of the link",
      subfolder);
}

}  // namespace spindrift
