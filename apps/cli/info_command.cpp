// spindrift info: what is in a file that the program has written, and whether the files of a run are undamaged.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>
#include <tuple>

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

// What may not be looked at is not missing. None if it may.
std::optional<Error> refusal_of(const std::filesystem::path& path) {
  std::error_code failure;
  const auto status = std::filesystem::status(path, failure);
  if (!failure && std::filesystem::is_directory(status)) {
    std::ignore = std::filesystem::status(path / "any name", failure);  // whether its files may be looked at
    if (failure != std::errc::permission_denied) std::filesystem::directory_iterator(path, failure);
  }
  if (failure != std::errc::permission_denied) return std::nullopt;
  return Error{ErrorCode::kBadInput, "cannot look at this: " + failure.message(), {path.string()}};
}

// A run's folder: whether its files are those that were written.
int show_folder(const std::string& path) {
  const Result<FolderCheck> check = check_folder(path);
  if (!check) return fail(check.error());
  show(path, check->info);
  int exit_code = kDone;
  constexpr std::size_t kNamed = 5;  // of the missing: a folder may lack thousands
  for (std::size_t i = 0; i < check->missing.size() && i < kNamed; ++i)
    exit_code = fail(refusal_of(check->missing[i])
                         .value_or(Error{ErrorCode::kRunFailed, "this file is missing", {check->missing[i]}}));
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
  for (const std::string& path : files) {
    const std::optional<Error> refusal = refusal_of(path);
    if (const int shown = refusal                                        ? fail(*refusal)
                          : std::filesystem::is_directory(path, ignored) ? show_folder(path)
                                                                         : show_file(path))
      exit_code = shown;
  }
  return exit_code;
}

}  // namespace spindrift
