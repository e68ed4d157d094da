// All files in the folder of a run, compared with its manifest.
#include <fmt/format.h>

#include <filesystem>

#include "base/no_throw.h"
#include "formats/files/files.h"
#include "formats/files/folder_lock.h"
#include "formats/files/manifest.h"
#include "run/info/file_info.h"
#include "run/run_folder.h"
#include "run/run_record.h"
#include "spindrift/file_info.h"
#include "spindrift/files.h"

namespace spindrift {
namespace {

namespace fs = std::filesystem;

// Whether the manifest has another entry of the file now: a run in progress may just have replaced it.
bool is_replaced(const std::string& folder, const std::string& name, const FileSum& before) {
  const auto files = read_manifest(folder);
  if (!files) return false;
  const auto entry = files->find(name);
  return entry == files->end() || !entry->second || *entry->second != before;
}

// What run.json says of the run. A run in progress, or one that was killed, is not finished.
FileInfo info_of_run(const std::string& folder) {
  const auto record = read_record(RunFolder::existing(folder));
  FileInfo info = record ? record_info(*record) : FileInfo{};
  info.kind = "folder of a run";
  const JsonValue* finished = record ? record->find("finished") : nullptr;
  const bool is_finished = finished && finished->boolean;
  std::erase_if(info.rows, [](const auto& row) { return row.first == "finished" || row.first == "written"; });
  info.add("run", is_finished ? "finished" : "not finished: in progress, or to be continued with --resume");
  return info;
}

Result<FolderCheck> check_files_of(const std::string& folder) {
  std::error_code ignored;
  if (!fs::is_regular_file(fs::path(folder) / kManifestName, ignored))
    return refuse(folder, fmt::format("this folder holds no {}: it is not the folder of a run", kManifestName));
  // Before the manifest is read: a run enters a file before it writes it.
  const std::vector<std::string> there = files_below(folder);
  const auto files = read_manifest(folder);
  if (!files) return files.error();
  FolderCheck check{};
  std::size_t whole = 0, unfinished = 0, unlisted = 0;
  std::uint64_t bytes = 0;
  const auto count = [&](const Status& outcome, const std::string& path) {
    if (!outcome) return check.damaged.push_back(outcome.error());
    ++whole;
    bytes += fs::file_size(path, ignored);
  };
  for (const auto& [name, sum] : *files) {
    const std::string path = (fs::path(folder) / name).string();
    if (!sum) continue;
    if (!fs::is_regular_file(path, ignored)) {
      check.missing.push_back(path);
    } else if (const Status outcome = check_sum(path, *sum); outcome || !is_replaced(folder, name, *sum)) {
      count(outcome, path);
    }
  }
  for (const std::string& name : there) {
    const auto entry = files->find(name);
    if (name == kManifestName || name == kFolderLockName || (entry != files->end() && entry->second)) continue;
    const std::string path = (fs::path(folder) / name).string();
    if (entry == files->end()) {
      ++unlisted;
    } else if (fs::path(name).extension() != ".checkpoint") {
      ++unfinished;
    } else if (const auto read = read_checkpoint(path); read || fs::exists(path, ignored)) {  // not removed meanwhile
      count(read ? Status(Done{}) : Status(read.error()), path);
    }
  }
  check.info = info_of_run(folder);
  check.info.add("whole", fmt::format("{} files, {} bytes", whole, bytes));
  check.info.add("damaged", fmt::format("{}", check.damaged.size()));
  check.info.add("missing", fmt::format("{}", check.missing.size()));
  check.info.add("unfinished", fmt::format("{}, which were not checked", unfinished));
  check.info.add("not listed", fmt::format("{}, which were not checked", unlisted));
  return check;
}

}  // namespace

Result<FolderCheck> check_folder(const std::string& folder) {
  return no_throw("checking a run's files", [&] { return check_files_of(folder); });
}

}  // namespace spindrift
