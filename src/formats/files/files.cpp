#include "formats/files/files.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <new>

namespace spindrift {

int open_file(const std::string& path, int flags) {
  const int opened = ::open(path.c_str(), flags | O_CLOEXEC, 0666);
  if (opened < 0 || opened > STDERR_FILENO) return opened;
  const int above = ::fcntl(opened, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  ::close(opened);
  return above;
}

std::string existing_part(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  fs::path existing = fs::absolute(path, ignored).lexically_normal();
  const auto is_there = [&] { return fs::exists(fs::symlink_status(existing, ignored)); };
  while (!is_there() && existing.has_relative_path()) existing = existing.parent_path();
  return existing.string();
}

Result<std::string> read_file_bytes(const std::string& path) {
  const auto fail = [&](const std::string& why) { return Error{ErrorCode::kBadInput, why, {path}}; };
  std::error_code failure;
  const auto status = std::filesystem::status(path, failure);
  if (!std::filesystem::exists(status)) return fail("there is no such file");
  if (std::filesystem::is_directory(status)) return fail("this is a folder, not a file");
  if (!std::filesystem::is_regular_file(status)) return fail("this is not an ordinary file");
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
  if (!file) return fail(std::string("cannot open this file: ") + std::strerror(errno));
  const std::uintmax_t size = std::filesystem::file_size(path, failure);
  if (failure) return fail("cannot read this file: " + failure.message());
  std::string bytes(static_cast<std::size_t>(size), '\0');
  bytes.resize(std::fread(bytes.data(), 1, bytes.size(), file.get()));
  if (std::ferror(file.get()) != 0 || bytes.size() != size) return fail("cannot read the whole file");
  return bytes;
}

namespace {

void add_files_below(const std::string& folder, const std::string& inside, std::vector<std::string>& files) {
  std::error_code ignored;
  for (const std::string& name : names_in(inside.empty() ? folder : folder + "/" + inside)) {
    const std::string path = inside.empty() ? name : inside + "/" + name;
    const std::filesystem::path whole = folder + "/" + path;
    if (std::filesystem::is_directory(std::filesystem::symlink_status(whole, ignored))) {
      add_files_below(folder, path, files);
    } else if (std::filesystem::is_regular_file(whole, ignored)) {
      files.push_back(path);
    }
  }
}

}  // namespace

std::vector<std::string> names_in(const std::string& folder) {
  const std::unique_ptr<DIR, int (*)(DIR*)> entries(::opendir(folder.c_str()), &::closedir);
  if (!entries && errno == ENOMEM) throw std::bad_alloc();
  std::vector<std::string> names;
  while (const dirent* entry = entries ? ::readdir(entries.get()) : nullptr) {
    std::string name = entry->d_name;
    if (name != "." && name != "..") names.push_back(std::move(name));
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<std::string> files_below(const std::string& folder) {
  std::vector<std::string> files;
  add_files_below(folder, "", files);
  return files;
}

void ValueRange::add(double value) {
  if (!std::isfinite(value)) {
    ++broken_;
    return;
  }
  low_ = std::min(low_, value);
  high_ = std::max(high_, value);
}

std::string ValueRange::text() const {
  std::string text = low_ <= high_ ? fmt::format("{:.6g} to {:.6g}", low_, high_) : "none";
  return broken_ == 0 ? text : fmt::format("{}, and {} not finite", text, broken_);
}

}  // namespace spindrift
