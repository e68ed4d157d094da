// spindrift info: what is in a file that the program has written, and whether the files of a run are undamaged.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "cli/commands.h"
#include "cli/console.h"
#include "spindrift/file_info.h"

namespace spindrift {

namespace {

void show(const std::string& path, const FileInfo& info) {
  std::size_t width = 0;
  for (const auto& [name, value] : info.rows) width = std::max(width, name.size());
  say(fmt::format("{}: {}", path, info.kind));
  for (const auto& [name, value] : info.rows) say(fmt::format("  {:<{}}  {}", name, width, value));
}

// A run's folder: whether its files are those that were written.
int show_folder(const std::string& path) {
  const Result<FolderCheck> check = check_folder(path);
  if (!check) return fail(check.error());
  show(path, check->info);
  int exit_code = kDone;
  constexpr std::size_t kNamed = 5;  // of the missing: a folder may lack thousands
  for (std::size_t i = 0; i < check->missing.size() && i < kNamed; ++i)
    exit_code = fail({ErrorCode::kRunFailed, "this file is missing", {check->missing[i]}});
  if (check->missing.size() > kNamed) warn(fmt::format("and {} more are missing", check->missing.size() - kNamed));
  for (const Error& error : check->damaged) exit_code = fail(error);
  return exit_code;
}

int show_file(const std::string& path) {
  const Result<FileInfo> info = file_info(path);
  if (!info) return fail(info.error());
  show(path, *info);
  return kDone;
}

}  // namespace

int info_command(const std::vector<std::string>& files) {
  int exit_code = kDone;
  std::error_code ignored;
  for (const std::string& path : files)
    if (const int shown = std::filesystem::is_directory(path, ignored) ? show_folder(path) : show_file(path))
      exit_code = shown;
  return exit_code;
}

}  // namespace spindrift
