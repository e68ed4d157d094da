// All files in the folder of a run beside what its list says of them.
#include <fmt/format.h>

#include <filesystem>

#include "base/no_throw.h"
#include "formats/checkpoints/checkpoint_file.h"
#include "formats/files/checksum_list.h"
#include "formats/files/folder_lock.h"
#include "formats/files/folder_names.h"
#include "formats/files/refuse.h"
#include "formats/files/set_aside.h"
#include "spindrift/files.h"

namespace spindrift {
namespace {

namespace fs = std::filesystem;

// A run lists its files before it writes them. frame_0012.ply and the like, but for checkpoints, which are
// not listed, and for what was set aside.
bool is_of_a_frame(const fs::path& path) {
  const std::string name = path.stem().string();
  return path.has_parent_path() && !is_set_aside(path.string()) && path.extension() != ".checkpoint" &&
         name.starts_with("frame_") && name.size() >= 10 &&
         name.find_first_not_of("0123456789", 6) == std::string::npos;
}

// Whether a folder in between has a list of its own, as those of a validation's runs have.
bool is_of_another_list(const std::string& folder, const std::string& inside) {
  std::error_code ignored;
  for (fs::path between = fs::path(inside).parent_path(); !between.empty(); between = between.parent_path())
    if (fs::is_regular_file(fs::path(folder) / between / kChecksumListName, ignored)) return true;
  return false;
}

// Whether the list has other sums of a table now: a run that goes on enters lines before it writes them.
bool grows(const std::string& folder, const std::string& inside, const SumsSoFar& before) {
  const auto table = read_checksums(folder);
  if (!table) return false;
  const auto now = table->so_far.find(inside);
  return now == table->so_far.end() || now->second.now != before.now;
}

Result<FolderCheck> check_files_of(const std::string& folder) {
  std::error_code ignored;
  const std::string list = (fs::path(folder) / kChecksumListName).string();
  if (!fs::is_regular_file(list, ignored))
    return refuse(
        folder, 0,
        fmt::format("this folder holds no {}: it is not that of a run, or of an older version's", kChecksumListName));
  // Before the list: a run that goes on enters a file before it writes it.
  const std::vector<std::string> there = files_below(folder);
  const auto table = read_checksums(folder);
  if (!table) return table.error();
  FolderCheck check{{"folder of a run", {}}, {}, {}};
  if (table->damaged_line > 0) check.damaged.push_back(refuse(list, table->damaged_line, "this line is damaged"));
  std::size_t unlisted = 0, good = 0;
  std::uint64_t bytes = 0;
  const auto count = [&](const Status& outcome, const std::string& file) {
    if (!outcome) return check.damaged.push_back(outcome.error());
    ++good;
    bytes += fs::file_size(file, ignored);
  };
  for (const auto& [path, written] : table->files) {
    const std::string file = (fs::path(folder) / path).string();
    if (!fs::is_regular_file(file, ignored)) {
      check.missing.push_back(file);
      continue;
    }
    const Status outcome = check_as_written(file, written);
    if (!outcome && table->begun.contains(path)) {
      ++unlisted;  // kill -9 came when it had just been replaced
    } else {
      count(outcome, file);
    }
  }
  for (const std::string& inside : there) {
    if (is_of_another_list(folder, inside)) continue;
    if (table->files.contains(inside) || inside == kChecksumListName || inside == kFolderLockName) continue;
    if (const auto sums = table->so_far.find(inside); sums != table->so_far.end()) {
      const std::string file = (fs::path(folder) / inside).string();
      const Status outcome = check_so_far(file, sums->second);
      count(outcome || grows(folder, inside, sums->second) ? Status(Done{}) : outcome, file);
      continue;
    }
    if (!table->begun.contains(inside) && is_of_a_frame(inside)) {
      check.damaged.push_back(refuse((fs::path(folder) / inside).string(), 0,
                                     fmt::format("no line of {} knows this file: either the list was cut, or the file "
                                                 "is not the run's",
                                                 kChecksumListName)));
      continue;
    }
    if (const fs::path path = fs::path(folder) / inside; path.extension() == ".checkpoint") {
      const auto read = read_checkpoint(path.string());
      if (!read && !fs::exists(path, ignored)) continue;  // a run that goes on has removed it for a newer one
      count(read ? Status(Done{}) : Status(read.error()), path.string());
    } else {
      ++unlisted;
    }
  }
  check.info.add("as written", fmt::format("{} files, {} bytes", good, bytes));
  check.info.add("damaged", fmt::format("{}", check.damaged.size()));
  check.info.add("removed since", fmt::format("{}", check.missing.size()));
  check.info.add("not listed", fmt::format("{}, which were not checked", unlisted));
  return check;
}

}  // namespace

Result<FolderCheck> check_folder(const std::string& folder) {
  return no_throw("checking a run's files", [&] { return check_files_of(folder); });
}

}  // namespace spindrift
