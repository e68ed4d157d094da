#include "formats/files/set_aside.h"

#include <fmt/format.h>

#include <filesystem>

namespace spindrift {

namespace fs = std::filesystem;

namespace {

// A link leads to where it led.
void move_link(const fs::path& from, const fs::path& place, std::error_code& error) {
  const fs::path target = fs::read_symlink(from, error);
  if (!error)
    fs::create_symlink(fs::absolute(from, error).parent_path() / target, place, error);  // absolute ones stay so
  if (!error) fs::remove(from, error);
}

// Also from a folder of the run's that lies on another disk.
void move_file(const fs::path& from, const fs::path& place, std::error_code& error) {
  fs::rename(from, place, error);
  if (error != std::errc::cross_device_link) return;
  fs::copy(from, place, error);
  if (!error) fs::remove(from, error);
}

}  // namespace

Result<std::string> set_aside(const std::string& folder, const std::string& file) {
  std::error_code error;
  const auto is_taken = [&](const std::string& within) {  // by an earlier one, or by a file of that name
    const fs::path place = fs::path(folder) / within;
    return (fs::exists(fs::symlink_status(place, error)) && !fs::is_directory(place, error)) ||
           fs::exists(fs::symlink_status(place / file, error));
  };
  std::string within(kSetAsideFolder);
  for (int i = 2; is_taken(within); ++i) within = fmt::format("{}_{}", kSetAsideFolder, i);
  const std::string kept = within + "/" + file;
  const fs::path place = fs::path(folder) / kept;
  fs::create_directories(place.parent_path(), error);
  const fs::path from = fs::path(folder) / file;
  if (!error)
    fs::is_symlink(fs::symlink_status(from, error)) ? move_link(from, place, error) : move_file(from, place, error);
  if (!error) return kept;
  return Error{ErrorCode::kRunFailed,
               fmt::format("{}/{} was changed since it was written, and cannot be kept as {}: {}; move it away", folder,
                           file, place.string(), error.message())};
}

bool is_set_aside(std::string_view file) {
  const std::string_view first = file.substr(0, file.find('/'));
  return first == kSetAsideFolder || first.starts_with(std::string(kSetAsideFolder) + "_");
}

}  // namespace spindrift
