#include "validate/validation_folder.h"

#include <fmt/format.h>

#include <filesystem>

#include "run/run_folder.h"

namespace spindrift {
namespace {

namespace fs = std::filesystem;

bool is_in(const std::string& folder, const std::string& file) {
  std::error_code ignored;
  return fs::exists(fs::symlink_status(fs::path(folder) / file, ignored));
}

// What may be refused, found before anything is written.
Status check_is_a_validations(const std::string& path, const std::vector<std::string>& files) {
  if (Status writable = RunFolder::check(path); !writable) return writable;
  if (is_in(path, "run.json") || is_in(path, "scene.toml"))
    return Error{ErrorCode::kBadInput,
                 fmt::format("the folder {} holds the results of a run; choose another one", path)};
  const auto known = read_checksums(path);
  for (const std::string& file : files)
    if (is_in(path, file) && !(known && known->knows(file)))
      return Error{ErrorCode::kBadInput,
                   fmt::format("cannot write into the folder {}: it holds {}, and no {} says that Spindrift wrote it; "
                               "move it away, or choose another folder",
                               path, file, kChecksumListName)};
  return Done{};
}

}  // namespace

std::string plot_file(const std::string& case_name, std::size_t number) {
  return fmt::format("plots/{}{}.svg", case_name, number == 0 ? "" : fmt::format("_{}", number + 1));
}

Result<ValidationFolder> ValidationFolder::open(const std::string& path, const std::vector<std::string>& files) {
  if (Status ours = check_is_a_validations(path, files); !ours) return ours.error();
  std::error_code ignored;  // the lock, and writing, will tell
  fs::create_directories(path + "/plots", ignored);
  Result<FolderLock> lock = FolderLock::take(path);
  if (!lock) return lock.error();
  Result<ChecksumList> list = ChecksumList::open(path);
  if (!list) return list.error();
  return ValidationFolder(path, std::move(*lock), std::move(*list));
}

}  // namespace spindrift
