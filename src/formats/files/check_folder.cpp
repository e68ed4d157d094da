// All files in the folder of a run, or of a validation and its runs, beside what their lists say of them.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/json.h"
#include "base/no_throw.h"
#include "formats/checkpoints/checkpoint_file.h"
#include "formats/files/checksum_list.h"
#include "formats/files/file_bytes.h"
#include "formats/files/folder_lock.h"
#include "formats/files/folder_names.h"
#include "formats/files/refuse.h"
#include "formats/files/set_aside.h"
#include "spindrift/files.h"

namespace spindrift {
namespace {

namespace fs = std::filesystem;

// They are removed by a run when there are newer ones, and by users when there is no need to go on.
bool is_checkpoint(const fs::path& path) { return path.extension() == ".checkpoint"; }

// A run lists its files before it writes them. frame_0012.ply and the like, but for checkpoints, which
// carry a checksum of their own, and for what was set aside.
bool is_of_a_frame(const fs::path& path) {
  const std::string name = path.stem().string();
  return path.has_parent_path() && !is_set_aside(path.string()) && !is_checkpoint(path) && name.starts_with("frame_") &&
         name.size() >= 10 && name.find_first_not_of("0123456789", 6) == std::string::npos;
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

Error folder_without_list(const std::string& folder) {
  return refuse(
      folder, 0,
      fmt::format("this folder holds no {}: it is not that of a run, or of an older version's", kChecksumListName));
}

// What one list after the other comes to.
class FolderChecker {
 public:
  void check_listed(const std::string& folder, const ChecksumTable& table);
  void check_unlisted(const std::string& folder, const std::string& inside, const ChecksumTable& table);
  void check_below(const std::string& folder, const std::vector<std::string>& there);
  void check_reported(const std::string& folder);
  void refuse_file(Error error) { check_.damaged.push_back(std::move(error)); }
  FolderCheck finish(bool is_validation, const std::string& state) &&;

 private:
  void count(const Status& outcome, const std::string& file) {
    std::error_code ignored;
    if (!outcome) return refuse_file(outcome.error());
    ++good_;
    bytes_ += fs::file_size(file, ignored);
  }

  FolderCheck check_{};
  std::size_t unlisted_ = 0, set_aside_ = 0, good_ = 0, folders_below_ = 0;
  std::uint64_t bytes_ = 0;
  std::vector<std::string> unfinished_;  // being written, or their writer was killed
};

void FolderChecker::check_listed(const std::string& folder, const ChecksumTable& table) {
  std::error_code ignored;
  const std::string list = (fs::path(folder) / kChecksumListName).string();
  if (table.damaged_line > 0) refuse_file(refuse(list, table.damaged_line, "this line is damaged"));
  for (const auto& [path, written] : table.files) {
    const std::string file = (fs::path(folder) / path).string();
    if (!fs::is_regular_file(file, ignored)) {
      if (!is_checkpoint(file)) check_.missing.push_back(file);
      continue;
    }
    const Status outcome = check_as_written(file, written);
    if (!outcome && table.begun.contains(path)) {
      ++unlisted_;  // kill -9 came when it had just been replaced
    } else {
      count(outcome, file);
    }
  }
  for (const std::string& path : table.begun)
    if (!fs::exists(fs::symlink_status(fs::path(folder) / path, ignored))) unfinished_.push_back(path);
}

// A file that is there and has no line with its checksum.
void FolderChecker::check_unlisted(const std::string& folder, const std::string& inside, const ChecksumTable& table) {
  std::error_code ignored;
  const fs::path path = fs::path(folder) / inside;
  if (!table.begun.contains(inside) && is_of_a_frame(inside))
    return refuse_file(refuse(path.string(), 0,
                              fmt::format("no line of {} knows this file: either the list was cut, or the file is not "
                                          "the run's",
                                          kChecksumListName)));
  if (const auto sums = table.so_far.find(inside); sums != table.so_far.end()) {
    const Status outcome = check_so_far(path.string(), sums->second);
    return count(outcome || grows(folder, inside, sums->second) ? Status(Done{}) : outcome, path.string());
  }
  if (!is_checkpoint(path) || is_set_aside(inside)) {
    ++(is_set_aside(inside) ? set_aside_ : unlisted_);
    return;
  }
  const auto read = read_checkpoint(path.string());
  if (!read && !fs::exists(path, ignored)) return;  // a run that goes on has removed it for a newer one
  if (!read || table.begun.contains(inside)) return count(read ? Status(Done{}) : Status(read.error()), path.string());
  ++unlisted_;  // whole, but somebody else's
}

// The files that are there were looked for before: a run that goes on enters a file into its list before it writes it.
Result<ChecksumTable> check_one_list(const std::string& folder, const std::vector<std::string>& there,
                                     FolderChecker& checker) {
  auto table = read_checksums(folder);
  if (!table) return table;
  checker.check_listed(folder, *table);
  for (const std::string& inside : there) {
    if (table->files.contains(inside) || inside == kChecksumListName || inside == kFolderLockName) continue;
    if (!is_of_another_list(folder, inside)) checker.check_unlisted(folder, inside, *table);
  }
  return table;
}

// The runs of a validation. One that has lost its list cannot be checked any more, and counts as damaged.
void FolderChecker::check_below(const std::string& folder, const std::vector<std::string>& there) {
  for (const std::string& inside : there) {
    const fs::path path(inside), subfolder = path.parent_path();
    const bool is_list = path.filename() == kChecksumListName, is_record = path.filename() == "run.json";
    if (subfolder.empty() || is_set_aside(subfolder.filename().string()) || !(is_list || is_record)) continue;
    const std::string below = (fs::path(folder) / subfolder).string();
    if (is_list) {
      ++folders_below_;
      if (const auto table = check_one_list(below, files_below(below), *this); !table) refuse_file(table.error());
    } else if (!is_of_another_list(folder, inside)) {
      refuse_file(folder_without_list(below));
    }
  }
}

// The runs that the report of a validation tells of. A folder that is gone leaves no list behind that would miss it.
void FolderChecker::check_reported(const std::string& folder) {
  const std::string file = (fs::path(folder) / "report.json").string();
  const auto text = read_file_bytes(file);
  const auto report = text ? read_json(*text, file) : Result<JsonValue>(text.error());
  const JsonValue* cases = report ? report->find("cases") : nullptr;
  if (!cases) return;
  std::error_code ignored;
  for (const JsonValue& one : cases->items)
    if (const JsonValue* runs = one.find("runs"))
      for (const JsonValue& run : runs->items) {
        const fs::path below = fs::path(folder) / run.text;
        if (!fs::is_directory(below, ignored)) check_.missing.push_back(below.string());
      }
}

FolderCheck FolderChecker::finish(bool is_validation, const std::string& state) && {
  check_.info.kind = is_validation ? "folder of a validation" : "folder of a run";
  if (!state.empty()) check_.info.add("run", state);
  if (is_validation) check_.info.add("runs", fmt::format("{}", folders_below_));
  check_.info.add("as written", fmt::format("{} files, {} bytes", good_, bytes_));
  check_.info.add("damaged", fmt::format("{}", check_.damaged.size()));
  check_.info.add("removed since", fmt::format("{}", check_.missing.size()));
  check_.info.add("not listed", fmt::format("{}, which were not checked", unlisted_));
  if (!unfinished_.empty())
    check_.info.add("begun only",
                    fmt::format("{}{}: under way, or ended by force", unfinished_.front(),
                                unfinished_.size() > 1 ? fmt::format(" and {} more", unfinished_.size() - 1) : ""));
  if (set_aside_ > 0)
    check_.info.add("set aside", fmt::format("{}, in {}: not as the run wrote them", set_aside_, kSetAsideFolder));
  return std::move(check_);
}

// Whether the run has come to its last frame, by its record; empty if that says nothing.
std::string state_of_run(const std::string& folder) {
  const std::string file = (fs::path(folder) / "run.json").string();
  const auto text = read_file_bytes(file);
  const auto record = text ? read_json(*text, file) : Result<JsonValue>(text.error());
  const JsonValue* finished = record ? record->find("finished") : nullptr;
  if (!finished) return "";
  return finished->boolean ? "finished" : "not finished: it is under way, or --resume goes on with it";
}

// A run begins with its record, or with its scene; the list of a validation has neither.
bool is_of_a_validation(const ChecksumTable& table, const std::vector<std::string>& there) {
  if (table.knows("run.json") || table.knows("scene.toml")) return false;
  const auto is_list_below = [](const std::string& inside) {
    return inside.ends_with(std::string("/") + kChecksumListName);
  };
  return table.knows("report.json") || std::any_of(there.begin(), there.end(), is_list_below);
}

Result<FolderCheck> check_files_of(const std::string& folder) {
  std::error_code ignored;
  if (!fs::is_regular_file(fs::path(folder) / kChecksumListName, ignored)) return folder_without_list(folder);
  const std::vector<std::string> there = files_below(folder);
  FolderChecker checker;
  const auto table = check_one_list(folder, there, checker);
  if (!table) return table.error();
  const bool is_validation = is_of_a_validation(*table, there);
  if (is_validation) {
    checker.check_below(folder, there);
    checker.check_reported(folder);
  }
  return std::move(checker).finish(is_validation, is_validation ? "" : state_of_run(folder));
}

}  // namespace

Result<FolderCheck> check_folder(const std::string& folder) {
  return no_throw("checking a run's files", [&] { return check_files_of(folder); });
}

}  // namespace spindrift
